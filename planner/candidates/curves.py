"""The curves of a deployment as exact numbers, reckoned once and read by every workload."""

from dataclasses import dataclass, field
from fractions import Fraction

from planner.entries import Curve, Deployment, OperatingPoint
from planner.entries.deployment import LATENCIES
from planner.sizing.curve import is_saturated
from planner.sizing.latency import Measured, read_typical
from planner.units import exact

METRICS = (*LATENCIES, "first_audio_ms")


@dataclass(frozen=True, slots=True)
class Point:
    """One operating point."""

    position: int
    """In its curve, as written."""
    concurrency: Fraction | None
    rate: Fraction
    """Output tokens/s, or streams."""
    latency: dict[str, Measured]


@dataclass(frozen=True, slots=True)
class CurveData:
    """One curve: its steady points in order, and those that stand alone."""

    position: int
    input_tokens: Fraction | None
    output_tokens: Fraction | None
    uncached: Fraction | None
    sweep: tuple[Point, ...]
    """By rising concurrency, up to the first saturated point."""
    alone: tuple[Point, ...]
    """Without a concurrency, saturated ones left out."""
    saturated_at: Fraction | None


@dataclass(frozen=True, slots=True)
class CurveSet:
    """All curves of a deployment, indexed by shape."""

    curves: tuple[CurveData, ...]
    shapeless: CurveData | None
    by_shape: dict[tuple[Fraction, Fraction, Fraction], CurveData] = field(repr=False)
    lengths: tuple[tuple[float, float, float], ...] = field(repr=False)
    """(input, output, uncached) of each shaped curve in floats, to look through quickly."""

    @property
    def shaped(self) -> tuple[CurveData, ...]:
        """The curves with a shape, in order."""
        return tuple(curve for curve in self.curves if curve.input_tokens is not None)


def curve_set(deployment: Deployment) -> CurveSet:
    """The curves of a deployment that hold output tokens (or streams, for audio)."""
    curves = tuple(
        _curve(position, curve, deployment.role) for position, curve in enumerate(deployment.curves)
    )
    shaped = [c for c in curves if c.input_tokens is not None]
    return CurveSet(
        curves,
        next((c for c in curves if c.input_tokens is None), None),
        {(c.input_tokens, c.output_tokens, c.uncached): c for c in shaped},  # type: ignore[misc]
        tuple((float(c.input_tokens), float(c.output_tokens), float(c.uncached)) for c in shaped),  # type: ignore[arg-type]
    )


def _curve(position: int, curve: Curve, role: str) -> CurveData:
    points = [_point(i, p, role) for i, p in enumerate(curve.points)]
    known = [(point, curve.points[point.position]) for point in points if point is not None]
    alone = tuple(p for p, raw in known if p.concurrency is None and not _saturated(p, raw, curve))
    ordered = sorted((pair for pair in known if pair[0].concurrency is not None), key=_concurrency)
    steady: list[Point] = []
    saturated_at = None
    for point, raw in ordered:
        if _saturated(point, raw, curve):
            saturated_at = point.concurrency
            break
        steady.append(point)
    if curve.input_tokens is None or curve.output_tokens is None:
        return CurveData(position, None, None, None, tuple(steady), alone, saturated_at)
    length = exact(curve.input_tokens)
    uncached = length * (1 - exact(curve.cached_input_fraction))
    output = exact(curve.output_tokens)
    return CurveData(position, length, output, uncached, tuple(steady), alone, saturated_at)


def _concurrency(pair: tuple[Point, OperatingPoint]) -> Fraction:
    return pair[0].concurrency or Fraction(0)


def _point(position: int, raw: OperatingPoint, role: str) -> Point | None:
    rate = raw.streams if role in {"asr", "tts"} else raw.output_tokens_per_s
    if rate is None:
        return None
    if role in {"asr", "tts"} and raw.real_time_factor is not None and raw.real_time_factor >= 1:
        return None
    latency = {
        metric: {key: exact(value) for key, value in measured.items()}
        for metric in METRICS
        if (measured := getattr(raw, metric))
    }
    held = None if raw.concurrency is None or role in {"asr", "tts"} else exact(raw.concurrency)
    return Point(position, held, exact(rate), latency)


def _saturated(point: Point, raw: OperatingPoint, curve: Curve) -> bool:
    if raw.failed_fraction:
        return True
    if raw.requests_per_s is None or raw.offered_requests_per_s is None:
        return False
    duration = None if raw.duration_s is None else exact(raw.duration_s)
    e2e_s = _typical_e2e_s(point, curve)
    return is_saturated(
        exact(raw.requests_per_s), exact(raw.offered_requests_per_s), duration, e2e_s
    )


def _typical_e2e_s(point: Point, curve: Curve) -> Fraction:
    measured = point.latency.get("e2e_ms")
    reading = read_typical(measured) if measured else None
    if reading is not None:
        return reading.value / 1000
    parts = [read_typical(point.latency.get(metric, {})) for metric in ("ttft_ms", "tpot_ms")]
    if parts[0] is None or parts[1] is None or curve.output_tokens is None:
        return Fraction(0)
    return (parts[0].value + (exact(curve.output_tokens) - 1) * parts[1].value) / 1000
