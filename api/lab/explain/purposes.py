"""The cost of a year by what it is for: serving, headroom, redundancy, rounding."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from api.lab.explain.money import prices_of
from api.lab.explain.parts import Explained, Line, aside, line
from planner.quote import PoolPart, Quote
from planner.report.busy import Use, chips_of, replicas_by_use, use_by_place
from planner.report.charges import Stand, stands_of
from planner.report.lots import lots_of

_FORMULAS: Final = {
    "serving": "replicas busy at the peak × chips of one × cost of a chip",
    "headroom": "replicas that the headroom adds × chips of one × cost of a chip",
    "redundancy": "replicas beyond load and headroom, as spares or for the loss of a site × chips "
    "of one × cost of a chip; and chips of spare nodes",
    "rounding": "what makes replicas whole × chips of one × cost of a chip; and chips that stand "
    "empty in nodes and racks",
}
_EMPTY: Final = {"redundancy": "spare nodes", "rounding": "empty"}


def figures(quote: Quote) -> Iterator[Explained]:
    """Of each purpose; none where a price is missing."""
    if quote.cost is None:
        return
    stands = stands_of(quote)
    rests_on = (*prices_of(lots_of(quote)), "costs")
    for purpose, usd in quote.cost.by_purpose.model_dump().items():
        terms = [*_of_pools(quote, stands, purpose), *_of_places(quote, stands, purpose)]
        yield Explained(
            f"cost.by_purpose.{purpose}",
            f"Cost of {purpose}",
            usd,
            "USD a year",
            _FORMULAS[purpose],
            (*terms, *(chip_cost(stand) for stand in stands.values())),
            rests_on,
            ("price_source", "cost_book"),
        )


def chip_cost(stand: Stand) -> Line:
    """What a chip of a stand costs, beside a sum."""
    head = (f"{stand.hardware} at {stand.site}: ", float(stand.usd), " USD ÷ ", stand.chips)
    return aside(*head, " chips provisioned = ", float(stand.usd_per_chip), " USD a chip")


def _of_pools(quote: Quote, stands: dict[tuple[str, str], Stand], purpose: str) -> Iterator[Line]:
    for pool in quote.pools:
        replicas = replicas_by_use(quote, pool).parts[purpose]
        for hardware, chips in chips_of(quote, pool):
            if replicas:
                yield _term(pool, replicas, chips, stands[pool.site, hardware])


def _term(pool: PoolPart, replicas: Fraction, chips: int, stand: Stand) -> Line:
    each = stand.usd_per_chip
    head = (f"{pool.id}: ", float(replicas), " replicas × ", chips, " chips × ", float(each))
    return line(*head, " USD = ", float(replicas * chips * each), " USD")


def _of_places(quote: Quote, stands: dict[tuple[str, str], Stand], purpose: str) -> Iterator[Line]:
    """What stands beside the replicas: spare nodes, and chips that hold none."""
    if purpose not in _EMPTY:
        return
    of_pools: dict[tuple[str, str], Fraction] = {}
    for pool in quote.pools:
        for hardware, chips in chips_of(quote, pool):
            use = replicas_by_use(quote, pool).times(chips).parts[purpose]
            place = (pool.site, hardware)
            of_pools[place] = of_pools.get(place, Fraction(0)) + use
    uses: dict[tuple[str, str], Use] = use_by_place(quote)
    for place, stand in stands.items():
        chips = uses[place].parts[purpose] - of_pools.get(place, Fraction(0))
        if chips:
            head = (f"{stand.hardware} at {stand.site}, {_EMPTY[purpose]}: ", float(chips))
            usd = float(chips * stand.usd_per_chip)
            yield line(*head, " chips × ", float(stand.usd_per_chip), " USD = ", usd, " USD")
