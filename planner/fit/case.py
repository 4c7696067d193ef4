"""A question of fit with everything looked up, and the layouts that it makes worth trying."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from planner.entries.hardware import Hardware
from planner.entries.model import LanguageModel
from planner.errors import InvalidInput
from planner.figures import cache_of, scaled_to, usable_bytes_of, weights_of
from planner.fit.schemas import FitQuestion
from planner.sizing.kv import KvCache
from planner.sizing.layouts import Layout, tensor_degrees
from planner.sizing.memory import bytes_of_gb
from planner.sizing.placement import LayoutFit, MemoryNeed, Weights, fit_layout
from planner.sizing.precisions import NumberFormat, number_format


@dataclass(frozen=True)
class Case:
    """A question with everything looked up."""

    model: LanguageModel
    hardware: Hardware
    question: FitQuestion
    need: MemoryNeed

    def holds(self, found: LayoutFit) -> bool:
        """Whether a layout holds the weights and the wanted sequences."""
        return found.short_bytes(self.question.sequences) == 0


def case_of(model: LanguageModel, hardware: Hardware, question: FitQuestion) -> Case:
    """The question with all figures, in bytes.

    Raises:
        InvalidInput: a precision that is not known, a context beyond the model's, more sliding
            layers than layers.
    """
    context = question.context_tokens or model.max_context_tokens
    if context > model.max_context_tokens:
        message = f"{context:,} is beyond the {model.max_context_tokens:,} of {model.id}"
        raise InvalidInput.at("context_tokens", message, "fit")
    need = MemoryNeed(
        weights=_weights(model, hardware, question),
        cache=_cache(model, question),
        context_tokens=context,
        usable_bytes_per_chip=usable_bytes_of(
            hardware, question.usable_fraction, question.reserve_gb
        ),
        block_tokens=question.block_tokens,
    )
    return Case(model, hardware, question, need)


def _cache(model: LanguageModel, question: FitQuestion) -> KvCache:
    try:
        return cache_of(model, _format("kv_precision", question.kv_precision).held_bytes)
    except ValueError as error:
        raise InvalidInput.at("attention.sliding_layers", str(error), model.id) from None


def _format(field: str, name: str) -> NumberFormat:
    try:
        return number_format(name)
    except ValueError as error:
        raise InvalidInput.at(field, str(error), "fit") from None


def _weights(model: LanguageModel, hardware: Hardware, question: FitQuestion) -> Weights:
    """Those that memory must hold: none where they are cast in silicon."""
    nominal = weights_of(model, _format("precision", question.precision).held_bytes)
    if hardware.hardwired_model is not None:
        return replace(nominal, shared_bytes=0, expert_bytes=0)
    if question.weights_gb is None:
        return nominal
    return scaled_to(nominal, bytes_of_gb(question.weights_gb))


def layouts_to_try(case: Case) -> Iterator[Layout]:
    """Layouts that an engine could start with and a buyer could want; none if cast for another."""
    if case.hardware.hardwired_model not in (None, case.model.id):
        return iter(())
    if case.question.chips is not None:
        return _layouts_of(case, case.question.chips)
    return _smallest_layouts(case)


def _layouts_of(case: Case, chips: int) -> Iterator[Layout]:
    """All of exactly so many chips."""
    for tensor in tensor_degrees(case.model.attention.heads, chips):
        if chips % tensor == 0 and chips // tensor <= case.model.layers:
            yield Layout(tensor=tensor, pipeline=chips // tensor)
    if _gains_from_data_ranks(case) and chips > 1:
        yield Layout(data=chips, expert=chips)


def _smallest_layouts(case: Case) -> Iterator[Layout]:
    domain = case.hardware.domain_chips
    inside = [_fewest_stages(case, n) for n in tensor_degrees(case.model.attention.heads, domain)]
    yield from inside
    if not any(layout.pipeline == 1 and _holds(case, layout) for layout in inside):
        yield from _beyond_the_domain(case)
    if _gains_from_data_ranks(case):
        yield from (Layout(data=n, expert=n) for n in range(2, domain + 1) if domain % n == 0)


def _holds(case: Case, layout: Layout) -> bool:
    return case.holds(fit_layout(case.need, layout))


def _fewest_stages(case: Case, tensor: int) -> Layout:
    """With so many stages that it holds, else as many as there are layers."""
    for stages in range(1, case.model.layers + 1):
        layout = Layout(tensor=tensor, pipeline=stages)
        if _holds(case, layout):
            return layout
    return Layout(tensor=tensor, pipeline=case.model.layers)


def _beyond_the_domain(case: Case) -> Iterator[Layout]:
    """The smallest tensor degree over several domains that needs no stages."""
    heads, domain = case.model.attention.heads, case.hardware.domain_chips
    for tensor in tensor_degrees(heads, heads):
        layout = Layout(tensor=tensor)
        if tensor > domain and _holds(case, layout):
            yield layout
            return


def _gains_from_data_ranks(case: Case) -> bool:
    """Where tensor ranks would copy the KV cache and experts can be divided instead."""
    model = case.model
    return model.attention.kind == "mla" and model.active_parameters < model.total_parameters
