"""Whether replicas carry what is routed to them, exactly; if not by a hair, whether they could."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from planner.verify.case import Key
from planner.verify.checking import RELATIVE
from planner.verify.numbers import sum_rounded_up
from planner.verify.simplex import shares_within

Shares = Mapping[Key, Mapping[str, Fraction]]
"""Of each load, by pool."""


@dataclass(frozen=True, slots=True)
class Routing:
    """Loads on pools."""

    busy: Mapping[Key, Mapping[str, Fraction]]
    """Replicas that the whole of a load would keep busy in a pool that it may use."""
    shares: Shares
    capacities: Mapping[str, int]
    """Replicas by pool."""

    def terms(self, without: frozenset[Key] = frozenset()) -> dict[str, list[Fraction]]:
        """Replicas that each load keeps busy, by pool."""
        terms: dict[str, list[Fraction]] = {pool: [] for pool in self.capacities}
        for key, shares in self.shares.items():
            if key not in without:
                busy = self.busy[key]
                for pool, share in shares.items():
                    terms[pool].append(busy[pool] * share if share != 1 else busy[pool])
        return terms

    def used(self) -> dict[str, Fraction]:
        """Replicas that are kept busy, by pool; rounded up a little where that is enough."""
        used: dict[str, Fraction] = {}
        for pool, terms in self.terms().items():
            used[pool] = sum_rounded_up(terms)
            if used[pool] > self.capacities[pool]:
                used[pool] = sum(terms, Fraction(0))
        return used


def settled(routing: Routing) -> dict[str, Fraction]:
    """Replicas kept busy by the stated shares, or by better ones where those fail by a hair.

    Stated shares come from a solver of limited precision. Where they overfill a pool by no more
    than 1e-9 of it, others are sought in exact arithmetic: for the loads of the overfull pools
    first, then for all. What comes back is within every pool if any shares are.
    """
    used = routing.used()
    capacities = routing.capacities
    full = {pool for pool, busy in used.items() if busy > capacities[pool]}
    if not full or any(used[pool] > capacities[pool] * (1 + RELATIVE) for pool in full):
        return used
    touching = frozenset(key for key, shares in routing.shares.items() if full & shares.keys())
    for loads in (touching, frozenset(routing.shares)):
        better = _rerouted(routing, loads)
        if better is not None:
            return better
    return used


def _rerouted(routing: Routing, loads: frozenset[Key]) -> dict[str, Fraction] | None:
    """Replicas kept busy after other shares were found for some loads; None where none are."""
    others = routing.terms(without=loads)
    fixed = {pool: sum(terms, Fraction(0)) for pool, terms in others.items()}
    pools = list(routing.capacities)
    position = {pool: index for index, pool in enumerate(pools)}
    keys = sorted(loads)
    busy = [{position[pool]: value for pool, value in routing.busy[key].items()} for key in keys]
    found = shares_within(busy, [routing.capacities[pool] - fixed[pool] for pool in pools])
    if found is None:
        return None
    for by_pool, shares in zip(busy, found, strict=True):
        for index, share in shares.items():
            fixed[pools[index]] += by_pool[index] * share
    return fixed
