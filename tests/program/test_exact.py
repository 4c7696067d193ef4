"""The exact check refuses fleets that differ from a good one in one thing."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from planner.fleet import FilledDomain, Fleet
from planner.problem import FleetProblem, SitePower, SiteRacks, Stock
from planner.program import solve_fleet
from planner.program.exact import CHECKS, broken_rules
from tests.factories.problems import load, pool, problem

BILLIONTH = Fraction(1, 10**9)


def two_sites() -> FleetProblem:
    """Eight requests/s at one request/s and replica, at two sites, with every limit just kept."""
    p = problem(
        [load(8)],
        [pool(4, 0), pool(4, 1)],
        [[1, 1]],
        spare_replicas_per_pool=1,
        spare_nodes_per_site=1,
        site_loss_headroom=Fraction(0),
        max_pools=2,
    )
    # Either site carries 8 with its spare: seven working and one spare, two to a node: 4 + 1.
    return replace(
        p,
        stock=(Stock(0, 0, 40),),
        power=(SitePower(0, Fraction(50), ((0, Fraction(10)),)),),
        racks=(SiteRacks(0, 2, ((0, 4),)),),
        budget_usd_per_year=Fraction(1_000_000),
    )


def test_the_good_fleet_breaks_nothing():
    fleet = solve_fleet(two_sites())
    assert (fleet.replicas, fleet.spares, fleet.units) == ((7, 7), (1, 1), (5, 5))
    assert broken_rules(two_sites(), fleet) == []


def with_share(fleet: Fleet) -> Fleet:
    return replace(fleet, shares={0: fleet.shares[0], 1: fleet.shares[1] - BILLIONTH})


def with_loss_share(fleet: Fleet) -> Fleet:
    return replace(fleet, loss_shares={**fleet.loss_shares, 0: {1: 1 - BILLIONTH}})


def with_lost_site(fleet: Fleet) -> Fleet:
    return replace(fleet, loss_shares={**fleet.loss_shares, 0: {0: Fraction(1)}})


def with_overfull(fleet: Fleet) -> Fleet:
    crowded = (FilledDomain(((4, 3),), 1, 4),)
    return replace(fleet, packings={**fleet.packings, (0, 0): crowded})


def with_few_packed(fleet: Fleet) -> Fleet:
    few = (FilledDomain(((4, 2),), 1, 3),)
    return replace(fleet, packings={**fleet.packings, (0, 0): few})


CHANGES: dict[str, Callable[[Fleet], Fleet]] = {
    "demand": with_share,
    "capacity": lambda fleet: replace(fleet, shares={0: Fraction(1)}),
    "spares": lambda fleet: replace(fleet, spares=(0, 1)),
    "site_loss": with_loss_share,
    "site_loss_capacity": with_lost_site,
    "packing": with_few_packed,
    "domains": with_overfull,
    "provisioned": lambda fleet: replace(fleet, units=(4, 5)),
    "spare_nodes": lambda fleet: replace(fleet, spare_nodes={(0, 0): 0, (0, 1): 1}),
    "stock": lambda fleet: replace(fleet, units=(6, 5)),
    "site_power": lambda fleet: replace(fleet, units=(6, 5)),
    "site_racks": lambda fleet: replace(fleet, units=(9, 5)),
    "budget": lambda fleet: replace(fleet, units=(5, 6)),
}


@pytest.mark.parametrize("rule", CHANGES)
def test_one_change_is_noticed(rule: str):
    fleet = CHANGES[rule](solve_fleet(two_sites()))
    assert rule in {broken.rule for broken in broken_rules(two_sites(), fleet)}


def test_one_pool_too_many_is_noticed():
    fleet = solve_fleet(two_sites())
    broken = broken_rules(replace(two_sites(), max_pools=1), fleet)
    assert [b.rule for b in broken] == ["max_pools"]


def test_every_check_has_its_change():
    assert set(CHECKS) == {*CHANGES, "max_pools"}
