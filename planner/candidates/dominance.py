"""Options that another makes needless: same hardware, smaller replicas, at least the rate."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

MAX_RIVALS: Final = 16
"""Each option is held against so many that deliver the most from a chip: more rarely finds more."""
_SLACK: Final = 1e-9
"""What floats may be off by; whatever they let through is looked at exactly."""


@dataclass(frozen=True, slots=True)
class Contender:
    """A deployment at a cap, wherever it stands."""

    model: str
    hardware: tuple[str, ...]
    chips: int
    """Of one replica."""
    domain_chips: int
    rates: dict[int, Fraction]
    """requests/s of one replica by load; absent where it may not serve."""


def dominated_by(contenders: Sequence[Contender]) -> dict[int, int]:
    """For each contender that is needless, the position of one that is not and does all it does.

    Whatever n replicas of the larger carry, k n of the smaller carry in the same chips, with k the
    ratio of their chips: it divides evenly, and where domains matter k of them fit in the same.
    """
    groups: dict[tuple[str, str], list[int]] = {}
    for position, contender in enumerate(contenders):
        if len(contender.hardware) == 1:
            key = (contender.model, contender.hardware[0])
            groups.setdefault(key, []).append(position)
    losers: dict[int, int] = {}
    for group in groups.values():
        losers |= _within(contenders, group)
    return {loser: _last(winner, losers) for loser, winner in losers.items()}


def _within(contenders: Sequence[Contender], group: list[int]) -> dict[int, int]:
    """The losers among options for one model on the same hardware."""
    loads = sorted({load for position in group for load in contenders[position].rates})
    table = _rates_per_chip(contenders, group, loads)
    best_first = np.argsort(-table.sum(axis=1), kind="stable")[: MAX_RIVALS + 1]
    losers: dict[int, int] = {}
    for b, position in enumerate(group):
        near = (table[best_first] >= table[b] * (1 - _SLACK)).all(axis=1)
        for a in best_first[near]:
            winner, loser = contenders[group[int(a)]], contenders[position]
            doubtful = [loads[i] for i in np.flatnonzero(table[a] <= table[b] * (1 + _SLACK))]
            if a == b or not _dominates(winner, loser, doubtful):
                continue
            is_mutual = len(doubtful) == len(loads) and _dominates(loser, winner, loads)
            if a < b or not is_mutual:
                losers[position] = group[int(a)]
                break
    return losers


def _rates_per_chip(
    contenders: Sequence[Contender], group: list[int], loads: list[int]
) -> NDArray[np.float64]:
    """Shape (options of the group, loads), requests/s of one chip."""
    column = {load: i for i, load in enumerate(loads)}
    table = np.zeros((len(group), len(loads)))
    floats: dict[int, float] = {}  # by identity: loads share rates
    for row, position in enumerate(group):
        contender = contenders[position]
        for load, rate in contender.rates.items():
            if id(rate) not in floats:
                floats[id(rate)] = float(rate)
            table[row, column[load]] = floats[id(rate)] / contender.chips
    return table


def _last(position: int, losers: dict[int, int]) -> int:
    while position in losers:
        position = losers[position]
    return position


def _dominates(winner: Contender, loser: Contender, doubtful: Iterable[int]) -> bool:
    """Whether the winner's replicas do all that a loser's do in the same chips.

    Args:
        winner: has the smaller replicas, or equal ones.
        loser: the other.
        doubtful: loads at which floats do not tell which is faster.
    """
    if loser.chips % winner.chips:
        return False
    times = loser.chips // winner.chips
    none = Fraction(0)
    return _fits_in_place(winner.chips, loser.chips, winner.domain_chips, times) and all(
        winner.rates.get(load, none) * times >= loser.rates.get(load, none) for load in doubtful
    )


def _fits_in_place(small: int, large: int, domain: int, times: int) -> bool:
    """Whether `times` small replicas fit where one large one stood."""
    if large <= domain:
        return True
    domains = -(-large // domain)
    if small > domain:
        return times * -(-small // domain) <= domains
    return domains * (domain // small) >= times
