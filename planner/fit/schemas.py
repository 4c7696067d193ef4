"""What `planner fit` is asked and what it answers: the schemas."""

from typing import Annotated

from pydantic import Field

from planner.entries.base import EntryId, Note, Precision, Schema
from planner.units import (
    Chips,
    CountFromOne,
    Gigabytes,
    Number,
    NumberIn,
    PositiveShare,
    TokenCount,
)

Reserve = Annotated[float, Field(ge=0, le=1e9, json_schema_extra={"x-unit": "GB"}), NumberIn]
FewestChips = Annotated[int, Number("chips", ge=1, le=10**18)]
"""Of the largest model in the smallest memory, more than any fleet has."""


class FitQuestion(Schema):
    """How a model is to be held."""

    precision: Precision = "bf16"
    """Of the weights."""
    kv_precision: Precision = "bf16"
    """Of the KV cache; FP8 weights do not imply it."""
    context_tokens: TokenCount | None = None
    """Input plus output of each sequence; omitted: the model's whole context."""
    sequences: CountFromOne = 1
    """That must be held at once, each at the whole context."""
    chips: Chips | None = None
    """Only layouts of exactly so many; omitted: the smallest of each kind."""
    weights_gb: Gigabytes | None = None
    """Of the checkpoint, where it is known better than parameters × bytes."""
    usable_fraction: PositiveShare = 0.9
    """Of a chip's memory, that the engine may take."""
    reserve_gb: Reserve | None = None
    """Of each chip, for activations and buffers; omitted: 2, but at most 2.5 % of its memory."""
    block_tokens: CountFromOne = 16
    """Tokens of a KV block."""


class FitLayout(Schema):
    """One layout of a replica, with what its fullest chip holds and what it could do at best."""

    tensor: int
    pipeline: int
    data: int
    """Data-parallel attention, with the experts divided over the same chips."""
    chips: int
    crosses_scale_up_domain: bool
    weights_gb_per_chip: float
    free_gb_per_chip: float
    """For KV cache; below 0 where the weights do not fit."""
    kv_bytes_per_token_per_chip: int
    kv_pool_tokens: int
    sequences: int
    """Whole ones at the context, of the replica."""
    fits: bool
    missing_gb: float
    """Over all chips; 0 if it fits."""
    one_stream_ceiling_tokens_per_s: float | None
    """Decode of one request alone, at the context."""
    system_ceiling_tokens_per_s: float | None
    """Decode of as many sequences as fit, at the context."""
    system_ceiling_binding: str | None
    """`bandwidth` or `compute`."""
    prefill_ceiling_tokens_per_s: float | None
    note: str | None = None


class FitRefusal(Schema):
    """A layout that was not considered, and why."""

    tensor: int
    pipeline: int
    reason: str


class Fit(Schema):
    """How a model fits on a kind of chip."""

    model: EntryId
    hardware: EntryId
    precision: str
    kv_precision: str
    context_tokens: int
    wanted_sequences: int
    weights_gb: float
    kv_bytes_per_token: int
    kv_gb_per_sequence: float
    memory_gb_per_chip: float
    usable_gb_per_chip: float
    chips_by_capacity: FewestChips
    """Fewest whose whole memory holds the weights, with no reserve and no KV cache."""
    fits: bool
    """Whether at least one layout does."""
    reason: Note | None
    """Why none does."""
    layouts: tuple[FitLayout, ...]
    """Those that fit, by chips; where none does, the one that comes nearest."""
    refused: tuple[FitRefusal, ...]
    assumptions: tuple[Note, ...]
