"""Shares that hold in exact numbers, from shares that hold in doubles."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from planner.program.arcs import Arc, fits, group, slack
from planner.program.simplex import feasible_point

SIMPLEST_DENOMINATOR = 10_000
CLOSE = Fraction(1, 10**11)
DECIMALS = 10**9
LARGEST_TABLEAU = 60_000
"""Entries of a rational tableau that are solved in about a second."""


def exact_shares(
    arcs: Sequence[Arc], room: Mapping[int, int], guess: Mapping[int, float]
) -> dict[int, Fraction] | None:
    """Turn a guess into exact shares, or give up where the loads do not fit.

    A share becomes the simple fraction or the nine decimals that it is close to; what rounding
    leaves of a load goes where most room is. Only where pools are filled to the last billionth does
    that not do, and a rational simplex decides.
    """
    shares = {service: _simple(value) for service, value in guess.items() if value * DECIMALS > 1}
    left = slack(arcs, shares, room)
    for ways in group(arcs).values():
        _complete(ways, shares, left)
    if not fits(arcs, shares, room):
        return _solve_the_divided(arcs, room, shares)
    return {service: share for service, share in shares.items() if share}


def _simple(value: float) -> Fraction:
    simple = Fraction(value).limit_denominator(SIMPLEST_DENOMINATOR)
    if abs(simple - Fraction(value)) <= CLOSE:
        return simple
    return Fraction(int(value * DECIMALS), DECIMALS)


def _complete(ways: Sequence[Arc], shares: dict[int, Fraction], left: dict[int, Fraction]) -> None:
    """Make the shares of one load add up to 1."""
    missing = 1 - sum(shares.get(arc.service, Fraction(0)) for arc in ways)
    if missing:
        served = [arc for arc in ways if arc.service in shares] or list(ways)
        best = max(served, key=lambda arc: left[arc.pool] / arc.replicas)
        shares[best.service] = shares.get(best.service, Fraction(0)) + missing
        left[best.pool] -= missing * best.replicas


def _solve_the_divided(
    arcs: Sequence[Arc], room: Mapping[int, int], shares: Mapping[int, Fraction]
) -> dict[int, Fraction] | None:
    """Keep the loads that one pool carries whole, and solve the others exactly."""
    fixed = {service: share for service, share in shares.items() if share == 1}
    kept = {arc.load for arc in arcs if arc.service in fixed}
    divided = [arc for arc in arcs if arc.load not in kept]
    left = slack(arcs, fixed, room)
    if any(count < 0 for count in left.values()):
        fixed, divided, left = {}, list(arcs), {pool: Fraction(n) for pool, n in room.items()}
    point = _point(divided, left)
    if point is None and fixed:
        fixed, divided = {}, list(arcs)
        point = _point(divided, {pool: Fraction(n) for pool, n in room.items()})
    if point is None:
        return None
    solved = {arc.service: share for arc, share in zip(divided, point, strict=True) if share}
    return fixed | solved


def _point(arcs: Sequence[Arc], left: Mapping[int, Fraction]) -> list[Fraction] | None:
    loads = list(group(arcs))
    pools = list(left)
    if (len(loads) + len(pools)) * (len(arcs) + len(pools)) > LARGEST_TABLEAU:
        return None
    equal = [[Fraction(arc.load == load) for arc in arcs] for load in loads]
    below = [[arc.replicas * (arc.pool == pool) for arc in arcs] for pool in pools]
    return feasible_point(equal, [Fraction(1)] * len(loads), below, [left[pool] for pool in pools])
