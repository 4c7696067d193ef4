"""What headroom and speed would cost, as a worker reckons it: listed, solved one by one, drawn."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from api.errors import Refused
from api.work.showing import items_of, json_bytes, quote_of
from planner.catalog.library import Catalog
from planner.errors import NotInstalled
from planner.report.carried import solvable
from planner.report.extras import need
from planner.report.tradeoffs import Outcome, Tradeoff, outcome_of, tradeoffs_of
from planner.service import make_quote

UNITS: Final = {"headroom": "1", "tpot_ms": "ms"}


def listed(raw: bytes, catalog: Catalog) -> list[list[int]]:
    """Of each trade-off of a quote its variants, by position, in the order to solve them in.

    Raises:
        Refused: what draws them is not installed.
    """
    try:
        need("altair")
    except NotInstalled as error:
        raise Refused("not-installed", str(error)) from None
    demand, _ = solvable(quote_of(raw), catalog)
    return [list(tradeoff.order) for tradeoff in tradeoffs_of(demand)]


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
    demand, own = solvable(quote_of(raw), catalog)
    variant = tradeoffs_of(demand)[place[0]].variants[place[1]]
    announce(variant.demand.solver.time_limit_s)
    return outcome_of(variant, lambda asked: make_quote(asked, own))


def drawn(
    raw: bytes, catalog: Catalog, found: Sequence[Sequence[Mapping[str, Any]]], theme: str
) -> bytes:
    """The trade-offs with what came of their variants, and the pictures of both."""
    from planner.report.charts.curves import curve_pictures

    quote = quote_of(raw)
    tradeoffs = tradeoffs_of(solvable(quote, catalog)[0])
    outcomes = [sorted((Outcome(**each) for each in part), key=_value) for part in found]
    pairs = list(zip(tradeoffs, outcomes, strict=True))
    body = {
        "quote_id": quote.id,
        "tradeoffs": [_shown(tradeoff, part) for tradeoff, part in pairs],
        "items": items_of(curve_pictures(quote, pairs), theme),
    }
    return json_bytes(body)


def _value(outcome: Outcome) -> float:
    return outcome.value


def _shown(tradeoff: Tradeoff, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    return {
        "varied": tradeoff.varied,
        "workload": tradeoff.workload,
        "percentile": tradeoff.percentile,
        "unit": UNITS[tradeoff.varied],
        "points": [asdict(each) for each in outcomes],
        "unsolved": len(tradeoff.variants) - len(outcomes),
    }
