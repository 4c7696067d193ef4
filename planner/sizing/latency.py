"""Which measured percentile may stand for a promised one."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

type Measured = Mapping[str, Fraction]
"""Latency in ms by percentile key (`mean`, `p50`, `p99`)."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A latency at a percentile, with the percentile that was measured."""

    value: Fraction
    percentile: str
    is_proof: bool
    """False where a lower percentile stands in for a missing one."""


def rank(percentile: str) -> Fraction:
    """95 of `p95`.

    >>> rank("p99.9")
    Fraction(999, 10)
    """
    return Fraction(percentile[1:])


def read_percentile(measured: Measured, wanted: Fraction, *, use_lower: bool) -> Reading | None:
    """The least measured percentile at or above the wanted one: it bounds it.

    Args:
        measured: what one point states of one metric, ms.
        wanted: percentile, 0 to 100.
        use_lower: take the greatest percentile below, where none is at or above; no proof.

    Returns:
        `None` where nothing may stand for it; a mean never does.
    """
    ranked = sorted((rank(key), key) for key in measured if key != "mean")
    above = [key for level, key in ranked if level >= wanted]
    if above:
        return Reading(measured[above[0]], above[0], is_proof=True)
    if use_lower and ranked:
        return Reading(measured[ranked[-1][1]], ranked[-1][1], is_proof=False)
    return None


def read_mean(measured: Measured) -> Reading | None:
    """The measured mean; no percentile stands for it."""
    return Reading(measured["mean"], "mean", is_proof=True) if "mean" in measured else None


def read_typical(measured: Measured) -> Reading | None:
    """The mean, or the lowest percentile at or above the median."""
    return read_mean(measured) or read_percentile(measured, Fraction(50), use_lower=False)


def read_middle(measured: Measured) -> Fraction | None:
    """The mean, else the median, ms; an outer percentile says nothing of the usual time."""
    return measured.get("mean", measured.get("p50"))


def stage_level(percentile: Fraction, stages: int) -> Fraction:
    r"""The percentile at which each of k random stages is taken, so that their sum is a bound.

    $$1 - (1 - p)/k$$

    By the union bound: each stage exceeds its level in at most (1 - p)/k of the cases.

    >>> stage_level(Fraction(95), 2)
    Fraction(195, 2)
    """
    return 100 - (100 - percentile) / max(stages, 1)
