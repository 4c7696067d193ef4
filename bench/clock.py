"""Times of commands and calls to compare, taken in turn so that all see the same machine."""

import os
import subprocess
import time
from collections.abc import Callable, Sequence
from statistics import median

type Work = Callable[[], object]


def in_turn(works: Sequence[Work], rounds: int) -> list[list[float]]:
    """Seconds of each work in each round; they take turns, after one round that does not count."""
    for work in works:
        work()
    taken = [[seconds_of(work) for work in works] for _ in range(rounds)]
    return [list(times) for times in zip(*taken, strict=True)]


def seconds_of(work: Work) -> float:
    """Seconds that one call takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def middle_ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """The median over the rounds of ours / theirs: what disturbs a round disturbs both."""
    return median(a / b for a, b in zip(ours, theirs, strict=True))


def process(*command: str) -> Work:
    """A whole process, start to end, its output dropped; modules are compiled once and kept."""
    kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}

    def run() -> None:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=kept)

    return run
