"""What a replica is and how fast it was measured: a file of `profiles/deployments/`, or inline."""

from typing import Annotated, Final, Literal, Self

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from planner.entries.base import (
    Date,
    EntryId,
    Evidence,
    Name,
    Note,
    Percentiles,
    Precision,
    Schema,
)
from planner.entries.percentiles import check_percentiles
from planner.units import (
    Chips,
    Concurrency,
    CountFromOne,
    Milliseconds,
    NumberIn,
    PositiveRatio,
    PositiveSeconds,
    RequestsPerS,
    Share,
    ShareBelowOne,
    Streams,
    Tokens,
    TokensOut,
    TokensPerS,
    Watts,
)

Score = Annotated[
    float,
    Field(ge=-1e6, le=1e6, allow_inf_nan=False, json_schema_extra={"x-unit": "1"}),
    NumberIn,
]
LATENCIES: Final = ("ttft_ms", "tpot_ms", "itl_ms", "e2e_ms", "queue_ms", "first_visible_ms")
"""The latencies that a point may state and an SLO may limit."""


class OperatingPoint(Schema):
    """One measured point: what the whole replica delivered, and what its users waited."""

    concurrency: Concurrency | None = None
    """Requests in flight that the benchmark held."""
    output_tokens_per_s: TokensPerS | None = None
    """Of the whole replica over all requests in flight; accepted tokens only. Mean over the run."""
    input_tokens_per_s: TokensPerS | None = None
    """For prefill: of the whole replica, cache hits included (the curve's fraction of them)."""
    streams: Streams | None = None
    """For audio: concurrent streams kept in real time."""
    real_time_factor: PositiveRatio | None = None
    """For audio: processing time / audio time; below 1 keeps up."""
    requests_per_s: RequestsPerS | None = None
    """Completed."""
    offered_requests_per_s: RequestsPerS | None = None
    """Sent, in an open-loop run."""
    failed_fraction: Share | None = None
    """Requests that failed / requests sent."""
    duration_s: PositiveSeconds | None = None
    """How long was measured."""
    ttft_ms: Percentiles | None = None
    """Request sent to first token, by percentile."""
    tpot_ms: Percentiles | None = None
    """(end-to-end - TTFT) / (output tokens - 1), by percentile."""
    itl_ms: Percentiles | None = None
    """Gap between two streamed chunks, by percentile."""
    e2e_ms: Percentiles | None = None
    """Request sent to last token, by percentile."""
    queue_ms: Percentiles | None = None
    """Wait before prefill starts, by percentile."""
    first_visible_ms: Percentiles | None = None
    """Request sent to the first token that is not hidden reasoning, by percentile."""
    first_audio_ms: Percentiles | None = None
    """For tts: text in to first audio out. For asr: end of speech to final text."""
    power_w: Watts | None = None
    """Mean draw of the replica's share of its servers."""
    note: Note | None = None
    """Whatever a reader should know."""

    @model_validator(mode="after")
    def _has_one_rate(self) -> Self:
        rates = (self.output_tokens_per_s, self.input_tokens_per_s, self.streams)
        if sum(rate is not None for rate in rates) == 0:
            raise PydanticCustomError(
                "rate_missing",
                "a point needs output_tokens_per_s "
                "(input_tokens_per_s for prefill, streams for audio)",
            )
        for metric in (*LATENCIES, "first_audio_ms"):
            check_percentiles(metric, getattr(self, metric))
        return self


class Curve(Schema):
    """The operating points of one deployment at one shape; without a shape they hold for any."""

    input_tokens: Tokens | None = None
    """Mean as measured, not the nominal one."""
    output_tokens: TokensOut | None = None
    """Mean as measured."""
    cached_input_fraction: ShareBelowOne = 0
    """Share of the input that a prefix cache served while measuring."""
    date: Date | None = None
    """When it was measured, where that is not the deployment's."""
    source: EntryId | None = None
    """Where it is not the deployment's."""
    engine_version: Name | None = None
    """That it was measured with, where it is not the deployment's."""
    acceptance_length: PositiveRatio | None = None
    """Tokens per step, where the curve was made with speculation."""
    note: Note | None = None
    """Whatever a reader should know."""
    points: Annotated[tuple[OperatingPoint, ...], Field(min_length=1, max_length=1000)]
    """One for each concurrency that was measured; between them is interpolated."""

    @property
    def shape(self) -> tuple[float | None, float | None, float]:
        """(input, output, cached share of the input) that tell curves apart."""
        return (
            self.input_tokens,
            self.output_tokens,
            self.cached_input_fraction if self.input_tokens else 0,
        )

    @model_validator(mode="after")
    def _whole_shape_and_distinct_points(self) -> Self:
        if (self.input_tokens is None) != (self.output_tokens is None):
            raise PydanticCustomError(
                "half_a_shape", "give both input_tokens and output_tokens, or neither"
            )
        held = [point.concurrency for point in self.points if point.concurrency is not None]
        if len(held) != len(set(held)):
            raise PydanticCustomError("concurrency_twice", "two points have the same concurrency")
        return self


