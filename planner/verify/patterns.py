"""Ways to fill one scale-up domain, and how many of each a packing would take in fractions."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

Counts = tuple[int, ...]
"""Replicas by size."""


class Pattern(NamedTuple):
    """What one domain holds."""

    counts: Counts
    chips: int
    units: int
    """That hold it."""


@lru_cache(maxsize=1024)
def patterns(
    sizes: Counts, limits: Counts, unit_chips: int, domain_chips: int
) -> tuple[Pattern, ...]:
    """Every way to fill a domain to which no replica can be added without a further unit.

    Args:
        sizes: chips of a replica, by size.
        limits: how many of each size there are.
        unit_chips: of what a domain is filled by: nodes, or the whole of it.
        domain_chips: of a domain.

    >>> [pattern.counts for pattern in patterns((5, 3), (9, 9), 8, 8)]
    [(0, 2), (1, 1)]
    """
    found: list[Pattern] = []
    for chips, counts in _filled(sizes, limits, domain_chips):
        empty = -chips % unit_chips
        rows = zip(counts, limits, sizes, strict=True)
        if chips and not any(held < limit and size <= empty for held, limit, size in rows):
            found.append(Pattern(counts, chips, -(-chips // unit_chips)))
    return tuple(found)


def _filled(sizes: Counts, limits: Counts, room: int) -> list[tuple[int, Counts]]:
    ways: list[tuple[int, Counts]] = [(0, ())]
    for size, limit in zip(sizes, limits, strict=True):
        ways = [
            (chips + size * count, (*counts, count))
            for chips, counts in ways
            for count in range(min(limit, (room - chips) // size) + 1)
        ]
    return ways


def fractional(
    counts: Counts, rows: Sequence[Counts], costs: Sequence[int]
) -> tuple[Fraction, list[Fraction]]:
    r"""The least cost of a packing in fractions of patterns: no whole packing costs less.

    Solved by its dual, what each replica is worth: $\max c \cdot v$, $P v \le$ cost, $v \ge 0$.

    Args:
        counts: replicas by size, $c$.
        rows: patterns, $P$.
        costs: of each pattern, above 0.

    Returns:
        The least cost, and how many of each pattern it takes.
    """
    size, count = len(counts), len(rows)
    table = [[*map(Fraction, row), Fraction(cost)] for row, cost in zip(rows, costs, strict=True)]
    table.append([*map(Fraction, counts), Fraction(0)])
    outside, inside = list(range(size)), [size + row for row in range(count)]
    while (column := _entering(table[-1], outside)) is not None:
        ratios = [
            (row[-1] / row[column], inside[i], i)
            for i, row in enumerate(table[:-1])
            if row[column] > 0
        ]
        leaving = min(ratios)[2]  # there is one: every size is in some pattern
        _pivot(table, leaving, column)
        outside[column], inside[leaving] = inside[leaving], outside[column]
    taken = [Fraction(0)] * count
    for column, label in enumerate(outside):
        if label >= size:
            taken[label - size] = -table[-1][column]
    return -table[-1][-1], taken


def _entering(goal: list[Fraction], outside: list[int]) -> int | None:
    """The column of the lowest label that raises the goal (Bland)."""
    raising = [(label, j) for j, label in enumerate(outside) if goal[j] > 0]
    return min(raising)[1] if raising else None


def _pivot(table: list[list[Fraction]], leaving: int, column: int) -> None:
    """Exchange a variable inside with one outside."""
    by = table[leaving][column]
    own = [value / by for value in table[leaving]]
    own[column] = 1 / by
    for i, row in enumerate(table):
        if i != leaving and row[column]:
            factor = row[column]
            table[i] = [value - factor * other for value, other in zip(row, own, strict=True)]
            table[i][column] = -factor / by
    table[leaving] = own
