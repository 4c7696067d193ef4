"""What a list of relative errors comes to."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np


@dataclass(frozen=True, slots=True)
class Summary:
    """Errors in percent; a positive one is optimistic, so it is against the buyer."""

    points: int
    median: float
    """Of the absolute error, like the next three."""
    p90: float
    p95: float
    worst: float
    mean: float
    """Of the signed error."""
    optimistic: float
    """Share of optimistic errors."""
    optimistic_p90: float
    """p90 of the error with 0 for what is not optimistic: one in ten is short by more."""
    p90_of_optimistic: float
    """p90 over the optimistic errors alone."""

    def as_json(self) -> dict[str, float]:
        """Rounded to a hundredth of a percent."""
        return {key: round(value, 2) for key, value in asdict(self).items()}


def summary(errors: Sequence[float]) -> Summary:
    """Of at least one error, each a fraction.

    >>> summary([0.10, -0.02, 0.04]).median
    4.0
    """
    signed = 100 * np.asarray(errors, dtype=np.float64)
    size, short = np.abs(signed), np.maximum(signed, 0)
    optimistic = signed[signed > 0]
    return Summary(
        points=len(errors),
        median=float(np.quantile(size, 0.5)),
        p90=float(np.quantile(size, 0.9)),
        p95=float(np.quantile(size, 0.95)),
        worst=float(size.max()),
        mean=float(signed.mean()),
        optimistic=float(100 * np.mean(signed > 0)),
        optimistic_p90=float(np.quantile(short, 0.9)),
        p90_of_optimistic=float(np.quantile(optimistic, 0.9)) if len(optimistic) else 0.0,
    )


GAP_AT_MID: dict[int, float] = {2: 0.1213, 4: 0.5, 16: 2.25}
"""(x - a)(b - x) / x^2 at the middle x (in logs) of a gap a, b with b / a = 2, 4, 16: what the
error of a straight line grows with, where the line's curvature is the same."""
SCATTER_LEFT_OUT = 1 + 4 / 9 + 1 / 9
"""Variance, in that of one run, of a left-out point against its line: 1 + (2/3)^2 + (1/3)^2."""
SCATTER_OF_LINE = 0.586**2 + 0.414**2
"""The same of the line alone, in the middle of a gap of 2: weights 2 - sqrt 2 and sqrt 2 - 1."""


@dataclass(frozen=True, slots=True)
class RealGap:
    """An error at gaps of 2, estimated from left-out points, percent."""

    another_run: float
    """Against one more run of the benchmark there."""
    the_curve: float
    """Against the mean of many."""


def at_real_gaps(at_4: float, at_16: float) -> RealGap:
    r"""The error in gaps of 2 from that in gaps of 4 and of 16, percent.

    $$e^2 = A g^2 + N$$

    Curvature grows with the gap's g, scatter from run to run does not. An estimate: quantiles do
    not quite add like variances.
    """
    g2, g4, g16 = (GAP_AT_MID[gap] ** 2 for gap in (2, 4, 16))
    curvature = max(at_16**2 - at_4**2, 0) / (g16 - g4)
    scatter = max(at_4**2 - curvature * g4, 0)
    line_alone = scatter * SCATTER_OF_LINE / SCATTER_LEFT_OUT
    return RealGap((curvature * g2 + scatter) ** 0.5, (curvature * g2 + line_alone) ** 0.5)
