"""Replica-seconds of a token, from several measured shapes."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.sizing.shape import MeasuredTime, fit_token_times, pad_to_ratio


def measured(*rows: tuple[object, ...]) -> list[MeasuredTime]:
    return [MeasuredTime(*(Fraction(str(value)) for value in row)) for row in rows]


def test_two_shapes_are_met_exactly():
    # 1000 a + 100 b = 1.2 and 100 a + 1000 b = 10.02: a = 0.0002, b = 0.01.
    times = fit_token_times(measured((1000, 100, "1.2"), (100, 1000, "10.02")))
    assert times.per_uncached_input == Fraction(2, 10_000)
    assert times.per_output == Fraction(1, 100)
    assert times.residual == 0
    assert times.seconds(Fraction(500), Fraction(500)) == Fraction("5.1")


def test_three_shapes_leave_a_residual():
    times = fit_token_times(measured((1, 0, 1), (0, 1, 1), (1, 1, "2.5")))
    # By symmetry a = b = x; 2 (x - 1)^2 + (0.8 x - 1)^2 is least at x = 2.8/2.64 = 35/33.
    assert times.per_uncached_input == times.per_output == Fraction(35, 33)
    assert times.residual == 1 - Fraction(4, 5) * Fraction(35, 33)


def test_a_time_below_0_is_put_at_0():
    # Exactly met only by a = -1, b = 3; with a = 0 the least squares of (b x 1/2 - 1, b - 1).
    times = fit_token_times(measured((1, 1, 2), (2, 1, 1)))
    assert times.per_uncached_input == 0
    assert times.per_output == Fraction(6, 5)


def test_shapes_of_one_ratio_cannot_tell_input_from_output():
    times = fit_token_times(measured((100, 100, 1), (200, 200, 2)))
    assert times.seconds(Fraction(150), Fraction(150)) == Fraction(3, 2)


@pytest.mark.parametrize(
    ("uncached", "output", "padded"),
    [
        (6000, 600, (6000, 750)),  # 10 : 1 is above 8 : 1, so 6000/8 output tokens
        (6000, 750, (6000, 750)),
        (100, 1000, (125, 1000)),  # 1 : 10 is below 1 : 8, so 1000/8 input tokens
        (0, 8, (1, 8)),
    ],
)
def test_the_shorter_length_is_raised_until_the_ratio_was_measured(uncached, output, padded):
    ratios = Fraction(1, 8), Fraction(8)
    assert pad_to_ratio(Fraction(uncached), Fraction(output), *ratios) == padded


lengths = st.integers(1, 10_000).map(Fraction)


@given(st.lists(st.tuples(lengths, lengths, lengths), min_size=2, max_size=5))
def test_no_token_takes_less_than_no_time(rows):
    times = fit_token_times([MeasuredTime(*row) for row in rows])
    assert times.per_uncached_input >= 0
    assert times.per_output >= 0
    assert times.per_uncached_input + times.per_output > 0
