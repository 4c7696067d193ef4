"""Erlang C."""

import math

import pytest

from planner.sizing.queueing import wait_percentile_s, wait_probability


def test_one_slot_waits_as_often_as_it_is_busy():
    assert wait_probability(1, 0.7) == pytest.approx(0.7)


def test_two_slots_at_half_load():
    # a = 1, N = 2: C = (1/2 x 2) / (1 + 1 + 1) = 1/3.
    assert wait_probability(2, 1) == pytest.approx(1 / 3)


def test_a_small_pool_waits_and_a_large_one_does_not():
    # 30 % headroom is a load of 1/1.3: one replica of cap 4 makes over half wait, 16 of 64 none.
    assert wait_probability(4, 4 / 1.3) > 0.5
    assert wait_probability(16 * 64, 16 * 64 / 1.3) < 1e-10


@pytest.mark.parametrize(("offered", "expected"), [(0, 0.0), (4, 1.0), (5, 1.0)])
def test_no_load_never_waits_and_a_full_pool_always(offered, expected):
    assert wait_probability(4, offered) == expected


@pytest.mark.parametrize("slots", [10**3, 10**6, 10**9])
def test_huge_pools_are_reckoned_and_stay_probabilities(slots):
    assert 0 <= wait_probability(slots, slots * 0.77) <= 1
    assert 0 <= wait_probability(slots, slots * 0.999999) <= 1


def test_waiting_percentiles_follow_the_tail():
    # C = 1/3, one free slot's rate: W95 = S/(N - a) x ln(C/0.05) = 1 x ln(6.67).
    assert wait_percentile_s(95, 1 / 3, 2, 1, 1.0) == pytest.approx(math.log(1 / 3 / 0.05))
    assert wait_percentile_s(50, 1 / 3, 2, 1, 1.0) == 0
    assert wait_percentile_s(50, 1.0, 2, 2, 1.0) is None
