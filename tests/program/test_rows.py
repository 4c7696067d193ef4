"""Rows in exact numbers, and in what the solver's doubles hold."""

from collections.abc import Iterator
from fractions import Fraction

import pytest
from pulp import LpProblem, LpVariable

from planner.program.rows import Row, common_step, reachable_limit


@pytest.fixture
def columns() -> Iterator[tuple[LpVariable, LpVariable, LpVariable]]:
    """Two whole variables and a share; they live as long as their program."""
    program = LpProblem("rows")
    whole = [program.add_variable(f"n_{i}", 0, 10, "Integer") for i in range(2)]
    yield whole[0], whole[1], program.add_variable("x", 0, 1)
    del program


def test_whole_numbers_come_in_steps(columns):
    a, b, _ = columns
    row = Row("power", (0,), [(a, 13_260), (b, 18_000)], "<=", Fraction("26519.99"))
    assert reachable_limit(row) == 26_460  # steps of 60 W


def test_a_step_of_decimals():
    assert common_step([Fraction("0.3"), Fraction("0.45")]) == Fraction("0.15")


def test_decimals_in_rows_of_whole_numbers_become_whole(columns):
    a, b, _ = columns
    row = Row("power", (0,), [(a, Fraction("0.1")), (b, Fraction("0.7"))], "<=", Fraction("0.9"))
    assert str(row.constraint()) == "n_0 + 7*n_1 <= 9.0"


def test_rows_with_shares_stay_as_they_are(columns):
    a, _, x = columns
    row = Row("capacity", (0,), [(x, Fraction("6.5")), (a, -1)], "<=")
    assert str(row.constraint()) == "-n_0 + 6.5*x <= -0.0"


def test_no_coefficient_and_no_limit_is_large(columns):
    """At 10^8 the last bit of a double is above the solver's tolerance: it refuses its answer."""
    a, _, x = columns
    row = Row("budget", (), [(a, Fraction("131234.5")), (x, Fraction(1))], "<=", Fraction(10**12))
    left = row.constraint()
    assert max(map(abs, left.values())) <= 1024
    assert abs(left.constant) <= 2**20


def test_names_are_indices(columns):
    assert Row("stock", (3, 1), [(columns[0], 1)], "<=", 1).name == "stock_3_1"
