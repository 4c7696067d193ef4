"""Written decimals as exact numbers, and long sums of them that stay short."""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from typing import Final

from planner.units import exact as read_exactly

SCALE: Final = 10**40
"""Sums that need not be exact are kept to so many parts of one."""


def exact(value: float | Fraction) -> Fraction:
    """A written decimal as the exact number that was written; each is read once.

    >>> exact(4.9) / exact(0.7)
    Fraction(7, 1)
    """
    return value if isinstance(value, Fraction) else _read(value)


@lru_cache(maxsize=1 << 16)
def _read(value: float) -> Fraction:
    return read_exactly(value)


def rounded_up(value: Fraction) -> Fraction:
    """The next multiple of 1/SCALE: at least the value, and no longer than that.

    >>> rounded_up(Fraction(5, 2))
    Fraction(5, 2)
    """
    return Fraction(-(-value.numerator * SCALE // value.denominator), SCALE)


def rounded_up_unless_tiny(value: Fraction) -> Fraction:
    """The same, but exact where rounding would be most of it."""
    return rounded_up(value) if value * 10**20 > 1 else value


def sum_rounded_up(terms: Iterable[Fraction]) -> Fraction:
    """At least the sum, by at most one part in SCALE a term.

    Exact sums of many rates have denominators of thousands of digits. Where this is within a
    limit, so is the exact sum.
    """
    total = sum(-(-term.numerator * SCALE // term.denominator) for term in terms)
    return Fraction(total, SCALE)
