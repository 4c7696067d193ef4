"""How whole replicas go into whole scale-up domains.

A *bin* is what small replicas are packed into: a scale-up domain where whole domains are bought
(a node of 8, a rack of 72), or one purchase unit where a domain may be partly populated (a node
of 8 in a domain of 16).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from planner.errors import TooManyPatterns

MAX_PATTERNS: Final = 2_000
"""More patterns than this at one place and the program would be too large to solve."""
MAX_FILLINGS: Final = 10 * MAX_PATTERNS
"""As many are looked at, for those that fewer bins do as well."""


@dataclass(frozen=True, slots=True)
class Level:
    """One exact sum: replicas of at least a size use at most so many chips of each bin."""

    smallest_chips: int
    usable_chips: int
    """The chips of a bin that replicas of this size and its multiples can use."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """One way to fill a scale-up domain: how many replicas of each size."""

    counts: tuple[tuple[int, int], ...]
    """(chips, replicas), largest first."""
    bins: int
    """Bins that it takes: 1, or the units of a partly populated domain."""


@dataclass(frozen=True, slots=True)
class Packing:
    """What makes a packing right, for one kind of hardware and the sizes in use."""

    bin_chips: int
    domain_chips: int
    bins_per_unit: int
    whole_bins: Mapping[int, int]
    """chips of a replica → bins of its own; nothing else goes into them."""
    levels: tuple[Level, ...]
    """Exact where the small sizes form a chain of divisors."""
    patterns: tuple[Pattern, ...]
    """Exact for any other small sizes."""

    @property
    def small_chips(self) -> tuple[int, ...]:
        """Sizes that share bins, where patterns say how."""
        return tuple(sorted({chips for pattern in self.patterns for chips, _ in pattern.counts}))


def plan_packing(domain_chips: int, unit_chips: int, sizes: Sequence[int]) -> Packing:
    """Say what makes a packing of these sizes right: sums where they are exact, else patterns.

    Args:
        domain_chips: chips of one scale-up domain.
        unit_chips: chips of what is bought; a divisor of the domain, or a multiple.
        sizes: chips of each replica size in use.

    Raises:
        TooManyPatterns: the sizes combine in more than `MAX_PATTERNS` ways.

    >>> plan_packing(8, 8, [3]).levels  # two of 3 in a node of 8, so five take three nodes
    (Level(smallest_chips=3, usable_chips=6),)
    >>> len(plan_packing(8, 8, [2, 3]).patterns)  # 3+3+2, 3+2+2, 2+2+2+2
    3
    """
    bin_chips = min(domain_chips, unit_chips)
    whole = {size: _bins_of_its_own(size, domain_chips, bin_chips) for size in sorted(set(sizes))}
    small = [size for size, bins in whole.items() if not bins]
    levels, patterns = (), ()
    if _sums_are_exact(small, bin_chips, domain_chips):
        levels = tuple(_levels(small, bin_chips))
    else:
        patterns = tuple(maximal_patterns(small, bin_chips, domain_chips // bin_chips))
    return Packing(
        bin_chips=bin_chips,
        domain_chips=domain_chips,
        bins_per_unit=max(1, unit_chips // domain_chips),
        whole_bins={size: bins for size, bins in whole.items() if bins},
        levels=levels,
        patterns=patterns,
    )


def _bins_of_its_own(size: int, domain_chips: int, bin_chips: int) -> int:
    """Bins that a replica fills alone, or 0 if it may share one.

    A replica larger than a domain takes whole domains. One that fills whole bins of a partly
    populated domain loses nothing by having a domain to itself.
    """
    if size > domain_chips:
        return -(-(-(-size // domain_chips) * domain_chips) // bin_chips)
    return size // bin_chips if size % bin_chips == 0 else 0


def _sums_are_exact(sizes: Sequence[int], bin_chips: int, domain_chips: int) -> bool:
    """Whether each size divides the next, and a bin too where a replica could span two of them."""
    spanning = [bin_chips] if sizes and domain_chips > bin_chips else []
    return all(larger % smaller == 0 for smaller, larger in pairwise([*sizes, *spanning]))


def _levels(sizes: Sequence[int], bin_chips: int) -> Iterator[Level]:
    """Yield one sum per distinct usable size of a bin.

    Largest first, each size finds every bin filled with multiples of itself, so whole slots are
    all that matters: the sums are enough. A level that leaves as much of a bin usable as the one
    below it follows from that.
    """
    usable_below = None
    for size in sizes:
        usable = bin_chips // size * size
        if usable != usable_below:
            yield Level(size, usable)
        usable_below = usable


def maximal_patterns(sizes: Sequence[int], bin_chips: int, most_bins: int) -> list[Pattern]:
    """Every way to fill 1 … `most_bins` joined bins to which no replica can be added.

    A pattern is left out where an earlier one and fewer bins do the same.
    """
    found: list[Pattern] = []
    seen = 0
    descending = sorted(sizes, reverse=True)
    for bins in range(1, most_bins + 1):
        fewer_bins = tuple(found)
        for counts in _fillings(descending, bins * bin_chips):
            seen += 1
            pattern = Pattern(tuple(zip(descending, counts, strict=True)), bins)
            if not any(_splits(pattern, earlier, bin_chips) for earlier in fewer_bins):
                found.append(pattern)
            if len(found) > MAX_PATTERNS or seen > MAX_FILLINGS:
                raise TooManyPatterns(sorted(sizes), most_bins * bin_chips, MAX_PATTERNS)
    return found


def _fillings(descending: Sequence[int], room: int) -> Iterator[tuple[int, ...]]:
    """Yield the counts of each size that leave less room than the smallest needs."""
    size, *rest = descending
    if not rest:
        yield (room // size,)
        return
    for count in range(room // size, -1, -1):
        for others in _fillings(rest, room - count * size):
            yield (count, *others)


def _splits(pattern: Pattern, earlier: Pattern, bin_chips: int) -> bool:
    """Whether an earlier pattern holds so much of this one that the rest fits the other bins."""
    spare_bins = pattern.bins - earlier.bins
    rest = sum(
        chips * max(0, count - other)
        for (chips, count), (_, other) in zip(pattern.counts, earlier.counts, strict=True)
    )
    return rest <= spare_bins * bin_chips
