"""Exact numbers, and the bounds of those that people write."""

from fractions import Fraction
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from planner import units
from planner.units import exact, rounded_up, stated

ALIASES = {
    name: alias
    for name, alias in vars(units).items()
    if name[0].isupper() and get_args(alias) and name != "NumberIn"
}
positive = st.fractions(min_value=Fraction(1, 10**9), max_value=10**12)


def test_written_decimals_are_what_was_written():
    # In doubles 4.9 / 0.7 is 7.000000000000001, and 8 replicas.
    assert exact(4.9) / exact(0.7) == 7
    assert exact("23.100001") / exact("2.1") > 11
    assert exact(Fraction(1, 3)) == Fraction(1, 3)
    assert exact(5e-324) > 0


def test_a_decimal_that_ends_is_stated_whole():
    assert stated(Fraction(5, 2)) == "2.5"
    assert stated(Fraction(1200)) == "1200"
    assert stated(Fraction(0)) == "0"
    assert stated(Fraction(1, 10**9)) == "0.000000001"


def test_one_that_does_not_is_cut_at_17_digits_and_rounded_up():
    # Three replicas of a third still carry one request/s.
    assert stated(Fraction(1, 3)) == "0.33333333333333334"
    assert 3 * Fraction(stated(Fraction(1, 3))) >= 1
    assert stated(Fraction(10**20 + 1)) == "100000000000000010000"


@given(positive)
def test_what_is_stated_is_never_below_and_next_to_nothing_above(value: Fraction):
    told = Fraction(stated(value))
    assert told == rounded_up(value)
    assert 0 <= told / value - 1 <= Fraction(1, 10**16)


@given(positive, st.integers(1, 40))
def test_rounding_up_twice_is_rounding_up_once(value: Fraction, digits: int):
    once = rounded_up(value, digits)
    assert once >= value
    assert rounded_up(once, digits) == once


def test_a_value_below_0_is_rounded_up_too():
    assert stated(Fraction(-1, 3), 2) == "-0.33"


@pytest.mark.parametrize("name", sorted(ALIASES))
@pytest.mark.parametrize(
    "value", ["3", True, False, float("nan"), float("inf"), 1e29, 10**400, None, [1]]
)
def test_no_number_takes_what_is_none(name: str, value: object):
    with pytest.raises(ValidationError):
        TypeAdapter(ALIASES[name]).validate_python(value)


@pytest.mark.parametrize("name", sorted(ALIASES))
def test_every_number_states_its_unit_and_bounds_in_the_schema(name: str):
    schema = TypeAdapter(ALIASES[name]).json_schema()
    assert schema["x-unit"]
    assert "maximum" in schema or "exclusiveMaximum" in schema
    assert "minimum" in schema or "exclusiveMinimum" in schema


@pytest.mark.parametrize("name", sorted(ALIASES))
def test_every_number_takes_its_largest_value(name: str):
    schema = TypeAdapter(ALIASES[name]).json_schema()
    if "maximum" in schema:
        assert TypeAdapter(ALIASES[name]).validate_python(schema["maximum"]) == schema["maximum"]


def test_a_whole_number_may_be_written_as_a_float_but_not_cut():
    count = TypeAdapter(units.Count)
    assert count.validate_python(8.0) == 8
    with pytest.raises(ValidationError):
        count.validate_python(8.5)
