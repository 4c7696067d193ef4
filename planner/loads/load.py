"""Demand into loads: requests/s by stage with the shape that is planned."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from planner.demand import AgentWorkload, AnyWorkload, Demand, Policy, UsersWorkload, VoiceWorkload
from planner.loads.limits import Limit, audio_limits, limits_of, planned_output_tokens
from planner.units import exact

type Stage = Literal["serve", "asr", "tts"]
DEFAULT_HEADROOM: Final = Fraction(3, 10)
AUDIBLE_LAG_TOKENS_PER_S: Final = 150
"""Below it a lag is said to be audible ("What is Token Throughput?", 2026-05)."""


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
            kept = audio_limits(workload, workload.asr_ms)
            yield StageLoad(position, "asr", peak, headroom, duty, shape, kept, workload.asr)
        if workload.tts is not None:
            peak = sessions * exact(workload.speaking_fraction)
            kept = audio_limits(workload, workload.tts_first_audio_ms)
            yield StageLoad(position, "tts", peak, headroom, duty, shape, kept, workload.tts)
