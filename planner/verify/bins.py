"""Whether whole replicas fit in whole scale-up domains: an exact search over packing patterns."""

from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from planner.verify.patterns import Counts, Pattern, fractional, patterns

MAX_STEPS: Final = 20_000
"""A search is given up beyond; patterns fill up long before on any real mix of sizes."""


class SearchTooLong(Exception):
    """No packing was found, and none was ruled out."""


@dataclass(frozen=True, slots=True)
class Room:
    """What replicas are packed into."""

    node_chips: int
    domain_chips: int
    nodes: int
    """That may hold replicas."""
    domains: int | None
    """At most so many; None: nodes may be joined into part-filled domains as one likes."""


def fits(replicas: dict[int, int], room: Room) -> bool:
    """Whether replicas of given sizes fit: none straddles domains unless it is larger than one.

    A replica larger than a domain takes whole domains of its own.

    Args:
        replicas: how many of each size, chips.
        room: nodes and domains.

    Raises:
        SearchTooLong: it cannot be told within `MAX_STEPS`.

    >>> fits({3: 5}, Room(node_chips=8, domain_chips=8, nodes=2, domains=2))
    False
    >>> fits({3: 5}, Room(node_chips=8, domain_chips=8, nodes=3, domains=3))
    True
    """
    domain = room.domain_chips
    whole = sum(-(-size // domain) * n for size, n in replicas.items() if size >= domain)
    small = {size: n for size, n in replicas.items() if size < domain and n}
    nodes = room.nodes - whole * (domain // room.node_chips)
    domains = None if room.domains is None else room.domains - whole
    if nodes < 0 or (domains is not None and domains < 0):
        return False
    if not small:
        return True
    rest = Room(room.node_chips, domain, nodes, domains)
    return _fits_by_sums(small, rest) or _fits_by_search(small, rest)


def _fits_by_sums(replicas: dict[int, int], room: Room) -> bool:
    """The quick way, right where the sizes form a chain of divisors; else it says no."""
    chips = sum(size * count for size, count in replicas.items())
    chain = sorted({*replicas, room.node_chips, room.domain_chips})
    if any(large % small for small, large in pairwise(chain)):
        return False
    nodes = -(-chips // room.node_chips)
    domains = room.nodes if room.domains is None else room.domains
    return nodes <= room.nodes and chips <= domains * room.domain_chips


def _fits_by_search(replicas: dict[int, int], room: Room) -> bool:
    """By patterns: most of them as fractions of patterns tell, what remains by trying all."""
    sizes = tuple(sorted(replicas, reverse=True))
    counts = tuple(replicas[size] for size in sizes)
    domains = sum(counts) if room.domains is None else room.domains
    unit = room.node_chips if room.domains is None else room.domain_chips  # what is short
    ways = _ways(sizes, counts, unit, room)
    costs = [way.units for way in ways]
    least, taken = fractional(counts, [way.counts for way in ways], costs)
    if least > (room.nodes if room.domains is None else domains):
        return False
    left, nodes_left, domains_left = counts, room.nodes, domains
    for way, times in zip(ways, taken, strict=True):
        left = _without(left, way.counts, int(times))
        nodes_left -= -(-way.chips // room.node_chips) * int(times)
        domains_left -= int(times)
    search = _Search(sizes, room)
    try:
        if min(nodes_left, domains_left) >= 0 and search.run(left, nodes_left, domains_left):
            return True
    except SearchTooLong:
        search = _Search(sizes, room)
    return search.run(counts, room.nodes, domains)


def _ways(sizes: Counts, counts: Counts, unit: int, room: Room) -> tuple[Pattern, ...]:
    """Ways to fill a domain to which nothing can be added without a further unit."""
    pairs = zip(counts, sizes, strict=True)
    limits = tuple(min(count, room.domain_chips // size) for count, size in pairs)
    return patterns(sizes, limits, unit, room.domain_chips)


def _without(counts: Counts, pattern: Counts, times: int) -> Counts:
    """What is left to pack; a pattern may hold more than there is."""
    return tuple(max(c - p * times, 0) for c, p in zip(counts, pattern, strict=True))


@dataclass
class _Search:
    """Fills domain after domain, each time with the largest replica that is left."""

    sizes: Counts
    room: Room
    steps: int = 0
    failed: set[tuple[Counts, int, int]] = field(default_factory=set[tuple[Counts, int, int]])

    def run(self, counts: Counts, nodes: int, domains: int) -> bool:
        """Whether the counts fit in so many nodes and domains."""
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise SearchTooLong
        if not any(counts):
            return True
        state = (counts, nodes, domains)
        if state in self.failed or self._is_short(counts, nodes, domains):
            return False
        for way in self._with_the_largest(counts):
            held = zip(counts, way.counts, strict=True)
            most = min(count // each for count, each in held if each)
            for times in range(min(most, nodes // way.units, domains), 0, -1):
                left = _without(counts, way.counts, times)
                if self.run(left, nodes - way.units * times, domains - times):
                    return True
        self.failed.add(state)
        return False

    def _is_short(self, counts: Counts, nodes: int, domains: int) -> bool:
        chips = sum(c * s for c, s in zip(counts, self.sizes, strict=True))
        return chips > min(nodes * self.room.node_chips, domains * self.room.domain_chips)

    def _with_the_largest(self, counts: Counts) -> list[Pattern]:
        """Ways to fill a domain with the largest size that is left.

        Where domains are short the fullest come first, else those that leave least of their nodes
        empty; of equals the one with most of the large.
        """
        largest = next(i for i, count in enumerate(counts) if count)
        ways = _ways(self.sizes, counts, self.room.node_chips, self.room)
        return sorted((way for way in ways if way.counts[largest]), key=self._order)

    def _order(self, way: Pattern) -> tuple[int, int, Counts]:
        is_free = self.room.domains is None
        waste = way.units * self.room.node_chips - way.chips if is_free else -way.chips
        return waste, -way.chips, tuple(-count for count in way.counts)
