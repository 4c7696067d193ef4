"""From a measured curve to a concurrency cap and the rate there."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import Literal

type Basis = Literal["measured", "interpolated", "below_first_point", "standalone"]


@dataclass(frozen=True, slots=True)
class Sweep:
    """The points of one curve that count for one workload, by rising concurrency."""

    concurrency: tuple[Fraction, ...]
    """Requests in flight."""
    rate: tuple[Fraction, ...]
    """Tokens/s of the whole replica."""
    latency: tuple[tuple[Fraction, ...], ...]
    """Shape (limits, points), ms: the sum of each limit, never falling along the points."""

    def residence(self, position: int) -> Fraction:
        """Seconds per token and stream at a point: concurrency / rate (Little's law)."""
        return self.concurrency[position] / self.rate[position]

    @property
    def peak(self) -> Fraction:
        """The concurrency of the highest rate; beyond it more requests in flight deliver less."""
        return self.concurrency[self.rate.index(max(self.rate))]


@dataclass(frozen=True, slots=True)
class Miss:
    """The limit that even the least measured load breaks."""

    limit: int
    value: Fraction
    """ms, the best that was measured."""
    concurrency: Fraction


def rising(values: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """The running maximum: what was seen at less load is not promised at more."""
    return tuple(accumulate(values, max))


def slo_bounded_cap(sweep: Sweep, limits_ms: Sequence[Fraction]) -> Fraction | Miss:
    """The largest concurrency up to which every limit holds, at most that of the highest rate.

    Linear between neighbouring points, never beyond the last one. Not rounded.
    """
    for position, limit in enumerate(limits_ms):
        if sweep.latency[position][0] > limit:
            return Miss(position, sweep.latency[position][0], sweep.concurrency[0])
    reach = [
        _largest_within(sweep.concurrency, sweep.latency[position], limit)
        for position, limit in enumerate(limits_ms)
    ]
    return min([sweep.peak, *reach])


def _largest_within(
    concurrency: Sequence[Fraction], rising_ms: Sequence[Fraction], limit: Fraction
) -> Fraction:
    last = bisect_right(rising_ms, limit) - 1
    if last == len(concurrency) - 1:
        return concurrency[last]
    low, high = rising_ms[last], rising_ms[last + 1]
    step = concurrency[last + 1] - concurrency[last]
    return concurrency[last] + step * (limit - low) / (high - low)


def interpolate(at: Fraction, xs: Sequence[Fraction], ys: Sequence[Fraction]) -> Fraction:
    """Linear between neighbouring points; at or below the first, the first.

    Raises:
        ValueError: beyond the last point.
    """
    if at > xs[-1]:
        raise ValueError(f"{at} is beyond the last point {xs[-1]}")
    right = bisect_right(xs, at)
    if right == 0 or xs[right - 1] == at:
        return ys[max(right - 1, 0)]
    left = right - 1
    part = (at - xs[left]) / (xs[right] - xs[left])
    return ys[left] + (ys[right] - ys[left]) * part


def residence_at(sweep: Sweep, cap: Fraction) -> Fraction:
    """Seconds per token and stream at a cap, linear between points."""
    residences = [sweep.residence(position) for position in range(len(sweep.rate))]
    return interpolate(cap, sweep.concurrency, residences)


def rate_at(sweep: Sweep, cap: Fraction) -> Fraction:
    r"""Tokens/s of one replica held at `cap` requests in flight.

    $$c / S(c)$$

    S, the residence, is linear between points; below the first it is that of the first.
    """
    return cap / residence_at(sweep, cap)


def basis_at(sweep: Sweep, cap: Fraction) -> Basis:
    """How the rate at a cap is known."""
    if cap < sweep.concurrency[0]:
        return "below_first_point"
    return "measured" if cap in sweep.concurrency else "interpolated"


def is_saturated(
    completed_per_s: Fraction, offered_per_s: Fraction, duration_s: Fraction | None, e2e_s: Fraction
) -> bool:
    r"""Whether an open-loop run completed clearly less than was offered.

    All tools divide by the time to the last completion, so that even an idle server shows
    offered x W/(W + E), with W the time of arrivals and E the mean end-to-end time.

    $$\text{completed} < 0.9 \cdot \text{offered} \cdot \frac{W}{W + E}, \quad W = D - E$$
    """
    drain = Fraction(1)
    if duration_s is not None:
        drain = max(duration_s - e2e_s, Fraction(0)) / duration_s
    return completed_per_s < Fraction(9, 10) * offered_per_s * drain
