"""What a fit says in words: why nothing fits, and what was assumed."""

from collections.abc import Sequence

from planner.entries.hardware import Hardware
from planner.entries.model import LanguageModel
from planner.figures import default_reserve_gb
from planner.fit.schemas import FitQuestion
from planner.sizing.layouts import Layout
from planner.sizing.placement import LayoutFit, MemoryNeed
from planner.sizing.precisions import number_format
from planner.units import BYTES_PER_GB, BYTES_PER_GIB


def size(amount_bytes: float) -> str:
    """Bytes in both units, so that neither is taken for the other.

    >>> size(1169 * 2**30)
    '1,255.2 GB (1,169.0 GiB)'
    """
    return f"{amount_bytes / BYTES_PER_GB:,.1f} GB ({amount_bytes / BYTES_PER_GIB:,.1f} GiB)"


def no_layout(hardwired_model: str | None, refusals: Sequence[str]) -> str:
    """Why there is no layout that could even be tried."""
    if hardwired_model is not None:
        return f"The hardware is cast for {hardwired_model} and runs nothing else."
    return f"No layout is possible: {'; '.join(refusals)}. Ask for another number of chips."


def shortfall(need: MemoryNeed, nearest: LayoutFit, sequences: int) -> str:
    """By how much the layout that comes nearest does not fit, and what would help."""
    where = f"tensor {nearest.layout.tensor} × pipeline {nearest.layout.pipeline}"
    if nearest.layout.data > 1:
        where = f"data {nearest.layout.data}"
    chips = nearest.layout.chips
    where = f"on {chips} chip{'s' if chips > 1 else ''} ({where})"
    if nearest.weights_short_bytes:
        return (
            f"The weights do not fit by {size(nearest.weights_short_bytes)} {where}. "
            "Take more chips, larger ones, or a smaller precision."
        )
    return (
        f"{sequences:,} sequence{'s' if sequences > 1 else ''} of {need.context_tokens:,} tokens "
        f"beside the weights do not fit by {size(nearest.short_bytes(sequences))} {where}, which "
        f"has room for {nearest.sequences:,}. Take more chips or replicas, a shorter context, "
        "fewer sequences, or a smaller KV precision."
    )


def layout_note(model: LanguageModel, layout: Layout) -> str | None:
    """What a reader should know of one layout."""
    attention, tensor = model.attention, layout.tensor
    if attention.kind == "mla" and tensor > 1:
        return f"each of {tensor} tensor ranks holds a copy of the KV cache"
    heads = attention.kv_heads or 1
    if tensor > heads and tensor % heads == 0:
        return f"{heads} KV heads are copied {tensor // heads} times"
    if tensor % heads and heads % tensor:
        return f"{heads} KV heads do not spread evenly over {tensor} ranks; many engines refuse"
    return None


def assumptions(model: LanguageModel, hardware: Hardware, question: FitQuestion) -> tuple[str, ...]:
    """What the figures rest on."""
    return tuple(
        text
        for text in (
            _memory_assumption(hardware, question),
            _weights_assumption(question),
            "Ceilings are upper bounds from nominal bandwidth and peak, not rates to plan on.",
            _experts_assumption(model),
        )
        if text is not None
    )


def _memory_assumption(hardware: Hardware, question: FitQuestion) -> str:
    reserve = question.reserve_gb
    if reserve is None:
        reserve = default_reserve_gb(hardware.memory_gb)
    return (
        f"Of each chip's {hardware.memory_gb:g} GB, {question.usable_fraction:.0%} less "
        f"{reserve:g} GB for activations and buffers hold weights and KV cache."
    )


def _weights_assumption(question: FitQuestion) -> str:
    if question.weights_gb is not None:
        return f"The weights are {question.weights_gb:g} GB, as stated."
    number = number_format(question.precision)
    scales = ", scales included" if number.held_bits != number.value_bits else ""
    return (
        f"All weights are held in {question.precision}: "
        f"{float(number.held_bytes):g} B a parameter{scales}."
    )


def _experts_assumption(model: LanguageModel) -> str | None:
    if model.active_parameters >= model.total_parameters:
        return None
    return (
        "Memory holds all experts; ceilings count only the parameters active in a token. With "
        "data-parallel attention all active parameters count as copied on each rank."
    )
