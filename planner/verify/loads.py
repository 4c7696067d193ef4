"""What each stage of a workload asks at the peak, said anew from the demand."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from planner.demand import (
    AgentWorkload,
    AnyWorkload,
    Demand,
    Policy,
    RequestsWorkload,
    UsersWorkload,
    VoiceWorkload,
)
from planner.verify.numbers import exact

Stage = Literal["serve", "asr", "tts"]
DEFAULT_HEADROOM: Final = Fraction(3, 10)


@dataclass(frozen=True, slots=True)
class Load:
    """One stage of one workload."""

    workload: AnyWorkload
    stage: Stage
    peak: Fraction
    """requests/s, or concurrent streams, at the peak, without headroom."""
    headroom: Fraction

    @property
    def key(self) -> tuple[str, Stage]:
        """What the routes of a quote name."""
        return self.workload.name, self.stage

    @property
    def label(self) -> str:
        """How checks name it."""
        return self.workload.name if self.stage == "serve" else f"{self.workload.name}/{self.stage}"

    @property
    def required(self) -> Fraction:
        """What is planned for, headroom included."""
        return self.peak * (1 + self.headroom)

    @property
    def mean(self) -> Fraction:
        """The mean over a year."""
        return self.mean_at(1)

    def mean_at(self, duty: int) -> Fraction:
        """The same, if the peak is so many times the mean where the demand leaves that open."""
        return self.peak / exact(self.workload.peak_to_mean or duty)


def loads_of(demand: Demand) -> tuple[Load, ...]:
    """Each stage of each workload, in the demand's order."""
    loads: list[Load] = []
    for workload in demand.workloads:
        margin = headroom_of(workload, demand.policy)
        loads.append(Load(workload, "serve", peak_requests_per_s(workload), margin))
        if isinstance(workload, VoiceWorkload):
            sessions = exact(workload.concurrent_sessions)
            if workload.asr is not None:
                streams = sessions * exact(workload.listening_fraction)
                loads.append(Load(workload, "asr", streams, margin))
            if workload.tts is not None:
                streams = sessions * exact(workload.speaking_fraction)
                loads.append(Load(workload, "tts", streams, margin))
    return tuple(loads)


def peak_requests_per_s(workload: AnyWorkload) -> Fraction:
    """requests/s at the peak, without headroom."""
    match workload:
        case RequestsWorkload():
            return exact(workload.requests_per_s)
        case UsersWorkload():
            each = exact(workload.requests_per_user_per_minute) / 60
            return exact(workload.active_users) * each
        case VoiceWorkload():
            return exact(workload.concurrent_sessions) * exact(workload.turns_per_minute) / 60
        case AgentWorkload():
            return exact(workload.tasks_per_s) * exact(workload.calls_per_task)


def headroom_of(workload: AnyWorkload, policy: Policy) -> Fraction:
    """The workload's headroom, else the policy's in either form, else 0.30."""
    if workload.headroom is not None:
        return exact(workload.headroom)
    if policy.headroom is not None:
        return exact(policy.headroom)
    if policy.utilization_cap is not None:
        return 1 / exact(policy.utilization_cap) - 1
    return DEFAULT_HEADROOM
