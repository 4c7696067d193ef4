"""The worse of two measured curves at every concurrency that both share."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from planner.sizing.curve import Row, Sweep, interpolate


@dataclass(frozen=True, slots=True)
class Envelope:
    """Latencies along the concurrencies that all of some curves share."""

    concurrency: tuple[Fraction, ...]
    latency: tuple[Row, ...]
    """Shape (latencies, concurrencies), ms: of each the worst curve's."""
    peak: Fraction
    """The least of the curves' throughput peaks."""


def worse_of(sweeps: Sequence[Sweep]) -> Envelope | None:
    """Of each latency the greatest over one or two curves; `None` where they share no concurrency.

    The greater of two lines bends where they cross: those concurrencies become points too.
    """
    first = max(sweep.concurrency[0] for sweep in sweeps)
    last = min(sweep.concurrency[-1] for sweep in sweeps)
    if first > last:
        return None
    peak = min(sweep.peak for sweep in sweeps)
    if len(sweeps) == 1:
        return Envelope(sweeps[0].concurrency, sweeps[0].latency, peak)
    held = sorted({first, last, *(c for s in sweeps for c in s.concurrency if first <= c <= last)})
    bends = {c for row in range(len(sweeps[0].latency)) for c in _crossings(held, sweeps, row)}
    knots = tuple(sorted({*held, *bends}))
    rows = range(len(sweeps[0].latency))
    return Envelope(
        knots, tuple(tuple(_worst(sweeps, row, c) for c in knots) for row in rows), peak
    )


def _worst(sweeps: Sequence[Sweep], row: int, at: Fraction) -> Fraction:
    return max(interpolate(at, sweep.concurrency, sweep.latency[row]) for sweep in sweeps)


def _crossings(held: Sequence[Fraction], sweeps: Sequence[Sweep], row: int) -> Iterator[Fraction]:
    """Where one latency of two curves crosses, strictly between shared points."""
    a, b = sweeps
    gaps = [
        interpolate(c, a.concurrency, a.latency[row])
        - interpolate(c, b.concurrency, b.latency[row])
        for c in held
    ]
    for (left, before), (right, after) in pairwise(zip(held, gaps, strict=True)):
        if before * after < 0:
            yield left + (right - left) * before / (before - after)
