"""Which replicas stand in which scale-up domain, once it is known how many there are."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from planner.sizing.packing import Packing, Pattern

Contents = tuple[tuple[int, int], ...]
"""(chips, replicas) in one domain, largest first."""
Filled = tuple[Contents, int, int]
"""What is in a domain, the packing bins it takes, and how many domains are filled so."""


def arrange(plan: Packing, counts: Mapping[int, int], chosen: Sequence[int] = ()) -> list[Filled]:
    """Place replicas in domains, as few as a plan's sums or chosen patterns allow.

    Args:
        plan: what makes the packing right.
        counts: replicas of each size, working and spare.
        chosen: how often each pattern of the plan is used, where it has patterns.

    >>> from planner.sizing.packing import plan_packing
    >>> arrange(plan_packing(8, 8, [3]), {3: 5})
    [(((3, 2),), 1, 2), (((3, 1),), 1, 1)]
    """
    wanted = {chips: count for chips, count in counts.items() if count}
    whole = [
        (((chips, 1),), bins, wanted[chips])
        for chips, bins in sorted(plan.whole_bins.items(), reverse=True)
        if chips in wanted
    ]
    small = {chips: count for chips, count in wanted.items() if chips not in plan.whole_bins}
    if plan.patterns:
        return [*whole, *_from_patterns(plan, small, chosen)]
    return [*whole, *_largest_first(small, plan.bin_chips)]


def _largest_first(counts: Mapping[int, int], bin_chips: int) -> Iterator[Filled]:
    """Fill bins in groups of equal contents; exact where each size divides the next."""
    groups: list[tuple[dict[int, int], int, int]] = []  # contents, free chips, bins
    for chips, count in sorted(counts.items(), reverse=True):
        groups = list(_add(groups, chips, count, bin_chips))
    for contents, _, times in groups:
        yield tuple(contents.items()), 1, times


def _add(
    groups: list[tuple[dict[int, int], int, int]], chips: int, left: int, bin_chips: int
) -> Iterator[tuple[dict[int, int], int, int]]:
    """Put so many replicas of a size where there is room, then into new bins."""
    empty: dict[int, int] = {}
    endless = (empty, bin_chips, -(-left // (bin_chips // chips)))
    for contents, free, times in [*groups, endless]:
        each = free // chips
        full = min(times, left // each) if each else 0
        if full:
            yield {**contents, chips: each}, free - each * chips, full
        left -= full * each
        rest = times - full
        if each and left and rest:
            yield {**contents, chips: left}, free - left * chips, 1
            left, rest = 0, rest - 1
        if rest and contents:
            yield contents, free, rest


def _from_patterns(
    plan: Packing, counts: Mapping[int, int], chosen: Sequence[int]
) -> Iterator[Filled]:
    """Fill the chosen patterns with what there is; what stays empty is left out."""
    left = Counter(counts)
    for pattern, times in zip(plan.patterns, chosen, strict=True):
        filled: Counter[Contents] = Counter()
        todo = times
        while todo and (contents := _fitting(pattern, left)):
            often = min(todo, *(left[chips] // count for chips, count in contents))
            left.subtract({chips: count * often for chips, count in contents})
            filled[contents] += often
            todo -= often
        for contents, often in filled.items():
            yield contents, -(-sum(c * n for c, n in contents) // plan.bin_chips), often


def _fitting(pattern: Pattern, left: Mapping[int, int]) -> Contents:
    """What of a pattern there still are replicas for."""
    return tuple((c, min(n, left[c])) for c, n in pattern.counts if n and left[c])
