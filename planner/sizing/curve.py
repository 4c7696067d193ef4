"""From a measured curve to a concurrency cap and the rate there."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Literal

type Basis = Literal["measured", "interpolated", "below_first_point", "standalone"]
type Row = tuple[Fraction, ...]
"""One latency along the points, ms, never falling."""


@dataclass(frozen=True, slots=True)
class Sweep:
    """The points of one curve that count for one workload, by rising concurrency."""

    concurrency: tuple[Fraction, ...]
    """Requests in flight."""
    rate: tuple[Fraction, ...]
    """Tokens/s of the whole replica."""
    latency: tuple[Row, ...] = ()
    """Shape (latencies, points)."""

    @property
    def peak(self) -> Fraction:
        """The concurrency of the highest rate; beyond it more requests in flight deliver less."""
        return self.concurrency[self.rate.index(max(self.rate))]

    def spans(self, cap: Fraction) -> bool:
        """Whether a concurrency lies within the points."""
        return self.concurrency[0] <= cap <= self.concurrency[-1]


@dataclass(frozen=True, slots=True)
class Bound:
    """One limit: a constant and a weighted sum of latencies, at most `limit_ms`."""

    limit_ms: Fraction
    terms: tuple[tuple[Fraction, int], ...]
    """(coefficient above 0, which latency)."""
    constant_ms: Fraction = Fraction(0)

    def along(self, latency: Sequence[Row], points: int) -> Row:
        """The sum at each of so many points, ms."""
        if len(self.terms) == 1 and self.terms[0][0] == 1 and not self.constant_ms:
            return latency[self.terms[0][1]]
        total = [self.constant_ms] * points
        for coefficient, row in self.terms:
            pairs = zip(total, latency[row], strict=True)
            total = [so_far + coefficient * value for so_far, value in pairs]
        return tuple(total)


@dataclass(frozen=True, slots=True)
class Miss:
    """The limit that even the least measured load breaks."""

    limit: int
    value: Fraction
    """ms, the best that was measured."""
    concurrency: Fraction


def rising(values: Sequence[Fraction]) -> Row:
    """The running maximum: what was seen at less load is not promised at more.

    >>> [int(value) for value in rising([Fraction(x) for x in (20, 26, 22)])]
    [20, 26, 26]
    """
    return tuple(accumulate(values, max))


def slo_bounded_cap(
    concurrency: Sequence[Fraction],
    latency: Sequence[Row],
    bounds: Sequence[Bound],
    peak: Fraction,
) -> Fraction | Miss:
    """The largest concurrency up to which every limit holds, at most that of the highest rate.

    Linear between neighbouring points, never beyond the last one. Not rounded.
    """
    reach = peak
    for position, bound in enumerate(bounds):
        values = bound.along(latency, len(concurrency))
        if values[0] > bound.limit_ms:
            return Miss(position, values[0], concurrency[0])
        if values[-1] > bound.limit_ms:
            reach = min(reach, _largest_within(concurrency, values, bound.limit_ms))
    return min(reach, concurrency[-1])


def _largest_within(concurrency: Sequence[Fraction], values: Row, limit: Fraction) -> Fraction:
    """Where rising values cross a limit that lies between the first and the last of them."""
    last = bisect_right(values, limit) - 1
    low, high = values[last], values[last + 1]
    step = concurrency[last + 1] - concurrency[last]
    return concurrency[last] + step * (limit - low) / (high - low)


def interpolate(at: Fraction, xs: Sequence[Fraction], ys: Sequence[Fraction]) -> Fraction:
    """Linear between neighbouring points; at or below the first, the first.

    Raises:
        ValueError: beyond the last point.
    """
    if at > xs[-1]:
        raise ValueError(f"{at} is beyond the last point {xs[-1]}")
    right = bisect_left(xs, at)
    if right == 0 or xs[right] == at:
        return ys[right]
    left = right - 1
    part = (at - xs[left]) / (xs[right] - xs[left])
    return ys[left] + (ys[right] - ys[left]) * part


def neighbours(at: Fraction, xs: Sequence[Fraction]) -> tuple[int, ...]:
    """The positions that a value at `at` comes from: one point, or the two beside it."""
    right = min(bisect_left(xs, at), len(xs) - 1)
    return (right,) if right == 0 or xs[right] <= at else (right - 1, right)


def rate_at(sweep: Sweep, cap: Fraction) -> Fraction:
    r"""Tokens/s of one replica held at `cap` requests in flight.

    $$c / S(c), \quad S = \text{concurrency} / \text{rate}$$

    S, the residence per token and stream (Little's law), is linear between points; below the
    first point it is that of the first.

    >>> rate_at(Sweep((Fraction(10), Fraction(30)), (Fraction(1000), Fraction(2000))), Fraction(20))
    Fraction(1600, 1)
    """
    around = neighbours(cap, sweep.concurrency)
    held = [sweep.concurrency[position] for position in around]
    residences = [c / sweep.rate[position] for c, position in zip(held, around, strict=True)]
    return cap / interpolate(cap, held, residences)


def basis_at(sweep: Sweep, cap: Fraction) -> Basis:
    """How the rate at a cap is known."""
    if cap < sweep.concurrency[0]:
        return "below_first_point"
    return "measured" if cap in sweep.concurrency else "interpolated"
