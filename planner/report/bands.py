"""Low, base and high of the replicas and of the cost per million, with what moves them most."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Final

from planner.candidates.economics import owned_node, price_usd_per_node, rented_node
from planner.candidates.offers import Holding
from planner.candidates.plans import FittedPlan
from planner.entries import Hardware, HardwarePrice, RentTerms
from planner.entries.prices import low_end
from planner.quote import Band, UsedCosts
from planner.report import money
from planner.report.flows import Flows, Standing
from planner.report.tokens import per_million, tokens_of, total_tokens
from planner.sizing.cost import SiteRates
from planner.units import exact

RATE_ERROR: Final = Fraction(8, 100)
"""p90 of the relative error of a rate between measured points, at a given cap."""
LIMITED_RATE_ERROR: Final = Fraction(12, 100)
"""The same where a latency limit sets the cap between points, and errs as well."""
FIT_ERROR: Final = Fraction(15, 100)
"""p90 of a shape held out inside the range. All three are measured in docs/interpolation.md."""
WIDEST_DUTY: Final = Fraction(3)


@dataclass(frozen=True, slots=True)
class _Effect:
    """What one driver alone makes of a figure."""

    driver: str
    low: Fraction
    high: Fraction

    @property
    def width(self) -> Fraction:
        return self.high - self.low


def bands_of(flows: Flows) -> dict[str, Band]:
    """The bands of a priced fleet; only of replicas where a price is missing."""
    low, base, high = replica_band(flows)
    bands = {
        "replicas": Band(low=low, base=base, high=high, driver=_replica_driver(flows, low, high))
    }
    tokens = total_tokens(flows)
    usd = money.to_the_cent(money.fleet_total(flows))
    if not money.is_priced(flows) or not tokens.all or not base or not usd:
        return bands
    effects = [
        _Effect("interpolation between measured points", usd * low / base, usd * high / base),
        _Effect("price ranges", usd - _saved_at_low_prices(flows), usd),
        _Effect("peak_to_mean, which was not given", usd, usd * _duty_factor(flows, usd)),
    ]
    widest = max(effects, key=lambda effect: effect.width)
    lowest, highest = usd, usd
    for effect in effects:
        lowest, highest = lowest * effect.low / usd, highest * effect.high / usd
    bands["usd_per_million_tokens"] = Band(
        low=per_million(lowest, tokens.all) or 0.0,
        base=per_million(usd, tokens.all) or 0.0,
        high=per_million(highest, tokens.all) or 0.0,
        driver=widest.driver if widest.width else "nothing: no range, no interpolation",
    )
    return bands


def replica_band(flows: Flows) -> tuple[int, int, int]:
    """Replicas if every interpolated rate were better, as planned, or worse by its error."""
    low = base = high = 0
    for pool in flows.pools_in_use:
        held, planned = flows.replicas(pool), _needed(flows, pool, 0)
        base += held
        low += held - (planned - _needed(flows, pool, 1))
        high += held + (_needed(flows, pool, -1) - planned)
    return low, base, high


def _needed(flows: Flows, pool: int, sign: int) -> int:
    """Replicas of a pool as it is routed, at the peak with spares and after each site loss.

    Args:
        flows: the fleet.
        pool: position.
        sign: 1 if rates are better by their error, -1 if worse, 0 as planned.
    """
    at_peak = sum(
        (f.required / (1 + sign * _error(flows, f.service)) for f in flows.of_pool(pool)),
        Fraction(0),
    )
    after = [_after_loss(flows, pool, shares, sign) for shares in flows.fleet.loss_shares.values()]
    return max([ceil(at_peak) + flows.fleet.spares[pool], *(ceil(need) for need in after)])


def _after_loss(flows: Flows, pool: int, shares: Mapping[int, Fraction], sign: int) -> Fraction:
    problem = flows.candidates.problem
    factor = 1 + (problem.site_loss_headroom or Fraction(0))
    need = Fraction(0)
    for position, share in shares.items():
        service = problem.services[position]
        if service.pool == pool:
            rate = service.rate * (1 + sign * _error(flows, position))
            need += share * problem.loads[service.load].peak * factor / rate
    return need


def _error(flows: Flows, service: int) -> Fraction:
    """How far the rate of a service may be off, relatively; 0 where it was measured."""
    candidate = flows.candidates.services[service]
    plan, cap = candidate.plan, candidate.cap
    if isinstance(plan, FittedPlan):
        return fit_error(plan.times(cap).residual)
    return rate_error(plan.basis(cap), is_limited=bool(plan.achieved(cap)))


def fit_error(residual: Fraction) -> Fraction:
    """How far a rate between measured shapes may be off, by the residual of its fit."""
    return min(max(residual, FIT_ERROR), Fraction(1, 2))


def rate_error(basis: str, *, is_limited: bool) -> Fraction:
    """How far a rate at one shape may be off; nothing unless it lies between measured points."""
    if basis != "interpolated":
        return Fraction(0)
    return LIMITED_RATE_ERROR if is_limited else RATE_ERROR


def _replica_driver(flows: Flows, low: int, high: int) -> str:
    if low != high:
        return "interpolation between measured points"
    if any(_error(flows, flow.service) for flow in flows.all):
        return "nothing: interpolation moves no whole replica"
    return "nothing: every rate was measured as it stands"


def _duty_factor(flows: Flows, usd: Fraction) -> Fraction:
    """How much dearer a token is at a peak of 3 x the mean, where a workload leaves that open."""
    workloads, loads = flows.candidates.demand.workloads, flows.candidates.loads
    is_open = [workloads[load.workload].peak_to_mean is None for load in loads]
    if not any(is_open) or not usd:
        return Fraction(1)
    fewer = sum(
        (
            tokens_of(flows, load, WIDEST_DUTY if opened else None).all
            for load, opened in zip(loads, is_open, strict=True)
        ),
        Fraction(0),
    )
    saved = sum(
        flows.load_energy_usd(f) * (1 - 1 / WIDEST_DUTY) for f in flows.all if is_open[f.load]
    )
    return (usd - saved) / usd * total_tokens(flows).all / fewer if fewer else Fraction(1)


def _saved_at_low_prices(flows: Flows) -> Fraction:
    """USD per year between the high and the low end of every price range."""
    return sum(
        (
            nodes * _difference(standing, holding, flows)
            for standing in flows.standings.values()
            for holding, nodes in standing.holdings
            if nodes
        ),
        Fraction(0),
    )


def _difference(standing: Standing, holding: Holding, flows: Flows) -> Fraction:
    if holding.price is None or holding.cost is None:
        return Fraction(0)
    term = None if holding.is_owned else flows.candidates.demand.policy.rent_term
    ground = Ground(standing.place.hardware, flows.candidates.costs, standing.place.rates)
    return holding.cost.usd_per_year - low_end_usd(holding.price.price, ground, term)


@dataclass(frozen=True, slots=True)
class Ground:
    """What the cost of a node depends on besides its price."""

    hardware: Hardware
    costs: UsedCosts
    rates: SiteRates


def low_end_usd(price: HardwarePrice, ground: Ground, term: str | None) -> Fraction:
    """USD per year of one node with every range of its price at its low end.

    Args:
        price: of the hardware.
        ground: the rest.
        term: of the rent; `None` where the node is owned.
    """
    cheap = _at_low_end(price)
    if term is None:
        usd = price_usd_per_node(cheap, ground.hardware) or Fraction(0)
        return owned_node(usd, ground.hardware, ground.costs, ground.rates).usd_per_year
    rent = cheap.rent_usd_per_chip_hour
    each = getattr(rent, term) if isinstance(rent, RentTerms) else rent
    usd = exact(each if isinstance(each, float | int) else 0)
    return rented_node(usd, ground.hardware, ground.costs, ground.rates).usd_per_year


def _at_low_end(price: HardwarePrice) -> HardwarePrice:
    """The same price with every range at its low end."""

    def low(value: object) -> object:
        if isinstance(value, RentTerms):
            return {k: low(v) for k, v in value if v is not None}
        return low_end(value) if isinstance(value, tuple | float | int) else value  # type: ignore[arg-type]

    return HardwarePrice.model_validate(
        {name: low(value) for name, value in price if value is not None}
    )
