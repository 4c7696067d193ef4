"""Is it really the cheapest? Every tiny fleet is enumerated, and none is cheaper."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

from hypothesis import given, settings

from planner.problem import FleetProblem, Hardware, Offer
from planner.program import solve_fleet
from planner.program.exact import broken_rules
from planner.program.simplex import feasible_point
from tests.factories.tiny import tiny_problems


@cache
def fewest_nodes(sizes: tuple[int, ...], chips: int, domain: int, whole: bool) -> int:
    """Nodes for replicas that share domains: tries every way to fill the one with the largest."""
    if not sizes:
        return 0
    first, *others = sizes
    ways = set(fillings(tuple(others), domain - first))
    return min(
        (domain // chips if whole else -(-(first + sum(way)) // chips))
        + fewest_nodes(without(tuple(others), way), chips, domain, whole)
        for way in ways
    )


@cache
def fillings(sizes: tuple[int, ...], room: int) -> frozenset[tuple[int, ...]]:
    """Every part of the sizes that fits."""
    if not sizes:
        return frozenset({()})
    skipped = fillings(sizes[1:], room)
    if sizes[0] > room:
        return skipped
    return skipped | {(sizes[0], *way) for way in fillings(sizes[1:], room - sizes[0])}


def without(sizes: tuple[int, ...], gone: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted((Counter(sizes) - Counter(gone)).elements(), reverse=True))


def nodes_for(sizes: list[int], h: Hardware) -> int:
    own = sum(-(-s // h.domain_chips) * h.nodes_per_domain for s in sizes if s > h.domain_chips)
    small = tuple(sorted((s for s in sizes if s <= h.domain_chips), reverse=True))
    whole = h.chips_per_unit >= h.domain_chips
    return own + fewest_nodes(small, h.chips_per_node, h.domain_chips, whole)


def carries(p: FleetProblem, room: list[int], amounts: list[Fraction]) -> bool:
    """Whether some routing fits."""
    ways = [s for s in p.services if room[s.pool]]
    equal = [[Fraction(s.load == w) for s in ways] for w in range(len(p.loads))]
    below = [[amounts[s.load] / s.rate * (s.pool == q) for s in ways] for q in range(len(p.pools))]
    if not ways:
        return False
    ones = [Fraction(1)] * len(p.loads)
    return feasible_point(equal, ones, below, [Fraction(n) for n in room]) is not None


def keeps_demand(p: FleetProblem, replicas: list[int]) -> bool:
    if not carries(p, replicas, [w.required for w in p.loads]):
        return False
    if p.site_loss_headroom is None:
        return True
    spare = [n + (p.spare_replicas_per_pool if n else 0) for n in replicas]
    after = [w.peak * (1 + p.site_loss_headroom) for w in p.loads]
    return all(
        carries(p, [0 if q.site == lost else n for n, q in zip(spare, p.pools, strict=True)], after)
        for lost in range(len(p.sites))
    )


def units_of(p: FleetProblem, replicas: list[int], offer: Offer) -> int:
    """Units that hold these replicas, and the spare nodes."""
    h = p.hardware[offer.hardware]
    sizes: list[int] = []
    for n, q in zip(replicas, p.pools, strict=True):
        if n and (q.parts[0].hardware, q.site) == (offer.hardware, offer.site):
            sizes += [q.parts[0].chips] * (n + p.spare_replicas_per_pool)
    nodes = nodes_for(sizes, h) + (p.spare_nodes_per_site if sizes else 0)
    return -(-nodes // h.nodes_per_unit)


def cost(p: FleetProblem, replicas: list[int]) -> Fraction | None:
    """The least cost of a fleet with these replicas, None where a limit forbids it."""
    units = {(o.hardware, o.site): units_of(p, replicas, o) for o in p.offers}
    for stock in p.stock:
        chips = p.hardware[stock.hardware].chips_per_unit
        if units[stock.hardware, stock.site] * chips > stock.chips:
            return None
    for meter in p.power:
        if sum(units[h, meter.site] * watts for h, watts in meter.unit_w) > meter.cap_w:
            return None
    return sum((units[o.hardware, o.site] * o.weight for o in p.offers), Fraction(0))


def cheapest(p: FleetProblem, most: int) -> Fraction | None:
    best = None
    for replicas in product(range(most + 1), repeat=len(p.pools)):
        if p.max_pools is None or sum(n > 0 for n in replicas) <= p.max_pools:
            usd = cost(p, list(replicas))
            if usd is not None and (best is None or usd < best) and keeps_demand(p, list(replicas)):
                best = usd
    return best


@settings(max_examples=100, deadline=None)
@given(tiny_problems())
def test_no_tiny_fleet_is_cheaper(p: FleetProblem):
    fleet = solve_fleet(p)
    best = cheapest(p, most=5)
    if best is None:
        assert fleet.status == "infeasible"
        return
    assert fleet.status == "optimal"
    assert broken_rules(p, fleet) == []
    assert Fraction(fleet.run.objective) == best
