"""Every promise of a workload as a limit on a sum of latencies."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from planner.demand import AgentWorkload, AnyWorkload, VoiceWorkload
from planner.demand.slo import Slo
from planner.entries.deployment import LATENCIES
from planner.units import exact

KEEPING_UP: Final = "keeping_up_tpot_ms"
"""The metric of the limit that speech sets: a token must come before it is spoken."""


@dataclass(frozen=True, slots=True)
class Sum:
    """constant + the sum of coefficient x latency, in ms."""

    terms: tuple[tuple[str, Fraction], ...]
    constant: Fraction = Fraction(0)

    @property
    def random_stages(self) -> int:
        """How many latencies are added."""
        return sum(coefficient > 0 for _, coefficient in self.terms)


@dataclass(frozen=True, slots=True)
class Limit:
    """One promise: a sum of latencies at a percentile stays within `limit_ms`."""

    metric: str
    percentile: str
    """`mean` or `pNN`."""
    limit_ms: Fraction
    forms: tuple[Sum, ...]
    """What may stand for the metric, the best first: as measured, else as a sum."""


def planned_output_tokens(workload: AnyWorkload) -> Fraction:
    """Tokens that a request makes the fleet write, hidden reasoning included."""
    return exact(workload.output_tokens) + exact(workload.reasoning_tokens)


def limits_of(workload: AnyWorkload) -> tuple[Limit, ...]:
    """Every latency limit that the language-model stage must keep."""
    output = planned_output_tokens(workload)
    limits = list(_slo_limits(workload.slo, output, exact(workload.reasoning_tokens)))
    if isinstance(workload, AgentWorkload) and workload.task_s:
        calls, tool_ms = exact(workload.calls_per_task), exact(workload.tool_s_per_call) * 1000
        form = (Sum((("ttft_ms", calls), ("tpot_ms", calls * (output - 1))), calls * tool_ms),)
        limits += [Limit("task_ms", p, exact(s) * 1000, form) for p, s in workload.task_s.items()]
    if isinstance(workload, VoiceWorkload):
        limits += _voice_limits(workload)
    return tuple(limits)


def _slo_limits(slo: Slo | None, output: Fraction, reasoning: Fraction) -> Iterator[Limit]:
    if slo is None:
        return
    sums = {
        "e2e_ms": Sum((("ttft_ms", Fraction(1)), ("tpot_ms", output - 1))),
        "first_visible_ms": Sum((("ttft_ms", Fraction(1)), ("tpot_ms", reasoning))),
    }
    for metric in LATENCIES:
        forms = (Sum(((metric, Fraction(1)),)), *([sums[metric]] if metric in sums else []))
        limits: dict[str, float] | None = getattr(slo, metric)
        for percentile, limit in (limits or {}).items():
            yield Limit(metric, percentile, exact(limit), forms)


def _voice_limits(workload: VoiceWorkload) -> Iterator[Limit]:
    parts = (
        workload.endpoint_ms,
        workload.asr_ms,
        workload.network_ms,
        workload.tts_first_audio_ms,
    )
    constant = sum((exact(part) for part in parts), Fraction(0))
    chunk = Fraction(workload.first_chunk_tokens - 1)
    form = (Sum((("ttft_ms", Fraction(1)), ("tpot_ms", chunk)), constant),)
    for percentile, limit in (workload.time_to_first_audio_ms or {}).items():
        yield Limit("time_to_first_audio_ms", percentile, exact(limit), form)
    silence = exact(workload.endpoint_ms) + exact(workload.network_ms) + exact(workload.cancel_ms)
    for percentile, limit in (workload.interruption_ms or {}).items():
        yield Limit("interruption_ms", percentile, exact(limit), (Sum((), silence),))
    if workload.tokens_per_audio_s is not None:
        keeping_up = 1000 / exact(workload.tokens_per_audio_s)
        yield Limit(KEEPING_UP, "mean", keeping_up, (Sum((("tpot_ms", Fraction(1)),)),))


def audio_limits(workload: VoiceWorkload, limit_ms: float) -> tuple[Limit, ...]:
    """The budget of an audio stage, at each percentile of the first-audio promise."""
    form = (Sum((("first_audio_ms", Fraction(1)),)),)
    percentiles = workload.time_to_first_audio_ms or {}
    return tuple(Limit("first_audio_ms", p, exact(limit_ms), form) for p in percentiles)
