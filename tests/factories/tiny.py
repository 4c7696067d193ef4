"""Fleet problems that are small enough to try every fleet."""

from fractions import Fraction

from hypothesis import strategies as st

from planner.problem import FleetProblem, SitePower, Stock
from tests.factories.problems import load, node, owned, pool, problem

SIZES = [1, 2, 3, 4, 5, 8, 12]


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
    loads = [load(draw(st.sampled_from([1, 2, "2.5"])), draw(st.sampled_from([0, "0.3"])))]
    loads += [load("0.5")] * draw(st.integers(0, 1))
    rate = st.sampled_from([0, 1, "1.3", 2, 3])
    rates = [[draw(rate) for _ in pools] for _ in loads]
    offers = [
        owned(h, s, draw(st.sampled_from([3, 5, 7])))
        for h in range(len(kinds))
        for s in range(sites)
    ]
    more = {}
    if draw(st.booleans()):
        more["power"] = (
            SitePower(
                0,
                Fraction(draw(st.integers(1, 30))),
                tuple((h, Fraction(draw(st.sampled_from([2, 3])))) for h in range(len(kinds))),
            ),
        )
    if draw(st.booleans()):
        more["stock"] = (Stock(0, sites - 1, draw(st.sampled_from([0, 8, 16, 40]))),)
    return problem(
        loads,
        pools,
        rates,
        hardware=tuple(kinds),
        offers=tuple(offers),
        sites=tuple("ab"[:sites]),
        spare_replicas_per_pool=draw(st.integers(0, 1)),
        spare_nodes_per_site=draw(st.integers(0, 1)),
        site_loss_headroom=draw(st.sampled_from([None, Fraction(0), Fraction(1, 10)]))
        if sites > 1
        else None,
        max_pools=draw(st.sampled_from([None, None, 1, 2])),
        gap_fraction=0.0,
        **more,
    )
