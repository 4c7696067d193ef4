"""A curve as one workload sees it: latencies that never fall, and the time a token takes."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from planner.verify.percentiles import Latency


@dataclass(frozen=True, slots=True)
class Track:
    """The points of one curve that count for one workload, at least one, by concurrency."""

    curve: int
    """Position in the deployment."""
    knots: tuple[Fraction, ...]
    """Concurrency of each point, rising."""
    token_s: tuple[Fraction, ...]
    """Concurrency / rate at each point: what one token takes, s."""
    latencies: dict[Latency, tuple[Fraction, ...]]
    """Running maximum along the points, ms."""
    rests_on: dict[Latency, tuple[str, ...]]
    """What each point's value rests on."""
    memo: dict[tuple[Latency, Fraction], Fraction] = field(
        default_factory=dict[tuple[Latency, Fraction], Fraction], compare=False, repr=False
    )

    @property
    def peak(self) -> Fraction:
        """Concurrency of the highest rate, the first of equals."""
        rates = [knot / token for knot, token in zip(self.knots, self.token_s, strict=True)]
        return self.knots[rates.index(max(rates))]

    def token_s_at(self, concurrency: Fraction) -> Fraction:
        """What one token takes, s; below the first point as there."""
        return interpolated(self.knots, self.token_s, concurrency)

    def latency_at(self, latency: Latency, concurrency: Fraction) -> Fraction:
        """A latency, ms; below the first point as there."""
        key = (latency, concurrency)
        if key not in self.memo:
            self.memo[key] = interpolated(self.knots, self.latencies[latency], concurrency)
        return self.memo[key]

    def spans(self, concurrency: Fraction) -> bool:
        """Whether a concurrency lies within the points."""
        return self.knots[0] <= concurrency <= self.knots[-1]

    def around(self, concurrency: Fraction) -> slice:
        """The points that a value at a concurrency comes from: one, or two neighbours."""
        above = min(bisect_left(self.knots, concurrency), len(self.knots) - 1)
        is_point = self.knots[above] <= concurrency or above == 0
        return slice(above if is_point else above - 1, above + 1)


def interpolated(knots: Sequence[Fraction], values: Sequence[Fraction], at: Fraction) -> Fraction:
    """Linear between knots; below the first its value, above the last its value.

    >>> interpolated([Fraction(10), Fraction(30)], [Fraction(100), Fraction(300)], Fraction(20))
    Fraction(200, 1)
    """
    above = bisect_left(knots, at)
    if above == 0 or above == len(knots):
        return values[min(above, len(knots) - 1)]
    if knots[above] == at:
        return values[above]
    low, high = knots[above - 1], knots[above]
    start, end = values[above - 1], values[above]
    return start + (end - start) * (at - low) / (high - low)


def running_maximum(values: Sequence[Fraction]) -> tuple[Fraction, ...]:
    """Each value, or the highest before it."""
    highest: list[Fraction] = []
    for value in values:
        highest.append(max(value, highest[-1]) if highest else value)
    return tuple(highest)
