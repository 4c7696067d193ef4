"""Ways to read a value between measured points, to compare with the planner's.

Each takes the concurrency that is asked for, the measured ones in order, and the value at each (a
residence or a latency), and is asked only strictly between the first and the last of them.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from itertools import pairwise
from math import exp, log
from typing import Final

type Numbers = Sequence[float]
type Between = Callable[[float, Numbers, Numbers], float]


def linear(at: float, xs: Numbers, ys: Numbers) -> float:
    """On the straight line between the two neighbours.

    >>> linear(2, [1, 4], [10, 40])
    20.0
    """
    left = bisect_left(xs, at) - 1
    part = (at - xs[left]) / (xs[left + 1] - xs[left])
    return ys[left] + (ys[left + 1] - ys[left]) * part


def monotone_cubic(at: float, xs: Numbers, ys: Numbers) -> float:
    """The cubic Hermite spline with the slopes of Fritsch and Butland, which never overshoots.

    Source:
        Fritsch & Butland, SIAM J. Sci. Stat. Comput. 5 (1984), 300; slopes at the ends as in
        PCHIM of SLATEC. With two points it is the straight line.

    >>> monotone_cubic(2, [1, 4], [10, 40])
    20.0
    """
    left = bisect_left(xs, at) - 1
    slopes = monotone_slopes(xs, ys)
    step = xs[left + 1] - xs[left]
    t = (at - xs[left]) / step
    low = (1 + 2 * t) * (1 - t) ** 2 * ys[left] + t * (1 - t) ** 2 * step * slopes[left]
    high = t**2 * (3 - 2 * t) * ys[left + 1] + t**2 * (t - 1) * step * slopes[left + 1]
    return low + high


def monotone_slopes(xs: Numbers, ys: Numbers) -> list[float]:
    """The slope of the monotone cubic at each point: 0 where the values turn."""
    steps = [b - a for a, b in pairwise(xs)]
    secants = [(b - a) / step for (a, b), step in zip(pairwise(ys), steps, strict=True)]
    if len(secants) == 1:
        return [secants[0], secants[0]]
    inner = [_inner_slope(h, d) for h, d in zip(pairwise(steps), pairwise(secants), strict=True)]
    first = _end_slope((steps[0], steps[1]), (secants[0], secants[1]))
    last = _end_slope((steps[-1], steps[-2]), (secants[-1], secants[-2]))
    return [first, *inner, last]


def _inner_slope(steps: tuple[float, float], secants: tuple[float, float]) -> float:
    """The weighted harmonic mean of the secants at both sides."""
    (h0, h1), (d0, d1) = steps, secants
    if d0 * d1 <= 0:
        return 0.0
    w0, w1 = h0 + 2 * h1, 2 * h0 + h1
    return (w0 + w1) / (w0 / d0 + w1 / d1)


def _end_slope(steps: tuple[float, float], secants: tuple[float, float]) -> float:
    """Of the parabola through three points, held to the sign and thrice the end's secant."""
    (h0, h1), (d0, d1) = steps, secants
    slope = ((2 * h0 + h1) * d0 - h0 * d1) / (h0 + h1)
    if slope * d0 <= 0:
        return 0.0
    return 3 * d0 if d0 * d1 <= 0 and abs(slope) > 3 * abs(d0) else slope


def in_log_c(method: Between) -> Between:
    """The same on the logarithm of the concurrency."""

    def between(at: float, xs: Numbers, ys: Numbers) -> float:
        return method(log(at), [log(x) for x in xs], ys)

    return between


def in_logs(method: Between) -> Between:
    """The same on the logarithms of both; straight lines are then power laws."""

    def between(at: float, xs: Numbers, ys: Numbers) -> float:
        return exp(method(log(at), [log(x) for x in xs], [log(y) for y in ys]))

    return between


def greater(one: Between, other: Between) -> Between:
    """At every concurrency the greater, which promises less."""

    def between(at: float, xs: Numbers, ys: Numbers) -> float:
        return max(one(at, xs, ys), other(at, xs, ys))

    return between


def of_the_rate(at: float, xs: Numbers, residences: Numbers) -> float:
    """The residence that follows where the rate itself is linear."""
    return at / linear(at, xs, [x / residence for x, residence in zip(xs, residences, strict=True)])


LINEAR: Final = "linear in c"
CAUTIOUS: Final = "cautious: the greater of linear and cubic in c"
METHODS: Final[dict[str, Between]] = {
    LINEAR: linear,
    "monotone cubic in c": monotone_cubic,
    CAUTIOUS: greater(linear, monotone_cubic),
    "linear in log c": in_log_c(linear),
    "monotone cubic in log c": in_log_c(monotone_cubic),
    "power law (linear in both logs)": in_logs(linear),
    "monotone cubic in both logs": in_logs(monotone_cubic),
    "the greater of linear in c and cubic in both logs": greater(linear, in_logs(monotone_cubic)),
}
"""By name. Of positive values each stays between the neighbours, where these rise or fall."""
