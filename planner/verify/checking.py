"""How a rule with its numbers becomes a `Check`."""

from fractions import Fraction
from typing import Final

from planner.quote import Check
from planner.verify.numbers import exact

RELATIVE: Final = Fraction(1, 10**9)
"""What a stated decimal may differ by from the exact number, relatively."""
MONEY: Final = Fraction(1, 10**6)
"""The same for money and mean power, which powers of interest and idle draw go into."""
LONGEST: Final = 24
"""An exact fraction with more characters than this is shown as a decimal, marked ≈."""

Number = int | float | Fraction


def number_text(value: Number) -> str:
    """An exact number in few characters: a decimal, else a fraction, else ≈ its decimal.

    >>> number_text(Fraction(5, 2)), number_text(Fraction(1, 3)), number_text(0.1)
    ('2.5', '1/3', '0.1')
    """
    number = exact(value)
    if number.denominator == 1:
        return str(number.numerator)
    decimal = repr(float(number))
    if Fraction(decimal) == number:
        return decimal
    is_short = number.denominator < 10**LONGEST
    fraction = f"{number.numerator}/{number.denominator}" if is_short else ""
    return fraction if 0 < len(fraction) <= LONGEST else f"≈{float(number):.12g}"


def at_most(rule: str, left: Number, right: Number) -> Check:
    """Left ≤ right, exactly."""
    return _check(rule, exact(left), exact(right), holds=exact(left) <= exact(right))


def at_least(rule: str, left: Number, right: Number) -> Check:
    """Left ≥ right, exactly; slack is what is to spare."""
    least, most = exact(right), exact(left)
    return Check(
        rule=rule,
        left=number_text(most),
        right=number_text(least),
        slack=number_text(most - least),
        holds=most >= least,
    )


def equal(rule: str, left: Number, right: Number) -> Check:
    """Left = right, exactly."""
    return _check(rule, exact(left), exact(right), holds=exact(left) == exact(right))


def close(
    rule: str, left: Number, right: Number, relative: Fraction = RELATIVE, by: Number = 0
) -> Check:
    """Left = right, but for a relative difference, or one of at most `by`."""
    stated, true = exact(left), exact(right)
    return _check(rule, stated, true, holds=agrees(stated, true, relative, by))


def agrees(stated: Number, true: Number, relative: Fraction = RELATIVE, by: Number = 0) -> bool:
    """Whether a stated number is the true one, but for a relative difference, or one of `by`."""
    margin = max(exact(by), relative * abs(exact(true)))
    return abs(exact(stated) - exact(true)) <= margin


def same(rule: str, left: object, right: object) -> Check:
    """Two things that are no numbers are the same."""
    return claim(rule, str(left), str(right), holds=left == right)


def claim(rule: str, left: str, right: str, *, holds: bool) -> Check:
    """A rule about things that cannot be subtracted."""
    return Check(rule=rule, left=left, right=right, slack="0" if holds else "none", holds=holds)


def _check(rule: str, left: Fraction, right: Fraction, *, holds: bool) -> Check:
    return Check(
        rule=rule,
        left=number_text(left),
        right=number_text(right),
        slack=number_text(right - left),
        holds=holds,
    )
