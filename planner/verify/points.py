"""Which measured points of a curve count: those before saturation that give a rate."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from planner.entries import Curve, OperatingPoint
from planner.entries.base import Percentiles
from planner.verify.numbers import exact

KEPT_UP: Final = Fraction(9, 10)
"""A point that completes less than this share of what was offered is saturated."""


def held_points(curve: Curve) -> list[OperatingPoint]:
    """The points with a concurrency, in its order, up to the first saturated one."""
    held = (point for point in curve.points if point.concurrency is not None)
    kept: list[OperatingPoint] = []
    for point in sorted(held, key=lambda point: point.concurrency or 0):
        if is_saturated(point, curve):
            break
        if point.output_tokens_per_s is not None:
            kept.append(point)
    return kept


def lone_points(curve: Curve) -> list[tuple[int, OperatingPoint]]:
    """The points without a concurrency, each with its position, but for saturated ones."""
    return [
        (position, point)
        for position, point in enumerate(curve.points)
        if point.concurrency is None
        and point.output_tokens_per_s is not None
        and not is_saturated(point, curve)
    ]


def is_saturated(point: OperatingPoint, curve: Curve) -> bool:
    r"""Whether requests failed, or fewer completed than arrived.

    $$r < 0.9 \, o \, \frac{W}{W + E}, \quad W = D - E$$

    The last requests are sent at W and end at D: the tail drains while nothing arrives.
    """
    if point.failed_fraction:
        return True
    if point.requests_per_s is None or point.offered_requests_per_s is None:
        return False
    arriving = Fraction(1)
    if point.duration_s is not None:
        duration = exact(point.duration_s)
        arriving = (duration - _request_s(point, curve)) / duration
    offered = exact(point.offered_requests_per_s)
    return exact(point.requests_per_s) < KEPT_UP * offered * arriving


def _request_s(point: OperatingPoint, curve: Curve) -> Fraction:
    """How long a request takes, s; 0 where nothing tells it."""
    for key in ("mean", "p50"):
        if (whole := _first((point.e2e_ms,), key)) is not None:
            return whole / 1000
    ttft, tpot = _first((point.ttft_ms,), "p50"), _first((point.tpot_ms,), "p50")
    if ttft is None or tpot is None or curve.output_tokens is None:
        return Fraction(0)
    return (ttft + (exact(curve.output_tokens) - 1) * tpot) / 1000


def _first(measured: Iterable[Percentiles | None], key: str) -> Fraction | None:
    return next((exact(values[key]) for values in measured if values and key in values), None)
