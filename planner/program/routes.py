"""The final routings of a fleet, at the peak and after each loss."""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from fractions import Fraction

from planner.problem import FleetProblem
from planner.program.arcs import Arc
from planner.program.read import Counts
from planner.program.routing import Purse, Routing, route


@dataclass(frozen=True, slots=True)
class Unroutable:
    """Replicas that do not carry the loads, be it by a billionth."""

    lost_site: int | None
    prices: dict[int, float]
    """What a replica is worth, by pool in use."""


@dataclass(frozen=True, slots=True)
class Routes:
    """Who serves whom."""

    shares: dict[int, Fraction]
    loss_shares: dict[int, dict[int, Fraction]]


def find_routes(
    problem: FleetProblem, counts: Counts, allowed: Fraction | None = None
) -> Routes | Unroutable:
    """Route every load at the peak on working replicas, and after each loss on all that stand.

    Args:
        problem: what may serve what.
        counts: what stands.
        allowed: how much the whole fleet may cost, in units of the objective: within it the
            fullest pool is made as empty as can be. Without it only the cheapest routing will do.
    """
    peak = _route(problem, counts.replicas, None, _purse(problem, counts, allowed))
    if peak.shares is None:
        return Unroutable(None, peak.prices)
    losses: dict[int, dict[int, Fraction]] = {}
    for lost in range(len(problem.sites) if problem.site_loss_headroom is not None else 0):
        after = _route(problem, counts.standing, lost)
        if after.shares is None:
            return Unroutable(lost, after.prices)
        losses[lost] = after.shares
    return Routes(peak.shares, losses)


def _purse(problem: FleetProblem, counts: Counts, allowed: Fraction | None) -> Purse:
    """What the units leave of the budget, and of what the fleet may cost."""
    units = list(zip(counts.units, problem.offers, strict=True))
    budget = problem.budget_usd_per_year
    usd = sum((count * offer.usd_per_year for count, offer in units), Fraction(0))
    cost = sum((count * offer.weight for count, offer in units), Fraction(0))
    return Purse(
        None if budget is None else budget - usd, None if allowed is None else allowed - cost
    )


def _route(
    problem: FleetProblem,
    counts: Sequence[int],
    lost: int | None,
    purse: Purse | None = None,
) -> Routing:
    room = {
        pool: count
        for pool, count in enumerate(counts)
        if count and problem.pools[pool].site != lost
    }
    arcs = arcs_of(problem, lost, room)
    if len({arc.load for arc in arcs}) < len(problem.loads):
        return Routing(None, dict.fromkeys(room, 1.0))
    return route(arcs, room, purse)


def arcs_of(problem: FleetProblem, lost: int | None, pools: Container[int]) -> list[Arc]:
    """Every way to serve a load in some pools, at the peak or after the loss of a site."""
    after_loss = 1 + (problem.site_loss_headroom or Fraction(0))
    amounts = [load.required if lost is None else load.peak * after_loss for load in problem.loads]
    nothing = Fraction(0)
    return [
        Arc(
            service=j,
            load=service.load,
            pool=service.pool,
            replicas=amounts[service.load] / service.rate,
            cost=service.weight if lost is None else nothing,
            usd=service.usd_per_year if lost is None else nothing,
        )
        for j, service in enumerate(problem.services)
        if service.pool in pools and problem.pools[service.pool].site != lost
    ]
