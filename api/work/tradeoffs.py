"""What headroom and speed would cost, as a worker reckons it: listed, solved one by one, drawn."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any, Final

from api.work.showing import items_of, json_bytes, quote_of
from planner.catalog.library import Catalog
from planner.quote import Quote
from planner.report.carried import solvable
from planner.report.extras import need
from planner.report.tradeoffs import Outcome, Tradeoff, in_order, outcome_of, tradeoffs_of
from planner.service import make_quote

UNITS: Final = {"headroom": "1", "tpot_ms": "ms"}


@dataclass(frozen=True, slots=True)
class _Asked:
    """The trade-offs of a quote, and the catalog to solve them on."""

    quote: Quote
    tradeoffs: tuple[Tradeoff, ...]
    catalog: Catalog


@lru_cache(maxsize=1)
def _asked(raw: bytes, catalog: Catalog) -> _Asked:
    """Read once for all variants of a quote: they come one by one."""
    quote = quote_of(raw)
    demand, own = solvable(quote, catalog)
    return _Asked(quote, tradeoffs_of(demand), own)


def listed(raw: bytes, catalog: Catalog) -> list[list[int]]:
    """Of each trade-off of a quote its variants, by position, in the order to solve them in.

    Raises:
        NotInstalled: what draws them is not there.
    """
    need("altair")
    return [list(tradeoff.order) for tradeoff in _asked(raw, catalog).tradeoffs]


def outcome(
    raw: bytes, catalog: Catalog, place: tuple[int, int], announce: Callable[[float], None]
) -> Outcome | None:
    """What one variant costs; None where it has no answer in time.

    Args:
        raw: the quote.
        catalog: of the organisation, as it is now.
        place: the position of the trade-off, and that of the variant in it.
        announce: says how long the solve may take, in seconds.
    """
    asked = _asked(raw, catalog)
    variant = asked.tradeoffs[place[0]].variants[place[1]]
    announce(variant.demand.solver.time_limit_s)
    return outcome_of(variant, lambda demand: make_quote(demand, asked.catalog))


def drawn(
    raw: bytes, catalog: Catalog, found: Sequence[Sequence[Mapping[str, Any]]], theme: str
) -> bytes:
    """The trade-offs with what came of their variants, and the pictures of both."""
    from planner.report.charts.curves import curve_pictures

    asked = _asked(raw, catalog)
    outcomes = [in_order(Outcome(**each) for each in part) for part in found]
    pairs = list(zip(asked.tradeoffs, outcomes, strict=True))
    body = {
        "quote_id": asked.quote.id,
        "tradeoffs": [_shown(tradeoff, part) for tradeoff, part in pairs],
        "items": items_of(curve_pictures(asked.quote, pairs), theme),
    }
    return json_bytes(body)


def _shown(tradeoff: Tradeoff, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    return {
        "varied": tradeoff.varied,
        "workload": tradeoff.workload,
        "percentile": tradeoff.percentile,
        "unit": UNITS[tradeoff.varied],
        "points": [asdict(each) for each in outcomes],
        "unsolved": len(tradeoff.variants) - len(outcomes),
    }
