"""What moves the bands of a quote, reckoned from the quote alone."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from planner.loads import StageLoad
from planner.quote import PoolPart, Quote, Route, SiteLoss
from planner.report.bands import WIDEST_DUTY, Ground, fit_error, low_end_usd, rate_error
from planner.report.busy import busy_by_pool, loads_by_stage
from planner.report.lots import Lot, lots_of, node_of
from planner.units import exact

type Need = tuple[Fraction, Fraction]
"""Replicas that one load keeps busy as planned, and how far its rate may be off."""


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
        losses = [_needs_after(quote, loss, rates) for loss in quote.site_losses]
        for pool, routes in busy_by_pool(quote):
            peak = [(busy.required, error_of(busy.load, busy.route)) for busy in routes]
            here = [needs.get(pool.id, []) for needs in losses]
            better, planned, worse = (
                max([_whole(peak, sign) + pool.spare_replicas, *(_whole(x, sign) for x in here)])
                for sign in (1, 0, -1)
            )
            yield PoolRange(pool, better, planned, worse)


def _whole(needs: Sequence[Need], sign: int) -> int:
    """Replicas that carry all of it; `sign` as in `bands`."""
    return ceil(sum((replicas / (1 + sign * error) for replicas, error in needs), Fraction(0)))


def _needs_after(
    quote: Quote, loss: SiteLoss, rates: Mapping[tuple[str, str, str], Route]
) -> dict[str, list[Need]]:
    """By pool, what is carried after the loss of a site."""
    factor = 1 + exact(quote.demand.policy.site_loss_headroom or 0)
    loads = loads_by_stage(quote)
    found: dict[str, list[Need]] = {}
    for x in loss.routes:
        route, load = rates[x.workload, x.stage, x.pool], loads[x.workload, x.stage]
        replicas = Fraction(x.share) * load.peak * factor / Fraction(route.rate_per_replica)
        found.setdefault(x.pool, []).append((replicas, error_of(load, route)))
    return found


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
    node = node_of(lot, costs)
    if lot.price is None or node is None:
        return Fraction(0)
    term = None if lot.is_owned else quote.demand.policy.rent_term
    ground = Ground(lot.hardware, costs, lot.rates)
    return node.usd_per_year - low_end_usd(lot.price.price, ground, term)


def duty_factor(quote: Quote) -> float:
    """How much dearer a token is at the widest peak to mean, where the demand leaves that open."""
    totals = quote.totals
    at = (totals and totals.usd_per_million_tokens_at_peak_to_mean) or {}
    usd, base = at.get(str(WIDEST_DUTY)), totals and totals.usd_per_million_tokens
    return usd / base if usd and base else 1.0
