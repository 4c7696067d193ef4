"""The operating points of a curve that show a steady state, as exact numbers."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from planner.entries import Curve, OperatingPoint
from planner.entries.deployment import LATENCIES
from planner.sizing.latency import Measured, read_middle
from planner.sizing.saturation import is_saturated
from planner.units import exact

METRICS: Final = (*LATENCIES, "first_audio_ms")
AUDIO_ROLES: Final = ("asr", "tts")


@dataclass(frozen=True, slots=True)
class Point:
    """One operating point."""

    position: int
    """In its curve."""
    concurrency: Fraction | None
    rate: Fraction
    """Output tokens/s, or streams."""
    latency: dict[str, Measured]


def steady_points(curve: Curve, role: str) -> tuple[Point, ...]:
    """The points with a concurrency, in its order, up to the first saturated one."""
    if role in AUDIO_ROLES:
        return ()
    held = [(p.concurrency, i, p) for i, p in enumerate(curve.points) if p.concurrency is not None]
    points: list[Point] = []
    for _, position, raw in sorted(held, key=lambda item: item[0]):
        if shows_saturation(raw, curve):
            break
        point = _point(position, raw, role)
        if point is not None:
            points.append(point)
    return tuple(points)


def alone_points(curve: Curve, role: str) -> tuple[Point, ...]:
    """The points without a concurrency; for audio all of them, each with its streams."""
    return tuple(
        point
        for position, raw in enumerate(curve.points)
        if (raw.concurrency is None or role in AUDIO_ROLES) and not shows_saturation(raw, curve)
        if (point := _point(position, raw, role)) is not None
    )


def _point(position: int, raw: OperatingPoint, role: str) -> Point | None:
    is_audio = role in AUDIO_ROLES
    rate = raw.streams if is_audio else raw.output_tokens_per_s
    falls_behind = raw.real_time_factor is not None and raw.real_time_factor >= 1
    if rate is None or (is_audio and falls_behind):
        return None
    held = None if raw.concurrency is None or is_audio else exact(raw.concurrency)
    return Point(position, held, exact(rate), latencies_of(raw))


def latencies_of(raw: OperatingPoint) -> dict[str, Measured]:
    """What a point states of each latency, ms by percentile."""
    return {
        metric: {key: exact(value) for key, value in measured.items()}
        for metric in METRICS
        if (measured := getattr(raw, metric))
    }


def shows_saturation(raw: OperatingPoint, curve: Curve) -> bool:
    """Whether requests failed, or clearly fewer completed than were sent."""
    if raw.failed_fraction:
        return True
    if raw.requests_per_s is None or raw.offered_requests_per_s is None:
        return False
    duration = None if raw.duration_s is None else exact(raw.duration_s)
    completed, offered = exact(raw.requests_per_s), exact(raw.offered_requests_per_s)
    return is_saturated(completed, offered, duration, _usual_e2e_s(raw, curve))


def _usual_e2e_s(raw: OperatingPoint, curve: Curve) -> Fraction:
    """How long a request takes, s; 0 where nothing tells it."""
    latency = latencies_of(raw)
    whole = read_middle(latency.get("e2e_ms", {}))
    if whole is not None:
        return whole / 1000
    ttft, tpot = latency.get("ttft_ms", {}).get("p50"), latency.get("tpot_ms", {}).get("p50")
    if ttft is None or tpot is None or curve.output_tokens is None:
        return Fraction(0)
    return (ttft + (exact(curve.output_tokens) - 1) * tpot) / 1000
