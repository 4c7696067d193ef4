"""How a deployment would serve a workload: its cap, and rate and latencies at any cap up to it."""

from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Protocol

from planner.candidates.promise import Promised
from planner.loads import Limit, Shape
from planner.sizing.curve import Basis, Miss, basis_at, interpolate, rate_at, slo_bounded_cap
from planner.sizing.shape import MeasuredTime, TokenTimes, fit_token_times


@dataclass(frozen=True, slots=True)
class Achieved:
    """What one limit comes to at a cap, ms, and how it is known."""

    limit: Limit
    value: Fraction | None
    basis: str


class Plan(Protocol):
    """One way in which a deployment serves a workload."""

    @property
    def rule(self) -> str: ...
    @property
    def cap(self) -> int | None: ...
    @property
    def curves(self) -> tuple[int, ...]: ...
    def rate(self, cap: int | None) -> Fraction: ...
    def basis(self, cap: int | None) -> Basis: ...
    def achieved(self, cap: int | None) -> tuple[Achieved, ...]: ...


def whole_cap(promised: Promised, limits: tuple[Limit, ...]) -> int | Miss:
    """The SLO-bounded cap, a whole number of requests in flight; the miss where there is none."""
    cap = slo_bounded_cap(promised.sweep, [limit.limit_ms for limit in limits])
    return cap if isinstance(cap, Miss) else floor(cap)


def achieved_on(
    promised: Promised, limits: tuple[Limit, ...], cap: Fraction
) -> tuple[Achieved, ...]:
    """Each limit's sum at a cap on one sweep."""
    sweep = promised.sweep
    between = cap not in sweep.concurrency and cap > sweep.concurrency[0]
    right = next(
        (i for i, c in enumerate(sweep.concurrency) if c >= cap), len(sweep.concurrency) - 1
    )
    rows: list[Achieved] = []
    for position, limit in enumerate(limits):
        basis = promised.bases[position][right]
        value = interpolate(cap, sweep.concurrency, sweep.latency[position])
        rows.append(
            Achieved(limit, value, "interpolated" if between and basis == "measured" else basis)
        )
    return tuple(rows)


@dataclass(frozen=True, slots=True)
class CurvePlan:
    """On one measured curve."""

    rule: str
    limits: tuple[Limit, ...]
    curve: int
    promised: Promised
    cap: int | None
    tokens_per_request: Fraction
    """That the token rate is divided by."""
    shape: tuple[Fraction, Fraction] | None = None
    """(input, output) that was planned, where it is not the workload's."""

    @property
    def curves(self) -> tuple[int, ...]:
        """The one curve."""
        return (self.curve,)

    def rate(self, cap: int | None) -> Fraction:
        """requests/s of one replica held at `cap`."""
        return rate_at(self.promised.sweep, Fraction(cap or 0)) / self.tokens_per_request

    def basis(self, cap: int | None) -> Basis:
        """How the rate is known."""
        return basis_at(self.promised.sweep, Fraction(cap or 0))

    def achieved(self, cap: int | None) -> tuple[Achieved, ...]:
        """Each limit at the cap."""
        return achieved_on(self.promised, self.limits, Fraction(cap or 0))


@dataclass(frozen=True, slots=True)
class AlonePlan:
    """On one point without a concurrency."""

    rule: str
    limits: tuple[Limit, ...]
    curve: int
    promised: Promised
    tokens_per_request: Fraction
    shape: tuple[Fraction, Fraction] | None = None
    cap: int | None = None

    @property
    def curves(self) -> tuple[int, ...]:
        """The one curve."""
        return (self.curve,)

    @property
    def point(self) -> int:
        """Position of the point in its curve."""
        return self.promised.points[0].position

    def rate(self, cap: int | None) -> Fraction:
        """requests/s (or streams) of one replica."""
        del cap
        return self.promised.sweep.rate[0] / self.tokens_per_request

    def basis(self, cap: int | None) -> Basis:
        """Always measured as it stands."""
        del cap
        return "standalone"

    def achieved(self, cap: int | None) -> tuple[Achieved, ...]:
        """Each limit at the point."""
        del cap
        rows = zip(self.limits, self.promised.sweep.latency, self.promised.bases, strict=True)
        return tuple(Achieved(limit, values[0], bases[0]) for limit, values, bases in rows)


@dataclass(frozen=True, slots=True)
class Measurement:
    """One measured shape, for the fit."""

    curve: int
    uncached: Fraction
    output: Fraction
    promised: Promised


@dataclass(frozen=True, slots=True)
class FittedPlan:
    """Between measured shapes."""

    rule: str
    limits: tuple[Limit, ...]
    brackets: tuple[Measurement, ...]
    """The two curves whose ratios bracket the workload's (one, where it hits it)."""
    measurements: tuple[Measurement, ...]
    """All curves that the fit may use."""
    uncached: Fraction
    output: Fraction
    first: Fraction
    """Where the domain of the brackets begins."""
    cap: int
    shape: tuple[Fraction, Fraction] | None = None

    @property
    def curves(self) -> tuple[int, ...]:
        """Brackets first, then the other curves."""
        brackets = [m.curve for m in self.brackets]
        return (*brackets, *(m.curve for m in self.measurements if m.curve not in brackets))

    def times(self, cap: int | None) -> TokenTimes:
        """alpha and beta at a cap."""
        at = max(Fraction(cap or 0), self.first)
        spanning = [
            m
            for m in self.measurements
            if m.promised.sweep.concurrency[0] <= at <= m.promised.sweep.concurrency[-1]
        ]
        return fit_token_times(
            [
                MeasuredTime(m.uncached, m.output, m.output / rate_at(m.promised.sweep, at))
                for m in spanning
            ]
        )

    def rate(self, cap: int | None) -> Fraction:
        """requests/s of one replica held at `cap`."""
        at = Fraction(cap or 0)
        rate = 1 / self.times(cap).seconds(self.uncached, self.output)
        return rate * at / self.first if at < self.first else rate

    def basis(self, cap: int | None) -> Basis:
        """A fit is never measured as it stands."""
        return "below_first_point" if Fraction(cap or 0) < self.first else "interpolated"

    def achieved(self, cap: int | None) -> tuple[Achieved, ...]:
        """Each limit at the cap: the worse of the brackets."""
        at = max(Fraction(cap or 0), self.first)
        rows = [achieved_on(m.promised, self.limits, at) for m in self.brackets]
        return tuple(_worse(list(options)) for options in zip(*rows, strict=True))


def _worse(options: list[Achieved]) -> Achieved:
    worst = max(options, key=lambda option: option.value or Fraction(0))
    basis = "interpolated" if worst.basis == "measured" else worst.basis
    return Achieved(worst.limit, worst.value, basis)


def planned_shape(
    shape: Shape, uncached: Fraction, output: Fraction
) -> tuple[Fraction, Fraction] | None:
    """(input, output) after padding; `None` where nothing was padded."""
    if uncached == shape.uncached and output == shape.output_tokens:
        return None
    return shape.input_tokens + (uncached - shape.uncached), output
