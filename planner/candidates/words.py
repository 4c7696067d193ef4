"""Figures as they stand in sentences."""

from fractions import Fraction


def plain(value: Fraction | float) -> str:
    """At most 6 digits, without an exponent where it can be.

    >>> plain(Fraction(100_000)), plain(Fraction(2, 3)), plain(12_345_678)
    ('100,000', '0.666667', '12,345,678')
    """
    number = float(value)
    return f"{number:,.6g}" if abs(number) < 1e6 else f"{number:,.0f}"


def listed(names: list[str]) -> str:
    """A few names, or the first two and how many more there are.

    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c", "d"])
    ('a', 'a and b', 'a, b and 2 more')
    """
    if len(names) > 3:
        return f"{', '.join(names[:2])} and {len(names) - 2} more"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
