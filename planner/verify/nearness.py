"""Which curves of a deployment are the same shape as a workload's, larger, or nearest to it."""

from fractions import Fraction
from typing import Final

from planner.verify.ask import Ask
from planner.verify.lengths import Lengths, lengths_asked
from planner.verify.readings import Readings

SAME: Final = Fraction(2, 100)
"""Lengths that differ by no more are the same."""


def shapeless(readings: Readings) -> list[int]:
    """Positions of the curves that hold for any shape."""
    return [i for i, curve in enumerate(readings.curves) if curve.output_tokens is None]


def nearly_same(readings: Readings, ask: Ask) -> list[int]:
    """Position of the curve of the same shape, the nearest and then the first; or nothing."""
    near: list[tuple[Fraction, int]] = []
    wanted = lengths_asked(ask)
    for position, measured in shaped(readings):
        pairs = list(zip(wanted, measured, strict=True))
        if all(abs(want - have) <= SAME * have for want, have in pairs):
            gaps = [abs(want - have) / have for want, have in pairs if have]
            near.append((sum(gaps, Fraction(0)), position))
    return [min(near)[1]] if near else []


def larger(readings: Readings, ask: Ask) -> list[int]:
    """Positions of the curves that are at least as long in every length."""
    wanted = lengths_asked(ask)
    return [
        position
        for position, measured in shaped(readings)
        if all(have >= want for have, want in zip(measured, wanted, strict=True))
    ]


def nearest(readings: Readings, ask: Ask) -> list[int]:
    """Position of the nearest shape by |ln(I/Iᶜ)| + |ln(O/Oᶜ)|; only where the policy allows it."""
    if not ask.allow_mismatch:
        return []
    far: list[tuple[Fraction, int]] = []
    for position, measured in shaped(readings):
        ratio = _apart(ask.input_tokens, measured.input_tokens)
        if ratio is not None:  # the product of ratios has the order of the sum of logarithms
            longer = _apart(ask.output_tokens, measured.output_tokens) or 1
            far.append((ratio * longer, position))
    return [min(far)[1]] if far else []


def shaped(readings: Readings) -> list[tuple[int, Lengths]]:
    """The curves that have a shape, with their positions."""
    return [(i, lengths) for i, lengths in enumerate(readings.lengths) if lengths.output_tokens]


def _apart(one: Fraction, other: Fraction) -> Fraction | None:
    """The larger over the smaller; None where just one of them is 0."""
    if one == other:
        return Fraction(1)
    return max(one, other) / min(one, other) if one and other else None
