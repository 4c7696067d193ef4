"""What a deployment gives a workload: latencies and a rate at every concurrency, up to a cap."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from planner.verify.fit import Fit
from planner.verify.forms import Form
from planner.verify.lengths import Lengths
from planner.verify.track import Track


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a deployment cannot carry a workload."""

    reason: str


@dataclass(frozen=True, slots=True)
class Lone:
    """A point without a concurrency that keeps every limit."""

    rule: str
    curve: int
    point: int
    rate: Fraction
    """requests/s of one replica."""
    sums_ms: tuple[Fraction, ...]
    """What each form comes to."""
    forms: tuple[Form, ...]
    rests_on: tuple[frozenset[str], ...]
    """What the values in each form rest on."""


@dataclass(frozen=True)
class Plan:
    """One curve, or two that bracket a shape between them."""

    rule: str
    forms: tuple[Form, ...]
    tracks: tuple[Track, ...]
    """Where latencies come from; of two the worse counts."""
    lengths: Lengths
    """That are planned on: the workload's own, padded ones, or those of a larger shape."""
    fit: Fit | None = None
    """What the rate is fitted with; none: the rate is that of the one track."""

    @cached_property
    def first(self) -> Fraction:
        """Below this nothing was measured."""
        return max(track.knots[0] for track in self.tracks)

    @cached_property
    def last(self) -> Fraction:
        """The most that may be used: the last point, or the throughput peak before it."""
        return min(min(track.knots[-1], track.peak) for track in self.tracks)

    @property
    def curves(self) -> tuple[int, ...]:
        """Positions of the curves that latencies come from."""
        return tuple(track.curve for track in self.tracks)

    def sum_ms(self, form: Form, concurrency: Fraction) -> Fraction:
        """What a limit's sum comes to; below the first point as there."""
        limit, terms = form
        held = max(concurrency, self.first)
        return limit.constant_ms + sum(
            coefficient * max(track.latency_at(latency, held) for track in self.tracks)
            for coefficient, latency in terms
        )

    def keeps_all(self, concurrency: int) -> bool:
        """Whether every limit holds."""
        held = Fraction(concurrency)
        return all(self.sum_ms(form, held) <= form[0].ceiling_ms for form in self.forms)

    @cached_property
    def cap(self) -> int:
        """The largest whole concurrency at which all holds; 0: none."""
        low, high = 0, int(self.last)
        if high and self.keeps_all(high):
            return high
        while high - low > 1:  # sums never fall, so what fails at one fails at all above
            middle = (low + high) // 2
            low, high = (middle, high) if self.keeps_all(middle) else (low, middle)
        return low

    def rate(self, concurrency: Fraction) -> Fraction:
        """requests/s of one replica at a concurrency."""
        if self.fit is None:
            token_s = self.tracks[0].token_s_at(concurrency)
            return concurrency / token_s / self.lengths.output_tokens
        held = max(concurrency, self.first)
        alpha, beta, _ = self.fit.at(held)
        request_s = alpha * self.lengths.uncached_tokens + beta * self.lengths.output_tokens
        return concurrency / held / request_s
