"""Exact shares from inexact ones."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from planner.program.arcs import Arc, fits
from planner.program.exact_shares import exact_shares
from planner.program.routing import Purse, route
from planner.program.simplex import feasible_point


def arc(service: int, load: int, pool: int, replicas: object, cost: int = 0) -> Arc:
    return Arc(service, load, pool, Fraction(str(replicas)), Fraction(cost), Fraction(cost))


def test_simple_fractions_are_found():
    arcs = [arc(p, 0, p, 3) for p in range(3)]
    shares = exact_shares(arcs, {0: 1, 1: 1, 2: 1}, dict.fromkeys(range(3), 0.3333333333))
    assert shares == dict.fromkeys(range(3), Fraction(1, 3))


def test_shares_without_pattern_become_nine_decimals():
    arcs = [arc(0, 0, 0, 1), arc(1, 0, 1, 1)]
    shares = exact_shares(arcs, {0: 1, 1: 1}, {0: 0.123456787654, 1: 0.876543212346})
    assert shares == {0: Fraction(123456788, 10**9), 1: Fraction(876543212, 10**9)}


def test_a_full_pool_gets_no_rounding():
    # The load takes 10.000037 replicas; three of pool 0 carry 3/10.000037 of it, no decimal.
    arcs = [arc(0, 0, 0, "10.000037"), arc(1, 0, 1, "10.000037")]
    shares = route(arcs, {0: 3, 1: 8}).shares
    assert shares is not None
    assert fits(arcs, shares, {0: 3, 1: 8})


def test_a_mixture_that_only_fractions_hold():
    # Both pools full to the last: load 0 is 17/7 replicas, load 1 is 25/7.
    arcs = [
        Arc(0, 0, 0, Fraction(17, 7), Fraction(0), Fraction(0)),
        Arc(1, 0, 1, Fraction(17, 7), Fraction(0), Fraction(0)),
        Arc(2, 1, 0, Fraction(25, 7), Fraction(0), Fraction(0)),
        Arc(3, 1, 1, Fraction(25, 7), Fraction(0), Fraction(0)),
    ]
    shares = route(arcs, {0: 3, 1: 3}).shares
    assert shares is not None
    assert fits(arcs, shares, {0: 3, 1: 3})


def test_a_trillionth_too_much_has_no_routing():
    arcs = [Arc(p, 0, p, 2 + Fraction(1, 10**12), Fraction(0), Fraction(0)) for p in range(2)]
    found = route(arcs, {0: 1, 1: 1})
    assert found.shares is None
    assert all(price > 0 for price in found.prices.values())


def test_the_cheapest_way_comes_before_the_emptiest():
    arcs = [arc(0, 0, 0, 2, cost=5), arc(1, 0, 1, 2, cost=4)]
    assert route(arcs, {0: 2, 1: 2}).shares == {1: Fraction(1)}


def test_a_budget_comes_before_the_cheapest_way():
    # Pool 0 is cheap in what is judged and dear in USD: 9 USD at most leave half of the load there.
    arcs = [
        Arc(0, 0, 0, Fraction(1), Fraction(1), Fraction(10)),
        Arc(1, 0, 1, Fraction(1), Fraction(2), Fraction(8)),
    ]
    shares = route(arcs, {0: 1, 1: 1}, purse=Purse(usd_per_year=Fraction(9))).shares
    assert shares is not None
    assert abs(shares[0] - Fraction(1, 2)) < Fraction(1, 10**6)


def test_equal_pools_are_equally_full():
    arcs = [arc(0, 0, 0, 3), arc(1, 0, 1, 3)]
    assert route(arcs, {0: 2, 1: 4}).shares == {0: Fraction(1, 3), 1: Fraction(2, 3)}


numbers = st.fractions(0, 4, max_denominator=6)


@settings(deadline=None)
@given(st.lists(st.lists(numbers, min_size=3, max_size=3), min_size=2, max_size=2), st.data())
def test_a_point_of_the_simplex_keeps_every_row(below: list[list[Fraction]], data: st.DataObject):
    limits = [data.draw(numbers) for _ in below]
    ones = [Fraction(1)] * 3
    point = feasible_point([ones], [Fraction(1)], below, limits)
    if point is None:
        for a in range(11):  # no mixture in steps of a tenth fits either
            for b in range(11 - a):
                mix = [Fraction(a, 10), Fraction(b, 10), Fraction(10 - a - b, 10)]
                assert any(dot(row, mix) > limit for row, limit in zip(below, limits, strict=True))
    else:
        assert sum(point) == 1
        assert min(point) >= 0
        assert all(dot(row, point) <= limit for row, limit in zip(below, limits, strict=True))


def dot(row: list[Fraction], point: list[Fraction]) -> Fraction:
    return sum((a * x for a, x in zip(row, point, strict=True)), Fraction(0))
