"""How a deployment would serve a workload: its cap, and rate and latencies at any cap up to it."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from planner.candidates.achieved import Achieved, achieved_at
from planner.candidates.fitted import Family, Measurement
from planner.candidates.promise import Form, Promised, Rules
from planner.sizing.curve import Basis, basis_at, rate_at
from planner.sizing.shape import TokenTimes

type Tokens = tuple[Fraction, Fraction]
"""(input, output) that was planned, where it is not the workload's."""


class Plan(Protocol):
    """One way in which a deployment serves a workload."""

    @property
    def rule(self) -> str:
        """Which shape rule."""
        ...

    @property
    def cap(self) -> int | None:
        """The workload's own cap; `None`: its point stands alone."""
        ...

    @property
    def curves(self) -> tuple[int, ...]:
        """Positions of the curves, those that latencies come from first."""
        ...

    @property
    def tracks(self) -> tuple[tuple[int, Promised], ...]:
        """(position, points) of each curve that the rate rests on."""
        ...

    def rate(self, cap: int | None) -> Fraction:
        """requests/s (or streams) of one replica held at a cap."""
        ...

    def basis(self, cap: int | None) -> Basis:
        """How the rate is known."""
        ...

    def achieved(self, cap: int | None) -> tuple[Achieved, ...]:
        """What each limit comes to at a cap."""
        ...


@dataclass(frozen=True, slots=True)
class Ground:
    """What a plan on curves rests on, whatever its shape rule."""

    rule: str
    forms: tuple[Form, ...]
    rules: Rules


@dataclass(frozen=True, slots=True)
class CurvePlan:
    """On one curve, at most at a cap."""

    ground: Ground
    curve: int
    promised: Promised
    tokens_per_request: Fraction
    """That the token rate is divided by."""
    cap: int
    shape: Tokens | None = None

    @property
    def rule(self) -> str:
        """Which shape rule."""
        return self.ground.rule

    @property
    def curves(self) -> tuple[int, ...]:
        """The one curve."""
        return (self.curve,)

    @property
    def tracks(self) -> tuple[tuple[int, Promised], ...]:
        """Its points."""
        return ((self.curve, self.promised),)

    def rate(self, cap: int | None) -> Fraction:
        """requests/s of one replica held at `cap`."""
        return rate_at(self.promised.sweep, Fraction(cap or 0)) / self.tokens_per_request

    def basis(self, cap: int | None) -> Basis:
        """How the rate is known."""
        return basis_at(self.promised.sweep, Fraction(cap or 0))

    def achieved(self, cap: int | None) -> tuple[Achieved, ...]:
        """Each limit at the cap."""
        return achieved_at(
            Fraction(cap or 0), (self.promised,), self.ground.forms, self.ground.rules
        )


@dataclass(frozen=True, slots=True)
class AlonePlan:
    """On one point without a concurrency."""

    ground: Ground
    curve: int
    promised: Promised
    tokens_per_request: Fraction
    shape: Tokens | None = None
    cap: None = None

    @property
    def rule(self) -> str:
        """Which shape rule."""
        return self.ground.rule

    @property
    def curves(self) -> tuple[int, ...]:
        """The one curve."""
        return (self.curve,)

    @property
    def tracks(self) -> tuple[tuple[int, Promised], ...]:
        """Its points."""
        return ((self.curve, self.promised),)

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
        at = self.promised.sweep.concurrency[0]
        return achieved_at(at, (self.promised,), self.ground.forms, self.ground.rules)


@dataclass(frozen=True, slots=True)
class FittedPlan:
    """Between measured shapes."""

    ground: Ground
    family: Family
    brackets: tuple[Measurement, ...]
    """The two curves whose ratios bracket the workload's (one, where it hits it)."""
    first: Fraction
    """Where the domain of the brackets begins."""
    uncached: Fraction
    output: Fraction
    cap: int
    shape: Tokens | None = None

    @property
    def rule(self) -> str:
        """`fitted`, or `padded`."""
        return self.ground.rule

    @property
    def measurements(self) -> tuple[Measurement, ...]:
        """All curves that the fit may use."""
        return self.family.measurements

    @property
    def curves(self) -> tuple[int, ...]:
        """Brackets first, then the other curves."""
        brackets = [m.curve for m in self.brackets]
        return (*brackets, *(m.curve for m in self.measurements if m.curve not in brackets))

    @property
    def tracks(self) -> tuple[tuple[int, Promised], ...]:
        """The points of all of them."""
        return tuple((m.curve, m.promised) for m in self.measurements)

    def times(self, cap: int | None) -> TokenTimes:
        """The alpha and beta at a cap."""
        return self.family.times(max(Fraction(cap or 0), self.first))

    def rate(self, cap: int | None) -> Fraction:
        """requests/s of one replica held at `cap`."""
        at = Fraction(cap or 0)
        rate = 1 / self.times(cap).seconds(self.uncached, self.output)
        return rate * at / self.first if at < self.first else rate

    def basis(self, cap: int | None) -> Basis:
        """A fit is never measured as it stands."""
        return "below_first_point" if Fraction(cap or 0) < self.first else "interpolated"

    def achieved(self, cap: int | None) -> tuple[Achieved, ...]:
        """Each limit at the cap: of each latency the worse of the brackets."""
        at = max(Fraction(cap or 0), self.first)
        brackets = tuple(m.promised for m in self.brackets)
        return achieved_at(at, brackets, self.ground.forms, self.ground.rules)
