"""What a deployment's curves, taken together, say of any shape between theirs."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Final

from planner.candidates.curves import Lengths
from planner.candidates.promise import Promised
from planner.sizing.curve import rate_at
from planner.sizing.envelope import Envelope, worse_of
from planner.sizing.shape import MeasuredTime, TokenTimes, fit_token_times
from planner.units import rounded_up

_DIGITS: Final = 40


@dataclass(frozen=True, slots=True)
class Measurement:
    """One measured shape, for the fit."""

    curve: int
    """Position in the deployment."""
    lengths: Lengths
    promised: Promised

    @property
    def uncached(self) -> Fraction:
        """Input tokens that no cache served."""
        return self.lengths.uncached

    @property
    def output(self) -> Fraction:
        """Output tokens."""
        return self.lengths.output_tokens

    @property
    def ratio(self) -> Fraction:
        """Uncached input tokens per output token."""
        return self.uncached / self.output

    @property
    def size(self) -> Fraction:
        """Input and output tokens."""
        return self.lengths.input_tokens + self.output


@dataclass(frozen=True)
class Family:
    """At least two measured shapes of a deployment that state the same latencies."""

    measurements: tuple[Measurement, ...]
    _times: dict[Fraction, TokenTimes] = field(
        default_factory=dict[Fraction, TokenTimes], init=False
    )
    _envelopes: dict[tuple[int, ...], Envelope | None] = field(
        default_factory=dict[tuple[int, ...], Envelope | None], init=False
    )

    @cached_property
    def by_ratio(self) -> tuple[tuple[Fraction, Measurement], ...]:
        """(ratio, the longest shape of that ratio), rising."""
        longest: dict[Fraction, Measurement] = {}
        for m in self.measurements:
            if m.ratio not in longest or m.size > longest[m.ratio].size:
                longest[m.ratio] = m
        return tuple(sorted(longest.items(), key=lambda pair: pair[0]))

    @property
    def least_ratio(self) -> Fraction:
        """Below it nothing was measured."""
        return self.by_ratio[0][0]

    @property
    def greatest_ratio(self) -> Fraction:
        """Above it nothing was measured."""
        return self.by_ratio[-1][0]

    @cached_property
    def longest_input(self) -> Fraction:
        """Tokens; cached ones included."""
        return max(m.lengths.input_tokens for m in self.measurements)

    @cached_property
    def longest_output(self) -> Fraction:
        """Tokens."""
        return max(m.output for m in self.measurements)

    def brackets(self, ratio: Fraction) -> tuple[Measurement, ...]:
        """The shapes of the nearest ratios at or below and at or above; one, where it hits one."""
        above = next(i for i, (known, _) in enumerate(self.by_ratio) if known >= ratio)
        known, measurement = self.by_ratio[above]
        return (measurement,) if known == ratio else (self.by_ratio[above - 1][1], measurement)

    def envelope(self, brackets: Sequence[Measurement]) -> Envelope | None:
        """The worse latencies of the brackets; `None` where they share no concurrency."""
        key = tuple(m.curve for m in brackets)
        if key not in self._envelopes:
            self._envelopes[key] = worse_of([m.promised.sweep for m in brackets])
        return self._envelopes[key]

    def times(self, at: Fraction) -> TokenTimes:
        """What a token takes at a concurrency, over every curve whose points span it."""
        if at not in self._times:
            spanning = [m for m in self.measurements if m.promised.sweep.spans(at)]
            self._times[at] = _shortened(fit_token_times([_time(m, at) for m in spanning]))
        return self._times[at]


def _shortened(times: TokenTimes) -> TokenTimes:
    """Fractions of thousands of digits cut at 40; up, so that no rate is above the true one."""
    alpha, beta = times.per_uncached_input, times.per_output
    return TokenTimes(rounded_up(alpha, _DIGITS), rounded_up(beta, _DIGITS), times.residual)


def _time(m: Measurement, at: Fraction) -> MeasuredTime:
    return MeasuredTime(m.uncached, m.output, m.output / rate_at(m.promised.sweep, at))
