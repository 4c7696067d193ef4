"""Entries of the catalog as the numbers that the roofline needs."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from planner.entries.deployment import Curve, Deployment
from planner.entries.hardware import Hardware
from planner.entries.model import LanguageModel
from planner.sizing.kv import (
    KvCache,
    gqa_cache,
    mean_bytes_while_decoding,
    mla_cache,
    with_sliding_layers,
)
from planner.sizing.precisions import NUMBER_FORMATS, NumberFormat
from planner.sizing.roofline import Reads, Roof, Tier, peak_flops

_LEAST_KV_FORMAT: Final = NUMBER_FORMATS["fp8"]
"""What engines cut KV values down to, where a deployment does not say: a ceiling may be high."""


@dataclass(frozen=True)
class Bounds:
    """All that decides the ceilings of one deployment at one shape."""

    roof: Roof
    reads: Reads
    active_parameters: float
    prefill_tokens_per_output: float


def roof_of(
    deployment: Deployment, hardware: Mapping[str, Hardware], weights: NumberFormat
) -> Roof:
    """What the chips of a replica can do together; unknown where one of them is not known."""
    parts = [(hardware[name], chips) for name, chips in deployment.chips_by_hardware.items()]
    flops = [_flops(chip, chips, weights) for chip, chips in parts]
    known = [value for value in flops if value is not None]
    tiers = tuple(tier for chip, chips in parts for tier in _tiers(chip, chips))
    is_known = all(_tiers(chip, chips) for chip, chips in parts)
    return Roof(
        tiers=tiers if is_known else (),
        flops_per_s=sum(known) if len(known) == len(flops) else None,
        stages=deployment.parallelism.get("pipeline", 1),
    )


def reads_of(model: LanguageModel, curve: Curve, weights: NumberFormat, kv: NumberFormat) -> Reads:
    """What one decode step reads at the curve's lengths; no KV at all where it has none."""
    kv_bytes = Fraction(0)
    if curve.input_tokens is not None and curve.output_tokens is not None:
        cache = cache_of(model, kv.read_bytes)
        kv_bytes = mean_bytes_while_decoding(
            cache, int(curve.input_tokens), int(curve.output_tokens)
        )
    return Reads(float(model.active_parameters * weights.read_bytes), float(kv_bytes))


def cache_of(model: LanguageModel, bytes_per_value: Fraction) -> KvCache:
    """What the model's attention stores."""
    attention = model.attention
    layers = attention.kv_layers or model.layers
    if attention.kind == "mla":
        latent, rope = attention.latent_size or 0, attention.rope_size or 0
        cache = mla_cache(latent, rope, layers, bytes_per_value)
    else:
        heads, size = attention.kv_heads or 0, attention.head_size or 0
        cache = gqa_cache(heads, size, layers, bytes_per_value)
    return with_sliding_layers(cache, attention.sliding_layers, attention.window_tokens or 0)


def bounds_of(
    deployment: Deployment, curve: Curve, model: LanguageModel, hardware: Mapping[str, Hardware]
) -> Bounds | None:
    """What bounds the rates of a curve; None where the precision is not known."""
    weights = NUMBER_FORMATS.get((deployment.precision or "").lower())
    kv = NUMBER_FORMATS.get((deployment.kv_precision or "").lower(), _LEAST_KV_FORMAT)
    if weights is None:
        return None
    return Bounds(
        roof_of(deployment, hardware, weights),
        reads_of(model, curve, weights, kv),
        model.active_parameters,
        _prefill_share(deployment, curve),
    )


def _prefill_share(deployment: Deployment, curve: Curve) -> float:
    """Uncached input tokens that the same chips compute for each output token."""
    if deployment.role != "serve" or not curve.output_tokens:
        return 0
    return (curve.input_tokens or 0) * (1 - curve.cached_input_fraction) / curve.output_tokens


def _tiers(chip: Hardware, chips: int) -> tuple[Tier, ...]:
    if chip.memories:
        return tuple(Tier(chips * m.gb * 1e9, chips * m.gb_per_s * 1e9) for m in chip.memories)
    if chip.memory_bandwidth_gb_per_s is None:
        return ()
    return (Tier(chips * chip.memory_gb * 1e9, chips * chip.memory_bandwidth_gb_per_s * 1e9),)


def _flops(chip: Hardware, chips: int, weights: NumberFormat) -> float | None:
    peak = chip.peak_tflops
    stated = {16: peak.bf16, 8: peak.fp8, 4: peak.fp4} if peak else {}
    one = peak_flops(weights.value_bits, {bits: v for bits, v in stated.items() if v is not None})
    return None if one is None else chips * one
