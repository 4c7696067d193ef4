"""Whether whole replicas fit in whole scale-up domains: an exact search over packing patterns."""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Final

Counts = tuple[int, ...]
"""Replicas by size."""
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
    sizes = tuple(sorted(replicas, reverse=True))
    counts = tuple(replicas[size] for size in sizes)
    search = _Search(sizes, room, _best_fill(sizes, counts, room))
    domains = sum(counts) if room.domains is None else room.domains
    return search.run(counts, room.nodes, domains)


def _best_fill(sizes: Counts, counts: Counts, room: Room) -> tuple[int, Fraction]:
    """Most chips that any way puts in a domain, and most per node: no packing does better."""
    limits = _limits(sizes, counts, room.domain_chips)
    ways = [chips for chips, _ in _filled(sizes, limits, None, room.domain_chips) if chips]
    return max(ways), max(Fraction(chips, -(-chips // room.node_chips)) for chips in ways)


@dataclass
class _Search:
    """Fills domain after domain, each time with the largest replica that is left."""

    sizes: Counts
    room: Room
    best: tuple[int, Fraction]
    """Most chips in a domain, and per node."""
    steps: int = 0
    failed: set[tuple[Counts, int, int]] = field(default_factory=set[tuple[Counts, int, int]])

    def run(self, counts: Counts, nodes: int, domains: int) -> bool:
        """Whether the counts fit in so many nodes and domains."""
        if not any(counts):
            return True
        state = (counts, nodes, domains)
        if state in self.failed or self._is_short(counts, nodes, domains):
            return False
        self.steps += 1
        if self.steps > MAX_STEPS:
            raise SearchTooLong
        for pattern, cost in self._patterns(counts):
            most = min(c // p for c, p in zip(counts, pattern, strict=True) if p)
            for times in range(min(most, nodes // cost, domains), 0, -1):
                left = tuple(c - p * times for c, p in zip(counts, pattern, strict=True))
                if self.run(left, nodes - cost * times, domains - times):
                    return True
        self.failed.add(state)
        return False

    def _is_short(self, counts: Counts, nodes: int, domains: int) -> bool:
        chips = sum(c * s for c, s in zip(counts, self.sizes, strict=True))
        per_domain, per_node = self.best
        return chips > domains * per_domain or chips > nodes * per_node

    def _patterns(self, counts: Counts) -> list[tuple[Counts, int]]:
        """Ways to fill one domain with the largest size that is left, with their nodes.

        None to which a replica could be added without a further node: it may as well be. Where
        domains are short the fullest come first, else those that leave least of their nodes empty.
        """
        largest = next(i for i, count in enumerate(counts) if count)
        domain, node = self.room.domain_chips, self.room.node_chips
        limits = _limits(self.sizes, counts, domain)
        found: list[tuple[int, int, Counts]] = []
        for chips, pattern in _filled(self.sizes, limits, largest, domain):
            empty = -chips % node
            rows = zip(pattern, limits, self.sizes, strict=True)
            if not any(held < limit and size <= empty for held, limit, size in rows):
                waste = empty if self.room.domains is None else domain - chips
                found.append((waste, -chips, pattern))
        return [(pattern, -(chips // node)) for _, chips, pattern in sorted(found)]


def _limits(sizes: Counts, counts: Counts, domain: int) -> Counts:
    pairs = zip(counts, sizes, strict=True)
    return tuple(min(count, domain // size) for count, size in pairs)


@lru_cache(maxsize=4096)
def _filled(
    sizes: Counts, limits: Counts, largest: int | None, room: int
) -> tuple[tuple[int, Counts], ...]:
    """Chips and counts of every way to fill a domain that holds one of the largest size."""
    ways: list[tuple[int, Counts]] = [(0, ())]
    for index, (size, limit) in enumerate(zip(sizes, limits, strict=True)):
        least = 1 if index == largest else 0
        ways = [
            (chips + size * count, (*pattern, count))
            for chips, pattern in ways
            for count in range(least, min(limit, (room - chips) // size) + 1)
        ]
    return tuple(ways)
