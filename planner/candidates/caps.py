"""The concurrency caps that the pools of one deployment are offered at."""

from collections.abc import Iterable
from typing import Final

MAX_CAPS: Final = 8


def merged_caps(caps: Iterable[int]) -> tuple[int, ...]:
    """At most eight distinct caps; those nearest above a neighbour give way to it, the safe way.

    >>> merged_caps([64, 8, 64, 16])
    (8, 16, 64)
    >>> merged_caps([1, 2, 4, 8, 16, 32, 64, 65, 128])
    (1, 2, 4, 8, 16, 32, 64, 128)
    """
    kept = sorted(set(caps))
    while len(kept) > MAX_CAPS:
        steps = [kept[i + 1] / kept[i] for i in range(len(kept) - 1)]
        del kept[steps.index(min(steps)) + 1]
    return tuple(kept)
