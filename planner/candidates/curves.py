"""The curves of a deployment as exact numbers, reckoned once and read by every workload."""

from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from planner.candidates.points import Point, alone_points, steady_points
from planner.entries import Curve, Deployment
from planner.units import exact


@dataclass(frozen=True, slots=True)
class Lengths:
    """Mean tokens of a request that a curve was measured with."""

    input_tokens: Fraction
    output_tokens: Fraction
    uncached: Fraction
    """Input tokens that no cache served."""

    @property
    def key(self) -> tuple[Fraction, Fraction, Fraction]:
        """All three."""
        return (self.input_tokens, self.output_tokens, self.uncached)


@dataclass(frozen=True, slots=True)
class CurveData:
    """One curve: its steady points in order, and those that stand alone."""

    position: int
    """In its deployment."""
    lengths: Lengths | None
    """`None`: it holds for any shape."""
    sweep: tuple[Point, ...]
    """By rising concurrency, up to the first saturated point."""
    alone: tuple[Point, ...]
    """Without a concurrency, saturated ones left out."""

    @property
    def input_tokens(self) -> Fraction | None:
        """Mean input of a request."""
        return self.lengths and self.lengths.input_tokens

    @property
    def output_tokens(self) -> Fraction | None:
        """Mean output of a request."""
        return self.lengths and self.lengths.output_tokens

    @property
    def uncached(self) -> Fraction | None:
        """Mean input of a request that no cache served."""
        return self.lengths and self.lengths.uncached


@dataclass(frozen=True, slots=True)
class CurveSet:
    """All curves of a deployment, indexed by shape."""

    curves: tuple[CurveData, ...]
    shapeless: CurveData | None
    shaped: tuple[CurveData, ...]
    by_shape: dict[tuple[Fraction, Fraction, Fraction], CurveData] = field(repr=False)
    table: NDArray[np.float64] = field(repr=False)
    """Shape (shaped curves, 3): input, output, uncached tokens; to look through quickly."""


def curve_set(deployment: Deployment) -> CurveSet:
    """The curves of a deployment that hold output tokens (or streams, for audio)."""
    curves = tuple(
        _curve(position, curve, deployment.role) for position, curve in enumerate(deployment.curves)
    )
    pairs = [(curve, curve.lengths) for curve in curves if curve.lengths is not None]
    rows = [[float(length) for length in lengths.key] for _, lengths in pairs]
    return CurveSet(
        curves,
        next((curve for curve in curves if curve.lengths is None), None),
        tuple(curve for curve, _ in pairs),
        {lengths.key: curve for curve, lengths in pairs},
        np.array(rows, dtype=np.float64).reshape(len(rows), 3),
    )


def _curve(position: int, curve: Curve, role: str) -> CurveData:
    steady, alone = steady_points(curve, role), alone_points(curve, role)
    return CurveData(position, _lengths(curve), steady, alone)


def _lengths(curve: Curve) -> Lengths | None:
    if curve.input_tokens is None or curve.output_tokens is None:
        return None
    length = exact(curve.input_tokens)
    uncached = length * (1 - exact(curve.cached_input_fraction))
    return Lengths(length, exact(curve.output_tokens), uncached)
