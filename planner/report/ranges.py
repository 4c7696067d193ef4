"""What moves the bands of a quote, reckoned from the quote alone."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from planner.candidates.economics import owned_node, rented_node
from planner.loads import StageLoad
from planner.quote import PoolPart, Quote, Route
from planner.report.bands import WIDEST_DUTY, Ground, fit_error, low_end_usd, rate_error
from planner.report.busy import Busy, busy_in, loads_by_stage
from planner.report.lots import Lot, lots_of
from planner.units import exact


@dataclass(frozen=True, slots=True)
class PoolRange:
    """Replicas that one pool needs if its rates are as planned, better or worse by their errors."""

    pool: PoolPart
    better: int
    planned: int
    worse: int

    @property
    def low(self) -> int:
        """Replicas held, less what better rates would save."""
        return self.pool.replicas - (self.planned - self.better)

    @property
    def high(self) -> int:
        """Replicas held, and what worse rates would add."""
        return self.pool.replicas + (self.worse - self.planned)


def pool_ranges(quote: Quote) -> Iterator[PoolRange]:
    """Of each pool; none where the rate after the loss of a site is not stated."""
    rates = {(w.name, r.stage, r.pool): r for w in quote.workloads for r in w.routes}
    after = [(x.workload, x.stage, x.pool) for loss in quote.site_losses for x in loss.routes]
    if all(route in rates for route in after):
        for pool in quote.pools:
            needs = [_needed(quote, pool, sign) for sign in (1, 0, -1)]
            yield PoolRange(pool, *needs)


def _needed(quote: Quote, pool: PoolPart, sign: int) -> int:
    """At the peak with spares and after each site loss; `sign` as in `bands`."""
    at_peak = sum((_required(busy, sign) for busy in busy_in(quote, pool)), Fraction(0))
    losses = (ceil(_after_loss(quote, pool, site, sign)) for site in range(len(quote.site_losses)))
    return max([ceil(at_peak) + pool.spare_replicas, *losses])


def _required(busy: Busy, sign: int) -> Fraction:
    return busy.required / (1 + sign * error_of(busy.load, busy.route))


def _after_loss(quote: Quote, pool: PoolPart, loss: int, sign: int) -> Fraction:
    factor = 1 + exact(quote.demand.policy.site_loss_headroom or 0)
    rates = {(w.name, r.stage, r.pool): r for w in quote.workloads for r in w.routes}
    loads, need = loads_by_stage(quote), Fraction(0)
    for x in quote.site_losses[loss].routes:
        if x.pool == pool.id:
            route = rates[x.workload, x.stage, x.pool]
            load = loads[x.workload, x.stage]
            off = 1 + sign * error_of(load, route)
            peak = Fraction(x.share) * load.peak
            need += peak * factor / (Fraction(route.rate_per_replica) * off)
    return need


def error_of(load: StageLoad, route: Route) -> Fraction:
    """How far the rate of a route may be off, relatively; 0 where it was measured."""
    if route.rate.fit_residual_fraction is not None:
        return fit_error(exact(route.rate.fit_residual_fraction))
    return rate_error(route.rate.basis, is_limited=bool(load.limits))


def price_factor(quote: Quote) -> Fraction:
    """The cost with every price at the low end of its range, to the cost as it is."""
    usd = exact((quote.totals and quote.totals.usd_per_year) or 0)
    saved = sum((lot.nodes * _saved(quote, lot) for lot in lots_of(quote)), Fraction(0))
    return (usd - saved) / usd if usd else Fraction(1)


def _saved(quote: Quote, lot: Lot) -> Fraction:
    costs = quote.inputs.costs
    term = None if lot.is_owned else quote.demand.policy.rent_term
    if lot.price is None:
        return Fraction(0)
    if lot.usd_per_node is not None:
        node = owned_node(lot.usd_per_node, lot.hardware, costs, lot.rates)
    else:
        node = rented_node(lot.usd_per_chip_hour or Fraction(0), lot.hardware, costs, lot.rates)
    ground = Ground(lot.hardware, costs, lot.rates)
    return node.usd_per_year - low_end_usd(lot.price.price, ground, term)


def duty_factor(quote: Quote) -> float:
    """How much dearer a token is at the widest peak to mean, where the demand leaves that open."""
    totals = quote.totals
    at = (totals and totals.usd_per_million_tokens_at_peak_to_mean) or {}
    usd, base = at.get(str(WIDEST_DUTY)), totals and totals.usd_per_million_tokens
    return usd / base if usd and base else 1.0
