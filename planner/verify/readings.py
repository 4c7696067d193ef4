"""What the curves of a deployment say, each thing read from them once."""

from dataclasses import dataclass
from fractions import Fraction

from planner.entries import Curve, Deployment, OperatingPoint
from planner.verify.fit import Fit, ShapedTrack
from planner.verify.lengths import Lengths, lengths_of
from planner.verify.numbers import exact
from planner.verify.percentiles import Latency, value_of
from planner.verify.points import held_points
from planner.verify.track import Track, running_maximum

Value = tuple[Fraction, str]
"""ms, and what it rests on."""


@dataclass(frozen=True, slots=True)
class Held:
    """A point with a concurrency, before saturation."""

    concurrency: Fraction
    tokens_per_s: Fraction
    point: OperatingPoint


class Readings:
    """A deployment's curves under one rule for missing percentiles."""

    def __init__(self, deployment: Deployment, *, use_lower: bool) -> None:
        self.curves: tuple[Curve, ...] = deployment.curves
        self.lengths: tuple[Lengths, ...] = tuple(lengths_of(curve) for curve in self.curves)
        self.use_lower = use_lower
        self._held: dict[int, tuple[Held, ...]] = {}
        self._values: dict[tuple[int, Latency], tuple[Value | None, ...]] = {}
        self._tracks: dict[tuple[int, tuple[Latency, ...]], Track | None] = {}
        self._fits: dict[tuple[tuple[int, ...], tuple[Latency, ...]], Fit] = {}

    def held(self, curve: int) -> tuple[Held, ...]:
        """The points of a curve that have a concurrency and are not saturated, in its order."""
        if curve not in self._held:
            self._held[curve] = tuple(
                Held(exact(point.concurrency or 0), exact(point.output_tokens_per_s or 0), point)
                for point in held_points(self.curves[curve])
            )
        return self._held[curve]

    def values(self, curve: int, latency: Latency) -> tuple[Value | None, ...]:
        """A latency at each of these points; None where the point does not tell it."""
        key = (curve, latency)
        if key not in self._values:
            self._values[key] = tuple(
                value_of(held.point, latency, use_lower=self.use_lower) for held in self.held(curve)
            )
        return self._values[key]

    def track(self, curve: int, wanted: tuple[Latency, ...]) -> Track | None:
        """A curve without the points that lack a wanted latency; None where none is left."""
        key = (curve, wanted)
        if key not in self._tracks:
            self._tracks[key] = self._track(curve, wanted)
        return self._tracks[key]

    def fit(self, curves: tuple[int, ...], wanted: tuple[Latency, ...]) -> Fit:
        """What tokens cost, from those of the curves that tell every wanted latency."""
        key = (curves, wanted)
        if key not in self._fits:
            tracks = [(curve, self.track(curve, wanted)) for curve in curves]
            self._fits[key] = Fit(
                [ShapedTrack(track, self.lengths[curve]) for curve, track in tracks if track]
            )
        return self._fits[key]

    def _track(self, curve: int, wanted: tuple[Latency, ...]) -> Track | None:
        columns = [self.values(curve, latency) for latency in wanted]
        held = self.held(curve)
        kept = [row for row in range(len(held)) if all(column[row] for column in columns)]
        if not kept:
            return None
        told = {
            latency: [value for row in kept if (value := column[row])]
            for latency, column in zip(wanted, columns, strict=True)
        }
        return Track(
            curve=curve,
            knots=tuple(held[row].concurrency for row in kept),
            token_s=tuple(held[row].concurrency / held[row].tokens_per_s for row in kept),
            latencies={
                latency: running_maximum([value for value, _ in column])
                for latency, column in told.items()
            },
            rests_on={
                latency: tuple(basis for _, basis in column) for latency, column in told.items()
            },
        )
