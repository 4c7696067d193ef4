"""No fleet is an answer: what is missing, and limits that would do."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.fleet import Shortfall
from planner.problem import FleetProblem, SitePower, SiteRacks, Stock
from planner.program import solve_fleet
from tests.factories.problems import load, pool, problem
from tests.factories.tiny import tiny_problems

NODE_W = ((0, Fraction(13260)),)


def remedied(p: FleetProblem, shortfalls: tuple[Shortfall, ...]) -> FleetProblem:
    """The same with every limit where the diagnosis says that it would have to be."""
    for s in shortfalls:
        p = REMEDIES[s.rule](p, s)
    gone = [w for w, one in enumerate(p.loads) if not one.peak]
    kept = [w for w in range(len(p.loads)) if w not in gone]
    services = tuple(replace(s, load=kept.index(s.load)) for s in p.services if s.load in kept)
    return replace(p, loads=tuple(p.loads[w] for w in kept), services=services)


def with_power(p: FleetProblem, s: Shortfall) -> FleetProblem:
    change = lambda m: replace(m, cap_w=s.needed) if (m.site,) == s.subject else m  # noqa: E731
    return replace(p, power=tuple(map(change, p.power)))


def with_racks(p: FleetProblem, s: Shortfall) -> FleetProblem:
    change = lambda m: replace(m, racks=int(s.needed)) if (m.site,) == s.subject else m  # noqa: E731
    return replace(p, racks=tuple(map(change, p.racks)))


def with_stock(p: FleetProblem, s: Shortfall) -> FleetProblem:
    change = lambda m: (  # noqa: E731
        replace(m, chips=int(s.needed)) if (m.hardware, m.site) == s.subject else m
    )
    return replace(p, stock=tuple(map(change, p.stock)))


def with_demand(p: FleetProblem, s: Shortfall) -> FleetProblem:
    change = lambda w: replace(w[1], peak=s.needed) if (w[0],) == s.subject else w[1]  # noqa: E731
    return replace(p, loads=tuple(map(change, enumerate(p.loads))))


def with_site_loss(p: FleetProblem, s: Shortfall) -> FleetProblem:
    """One headroom serves all loads: the lowest that any needs, or none where nothing is left."""
    peak = p.loads[s.subject[0]].peak
    if p.site_loss_headroom is None or not peak or not s.needed:
        return replace(p, site_loss_headroom=None)
    return replace(p, site_loss_headroom=min(p.site_loss_headroom, s.needed / peak - 1))


REMEDIES = {
    "site_power": with_power,
    "site_racks": with_racks,
    "stock": with_stock,
    "demand": with_demand,
    "site_loss": with_site_loss,
    "budget": lambda p, s: replace(p, budget_usd_per_year=s.needed),
    "max_pools": lambda p, s: replace(p, max_pools=int(s.needed)),
}


@settings(max_examples=150, deadline=None)
@given(tiny_problems(), st.sampled_from([None, 0, 4, 9]))
def test_its_remedies_together_make_a_fleet(p: FleetProblem, budget: int | None):
    p = replace(p, budget_usd_per_year=None if budget is None else Fraction(budget))
    fleet = solve_fleet(p)
    if fleet.status == "infeasible":
        assert fleet.shortfalls
        order = sorted(fleet.shortfalls, key=lambda s: s.rule)  # demand before site_loss
        assert solve_fleet(remedied(p, tuple(order))).status == "optimal"


def one_shortfall(p: FleetProblem) -> Shortfall:
    fleet = solve_fleet(p)
    assert fleet.status == "infeasible"
    (only,) = fleet.shortfalls
    return only


def test_power_is_short_by_what_the_nodes_need():
    # Ten nodes of 13,260 W = 132.6 kW; nine fit under 120 kW.
    p = problem(power=(SitePower(0, Fraction(120_000), NODE_W),))
    assert one_shortfall(p) == Shortfall("site_power", (0,), Fraction(12_600), Fraction(132_600))


def test_a_watt_is_missing_exactly():
    p = problem(power=(SitePower(0, Fraction(132_599), NODE_W),))
    assert one_shortfall(p).missing == 1
    assert (
        solve_fleet(replace(p, power=(SitePower(0, Fraction(132_600), NODE_W),))).status
        == "optimal"
    )


def test_a_millionth_of_a_watt_is_missing_exactly():
    short = 132_600 - Fraction(1, 10**6)
    assert one_shortfall(problem(power=(SitePower(0, short, NODE_W),))).missing == Fraction(
        1, 10**6
    )


def test_stock_is_short_in_provisioned_chips():
    p = problem(stock=(Stock(0, 0, 79),))
    assert one_shortfall(p) == Shortfall("stock", (0, 0), Fraction(1), Fraction(80))


def test_racks_are_short_by_positions():
    p = problem(racks=(SiteRacks(0, 2, ((0, 4),)),))  # ten nodes, four a position: three positions
    assert one_shortfall(p) == Shortfall("site_racks", (0,), Fraction(1), Fraction(3))


def test_budget_is_short_in_usd():
    p = problem(budget_usd_per_year=Fraction(999_999))
    assert one_shortfall(p) == Shortfall("budget", (), Fraction(1), Fraction(1_000_000))


def test_pools_are_short_by_number():
    p = problem([load(1), load(1)], [pool(name="a"), pool(name="b")], [[1, 0], [0, 1]], max_pools=1)
    assert one_shortfall(p) == Shortfall("max_pools", (), Fraction(1), Fraction(2))


def test_a_load_that_nothing_serves_is_short_of_everything():
    p = problem([load(10), load(3)], [pool()], [[1], [0]])
    assert one_shortfall(p) == Shortfall("demand", (1,), Fraction(3), Fraction(0))


def test_a_load_at_one_site_only_does_not_survive_its_loss():
    p = problem(
        [load(10), load(4)],
        [pool(site=0), pool(site=1)],
        [[1, 1], [0, 1]],
        site_loss_headroom=Fraction(1, 4),
    )
    assert one_shortfall(p) == Shortfall("site_loss", (1, 1), Fraction(5), Fraction(0))


@pytest.mark.parametrize("rule", ["site_power", "stock"])
def test_limits_give_way_before_demand(rule: str):
    limits = {
        "site_power": {"power": (SitePower(0, Fraction(1), NODE_W),)},
        "stock": {"stock": (Stock(0, 0, 0),)},
    }
    assert one_shortfall(problem(**limits[rule])).rule == rule
