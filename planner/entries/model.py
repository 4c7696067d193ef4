"""A language model's figures that decide memory and speed: a file of `profiles/models/`."""

from typing import Annotated, Literal

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from planner.entries.base import EntryId, Name, Note, Schema
from planner.units import CountFromOne, NumberIn, TokenCount

Parameters = Annotated[
    float,
    Field(ge=1, le=1e14, allow_inf_nan=False, json_schema_extra={"x-unit": "parameters"}),
    NumberIn,
]


class Attention(Schema):
    """How attention stores keys and values."""

    kind: Literal["gqa", "mla"]
    """`gqa` covers multi-head (as many KV heads as heads) and multi-query (one)."""
    heads: CountFromOne
    """Query heads of one layer."""
    kv_heads: CountFromOne | None = None
    """gqa: heads that keys and values are stored for."""
    head_size: CountFromOne | None = None
    """gqa: values per head; never hidden size / heads where the model states it."""
    latent_size: CountFromOne | None = None
    """mla: values of the compressed key-value latent."""
    rope_size: CountFromOne | None = None
    """mla: values of the rotary part, stored beside the latent."""
    window_tokens: TokenCount | None = None
    """Sliding layers keep no more than so many tokens."""
    sliding_layers: Annotated[int, Field(ge=0, le=10**5), NumberIn] = 0
    """How many of the layers slide; the others keep everything."""
    kv_layers: CountFromOne | None = None
    """Layers that store keys and values, where that is not all of them (hybrids)."""

    @model_validator(mode="after")
    def _complete(self) -> "Attention":
        needed = ("kv_heads", "head_size") if self.kind == "gqa" else ("latent_size", "rope_size")
        missing = [name for name in needed if getattr(self, name) is None]
        if missing:
            raise PydanticCustomError(
                "attention_incomplete",
                "{kind} needs {missing}",
                {"kind": self.kind, "missing": ", ".join(missing)},
            )
        if self.kv_heads and self.heads % self.kv_heads:
            raise PydanticCustomError("kv_heads", "kv_heads does not divide heads")
        if self.sliding_layers and self.window_tokens is None:
            raise PydanticCustomError("window_missing", "sliding_layers needs window_tokens")
        return self


class LanguageModel(Schema):
    """A model; a mixture of experts has fewer active than total parameters."""

    id: EntryId
    """Workloads and deployments name it so; that of a catalog entry stands in for it."""
    name: Name | None = None
    """As people call it."""
    vendor: Name | None = None
    """Who made it."""
    total_parameters: Parameters
    """All of them: memory must hold every expert."""
    active_parameters: Parameters
    """Those that one token uses; equal to the total for a dense model."""
    layers: CountFromOne
    """Transformer layers, all kinds."""
    attention: Attention
    """How keys and values are stored: what the KV cache of a token takes."""
    max_context_tokens: TokenCount
    """Input plus output tokens."""
    source: EntryId | None = None
    """Where the figures come from."""
    note: Note | None = None
    """Whatever a reader should know."""

    @model_validator(mode="after")
    def _active_within_total(self) -> "LanguageModel":
        if self.active_parameters > self.total_parameters:
            raise PydanticCustomError(
                "active_above_total", "active_parameters is above total_parameters"
            )
        if self.attention.sliding_layers > (self.attention.kv_layers or self.layers):
            raise PydanticCustomError(
                "sliding_layers", "attention.sliding_layers is above the layers that store KV"
            )
        return self
