"""A published speed claim, with what it says of its conditions: a file of `profiles/claims/`."""

from typing import Annotated, Final, Literal, Self

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from planner.entries.base import Date, EntryId, Evidence, Name, Note, PercentileKey, Schema
from planner.entries.deployment import Part
from planner.entries.figure import (
    ConcurrencyFigure,
    Figure,
    LatencyFigure,
    RateFigure,
    RatePerMegawattFigure,
    TimesFigure,
)
from planner.units import (
    Chips,
    CountFromOne,
    Gigabytes,
    PositiveShare,
    PositiveWatts,
    Tokens,
    TokensOut,
)

Measure = Literal["per_stream", "aggregate", "per_megawatt", "prefill", "ttft", "speedup"]
"""What a claim measures; figures of two kinds are never compared."""
FIGURES: Final[dict[Measure, str]] = {
    "per_stream": "per_stream_tokens_per_s",
    "aggregate": "aggregate_tokens_per_s",
    "per_megawatt": "tokens_per_s_per_megawatt",
    "prefill": "prefill_tokens_per_s",
    "ttft": "ttft_ms",
    "speedup": "speedup",
}
"""The field that holds the figure of each kind."""


class KnownHardware(Schema):
    """What is published of hardware that is not known well enough to be an entry."""

    memory_gb: Gigabytes | None = None
    chips_per_node: CountFromOne | None = None
    node_power_w: PositiveWatts | None = None


class Claim(Schema):
    """One published claim: what it measures, what it says, and what it leaves out (is absent)."""

    id: EntryId
    name: Name
    """Of the system, as people call it."""
    vendor: Name | None = None
    system: EntryId | None = None
    """The hardware; an id of the catalog where it has an entry."""
    measure: Measure
    per_stream_tokens_per_s: RateFigure | None = None
    """Output tokens that one request gets."""
    aggregate_tokens_per_s: RateFigure | None = None
    """Tokens of the whole unit (`chips` or `parts`) over all requests in flight."""
    tokens_per_s_per_megawatt: RatePerMegawattFigure | None = None
    prefill_tokens_per_s: RateFigure | None = None
    """Input tokens of the whole unit."""
    ttft_ms: LatencyFigure | None = None
    speedup: TimesFigure | None = None
    """Times as fast as something else."""
    wording: Name | None = None
    """What it says instead, where it gives no number."""
    qualifier: Literal["about", "at_least", "up_to"] | None = None
    statistic: PercentileKey | None = None
    """Of the figure over the requests measured: `mean`, or `pNN`. A percentile, never a maximum."""
    counts: Literal["output", "input_and_output", "not_stated"] = "output"
    """Which tokens a rate counts."""
    model: EntryId | None = None
    """Where the catalog has it."""
    model_wording: Name | None = None
    """As the claim names it, where the catalog has no such model."""
    tokenizer: Name | None = None
    precision: Name | None = None
    quality: Name | None = None
    """The check against the reference model."""
    input_tokens: Tokens | None = None
    output_tokens: TokensOut | None = None
    context_tokens: Tokens | None = None
    concurrency: ConcurrencyFigure | None = None
    """Requests in flight."""
    speculation: Name | None = None
    """`none`, or the method; absent where the claim does not say."""
    chips: Chips | None = None
    """Of `system`, that make the figure."""
    parts: Annotated[tuple[Part, ...], Field(max_length=8)] = ()
    """Instead of `chips`, where several kinds of chip make it."""
    duty_cycle_fraction: PositiveShare | None = None
    """Share of the time that the figure holds."""
    power_w: PositiveWatts | None = None
    """Wall power of what makes the figure."""
    evidence: Evidence
    evidence_is_stated: bool = True
    """Whether the claim itself says how it is known; else `evidence` is the best that it can be."""
    date: Date | None = None
    source: EntryId
    known_hardware: KnownHardware | None = None
    """Of a `system` that has no entry: so that what is missing can be named."""
    deployment: EntryId | None = None
    """The same as a deployment of the catalog, where it says enough to be one."""
    note: Note | None = None

    @property
    def figure(self) -> Figure | None:
        """The figure that the claim is about; None where it gives no number."""
        return getattr(self, FIGURES[self.measure])

    @property
    def chips_by_hardware(self) -> dict[str, int]:
        """Chips that make the figure, by hardware id; empty where the claim does not say."""
        if self.parts:
            return {part.hardware: part.chips for part in self.parts}
        return {self.system: self.chips} if self.system and self.chips else {}

    @model_validator(mode="after")
    def _agrees_with_itself(self) -> Self:
        if self.figure is None and self.wording is None:
            raise PydanticCustomError(
                "figure_missing",
                "{measure} needs {field}, or wording where the claim gives no number",
                {"measure": self.measure, "field": FIGURES[self.measure]},
            )
        if self.statistic not in (None, "mean") and self.qualifier == "up_to":
            raise PydanticCustomError(
                "percentile_as_maximum",
                "{statistic} is a percentile, not a maximum; leave out qualifier: up_to",
                {"statistic": self.statistic},
            )
        if self.deployment is not None and self.measure != "aggregate":
            raise PydanticCustomError(
                "not_a_system_rate",
                "a {measure} figure is no rate of a whole system, so it cannot be a deployment",
                {"measure": self.measure},
            )
        if self.chips and self.parts:
            raise PydanticCustomError("layout", "give chips or parts, not both")
        if self.model and self.model_wording:
            raise PydanticCustomError("two_models", "give model or model_wording, not both")
        return self
