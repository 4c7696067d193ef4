"""Speech stages: how many concurrent streams a replica keeps in real time."""

from collections.abc import Iterator
from fractions import Fraction

from planner.demand import AnyWorkload, VoiceWorkload
from planner.entries import Deployment, OperatingPoint
from planner.verify.loads import Stage
from planner.verify.numbers import exact
from planner.verify.percentiles import Latency, level_of, value_of


def streams_kept(
    deployment: Deployment, workload: AnyWorkload, stage: Stage, *, use_lower: bool
) -> frozenset[Fraction]:
    """Streams of each measured point that keeps up, and is quick enough for its stage.

    A point keeps up where nothing failed and its real-time factor is below 1. Where the time to
    first audio is promised it is quick enough if at each promised percentile its own first audio is
    within `asr_ms` (`tts_first_audio_ms`), which then must be given.
    """
    latest = tuple(_limits(workload, stage))
    return frozenset(
        exact(point.streams)
        for curve in deployment.curves
        for point in curve.points
        if point.streams is not None
        and _keeps_up(point)
        and all(_is_quick(point, *limit, use_lower=use_lower) for limit in latest)
    )


def _limits(workload: AnyWorkload, stage: Stage) -> Iterator[tuple[Latency, Fraction]]:
    field = "asr_ms" if stage == "asr" else "tts_first_audio_ms"
    if isinstance(workload, VoiceWorkload):
        for key in workload.time_to_first_audio_ms or {}:
            yield Latency("first_audio_ms", level_of(key)), exact(getattr(workload, field))


def _keeps_up(point: OperatingPoint) -> bool:
    in_time = point.real_time_factor is None or point.real_time_factor < 1
    return in_time and not point.failed_fraction


def _is_quick(point: OperatingPoint, latency: Latency, limit: Fraction, *, use_lower: bool) -> bool:
    found = value_of(point, latency, use_lower=use_lower)
    return found is not None and found[0] <= limit
