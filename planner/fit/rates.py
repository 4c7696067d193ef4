"""The ceilings on the rates of one layout."""

from dataclasses import dataclass

from planner.entries.hardware import Hardware
from planner.entries.model import LanguageModel
from planner.figures import cache_of, roof_of
from planner.fit.schemas import FitQuestion
from planner.sizing.memory import bytes_of_gb
from planner.sizing.placement import LayoutFit
from planner.sizing.precisions import number_format
from planner.sizing.roofline import (
    Ceiling,
    Reads,
    bandwidth_ceiling,
    compute_ceiling,
    lower_ceiling,
    one_stream_ceiling,
)


@dataclass(frozen=True)
class LayoutCeilings:
    """Upper bounds in tokens/s; None where the hardware does not say enough, or nothing fits."""

    one_stream: float | None
    system: Ceiling | None
    """At as many sequences as fit, each at the whole context; decode alone."""
    prefill: float | None


def layout_ceilings(
    model: LanguageModel, hardware: Hardware, question: FitQuestion, found: LayoutFit
) -> LayoutCeilings:
    """What one layout could do at best, at the context of the question."""
    if found.sequences == 0:
        return LayoutCeilings(None, None, None)
    number = number_format(question.precision)
    roof = roof_of([(hardware, found.layout.chips)], number, found.layout.pipeline)
    reads = step_reads(model, question)
    compute = compute_ceiling(roof, model.active_parameters)
    bandwidth = bandwidth_ceiling(roof, reads, found.sequences)
    return LayoutCeilings(
        one_stream=one_stream_ceiling(roof, reads),
        system=lower_ceiling(bandwidth, compute),
        prefill=compute,
    )


def step_reads(model: LanguageModel, question: FitQuestion) -> Reads:
    """What a decode step reads at the context: active weights, and the KV of a sequence."""
    context = question.context_tokens or model.max_context_tokens
    cache = cache_of(model, number_format(question.kv_precision).read_bytes)
    weights = model.active_parameters * float(number_format(question.precision).read_bytes)
    if question.weights_gb is not None:
        active_fraction = model.active_parameters / model.total_parameters
        weights = bytes_of_gb(question.weights_gb) * active_fraction
    return Reads(weights, cache.bytes_per_sequence(context))
