"""Which layouts of a model fit on a kind of chip, and what they could do at best."""

from planner.entries.hardware import Hardware
from planner.entries.model import LanguageModel
from planner.fit import text
from planner.fit.case import Case, case_of, layouts_to_try
from planner.fit.rates import layout_ceilings
from planner.fit.schemas import Fit, FitLayout, FitQuestion, FitRefusal
from planner.sizing.layouts import Layout, layout_refusal
from planner.sizing.memory import bytes_of_gb, chips_by_capacity
from planner.sizing.placement import LayoutFit, fit_layout
from planner.units import BYTES_PER_GB


def fit(model: LanguageModel, hardware: Hardware, question: FitQuestion | None = None) -> Fit:
    """Which layouts fit; where none does, why, by how much, and the one that comes nearest.

    Without a number of chips: for each tensor degree the fewest pipeline stages that hold the
    sequences, within a scale-up domain, or beyond one if no single stage fits inside; for
    latent attention and mixtures of experts data-parallel attention too.

    Raises:
        InvalidInput: a precision that is not known, a context beyond the model's.
    """
    case = case_of(model, hardware, question or FitQuestion())
    tried = [fit_layout(case.need, layout) for layout in layouts_to_try(case)]
    holding = [found for found in tried if case.holds(found)]
    nearest = sorted(tried, key=lambda found: found.short_bytes(case.question.sequences))
    shown = nearest if case.question.chips else holding or nearest[:1]
    return _answer(case, shown, fits=bool(holding))


def _refusals(case: Case) -> tuple[FitRefusal, ...]:
    """Of the layouts with exactly so many chips, those that no engine starts with."""
    chips, model = case.question.chips or 1, case.model
    layouts = [Layout(n, chips // n) for n in range(chips, 0, -1) if chips % n == 0]
    refusals = [(one, layout_refusal(one, model.attention.heads, model.layers)) for one in layouts]
    return tuple(
        FitRefusal(tensor=one.tensor, pipeline=one.pipeline, reason=reason)
        for one, reason in refusals
        if reason is not None
    )


def _answer(case: Case, shown: list[LayoutFit], *, fits: bool) -> Fit:
    need, question, refused = case.need, case.question, _refusals(case)
    memory = bytes_of_gb(case.hardware.memory_gb)
    weight_bytes = need.weights.shared_bytes + need.weights.expert_bytes
    rows = [_row(case, found) for found in shown]
    return Fit(
        model=case.model.id,
        hardware=case.hardware.id,
        precision=question.precision,
        kv_precision=question.kv_precision,
        context_tokens=need.context_tokens,
        wanted_sequences=question.sequences,
        weights_gb=weight_bytes / BYTES_PER_GB,
        kv_bytes_per_token=need.cache.bytes_per_token(),
        kv_gb_per_sequence=need.cache.bytes_per_sequence(need.context_tokens) / BYTES_PER_GB,
        memory_gb_per_chip=case.hardware.memory_gb,
        usable_gb_per_chip=need.usable_bytes_per_chip / BYTES_PER_GB,
        chips_by_capacity=chips_by_capacity(weight_bytes, memory),
        fits=fits,
        reason=None if fits else _reason(case, shown, refused),
        layouts=tuple(sorted(rows, key=lambda row: (not row.fits, row.chips, row.pipeline))),
        refused=refused,
        assumptions=text.assumptions(case.model, case.hardware, question),
    )


def _reason(case: Case, nearest: list[LayoutFit], refused: tuple[FitRefusal, ...]) -> str:
    if not nearest:
        hardwired = case.hardware.hardwired_model
        return text.no_layout(hardwired, [refusal.reason for refusal in refused])
    return text.shortfall(case.need, nearest[0], case.question.sequences)


def _row(case: Case, found: LayoutFit) -> FitLayout:
    layout, missing = found.layout, found.short_bytes(case.question.sequences)
    ceilings = layout_ceilings(case.model, case.hardware, case.question, found)
    return FitLayout(
        tensor=layout.tensor,
        pipeline=layout.pipeline,
        data=layout.data,
        chips=layout.chips,
        crosses_scale_up_domain=layout.stage_chips > case.hardware.domain_chips,
        weights_gb_per_chip=found.weight_bytes_per_chip / BYTES_PER_GB,
        free_gb_per_chip=found.free_bytes_per_chip / BYTES_PER_GB,
        kv_bytes_per_token_per_chip=found.kv_bytes_per_token_per_chip,
        kv_pool_tokens=found.kv_pool_tokens,
        sequences=found.sequences,
        fits=missing == 0,
        missing_gb=missing / BYTES_PER_GB,
        one_stream_ceiling_tokens_per_s=ceilings.one_stream,
        system_ceiling_tokens_per_s=ceilings.system and ceilings.system.tokens_per_s,
        system_ceiling_binding=ceilings.system and ceilings.system.binding,
        prefill_ceiling_tokens_per_s=ceilings.prefill,
        note=text.layout_note(case.model, layout),
    )
