"""Which percentile may stand for which."""

from fractions import Fraction

from planner.sizing.latency import (
    read_mean,
    read_middle,
    read_percentile,
    read_typical,
    stage_level,
)

MEASURED = {"mean": Fraction(120), "p50": Fraction(100), "p99": Fraction(300)}


def read(level: object, use_lower: bool = False):
    return read_percentile(MEASURED, Fraction(str(level)), use_lower=use_lower)


def test_the_percentile_itself_is_taken_where_it_was_measured():
    assert (read(50).value, read(50).percentile) == (100, "p50")


def test_a_higher_percentile_bounds_a_lower_one():
    assert (read(95).value, read(95).percentile, read(95).is_proof) == (300, "p99", True)


def test_a_lower_percentile_stands_in_only_where_the_policy_allows_it():
    assert read("99.9") is None
    stand_in = read("99.9", use_lower=True)
    assert (stand_in.value, stand_in.percentile, stand_in.is_proof) == (300, "p99", False)


def test_a_mean_is_no_percentile_and_no_percentile_a_mean():
    only_mean = {"mean": Fraction(1)}
    assert read_percentile(only_mean, Fraction(50), use_lower=True) is None
    assert read_mean({"p50": Fraction(1)}) is None
    assert read_mean(only_mean).value == 1


def test_what_is_typical_is_the_mean_else_the_lowest_percentile_from_the_median():
    assert read_typical(MEASURED).value == 120
    assert read_typical({"p25": Fraction(1), "p90": Fraction(9)}).value == 9
    assert read_typical({"p25": Fraction(1)}) is None
    assert read_middle({"p90": Fraction(9)}) is None
    assert read_middle({"p50": Fraction(5), "p90": Fraction(9)}) == 5


def test_each_of_two_stages_is_taken_higher_so_that_the_sum_is_a_bound():
    # 100 ms each but 1,000 ms in 4.5 % of cases: both p95 are 100, the p95 of the sum is 1,100,
    # since 1 - 0.955^2 = 8.8 % of sums have a slow stage. At p97.5 each is 1,000: 2,000 bounds.
    assert stage_level(Fraction(95), 2) == Fraction("97.5")
    assert stage_level(Fraction(95), 1) == 95
    assert stage_level(Fraction(99), 4) == Fraction("99.75")
