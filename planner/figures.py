"""Entries of the catalog as the plain figures that `sizing` calculates with."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from planner.entries.hardware import Hardware
from planner.entries.model import LanguageModel
from planner.sizing.kv import KvCache, gqa_cache, mla_cache, with_sliding_layers
from planner.sizing.memory import bytes_of_gb, usable_bytes, weight_bytes
from planner.sizing.placement import Weights
from planner.sizing.precisions import NumberFormat
from planner.sizing.roofline import Roof, Tier, peak_flops

USABLE_FRACTION: Final = 0.9
"""Of a chip's memory: what engines take unless told otherwise."""
MAX_RESERVE_GB: Final = 2.0
RESERVE_FRACTION: Final = 0.025


def default_reserve_gb(memory_gb: float) -> float:
    """Activations, graphs and buffers of one chip: 2 GB, but at most 2.5 % of its memory.

    >>> default_reserve_gb(180), default_reserve_gb(0.24)
    (2.0, 0.006)
    """
    return min(MAX_RESERVE_GB, memory_gb * RESERVE_FRACTION)


def usable_bytes_of(
    hardware: Hardware, usable_fraction: float = USABLE_FRACTION, reserve_gb: float | None = None
) -> int:
    """Memory of one chip for weights and KV cache; `reserve_gb` None is the default reserve."""
    reserve = default_reserve_gb(hardware.memory_gb) if reserve_gb is None else reserve_gb
    return usable_bytes(1, bytes_of_gb(hardware.memory_gb), usable_fraction, bytes_of_gb(reserve))


def weights_of(model: LanguageModel, bytes_per_parameter: float | Fraction) -> Weights:
    """All weights of a model.

    Entries do not say how many parameters experts have. All that are not active in a token
    are experts'; the active ones count as shared, of which data ranks hold copies: the safe side.
    """
    total = weight_bytes(model.total_parameters, bytes_per_parameter)
    shared = min(total, weight_bytes(model.active_parameters, bytes_per_parameter))
    return Weights(shared, model.layers, expert_bytes=total - shared)


def scaled_to(weights: Weights, total_bytes: int) -> Weights:
    """The same weights where their size is known, as of a checkpoint on disk."""
    nominal = weights.shared_bytes + weights.expert_bytes
    experts = total_bytes * weights.expert_bytes // nominal
    return Weights(total_bytes - experts, weights.layers, expert_bytes=experts)


def cache_of(model: LanguageModel, bytes_per_value: Fraction) -> KvCache:
    """The KV cache of a model.

    Raises:
        ValueError: more sliding layers than layers that store anything.
    """
    attention = model.attention
    layers = attention.kv_layers or model.layers
    first, second = (
        (attention.latent_size, attention.rope_size)
        if attention.kind == "mla"
        else (attention.kv_heads, attention.head_size)
    )
    build = mla_cache if attention.kind == "mla" else gqa_cache
    cache = build(first or 0, second or 0, layers, bytes_per_value)
    return with_sliding_layers(cache, attention.sliding_layers, attention.window_tokens or 0)


def teraflops_by_bits(hardware: Hardware) -> dict[int, float]:
    """The dense peaks that a chip states, TFLOPS by bits of a value."""
    stated = hardware.peak_tflops
    if stated is None:
        return {}
    by_bits = {16: stated.bf16, 8: stated.fp8, 4: stated.fp4}
    return {bits: peak for bits, peak in by_bits.items() if peak is not None}


def roof_of(
    parts: Iterable[tuple[Hardware, int]], number_format: NumberFormat, stages: int = 1
) -> Roof:
    """What chips of one or several kinds, (hardware, chips), can do together.

    A part whose bandwidth or peak is not known makes that of the whole unknown. Weights that
    are cast in silicon are not read from memory: bandwidth says nothing about them.
    """
    whole = list(parts)
    tiers = [_tiers(hardware, chips) for hardware, chips in whole]
    peaks = [
        None if peak is None else peak * chips
        for hardware, chips in whole
        for peak in [peak_flops(number_format.value_bits, teraflops_by_bits(hardware))]
    ]
    known_peaks = [peak for peak in peaks if peak is not None]
    return Roof(
        tiers=tuple(tier for part in tiers for tier in part) if all(tiers) else (),
        flops_per_s=sum(known_peaks) if len(known_peaks) == len(peaks) else None,
        stages=stages,
    )


def _tiers(hardware: Hardware, chips: int) -> tuple[Tier, ...]:
    if hardware.hardwired_model is not None:
        return ()
    stated = [(tier.gb, tier.gb_per_s) for tier in hardware.memories]
    if not stated and hardware.memory_bandwidth_gb_per_s is not None:
        stated = [(hardware.memory_gb, hardware.memory_bandwidth_gb_per_s)]
    return tuple(Tier(gb * chips * 1e9, speed * chips * 1e9) for gb, speed in stated)
