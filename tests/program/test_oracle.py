"""Is it really the cheapest? Every tiny fleet is enumerated, and none is cheaper."""

from fractions import Fraction
from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from planner.problem import FleetProblem, SitePower, Stock
from planner.program import solve_fleet
from planner.program.exact import broken_rules
from planner.program.simplex import feasible_point
from tests.factories.problems import load, node, owned, pool, problem

SIZES = [1, 2, 3, 4, 5, 8, 12]


def fewest_nodes(sizes: list[int], chips: int, domain: int, per_unit: int) -> int:
    """Nodes for these replicas by trying every domain for each replica, largest first."""
    own = [-(-size // domain) * (domain // chips) for size in sizes if size > domain]
    small = sorted((size for size in sizes if size <= domain), reverse=True)
    whole = per_unit * chips >= domain
    best = [10**9]

    def nodes(filled: list[int]) -> int:
        each = [domain // chips if whole else -(-used // chips) for used in filled]
        return sum(own) + sum(each)

    def place(i: int, filled: list[int]) -> None:
        if nodes(filled) >= best[0]:
            return
        if i == len(small):
            best[0] = nodes(filled)
            return
        for b in range(len(filled)):
            if filled[b] + small[i] <= domain:
                place(i + 1, [*filled[:b], filled[b] + small[i], *filled[b + 1 :]])
        place(i + 1, [*filled, small[i]])

    place(0, [])
    return best[0]


def carries(p: FleetProblem, room: list[int], amounts: list[Fraction]) -> bool:
    """Whether some routing fits."""
    ways = [s for s in p.services if room[s.pool]]
    equal = [[Fraction(s.load == w) for s in ways] for w in range(len(p.loads))]
    below = [
        [amounts[s.load] / s.rate * (s.pool == q) for s in ways] for q in range(len(p.pools))
    ]
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


def cost(p: FleetProblem, replicas: list[int]) -> Fraction | None:
    """The least cost of a fleet with these replicas, None where a limit forbids it."""
    total, power = Fraction(0), [Fraction(0)] * len(p.sites)
    for offer in p.offers:
        h = p.hardware[offer.hardware]
        sizes, used = [], False
        for n, q in zip(replicas, p.pools, strict=True):
            if n and q.site == offer.site and q.parts[0].hardware == offer.hardware:
                sizes += [q.parts[0].chips] * (n + p.spare_replicas_per_pool)
                used = True
        nodes = fewest_nodes(sizes, h.chips_per_node, h.domain_chips, h.nodes_per_unit)
        units = -(-(nodes + (p.spare_nodes_per_site if used else 0)) // h.nodes_per_unit)
        total += units * offer.weight
        for meter in p.power:
            if meter.site == offer.site:
                power[meter.site] += units * dict(meter.unit_w)[offer.hardware]
        for stock in p.stock:
            if (stock.hardware, stock.site) == (offer.hardware, offer.site):
                if units * h.chips_per_unit > stock.chips:
                    return None
    if any(power[meter.site] > meter.cap_w for meter in p.power):
        return None
    return total


def cheapest(p: FleetProblem, most: int) -> Fraction | None:
    costs = (
        cost(p, list(replicas))
        for replicas in product(range(most + 1), repeat=len(p.pools))
        if (p.max_pools is None or sum(n > 0 for n in replicas) <= p.max_pools)
        and keeps_demand(p, list(replicas))
    )
    return min((c for c in costs if c is not None), default=None)


@st.composite
def tiny_problems(draw: st.DrawFn) -> FleetProblem:
    """One or two loads, up to three pools at one or two sites, on one or two kinds of hardware."""
    sites = draw(st.sampled_from([1, 1, 2]))
    kinds = [
        draw(st.sampled_from([node(8), node(4, 8), node(4, 8, 2), node(2, 6), node(4, 4, 3)]))
        for _ in range(draw(st.sampled_from([1, 1, 2])))
    ]
    pools = [
        pool(
            draw(st.sampled_from(SIZES)),
            draw(st.integers(0, sites - 1)),
            draw(st.integers(0, len(kinds) - 1)),
        )
        for _ in range(draw(st.integers(1, 3)))
    ]
    loads = [load(draw(st.sampled_from([1, 2, "2.5", 3])), draw(st.sampled_from([0, "0.3"])))]
    loads += [load("1.5")] * draw(st.integers(0, 1))
    rate = st.sampled_from([0, 1, "1.3", 2, 3])
    rates = [[draw(rate) for _ in pools] for _ in loads]
    offers = [
        owned(h, s, draw(st.sampled_from([3, 5, 7]))) for h in range(len(kinds)) for s in range(sites)
    ]
    more = {}
    if draw(st.booleans()):
        more["power"] = (SitePower(0, Fraction(draw(st.integers(1, 30))), tuple(
            (h, Fraction(draw(st.sampled_from([2, 3])))) for h in range(len(kinds)))),)
    if draw(st.booleans()):
        more["stock"] = (Stock(0, sites - 1, draw(st.sampled_from([0, 8, 16, 40]))),)
    return problem(
        loads, pools, rates,
        hardware=tuple(kinds), offers=tuple(offers), sites=tuple("ab"[:sites]),
        spare_replicas_per_pool=draw(st.integers(0, 1)),
        spare_nodes_per_site=draw(st.integers(0, 1)),
        site_loss_headroom=draw(st.sampled_from([None, Fraction(0), Fraction(1, 10)])) if sites > 1 else None,
        max_pools=draw(st.sampled_from([None, None, 1, 2])),
        gap_fraction=0.0,
        **more,
    )


@settings(max_examples=300, deadline=None)
@given(tiny_problems())
def test_no_tiny_fleet_is_cheaper(p: FleetProblem):
    fleet = solve_fleet(p)
    best = cheapest(p, most=6)
    if best is None:
        assert fleet.status == "infeasible"
        return
    assert fleet.status == "optimal"
    assert broken_rules(p, fleet) == []
    assert Fraction(fleet.run.objective) == best
