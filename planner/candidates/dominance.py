"""Pools that another pool makes needless: same hardware, smaller replicas, at least the rate."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Contender:
    """A deployment at a cap, wherever it stands."""

    hardware: tuple[str, ...]
    chips: int
    """Of one replica."""
    domain_chips: int
    rates: NDArray[np.float64]
    """Shape (loads,), requests/s of one replica; 0 where it may not serve."""


def dominated_by(contenders: Sequence[Contender]) -> dict[int, int]:
    """For each contender that is needless, the position of one that is not and does all it does.

    Whatever n replicas of the larger carry, k n of the smaller carry in the same chips, with k the
    ratio of their chips: it divides evenly, and where domains matter k of them fit in the same ones.
    """
    losers: dict[int, int] = {}
    for b, loser in enumerate(contenders):
        for a, winner in enumerate(contenders):
            if a != b and _dominates(winner, loser) and (a < b or not _dominates(loser, winner)):
                losers[b] = a
                break
    return {b: _last(a, losers) for b, a in losers.items()}


def _last(position: int, losers: dict[int, int]) -> int:
    while position in losers:
        position = losers[position]
    return position


def _dominates(winner: Contender, loser: Contender) -> bool:
    if winner.hardware != loser.hardware or len(winner.hardware) != 1 or loser.chips % winner.chips:
        return False
    times = loser.chips // winner.chips
    if not _fits_in_place(winner.chips, loser.chips, winner.domain_chips, times):
        return False
    return bool(np.all(winner.rates * times >= loser.rates))


def _fits_in_place(small: int, large: int, domain: int, times: int) -> bool:
    """Whether `times` small replicas fit where one large one stood."""
    if large <= domain:
        return True
    domains = -(-large // domain)
    if small > domain:
        return times * -(-small // domain) <= domains
    return domains * (domain // small) >= times
