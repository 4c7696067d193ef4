"""A row of the program in exact numbers, and what the solver sees of it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import floor, frexp, gcd, lcm
from typing import Literal

from pulp import LpAffineExpression, LpVariable, lpSum_vars_coefs

Term = tuple[LpVariable, Fraction | int]
"""A variable and its coefficient."""

LARGEST_COEFFICIENT = 1024
"""Rows are divided by a power of two, which is exact, until no coefficient is above this."""
EXACT_IN_DOUBLES = 2**52
ROUNDING = Fraction(1, 10**13)
"""Room for the rounding of sums that doubles do not hold; the exact check refuses abuse."""


@dataclass(frozen=True, slots=True)
class Row:
    """One constraint: terms, sense, limit, in the unit of the rule's docstring."""

    rule: str
    subject: tuple[int, ...]
    """Positions in `FleetProblem` that the row is about."""
    terms: Sequence[Term]
    sense: Literal["<=", "==", ">="]
    limit: Fraction | int = 0

    @property
    def name(self) -> str:
        """`rule_0_1`: made of indices, never of what users write."""
        return "_".join([self.rule, *map(str, self.subject)])

    def constraint(self) -> LpAffineExpression:
        """Give the row to PuLP in doubles."""
        whole = all(variable.cat == "Integer" for variable, _ in self.terms)
        limit = reachable_limit(self) if whole and self.sense == "<=" else self.limit
        up = _to_whole_numbers(self) if whole else None
        terms = [(variable, float((up or 1) * value)) for variable, value in self.terms]
        size = max((abs(value) for _, value in terms), default=0.0)
        if up is None:
            size = max(size, abs(float(limit)) / LARGEST_COEFFICIENT)
            limit += abs(limit) * ROUNDING if self.sense == "<=" else 0
        down = _power_of_two(size)
        left = total((variable, value / down) for variable, value in terms)
        right = float(limit * (up or 1) / down)
        if self.sense == "==":
            return left == right
        return left <= right if self.sense == "<=" else left >= right


def total(terms: Iterable[Term | tuple[LpVariable, float]]) -> LpAffineExpression:
    """Σ coefficient × variable, in doubles."""
    return lpSum_vars_coefs((variable, float(coefficient)) for variable, coefficient in terms)


def _to_whole_numbers(row: Row) -> int | None:
    """What makes every coefficient whole, if doubles hold the sums: they are exact then."""
    fractions = [value for _, value in row.terms if isinstance(value, Fraction)]
    multiple = lcm(*(value.denominator for value in fractions))
    largest = max((abs(value) for value in fractions), default=Fraction(0))
    return multiple if multiple * max(largest, abs(row.limit)) <= EXACT_IN_DOUBLES else None


def _power_of_two(largest: float) -> float:
    """What to divide a row by, exactly, so that no coefficient is above 1,024.

    Nor a limit above a million where sums are not exact: at 10⁸ the last bit of a double is more
    than the solver's tolerance, and it refuses its own answer.
    """
    return 2.0 ** frexp(largest / LARGEST_COEFFICIENT)[1] if largest > LARGEST_COEFFICIENT else 1.0


def reachable_limit(row: Row) -> Fraction | int:
    """The largest value at or below the limit that whole numbers can reach.

    Sums of integers times 13,260 and 18,000 W come in steps of 60 W: a cap of 26,519.99 W is one
    of 26,460 W, and no solver's tolerance can step over it.
    """
    step = common_step([coefficient for _, coefficient in row.terms])
    return floor(row.limit / step) * step if step else row.limit


def common_step(values: Sequence[Fraction | int]) -> Fraction:
    """The largest number of which all values are whole multiples; 0 for none or all zeros.

    >>> common_step([Fraction(3, 2), 2])
    Fraction(1, 2)
    """
    fractions = [Fraction(value) for value in values]
    return Fraction(
        reduce(gcd, (value.numerator for value in fractions), 0),
        reduce(lcm, (value.denominator for value in fractions), 1),
    )
