"""What a measured point says of a latency at a percentile."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Final, Literal

from planner.entries import OperatingPoint
from planner.entries.base import Percentiles
from planner.verify.numbers import exact

Level = Fraction | Literal["mean", "usual"]
"""A percentile in percent; `mean`; or `usual`: the mean, else the lowest percentile from p50 up."""
MEDIAN: Final = Fraction(50)
EXACT: Final = "measured"
LOWER: Final = "not_measured"


@dataclass(frozen=True, slots=True)
class Latency:
    """One latency of a request at one level."""

    metric: str
    """Such as `ttft_ms`."""
    level: Level


@lru_cache(maxsize=1024)
def level_of(key: str) -> Level:
    """The level that `mean` or `pNN` names.

    >>> level_of("p99.9")
    Fraction(999, 10)
    """
    return "mean" if key == "mean" else Fraction(key[1:])


def value_of(
    point: OperatingPoint, latency: Latency, *, use_lower: bool
) -> tuple[Fraction, str] | None:
    """The value (ms) that holds for a latency at a point, with what it rests on.

    The measured pNN with the least NN at or above the level; `mean` only by the mean.

    Args:
        point: what was measured.
        latency: what is asked for.
        use_lower: whether the greatest percentile below may stand in where there is none above.

    Returns:
        The value with `measured`, `bounded_by_pNN` or `not_measured`; None where nothing serves.
    """
    measured: Percentiles | None = getattr(point, latency.metric)
    if not measured:
        return None
    if latency.level == "mean":
        return (exact(measured["mean"]), EXACT) if "mean" in measured else None
    if latency.level == "usual":
        return _usual(measured)
    return _at(measured, latency.level, use_lower=use_lower)


def _usual(measured: Percentiles) -> tuple[Fraction, str] | None:
    if "mean" in measured:
        return exact(measured["mean"]), EXACT
    return _at(measured, MEDIAN, use_lower=False)


def _at(measured: Percentiles, level: Fraction, *, use_lower: bool) -> tuple[Fraction, str] | None:
    ranked = sorted((Fraction(key[1:]), key) for key in measured if key != "mean")
    for rank, key in ranked:
        if rank >= level:
            return exact(measured[key]), EXACT if rank == level else f"bounded_by_{key}"
    if ranked and use_lower:
        return exact(measured[ranked[-1][1]]), LOWER
    return None
