"""The exact simplex, and when shares that fail by a hair are replaced."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from planner.verify.routing import Routing, settled
from planner.verify.simplex import shares_within

ONE = Fraction(1)


def carried(
    loads: list[dict[int, Fraction]], shares: list[dict[int, Fraction]], pools: int
) -> list[Fraction]:
    used = [Fraction(0)] * pools
    for load, parts in zip(loads, shares, strict=True):
        for pool, share in parts.items():
            used[pool] += load[pool] * share
    return used


def test_two_loads_that_must_give_way_to_each_other():
    """Load 0 runs in pool 0 only; load 1 finds 1/2 there and, at twice the cost, the rest."""
    loads = [{0: ONE / 2}, {0: ONE, 1: 2 * ONE}]
    assert shares_within(loads, [ONE, ONE]) == [{0: 1}, {0: ONE / 2, 1: ONE / 2}]
    assert shares_within(loads, [ONE, ONE * 99 / 100]) is None


def test_a_load_without_a_pool_has_no_shares():
    assert shares_within([{}], [ONE]) is None


weights = st.lists(st.integers(0, 5), min_size=3, max_size=3).filter(any)


@given(
    st.lists(
        st.tuples(weights, st.lists(st.integers(1, 50), min_size=3, max_size=3)),
        min_size=1,
        max_size=6,
    )
)
@settings(deadline=None)
def test_where_shares_exist_some_are_found(rows: list[tuple[list[int], list[int]]]):
    """Pools are as large as given shares make them full: no room to spare."""
    given_shares = [
        {pool: Fraction(w, sum(weight)) for pool, w in enumerate(weight)} for weight, _ in rows
    ]
    loads = [{pool: Fraction(cost, 7) for pool, cost in enumerate(costs)} for _, costs in rows]
    capacities = carried(loads, given_shares, 3)
    found = shares_within(loads, capacities)
    assert found is not None
    assert all(sum(parts.values()) == 1 and min(parts.values()) >= 0 for parts in found)
    used = carried(loads, found, 3)
    assert all(one <= most for one, most in zip(used, capacities, strict=True))


@given(st.lists(st.integers(1, 50), min_size=1, max_size=6), st.integers(1, 5))
def test_more_than_all_pools_hold_is_never_found(costs: list[int], pools: int):
    loads = [dict.fromkeys(range(pools), Fraction(cost)) for cost in costs]
    short = Fraction(sum(costs), pools) - Fraction(1, 10**12)
    assert shares_within(loads, [short] * pools) is None
    assert shares_within(loads, [Fraction(sum(costs), pools)] * pools) is not None


def routed(first: Fraction) -> Routing:
    """15 replicas' worth of work in pools of 10 and 5: two thirds fit exactly."""
    key = ("chat", "serve")
    return Routing(
        busy={key: {"a": Fraction(15), "b": Fraction(15)}},
        shares={key: {"a": first, "b": 1 - first}},
        capacities={"a": 10, "b": 5},
    )


def test_shares_that_hold_stay_as_they_are():
    assert settled(routed(Fraction(2, 3))) == {"a": 10, "b": 5}


def test_shares_that_fail_by_a_hair_are_replaced_by_exact_ones():
    assert settled(routed(Fraction("0.6666666666666667"))) == {"a": 10, "b": 5}


def test_shares_that_fail_by_more_are_not():
    assert settled(routed(Fraction("0.6666667")))["a"] > 10
    # 15 + 1e-10 replicas of work fit nowhere, by whatever hair
    key = ("chat", "serve")
    more = routed(Fraction("0.6666666666666667"))
    busy = dict.fromkeys(("a", "b"), Fraction(15) + Fraction(1, 10**10))
    assert settled(Routing({key: busy}, more.shares, more.capacities))["a"] > 10
