"""From points to a cap and a rate."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.sizing.curve import (
    Bound,
    Miss,
    Sweep,
    basis_at,
    interpolate,
    neighbours,
    rate_at,
    rising,
    slo_bounded_cap,
)
from planner.sizing.envelope import worse_of
from planner.sizing.saturation import is_saturated


def fractions(*values: object) -> tuple[Fraction, ...]:
    return tuple(Fraction(str(value)) for value in values)


BATCHES = fractions(1, 16, 64, 128)
RATES = fractions(50, 720, 2432, 3584)
TPOT = fractions(20, 22, 26, 36)
SWEEP = Sweep(BATCHES, RATES, (TPOT,))


def cap(*limits: object, sweep: Sweep = SWEEP) -> Fraction | Miss:
    bounds = [
        Bound(Fraction(str(limit)), ((Fraction(1), row),)) for row, limit in enumerate(limits)
    ]
    return slo_bounded_cap(sweep.concurrency, sweep.latency, bounds, sweep.peak)


def test_the_cap_is_where_the_limit_is_reached_between_two_points():
    # TPOT 26 ms at 64 and 36 ms at 128: 30 ms at 64 + 64 x 4/10 = 89.6, in whole requests 89.
    assert cap(30) == Fraction("89.6")


def test_a_limit_that_is_just_met_at_a_point_allows_that_point():
    assert cap(36) == 128
    assert cap("35.9") < 128
    assert cap(20) == 1


def test_a_limit_below_the_first_point_is_a_miss_with_its_value():
    assert cap("19.9") == Miss(0, Fraction(20), Fraction(1))


def test_the_cap_never_goes_beyond_the_last_point():
    assert cap(1_000_000) == 128
    assert cap() == 128


def test_the_tightest_of_several_limits_counts():
    ttft = fractions(100, 200, 400, 800)
    sweep = Sweep(BATCHES, RATES, (TPOT, ttft))
    # 300 ms of TTFT at 16 + 48 x 100/200 = 40; TPOT alone would allow 89.6.
    assert cap(30, 300, sweep=sweep) == 40


def test_a_sum_counts_its_constant_and_coefficients():
    ttft = fractions(100, 200, 400, 800)
    bound = Bound(Fraction(1000), ((Fraction(1), 1), (Fraction(10), 0)), Fraction(50))
    # At 64: 50 + 400 + 260 = 710; at 128: 50 + 800 + 360 = 1210; 1000 at 64 + 64 x 290/500.
    assert slo_bounded_cap(BATCHES, (TPOT, ttft), [bound], Fraction(128)) == Fraction("101.12")


def test_beyond_the_throughput_peak_no_more_is_held():
    sweep = Sweep(fractions(1, 16, 64), fractions(50, 720, 700), (fractions(1, 1, 1),))
    assert cap(99, sweep=sweep) == 16


def test_of_equal_peaks_the_first_counts():
    assert Sweep(fractions(1, 16, 64), fractions(50, 720, 720)).peak == 16


def test_a_latency_that_falls_with_load_is_not_promised():
    assert rising(fractions(100, 80, 120)) == fractions(100, 100, 120)


def test_the_rate_between_points_follows_littles_law():
    # S(64) = 64/2432 s, S(128) = 128/3584 s; S(89) a share of 25/64 between; 89/S(89) = 2967.6...
    s = Fraction(64, 2432) + (Fraction(128, 3584) - Fraction(64, 2432)) * Fraction(25, 64)
    assert rate_at(SWEEP, Fraction(89)) == 89 / s
    assert rate_at(SWEEP, Fraction(64)) == 2432


def test_interpolating_the_rate_itself_would_be_lower():
    straight = 2432 + (3584 - 2432) * Fraction(25, 64)
    assert rate_at(SWEEP, Fraction(89)) > straight


def test_below_the_first_point_residence_is_that_of_the_first():
    sweep = Sweep(fractions(10, 30), fractions(1000, 2000))
    # S(10) = 10 ms a token; at 4 in flight 4 / 0.010 = 400 tokens/s.
    assert rate_at(sweep, Fraction(4)) == 400
    assert basis_at(sweep, Fraction(4)) == "below_first_point"
    assert basis_at(sweep, Fraction(10)) == "measured"
    assert basis_at(sweep, Fraction(11)) == "interpolated"


def test_a_request_takes_its_time_in_the_system():
    # 20 requests/s that take 9 s each are 180 in flight, not 10: at 180 in flight and 20 x 100
    # tokens/s, a token takes 0.09 s of a slot, so that 90 in flight (or fewer) give 1,000.
    sweep = Sweep(fractions(180), fractions(2000))
    assert rate_at(sweep, Fraction(180)) / 100 == 20
    assert rate_at(sweep, Fraction(90)) / 100 == 10


def test_nothing_is_said_beyond_the_last_point():
    with pytest.raises(ValueError, match="beyond the last point"):
        interpolate(Fraction(129), BATCHES, TPOT)
    assert interpolate(Fraction(128), BATCHES, TPOT) == 36
    assert interpolate(Fraction("0.5"), BATCHES, TPOT) == 20


@pytest.mark.parametrize(
    ("at", "positions"), [("0.5", (0,)), (1, (0,)), (2, (0, 1)), (16, (1,)), (128, (3,))]
)
def test_a_value_comes_from_one_point_or_from_two_neighbours(at, positions):
    assert neighbours(Fraction(str(at)), BATCHES) == positions


def test_the_worse_of_two_curves_bends_where_they_cross():
    a = Sweep(fractions(0, 10), fractions(1, 9), (fractions(0, 20),))
    b = Sweep(fractions(0, 10), fractions(1, 5), (fractions(10, 10),))
    both = worse_of([a, b])
    assert both is not None
    assert (both.concurrency, both.latency) == (fractions(0, 5, 10), (fractions(10, 10, 20),))


def test_two_curves_share_only_the_concurrencies_that_both_have():
    a = Sweep(fractions(1, 8), fractions(9, 5), (fractions(1, 2),))
    b = Sweep(fractions(4, 16), fractions(5, 9), (fractions(1, 2),))
    both = worse_of([a, b])
    assert both is not None
    assert (both.concurrency[0], both.concurrency[-1], both.peak) == (4, 8, 1)
    assert worse_of([a, Sweep(fractions(9), fractions(1), (fractions(1),))]) is None


def test_a_run_that_completes_clearly_less_than_was_sent_is_saturated():
    assert is_saturated(Fraction(3), Fraction(20), None, Fraction(0))
    assert not is_saturated(Fraction(2), Fraction(2), None, Fraction(0))
    assert not is_saturated(Fraction(18), Fraction(20), None, Fraction(0))  # 0.9 x 20
    assert is_saturated(Fraction("17.99"), Fraction(20), None, Fraction(0))


def test_the_drain_tail_is_taken_off_what_was_offered():
    # 100 s in all, the last request takes 20 s: arrivals in 80 s, 20/s look like 16/s.
    assert not is_saturated(Fraction("14.4"), Fraction(20), Fraction(100), Fraction(20))
    assert is_saturated(Fraction("14.39"), Fraction(20), Fraction(100), Fraction(20))


def test_a_run_shorter_than_one_request_tells_nothing():
    assert not is_saturated(Fraction(0), Fraction(20), Fraction(1), Fraction(20))


positive = st.fractions(min_value=Fraction(1, 100), max_value=1000, max_denominator=100)


@st.composite
def sweeps(draw: st.DrawFn) -> Sweep:
    size = draw(st.integers(1, 5))
    held = sorted(draw(st.lists(positive, min_size=size, max_size=size, unique=True)))
    rates = draw(st.lists(positive, min_size=size, max_size=size))
    latency = draw(st.lists(positive, min_size=size, max_size=size))
    return Sweep(tuple(held), tuple(rates), (rising(latency),))


@given(sweeps(), positive, positive)
def test_a_looser_limit_never_gives_a_lower_cap(sweep: Sweep, limit: Fraction, more: Fraction):
    tight, loose = cap(limit, sweep=sweep), cap(limit + more, sweep=sweep)
    if not isinstance(tight, Miss):
        assert not isinstance(loose, Miss)
        assert tight <= loose


@given(sweeps(), positive)
def test_every_limit_holds_at_the_cap(sweep: Sweep, limit: Fraction):
    found = cap(limit, sweep=sweep)
    if not isinstance(found, Miss):
        assert interpolate(found, sweep.concurrency, sweep.latency[0]) <= limit
        assert found <= sweep.peak


@given(sweeps(), sweeps(), positive)
def test_the_envelope_is_never_below_either_curve(a: Sweep, b: Sweep, at: Fraction):
    both = worse_of([a, b])
    if both is not None and both.concurrency[0] <= at <= both.concurrency[-1]:
        worst = max(interpolate(at, s.concurrency, s.latency[0]) for s in (a, b))
        assert interpolate(at, both.concurrency, both.latency[0]) == worst
