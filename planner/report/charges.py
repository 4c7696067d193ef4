"""Who bears which part of the cost of a quote, reckoned from the quote alone."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from planner.candidates.economics import load_usd_per_chip_year
from planner.quote import PoolPart, Quote
from planner.report.busy import Busy, Load, Place, busy_by_pool, chips_of, deployment_of
from planner.report.lots import Lot, lines_of, lots_of
from planner.report.tokens import ratio_of_curves
from planner.units import exact


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
    def place(self) -> Place:
        """Where it is, and what."""
        return self.site, self.hardware

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
        return self.busy.key

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


@dataclass(frozen=True)
class Ledger:
    """The cost of a quote, and who bears it."""

    quote: Quote

    @cached_property
    def stands(self) -> dict[Place, Stand]:
        """Everything that stands, by (site, hardware)."""
        return stands_of(self.quote)

    @cached_property
    def busy(self) -> tuple[tuple[PoolPart, Busy], ...]:
        """Every route with its pool."""
        return tuple((pool, busy) for pool, routes in busy_by_pool(self.quote) for busy in routes)

    @cached_property
    def charges(self) -> tuple[Charge, ...]:
        """What each route bears of each stand that its pool is on: its share of the busy chips."""
        flows = [
            (self.stands[pool.site, hardware], pool, busy, busy.required * chips)
            for pool, busy in self.busy
            for hardware, chips in chips_of(self.quote, pool)
        ]
        whole: dict[Place, Fraction] = {}
        for stand, _, _, chips in flows:
            whole[stand.place] = whole.get(stand.place, Fraction(0)) + chips
        return tuple(
            Charge(stand, pool, busy, chips, whole[stand.place])
            for stand, pool, busy, chips in flows
        )

    @cached_property
    def idle(self) -> tuple[Stand, ...]:
        """Those that serve nobody at the peak; all bear them as they bear the rest."""
        used = {charge.stand.place for charge in self.charges}
        return tuple(stand for place, stand in self.stands.items() if place not in used)

    @cached_property
    def idle_factor(self) -> Fraction:
        """How much dearer everything becomes by what serves nobody."""
        borne = sum((charge.usd for charge in self.charges), Fraction(0))
        idle = sum((stand.usd for stand in self.idle), Fraction(0))
        return 1 + idle / borne if borne else Fraction(1)

    @cached_property
    def usd_by_load(self) -> dict[Load, Fraction]:
        """USD per year of each load that is served."""
        found: dict[Load, Fraction] = {}
        for charge in self.charges:
            usd = charge.usd * self.idle_factor
            found[charge.load] = found.get(charge.load, Fraction(0)) + usd
        return found

    def usd_of(self, workload: str) -> Fraction:
        """USD per year of all stages of a workload."""
        parts = (usd for (owner, _), usd in self.usd_by_load.items() if owner == workload)
        return sum(parts, Fraction(0))

    @cached_property
    def token_charges(self) -> tuple[TokenCharge, ...]:
        """The language-model part of the cost, route by route, between input and output."""
        required: dict[Load, Fraction] = {}
        for _, busy in self.busy:
            required[busy.key] = required.get(busy.key, Fraction(0)) + busy.required
        return tuple(
            _token_charge(self.quote, pool, busy, self.usd_by_load[busy.key] / required[busy.key])
            for pool, busy in self.busy
            if busy.load.stage == "serve"
        )

    @cached_property
    def load_energy_usd(self) -> dict[str, Fraction]:
        """Metered energy that the load of each workload adds in a year, USD."""
        found = {workload.name: Fraction(0) for workload in self.quote.workloads}
        for pool, busy in self.busy:
            for hardware, chips in chips_of(self.quote, pool):
                each = self.stands[pool.site, hardware].load_usd_per_chip
                found[busy.workload] += busy.mean * chips * each
        return found


def _token_charge(
    quote: Quote, pool: PoolPart, busy: Busy, usd_per_replica: Fraction
) -> TokenCharge:
    book_ratio = exact(quote.inputs.costs.output_to_input_cost_ratio)
    measured = _measured_ratio(quote, pool, busy)
    ratio = book_ratio if measured is None else measured
    return TokenCharge(pool, busy, usd_per_replica * busy.required, ratio, measured is not None)


def _measured_ratio(quote: Quote, pool: PoolPart, busy: Busy) -> Fraction | None:
    rate = busy.route.rate
    if rate.replica_s_per_output_token is None:
        return ratio_of_curves(deployment_of(quote, pool.deployment), pool.concurrency_cap)
    alpha = Fraction(rate.replica_s_per_uncached_input_token or 0)
    beta = Fraction(rate.replica_s_per_output_token)
    return beta / alpha if alpha and beta else None