class Part(Schema):
    """The chips of one kind in a replica that is made of several kinds."""

    hardware: EntryId
    """Id of the hardware."""
    chips: Chips
    """Of this kind in one replica."""


class Quality(Schema):
    """A check of the answers against the reference model."""

    metric: Name
    """What was checked, such as `mmlu_pro` or `token agreement`."""
    value: Score
    """What came out."""
    source: EntryId | None = None
    """Where that is written."""


class Deployment(Schema):
    """A model on hardware, laid out and served in one way: what one replica is."""

    id: EntryId
    """Quotes and voice workloads name it so."""
    model: EntryId
    """Id of the model that it serves."""
    hardware: EntryId | None = None
    """Id of the hardware that a replica stands on."""
    chips_per_replica: Chips | None = None
    """Chips that one whole copy takes."""
    parts: Annotated[tuple[Part, ...], Field(max_length=8)] = ()
    """Instead of `hardware` and `chips_per_replica`, where a replica needs several kinds."""
    role: Literal["serve", "prefill", "decode", "asr", "tts"] = "serve"
    """What it does: `serve` does all; `prefill` and `decode` share the work of a request; `asr` and
    `tts` hear and speak."""
    precision: Precision | None = None
    """Number format of the weights, such as `bf16`, `fp8`, `nvfp4`."""
    kv_precision: Precision | None = None
    """Number format of the KV cache, where it is not that of the weights."""
    parallelism: Annotated[dict[EntryId, CountFromOne], Field(max_length=10)] = {}
    """Degrees: tensor, pipeline, data, expert, context."""
    quality: Quality | None = None
    """What the answers were checked to be worth."""
    engine: Name | None = None
    """What serves it, such as `vllm`."""
    engine_version: Name | None = None
    """That the curves were measured with."""
    speculation: Name = "none"
    """The method of speculative decoding, or `none`; rates count accepted tokens only."""
    kv_transfer_ms: Milliseconds = 0
    """For role prefill: what handing the KV cache over adds to the TTFT."""
    evidence: Evidence | None = None
    """How the curves are known. Omitted inline: the user's own measurement."""
    source: EntryId | None = None
    """Where the curves come from."""
    date: Date | None = None
    """When they were measured."""
    note: Note | None = None
    """Whatever a reader should know."""
    curves: Annotated[tuple[Curve, ...], Field(min_length=1, max_length=1000)]
    """How fast a replica is, a curve for each shape of requests that was measured."""

    @property
    def chips_by_hardware(self) -> dict[str, int]:
        """Chips of one replica by hardware id."""
        if self.parts:
            return {part.hardware: part.chips for part in self.parts}
        return {self.hardware or "": self.chips_per_replica or 0}

    @property
    def chips(self) -> int:
        """Chips of one replica."""
        return sum(self.chips_by_hardware.values())

    @model_validator(mode="after")
    def _one_layout(self) -> Self:
        whole = self.hardware is not None and self.chips_per_replica is not None
        if bool(self.parts) == whole or (self.parts and (self.hardware or self.chips_per_replica)):
            raise PydanticCustomError("layout", "give hardware and chips_per_replica, or parts")
        if len({part.hardware for part in self.parts}) != len(self.parts):
            raise PydanticCustomError("part_twice", "the same hardware stands in two parts")
        self._check_shapes()
        return self

    def _check_shapes(self) -> None:
        shapeless = sum(curve.input_tokens is None for curve in self.curves)
        if shapeless > 1:
            raise PydanticCustomError(
                "shapeless_twice", "two curves have no shape: each would hold for any; merge them"
            )
        shapes = [curve.shape for curve in self.curves]
        if len(set(shapes)) != len(shapes):
            raise PydanticCustomError("shape_twice", "two curves have the same shape; merge them")
