"""The shares of a replica's bandwidth, arithmetic and KV pool that a rate takes."""

from dataclasses import dataclass
from math import floor

from planner.ceiling import Subject, computed_beside, replica_roof, step_reads
from planner.entries.deployment import Curve
from planner.figures import cache_of, teraflops_by_bits, usable_bytes_of, weights_of
from planner.sizing import shares
from planner.sizing.kv import mean_bytes_while_decoding
from planner.sizing.precisions import known_format, number_format

KV_PRECISION_BY_DEFAULT = "bf16"
"""Held by a KV pool where a deployment does not say: what engines do by default."""


@dataclass(frozen=True)
class Shares:
    """How much of a replica's chips a rate takes; None where something needed is unknown."""

    memory_bandwidth_utilization_fraction: float | None
    compute_utilization_fraction: float | None
    kv_occupancy_fraction: float | None
    """Above 1 some of the requests in flight must have waited."""
    bandwidth_is_lower_bound: bool
    """True of a mixture of experts: with more sequences it reads more than the active ones."""


def shares_at(
    subject: Subject, curve: Curve, output_tokens_per_s: float, concurrency: float
) -> Shares:
    """The shares of a replica's chips that an output rate at so many requests in flight takes."""
    return Shares(
        _bandwidth_share(subject, curve, output_tokens_per_s, concurrency),
        _compute_share(subject, curve, output_tokens_per_s),
        _occupancy(subject, curve, concurrency),
        subject.model.active_parameters < subject.model.total_parameters,
    )


def _bandwidth_share(
    subject: Subject, curve: Curve, tokens_per_s: float, concurrency: float
) -> float | None:
    roof = replica_roof(subject)
    if roof is None or (subject.speculates and not curve.acceptance_length):
        return None
    steps_per_s = tokens_per_s / (curve.acceptance_length or 1)
    return shares.bandwidth_share(roof, step_reads(subject, curve), steps_per_s, concurrency)


def _compute_share(subject: Subject, curve: Curve, tokens_per_s: float) -> float | None:
    """Only where every part states a peak of the format itself."""
    roof, precision = replica_roof(subject), subject.deployment.precision
    if roof is None or precision is None:
        return None
    bits = number_format(precision).value_bits
    if not all(bits in teraflops_by_bits(hardware) for hardware, _ in subject.parts):
        return None
    active = subject.model.active_parameters
    return shares.compute_share(roof, active, tokens_per_s, computed_beside(subject, curve))


@dataclass(frozen=True)
class KvUse:
    """What fills the KV pool of one chip."""

    sequences: float
    """In flight, that keep their cache on this chip."""
    bytes_per_sequence: float
    """Mean while decoding."""
    free_bytes: float
    """What weights and reserve leave."""

    @property
    def occupancy(self) -> float:
        """Share that is filled."""
        return shares.kv_occupancy(self.sequences, self.bytes_per_sequence, self.free_bytes)


def _occupancy(subject: Subject, curve: Curve, concurrency: float) -> float | None:
    use = kv_use(subject, curve, concurrency)
    return None if use is None else use.occupancy


def kv_use(subject: Subject, curve: Curve, concurrency: float) -> KvUse | None:
    """What so many requests in flight fill; `None` where something needed is unknown."""
    deployment, layout = subject.deployment, subject.layout
    if deployment.precision is None or layout is None or curve.input_tokens is None:
        return None
    held = known_format(deployment.precision)
    kv = known_format(deployment.kv_precision or KV_PRECISION_BY_DEFAULT)
    if held is None or kv is None:
        return None
    hardware, _ = subject.parts[0]
    weights = weights_of(subject.model, held.held_bytes).on_chip(layout)
    free = usable_bytes_of(hardware) - (0 if hardware.hardwired_model else weights)
    if free <= 0:
        return None
    cache = cache_of(subject.model, kv.held_bytes).on_chip(layout.tensor, layout.pipeline)
    tokens = floor(curve.input_tokens), floor(curve.output_tokens or 0)
    per_rank = concurrency / (layout.data * layout.context)
    return KvUse(per_rank, float(mean_bytes_while_decoding(cache, *tokens)), free)
