"""A small simplex in exact fractions, for the rare routing that doubles cannot decide."""

from collections.abc import Sequence
from fractions import Fraction

Matrix = list[list[Fraction]]


def feasible_point(
    equal: Sequence[Sequence[Fraction]],
    equal_to: Sequence[Fraction],
    below: Sequence[Sequence[Fraction]],
    limits: Sequence[Fraction],
) -> list[Fraction] | None:
    """Find x ≥ 0 with `equal` x = `equal_to` and `below` x ≤ `limits`, or prove that there is none.

    Right-hand sides are not negative. Bland's rule, so that it ends.

    >>> one = Fraction(1)
    >>> feasible_point([[one, one]], [one], [[Fraction(3), Fraction(0)]], [one])
    [Fraction(1, 3), Fraction(2, 3)]
    """
    columns = len(equal[0]) if equal else 0
    slacks, artificials = len(below), len(equal)
    tableau: Matrix = []
    for i, row in enumerate(equal):
        tableau.append([*row, *_unit(-1, slacks), *_unit(i, artificials), equal_to[i]])
    for i, row in enumerate(below):
        tableau.append([*row, *_unit(i, slacks), *_unit(-1, artificials), limits[i]])
    first = columns + slacks
    basis = [*range(first, first + artificials), *range(columns, first)]
    _drive_out(tableau, basis, first)
    value = {column: tableau[i][-1] for i, column in enumerate(basis)}
    if any(amount for column, amount in value.items() if column >= first):
        return None
    return [value.get(column, Fraction(0)) for column in range(columns)]


def _unit(position: int, length: int) -> list[Fraction]:
    return [Fraction(i == position) for i in range(length)]


def _drive_out(tableau: Matrix, basis: list[int], first: int) -> None:
    """Minimize the sum of the artificial variables, those from column `first` on."""
    while True:
        short = [row for row, column in zip(tableau, basis, strict=True) if column >= first]
        gain = (c for c in range(first) if sum(row[c] for row in short) > 0)
        entering = next(gain, None)
        if entering is None:
            return
        ratios = [
            (row[-1] / row[entering], basis[i], i)
            for i, row in enumerate(tableau)
            if row[entering] > 0
        ]
        leaving = min(ratios)[2]
        _pivot(tableau, leaving, entering)
        basis[leaving] = entering


def _pivot(tableau: Matrix, leaving: int, entering: int) -> None:
    pivot = tableau[leaving][entering]
    row = tableau[leaving] = [value / pivot for value in tableau[leaving]]
    for i, other in enumerate(tableau):
        factor = other[entering]
        if i != leaving and factor:
            tableau[i] = [value - factor * by for value, by in zip(other, row, strict=True)]
