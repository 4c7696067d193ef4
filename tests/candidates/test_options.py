"""Caps that are merged, options that are needless, and the order of lists."""

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.candidates.caps import merged_caps
from planner.candidates.dominance import Contender, dominated_by
from planner.problem import FleetProblem
from tests.factories.matches import curve, demand, deployment, found, hardware, point, workload


def contender(chips: int, *rates: object, hardware_: str = "h", domain: int = 8) -> Contender:
    table = {i: Fraction(str(rate)) for i, rate in enumerate(rates) if rate}
    return Contender("m", (hardware_,), chips, domain, table)


def test_a_smaller_replica_that_delivers_as_much_from_the_same_chips_wins():
    assert dominated_by([contender(2, 10), contender(4, 20)]) == {1: 0}
    assert dominated_by([contender(2, 10), contender(4, "20.1")]) == {}


def test_every_load_must_be_served_as_well():
    assert dominated_by([contender(2, 10, 0), contender(2, 5, 1)]) == {}
    assert dominated_by([contender(2, 10, 1), contender(2, 5, 1)]) == {1: 0}


def test_replicas_that_do_not_divide_are_not_compared():
    assert dominated_by([contender(3, 100), contender(4, 1)]) == {}


def test_smaller_ones_must_fit_where_the_larger_stood():
    # A replica of 9 takes two domains of 8 whole: three of 3 fit beside each other in those.
    assert dominated_by([contender(3, 10), contender(9, 30)]) == {1: 0}
    # Three of 24 would take 9 domains of 8; one of 72 takes 9 as well.
    assert dominated_by([contender(24, 10), contender(72, 30)]) == {1: 0}
    # Five of 5 need five domains; one of 25 takes four.
    assert dominated_by([contender(5, 10), contender(25, 50)]) == {}


def test_other_hardware_is_no_rival():
    assert dominated_by([contender(2, 10), contender(2, 5, hardware_="other")]) == {}


def test_of_two_equal_options_the_first_stays():
    assert dominated_by([contender(2, 10), contender(2, 10), contender(2, 10)]) == {1: 0, 2: 0}


def test_a_chain_of_losers_names_the_winner():
    assert dominated_by([contender(4, 10), contender(4, 12), contender(4, 11)]) == {0: 1, 2: 1}


def test_equal_rates_are_compared_exactly_not_as_floats():
    third = Fraction(1, 3)
    a = Contender("m", ("h",), 1, 8, {0: third})
    b = Contender("m", ("h",), 3, 8, {0: third * 3 + Fraction(1, 10**30)})
    assert dominated_by([a, b]) == {}


def test_at_most_eight_caps_are_kept_and_the_nearest_above_a_neighbour_gives_way():
    assert merged_caps([64, 8, 64, 16]) == (8, 16, 64)
    assert merged_caps([1, 2, 4, 8, 16, 32, 64, 65, 128]) == (1, 2, 4, 8, 16, 32, 64, 128)


@given(st.lists(st.integers(1, 5000), min_size=1, max_size=40))
def test_every_workload_keeps_a_cap_at_or_below_its_own(caps: list[int]):
    kept = merged_caps(caps)
    assert len(kept) <= 8
    assert kept[0] == min(caps)
    assert set(kept) <= set(caps)


def test_a_dominated_deployment_is_said_to_be():
    two = [
        deployment(curve(point(8, 1000)), id="small"),
        deployment(curve(point(8, 1900)), id="large", chips_per_replica=2),
    ]
    candidates = found(demand(deployments=two))
    assert [pool.deployment.id for pool in candidates.pools] == ["small"]
    (rejected,) = candidates.rejected
    assert (rejected.deployment, rejected.reason) == ("large", "dominated")
    assert rejected.text == (
        "At cap 8 it delivers no more from the same chips than small at cap 8."
    )


def sample(seed: int) -> dict:
    draw = random.Random(seed)
    points = [
        point(2**k, 100 * 2**k, ttft_ms={"p95": 100 + 40 * k}, tpot_ms={"p95": 10 + k})
        for k in range(6)
    ]
    shapes = [(500, 100), (1000, 1000), (4000, 500)]
    return demand(
        [
            workload(
                name=f"w{i}",
                input_tokens=draw.choice([500, 900, 3000]),
                output_tokens=draw.choice([100, 300]),
                slo={"ttft_ms": {"p95": draw.choice([150, 200, 270])}},
            )
            for i in range(5)
        ],
        [
            deployment(
                *(curve(*points, shape=shape) for shape in shapes[: 1 + d % 3]),
                id=f"d{d}",
                hardware=f"h{d % 2}",
                chips_per_replica=1 + d,
            )
            for d in range(4)
        ],
        hardware=[hardware(id="h0"), hardware(id="h1", price_usd_per_node=150_000)],
        sites=[{"name": "east", "stock": {"h0": 64, "h1": 32}}, {"name": "west", "pue": 1.1}],
    )


def shuffled(data: dict, seed: int) -> dict:
    draw = random.Random(seed)

    def turn(rows: list) -> list:
        return draw.sample(rows, len(rows))

    def turned(entry: dict) -> dict:
        curves = [{**c, "points": turn(c["points"])} for c in entry["curves"]]
        return {**entry, "curves": turn(curves)}

    lists = ("workloads", "hardware", "sites")
    deployments = turn([turned(entry) for entry in data["deployments"]])
    return {**data, **{name: turn(data[name]) for name in lists}, "deployments": deployments}


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 10**6))
def test_the_order_of_lists_changes_nothing(seed: int, turn: int):
    before, after = found(sample(seed)), found(shuffled(sample(seed), turn))
    assert before.problem == after.problem
    assert isinstance(before.problem, FleetProblem)
    assert sorted(map(str, before.rejected)) == sorted(map(str, after.rejected))
    assert [s.plan.curves for s in before.services] == [s.plan.curves for s in after.services]


@pytest.mark.parametrize("objective", ["cost", "chips", "power", "carbon"])
def test_energy_that_follows_load_is_in_what_each_objective_weighs(objective):
    (service,) = found(demand(objective=objective)).problem.services
    assert (service.weight > 0) is (objective in {"cost", "carbon"})
    assert service.usd_per_year > 0
