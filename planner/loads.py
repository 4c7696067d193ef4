"""Demand into loads: requests/s by stage, the planned shape, every promise as a limit on a sum."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from planner.demand import AgentWorkload, AnyWorkload, Demand, Policy, UsersWorkload, VoiceWorkload
from planner.demand.slo import Slo
from planner.entries.deployment import LATENCIES
from planner.units import exact

Stage = Literal["serve", "asr", "tts"]
DEFAULT_HEADROOM = Fraction(3, 10)
KEEPING_UP: Final = "keeping_up_tpot_ms"
"""The metric of the limit that speech sets: a token must come before it is spoken."""
AUDIBLE_LAG_TOKENS_PER_S = 150
"""Below it a lag is said to be audible ("What is Token Throughput?", 2026-05)."""


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


@dataclass(frozen=True, slots=True)
class Shape:
    """Mean lengths of a request, tokens."""

    input_tokens: Fraction
    output_tokens: Fraction
    """Hidden reasoning included."""
    cached: Fraction

    @property
    def uncached(self) -> Fraction:
        """Input tokens that no prefix cache serves."""
        return self.input_tokens * (1 - self.cached)


@dataclass(frozen=True, slots=True)
class StageLoad:
    """What one workload asks of one stage."""

    workload: int
    stage: Stage
    peak: Fraction
    """requests/s, or concurrent streams for asr and tts."""
    headroom: Fraction
    peak_to_mean: Fraction
    shape: Shape
    limits: tuple[Limit, ...]
    deployment: str | None = None
    """The only deployment that may serve it, where the demand names one."""


def headroom_of(workload: AnyWorkload, policy: Policy) -> Fraction:
    """The headroom that a workload is planned with: its own, the policy's, or 0.30."""
    if workload.headroom is not None:
        return exact(workload.headroom)
    if policy.headroom is not None:
        return exact(policy.headroom)
    if policy.utilization_cap is not None:
        return 1 / exact(policy.utilization_cap) - 1
    return DEFAULT_HEADROOM


def requests_per_s(workload: AnyWorkload) -> Fraction:
    """requests/s at the peak, whatever the workload counts in."""
    if isinstance(workload, UsersWorkload):
        return exact(workload.active_users) * exact(workload.requests_per_user_per_minute) / 60
    if isinstance(workload, VoiceWorkload):
        return exact(workload.concurrent_sessions) * exact(workload.turns_per_minute) / 60
    if isinstance(workload, AgentWorkload):
        return exact(workload.tasks_per_s) * exact(workload.calls_per_task)
    return exact(workload.requests_per_s)


def planned_output_tokens(workload: AnyWorkload) -> Fraction:
    """Tokens that a request makes the fleet write, hidden reasoning included."""
    return exact(workload.output_tokens) + exact(workload.reasoning_tokens)


def accepted_fraction(workload: AnyWorkload) -> Fraction:
    """Share of the output that the user gets; an interrupted voice turn is heard in part."""
    accepted = exact(workload.accepted_fraction)
    if isinstance(workload, VoiceWorkload):
        unheard = 1 - exact(workload.barge_in_heard_fraction)
        accepted *= 1 - exact(workload.barge_in_fraction) * unheard
    return accepted


def shape_of(workload: AnyWorkload) -> Shape:
    """The shape that the language model sees."""
    return Shape(
        exact(workload.input_tokens),
        planned_output_tokens(workload),
        exact(workload.cached_input_fraction),
    )


def loads_of(demand: Demand) -> tuple[StageLoad, ...]:
    """Every load of a demand, zero ones included, in the order of its workloads."""
    return tuple(
        load
        for position, workload in enumerate(demand.workloads)
        for load in _stages(position, workload, demand.policy)
    )


def _stages(position: int, workload: AnyWorkload, policy: Policy) -> Iterator[StageLoad]:
    headroom = headroom_of(workload, policy)
    duty = exact(workload.peak_to_mean or 1)
    shape = shape_of(workload)
    limits = limits_of(workload)
    yield StageLoad(position, "serve", requests_per_s(workload), headroom, duty, shape, limits)
    if isinstance(workload, VoiceWorkload):
        sessions = exact(workload.concurrent_sessions)
        if workload.asr is not None:
            peak = sessions * exact(workload.listening_fraction)
            kept = _audio_limits(workload, workload.asr_ms)
            yield StageLoad(position, "asr", peak, headroom, duty, shape, kept, workload.asr)
        if workload.tts is not None:
            peak = sessions * exact(workload.speaking_fraction)
            kept = _audio_limits(workload, workload.tts_first_audio_ms)
            yield StageLoad(position, "tts", peak, headroom, duty, shape, kept, workload.tts)


def _audio_limits(workload: VoiceWorkload, limit_ms: float) -> tuple[Limit, ...]:
    """The budget of an audio stage, at each percentile of the first-audio promise."""
    form = (Sum((("first_audio_ms", Fraction(1)),)),)
    percentiles = workload.time_to_first_audio_ms or {}
    return tuple(Limit("first_audio_ms", p, exact(limit_ms), form) for p in percentiles)


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
