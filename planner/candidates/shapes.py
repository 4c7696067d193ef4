"""Which measured shapes are a workload's own, larger, or nearest to it."""

from fractions import Fraction
from typing import Final

import numpy as np

from planner.candidates.curves import CurveData, CurveSet, Lengths
from planner.loads import Shape

WITHIN: Final = Fraction(2, 100)
"""Lengths that differ by no more are the same shape."""
_SLACK: Final = 1e-9
"""What floats may be off by; whatever they let through is looked at exactly."""


def wanted_lengths(shape: Shape) -> Lengths:
    """The lengths of a workload's requests."""
    return Lengths(shape.input_tokens, shape.output_tokens, shape.uncached)


def same_shape(curves: CurveSet, wanted: Lengths) -> CurveData | None:
    """The curve whose lengths are each within 2 %; the nearest, then the first."""
    if wanted.key in curves.by_shape:
        return curves.by_shape[wanted.key]
    near = np.abs(curves.table - _floats(wanted)) <= (0.02 + _SLACK) * curves.table
    options = [curves.shaped[i] for i in np.flatnonzero(near.all(axis=1))]
    close = [(d, c) for c in options if (d := _difference(c, wanted)) is not None]
    return min(close, key=lambda pair: pair[0])[1] if close else None


def _difference(curve: CurveData, wanted: Lengths) -> Fraction | None:
    """The sum of relative differences; `None` where one is above 2 %."""
    total = Fraction(0)
    if curve.lengths is None:
        return None
    for length, measured in zip(wanted.key, curve.lengths.key, strict=True):
        if abs(length - measured) > WITHIN * measured:
            return None
        total += abs(length - measured) / measured if measured else Fraction(0)
    return total


def larger_shapes(curves: CurveSet, wanted: Lengths) -> list[CurveData]:
    """The curves that are at least as long in both lengths, and no better cached."""
    floats = _floats(wanted)
    near = (curves.table >= (1 - _SLACK) * floats).all(axis=1)
    clear = (curves.table > (1 + _SLACK) * floats).all(axis=1)
    return [
        curves.shaped[i]
        for i in np.flatnonzero(near)
        if clear[i] or _covers(curves.shaped[i], wanted)
    ]


def _covers(curve: CurveData, wanted: Lengths) -> bool:
    return curve.lengths is not None and all(
        have >= want for have, want in zip(curve.lengths.key, wanted.key, strict=True)
    )


def nearest_shape(curves: CurveSet, wanted: Lengths) -> CurveData | None:
    """The curve nearest by |ln(I/Ic)| + |ln(O/Oc)|, then the first.

    An input of 0 is near to no other.
    """
    if not curves.shaped:
        return None
    with np.errstate(divide="ignore", invalid="ignore"):
        apart = np.abs(np.log(curves.table[:, :2] / _floats(wanted)[:2]))
    apart[np.isnan(apart)] = 0.0  # both are 0
    far = apart.sum(axis=1)
    if not np.isfinite(far.min()):
        return None
    rivals = [curves.shaped[i] for i in np.flatnonzero(far <= far.min() + _SLACK)]
    return min(rivals, key=lambda curve: _apart(curve, wanted)) if len(rivals) > 1 else rivals[0]


def _apart(curve: CurveData, wanted: Lengths) -> Fraction:
    """The product of the ratios, which has the order of the sum of their logarithms."""
    if curve.lengths is None:
        return Fraction(0)
    product = Fraction(1)
    for one, other in zip(wanted.key[:2], curve.lengths.key[:2], strict=True):
        product *= max(one, other) / min(one, other) if one and other else Fraction(1)
    return product


def _floats(lengths: Lengths) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.array([float(length) for length in lengths.key])
