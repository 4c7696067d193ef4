"""Who bears which part of the cost of a quote, reckoned from the quote alone."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from planner.candidates.economics import load_usd_per_chip_year
from planner.quote import PoolPart, Quote
from planner.report.busy import Busy, Place, busy_in, chips_of, deployment_of
from planner.report.lots import Lot, lines_of, lots_of
from planner.report.tokens import ratio_of_curves
from planner.units import exact

type Load = tuple[str, str]
"""(workload, stage)."""


@dataclass(frozen=True, slots=True)
class Stand:
    """One kind of hardware at one site with all that it costs."""

    site: str
    hardware: str
    chips: int
    """Provisioned."""
    spare_chips: int
    """In spare nodes."""
    usd: Fraction
    """A year."""
    load_usd_per_chip: Fraction
    """Metered energy that one busy chip adds in a year; nothing for those that are rented."""

    @property
    def usd_per_chip(self) -> Fraction:
        """Of those provisioned, a year."""
        return self.usd / self.chips


@dataclass(frozen=True, slots=True)
class Charge:
    """The part of a stand that one route bears."""

    stand: Stand
    pool: PoolPart
    busy: Busy
    chips: Fraction
    """Busy at the peak, with headroom."""
    of_chips: Fraction
    """Those of all routes at the stand."""

    @property
    def load(self) -> Load:
        """Whose route it is."""
        return self.busy.workload, self.busy.load.stage

    @property
    def usd(self) -> Fraction:
        """A year."""
        return self.stand.usd / self.of_chips * self.chips


@dataclass(frozen=True, slots=True)
class TokenCharge:
    """The cost of one route, between input and output tokens."""

    pool: PoolPart
    busy: Busy
    usd: Fraction
    ratio: Fraction
    """How much dearer an output token is than an uncached input token."""
    is_measured: bool

    @property
    def uncached(self) -> Fraction:
        """Uncached input tokens of a request."""
        return self.busy.load.shape.uncached

    @property
    def output(self) -> Fraction:
        """Output tokens of a request."""
        return self.busy.load.shape.output_tokens

    @property
    def input_usd(self) -> Fraction:
        """A year."""
        return self.usd - self.output_usd

    @property
    def output_usd(self) -> Fraction:
        """A year."""
        weight = self.output * self.ratio
        return self.usd * weight / (self.uncached + weight)


def stands_of(quote: Quote) -> dict[Place, Stand]:
    """Everything that stands, by (site, hardware)."""
    lots: dict[Place, list[Lot]] = {}
    for lot in lots_of(quote):
        lots.setdefault((lot.site, lot.hardware.id), []).append(lot)
    return {place: _stand(quote, held) for place, held in lots.items()}


def _stand(quote: Quote, lots: list[Lot]) -> Stand:
    first, costs = lots[0], quote.inputs.costs
    owned = sum(lot.nodes for lot in lots if lot.is_owned)
    nodes = sum(lot.nodes for lot in lots)
    return Stand(
        site=first.site,
        hardware=first.hardware.id,
        chips=sum(lot.chips for lot in lots),
        spare_chips=sum(lot.spare_nodes for lot in lots) * first.hardware.chips_per_node,
        usd=sum((usd for lot in lots for usd in lines_of(lot, costs).values()), Fraction(0)),
        load_usd_per_chip=load_usd_per_chip_year(first.power, first.rates) * owned / nodes,
    )


def charges_of(quote: Quote) -> tuple[Charge, ...]:
    """What each route bears of each stand that its pool is on: its share of the busy chips."""
    stands = stands_of(quote)
    flows = [
        (stands[pool.site, hardware], pool, busy, busy.required * chips)
        for pool in quote.pools
        for busy in busy_in(quote, pool)
        for hardware, chips in chips_of(quote, pool)
    ]
    whole: dict[Place, Fraction] = {}
    for stand, _, _, chips in flows:
        place = (stand.site, stand.hardware)
        whole[place] = whole.get(place, Fraction(0)) + chips
    return tuple(
        Charge(stand, pool, busy, chips, whole[stand.site, stand.hardware])
        for stand, pool, busy, chips in flows
    )


def idle_stands(quote: Quote) -> tuple[Stand, ...]:
    """Those that serve nobody at the peak; their cost falls on all, as their other cost does."""
    used = {(charge.stand.site, charge.stand.hardware) for charge in charges_of(quote)}
    return tuple(stand for place, stand in stands_of(quote).items() if place not in used)


def idle_factor(quote: Quote) -> Fraction:
    """How much dearer everything becomes by what serves nobody."""
    borne = sum((charge.usd for charge in charges_of(quote)), Fraction(0))
    idle = sum((stand.usd for stand in idle_stands(quote)), Fraction(0))
    return 1 + idle / borne if borne else Fraction(1)


def usd_by_load(quote: Quote) -> dict[Load, Fraction]:
    """USD per year of each load that is served."""
    factor = idle_factor(quote)
    found: dict[Load, Fraction] = {}
    for charge in charges_of(quote):
        found[charge.load] = found.get(charge.load, Fraction(0)) + charge.usd * factor
    return found


def token_charges(quote: Quote) -> Iterator[TokenCharge]:
    """The language-model part of the cost, route by route, between input and output."""
    usd = usd_by_load(quote)
    book_ratio = exact(quote.inputs.costs.output_to_input_cost_ratio)
    flows = [(pool, busy) for pool in quote.pools for busy in busy_in(quote, pool)]
    for pool, busy in flows:
        if busy.load.stage == "serve":
            load = (busy.workload, busy.load.stage)
            whole = sum(b.required for _, b in flows if (b.workload, b.load.stage) == load)
            measured = _measured_ratio(quote, pool, busy)
            ratio = book_ratio if measured is None else measured
            part = usd[load] * busy.required / whole
            yield TokenCharge(pool, busy, part, ratio, measured is not None)


def _measured_ratio(quote: Quote, pool: PoolPart, busy: Busy) -> Fraction | None:
    rate = busy.route.rate
    if rate.replica_s_per_output_token is None:
        return ratio_of_curves(deployment_of(quote, pool.deployment), pool.concurrency_cap)
    alpha = Fraction(rate.replica_s_per_uncached_input_token or 0)
    return Fraction(rate.replica_s_per_output_token) / alpha if alpha else None


def load_energy_usd(quote: Quote) -> dict[str, Fraction]:
    """Metered energy that the load of each workload adds in a year, USD."""
    stands = stands_of(quote)
    found = {workload.name: Fraction(0) for workload in quote.workloads}
    for pool in quote.pools:
        for busy in busy_in(quote, pool):
            for hardware, chips in chips_of(quote, pool):
                each = stands[pool.site, hardware].load_usd_per_chip
                found[busy.workload] += busy.mean * chips * each
    return found
