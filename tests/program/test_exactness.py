"""Inputs are exact decimals, and so are counts."""

from dataclasses import replace
from fractions import Fraction

import pytest

from planner.problem import Service, SitePower
from planner.program import solve_fleet
from planner.program.exact import broken_rules
from tests.factories.problems import load, node, owned, pool, problem


@pytest.mark.parametrize(
    ("peak", "headroom", "rate", "replicas"),
    [
        (Fraction(49, 10) / Fraction(7, 10), 0, 1, 7),  # 4.9 at a utilization cap of 0.7: not 8
        ("23.100001", 0, "2.1", 12),  # 11.0000005 replicas: not 11
        ("23.1", 0, "2.1", 11),
        (1000, "0.3", 20, 65),  # 200 tokens at 4,000 tokens/s: 20 requests/s a replica
        ("0.000000001", 0, 100, 1),  # not 0
        (Fraction(11) + Fraction(1, 10**12), 0, 1, 12),  # below every solver's tolerance
        ("123456.789", 0, "0.001", 123456789),
    ],
)
def test_replicas_of_one_pool(peak, headroom, rate, replicas: int):
    fleet = solve_fleet(problem([load(peak, headroom)], rates=[[rate]]))
    assert fleet.replicas == (replicas,)
    assert fleet.status == "optimal"


def test_three_thirds_fill_three_replicas():
    # One load of 3 requests/s over three sites with stock for one replica of 1 request/s each.
    pools = [pool(site=s) for s in range(3)]
    limit = tuple(SitePower(s, Fraction(1), ((0, Fraction(1)),)) for s in range(3))
    fleet = solve_fleet(problem([load(3)], pools, [[1, 1, 1]], power=limit))
    assert fleet.replicas == (1, 1, 1)
    assert list(fleet.shares.values()) == [Fraction(1, 3)] * 3


def test_three_thirds_and_a_trillionth_do_not_fit():
    pools = [pool(site=s) for s in range(3)]
    limit = tuple(SitePower(s, Fraction(1), ((0, Fraction(1)),)) for s in range(3))
    p = problem([load(3 + Fraction(1, 10**12))], pools, [[1, 1, 1]], power=limit)
    p = replace(p, power=(replace(limit[0], cap_w=Fraction(2)), *limit[1:]))
    fleet = solve_fleet(p)
    assert sorted(fleet.replicas) == [1, 1, 2]
    assert broken_rules(p, fleet) == []


def test_loads_that_only_an_exact_mixture_fits():
    # 7.3 and 11.1 replicas' worth fill 3 + 4.3 and 4 + 11.1 - 4: sevenths and seventy-thirds.
    p = problem(
        [load("7.3"), load("11.1")],
        [pool(site=0), pool(site=1)],
        [[1, "0.9"], ["0.7", 1]],
        offers=(owned(site=0, usd=10), owned(site=1, usd=11)),
    )
    fleet = solve_fleet(p)
    assert broken_rules(p, fleet) == []
    assert sum(fleet.shares[j] for j in (0, 1) if j in fleet.shares) == 1


@pytest.mark.parametrize(
    ("chips", "replicas", "hardware", "units"),
    [
        (3, 5, node(8), 3),  # two of 3 chips in a node of 8
        (40, 9, node(4, 72, 18), 9),  # one of 40 in a rack of 72
        (12, 3, node(8, 16), 6),  # spans both nodes of a domain of 16, alone
        (3, 5, node(8, 16), 2),  # five of 3 in 16: one spans the nodes
        (20, 2, node(8, 16), 8),  # two whole domains each
        (72, 2, node(4, 72, 18), 2),
        (80, 1, node(4, 72, 18), 2),
        (2, 9, node(8), 3),
        (4, 3, node(8, 8, 4), 1),  # two nodes, bought by the rack of four
        (4, 9, node(8, 8, 4), 2),  # five nodes
    ],
)
def test_units_that_hold_whole_replicas(chips: int, replicas: int, hardware, units: int):
    fleet = solve_fleet(problem([load(replicas)], [pool(chips)], hardware=(hardware,)))
    assert (fleet.replicas, fleet.units) == ((replicas,), (units,))


def test_deployments_share_nodes():
    # One replica of 5 and one of 3 chips fill one node of 8.
    p = problem([load(1), load(1)], [pool(5, name="a"), pool(3, name="b")], [[1, 0], [0, 1]])
    fleet = solve_fleet(p)
    assert fleet.units == (1,)
    assert fleet.packings[0, 0][0].contents == ((5, 1), (3, 1))


def test_spares_are_packed_too():
    # Two working and one spare replica of 4 chips: two nodes of 8, and a spare node.
    p = problem([load(2)], [pool(4)], spare_replicas_per_pool=1, spare_nodes_per_site=1)
    fleet = solve_fleet(p)
    assert (fleet.replicas, fleet.spares, fleet.units) == ((2,), (1,), (3,))
    assert fleet.spare_nodes == {(0, 0): 1}


def test_a_large_fixed_cost_does_not_loosen_the_gap():
    # Covering 1,199.6 by sizes 38.5, 25.8, 25.5 at 82.68, 55.36, 52.92: 2,497.00 is the least.
    # Sizes are rates of three kinds of one-chip nodes; a constant of 2,000,000 is nowhere.
    sizes, usd = ["38.5", "25.8", "25.5"], ["82.68", "55.36", "52.92"]
    p = problem(
        [load("1199.6")],
        [pool(1, hardware=h, name=str(h)) for h in range(3)],
        [sizes],
        hardware=(node(1),) * 3,
        offers=tuple(owned(h, 0, price) for h, price in enumerate(usd)),
        gap_fraction=0.0,
    )
    fleet = solve_fleet(p)
    assert fleet.run.objective == pytest.approx(2497.00, abs=1e-9)


def test_a_spare_place_does_not_become_a_replica():
    # 3.5 replicas' worth on replicas of 2 chips: four fill a node of 8; of 1 chip and half the rate
    # seven would do: fewer replicas win at the same cost.
    p = problem(
        [load("3.5")],
        [pool(2, name="a"), pool(1, name="b")],
        [[1, "0.5"]],
    )
    assert solve_fleet(p).replicas == (4, 0)


def test_routes_take_the_least_maximum_utilization():
    # Two sites of 10 replicas each for 15 requests/s: 0.75 at both.
    p = problem(
        [load(15)],
        [pool(site=0), pool(site=1)],
        [[1, 1]],
        site_loss_headroom=Fraction(-1, 3),  # either site carries 10 alone
    )
    fleet = solve_fleet(p)
    used = [fleet.shares[s] * 15 / n for s, n in enumerate(fleet.replicas)]
    assert abs(used[0] - used[1]) < Fraction(1, 10**6)


def test_energy_that_follows_load_decides_routes_before_utilization():
    p = problem(
        [load(10)],
        [pool(site=0), pool(site=1)],
        services=(
            Service(0, 0, Fraction(1), Fraction(10), Fraction(10)),
            Service(0, 1, Fraction(1), Fraction(5), Fraction(5)),
        ),
        offers=(owned(site=0, usd=0), owned(site=1, usd=0)),
    )
    assert solve_fleet(p).shares == {1: Fraction(1)}
