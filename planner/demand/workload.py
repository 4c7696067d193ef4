"""A workload: requests that share model, shape and SLO, counted in one of four ways."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self, cast

from pydantic import Discriminator, Field, Tag, model_validator
from pydantic_core import PydanticCustomError

from planner.demand.slo import Limits, LimitsInSeconds, Slo
from planner.entries.base import EntryId, Name, Precision, Schema
from planner.units import (
    Margin,
    Milliseconds,
    NumberIn,
    PerMinute,
    PositiveRatio,
    PositiveSeconds,
    PositiveShare,
    Ratio,
    RequestsPerS,
    Seconds,
    Share,
    TasksPerS,
    TokenCount,
    Tokens,
    TokensOut,
    TokensPerS,
)

People = Annotated[
    float,
    Field(ge=0, le=1e11, allow_inf_nan=False, json_schema_extra={"x-unit": "users"}),
    NumberIn,
]


class WorkloadBase(Schema):
    """What every kind of workload says."""

    name: Name
    """Tells the workload apart; no two are the same."""
    model: EntryId
    """Id of the model, of the catalog or of this demand."""
    input_tokens: Tokens
    """Mean per request."""
    output_tokens: TokensOut
    """Mean per request, visible to the user."""
    reasoning_tokens: Tokens = 0
    """Mean per request, hidden, before the first visible one.

    They load the fleet and count as output.
    """
    cached_input_fraction: Share = 0
    """Share of the input that a prefix cache serves."""
    accepted_fraction: PositiveShare = 1
    """Share of the output that the user gets."""
    peak_to_mean: Ratio | None = None
    """Peak rate / mean rate over a year.

    The fleet is sized for the peak, tokens are delivered at the mean.
    """
    active_user_cadence_s: PositiveSeconds = 60
    """One request per user in so many seconds: active users = requests/s x cadence."""
    slo: Slo | None = None
    """Latencies that are promised, each at a stated percentile."""
    precisions: Annotated[tuple[Precision, ...], Field(min_length=1, max_length=20)] | None = None
    """Number formats that are good enough; omitted: any."""
    sites: Annotated[tuple[Name, ...], Field(min_length=1, max_length=100)] | None = None
    """Where it may run; omitted: anywhere."""
    headroom: Margin | None = None
    """Overrides the policy's."""


class RequestsWorkload(WorkloadBase):
    """Counted in requests per second at the peak."""

    kind: Literal["requests"] = "requests"
    """What is counted; omitted: requests."""
    requests_per_s: RequestsPerS
    """At the peak; 0 asks for no replica."""


class UsersWorkload(WorkloadBase):
    """Counted in people who are active at the peak."""

    kind: Literal["users"]
    """What is counted."""
    active_users: People
    """People who use it at the peak, each sending requests at the stated pace."""
    requests_per_user_per_minute: PerMinute
    """Of one active user, mean."""


class AgentWorkload(WorkloadBase):
    """Counted in tasks, each of several calls with tools between them; tokens are per call."""

    kind: Literal["agent"]
    """What is counted."""
    tasks_per_s: TasksPerS
    """Tasks that begin at the peak."""
    calls_per_task: PositiveRatio
    """Calls of the model in one task, mean."""
    tool_s_per_call: Seconds = 0
    """Time in tools after each call, when the model does nothing for the task."""
    task_s: LimitsInSeconds | None = None
    """Limit on a whole task, s: calls x (TTFT + (output - 1) x TPOT + tool)."""


class VoiceWorkload(WorkloadBase):
    """Counted in sessions that are open at the peak; tokens are per turn."""

    kind: Literal["voice"]
    """What is counted."""
    concurrent_sessions: People
    """Open at the peak, whoever speaks."""
    turns_per_minute: PerMinute
    """Turns of one open session, each a request, mean."""
    time_to_first_audio_ms: Limits | None = None
    """End of the user's speech to the first sound of the answer."""
    endpoint_ms: Milliseconds = 0
    """How long silence must last before a turn counts as over."""
    asr_ms: Milliseconds = 0
    """Recognition after the end of speech; with an `asr` deployment the limit of that stage."""
    tts_first_audio_ms: Milliseconds = 0
    """Text to first sound; with a `tts` deployment the limit of that stage."""
    network_ms: Milliseconds = 0
    """Both ways."""
    first_chunk_tokens: TokenCount = 1
    """Tokens that speech synthesis needs before it starts."""
    interruption_ms: Limits | None = None
    """Limit from barge-in to silence."""
    cancel_ms: Milliseconds = 0
    """Stopping generation and playback, once a barge-in is known."""
    tokens_per_audio_s: TokensPerS | None = None
    """Tokens spoken in one second: slower generation stutters."""
    barge_in_fraction: Share = 0
    """Turns that the user interrupts."""
    barge_in_heard_fraction: Share = 1
    """Share of an interrupted turn that was heard."""
    listening_fraction: Share = 1
    """Share of a session in which speech recognition runs."""
    speaking_fraction: Share = 1
    """Share of a session in which speech synthesis runs."""
    asr: EntryId | None = None
    """Deployment of role `asr`."""
    tts: EntryId | None = None
    """Deployment of role `tts`."""

    @model_validator(mode="after")
    def _stages_have_a_budget(self) -> Self:
        """A stage with a deployment has a latency to keep, where first audio is promised."""
        for stage, field in (("asr", "asr_ms"), ("tts", "tts_first_audio_ms")):
            named = getattr(self, stage) is not None
            if named and self.time_to_first_audio_ms and not getattr(self, field):
                raise PydanticCustomError(
                    "stage_without_budget",
                    "{field} is the limit of the {stage} stage within time_to_first_audio_ms; "
                    "give it",
                    {"field": field, "stage": stage},
                )
        return self


def _kind_of(value: Any) -> str | None:
    if isinstance(value, Mapping):
        kind = cast("Mapping[object, object]", value).get("kind", "requests")
    else:
        kind = getattr(value, "kind", None)
    return f"\N{MIDDLE DOT}{kind}" if isinstance(kind, str) else None


AnyWorkload = Annotated[
    Annotated[RequestsWorkload, Tag("\N{MIDDLE DOT}requests")]
    | Annotated[UsersWorkload, Tag("\N{MIDDLE DOT}users")]
    | Annotated[VoiceWorkload, Tag("\N{MIDDLE DOT}voice")]
    | Annotated[AgentWorkload, Tag("\N{MIDDLE DOT}agent")],
    Discriminator(
        _kind_of,
        custom_error_type="workload_kind",
        custom_error_message="kind must be one of requests, users, voice, agent",
    ),
]
"""A workload without `kind` counts requests."""
