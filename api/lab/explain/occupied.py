"""How much of bandwidth, arithmetic and KV pool a replica of each pool takes."""

from collections.abc import Iterator
from typing import Final

from api.lab.explain.parts import Explained, Line, aside, line
from planner.ceiling import computed_beside, replica_roof, step_reads
from planner.quote import PoolPart, Quote
from planner.report.occupied import Held, held_in
from planner.sizing.roofline import compute_ceiling, groups_in_flight, read_seconds
from planner.utilization import kv_use

GIGA: Final = 1e9
_FORMULAS: Final = {
    "memory_bandwidth_utilization_fraction": (
        "Memory bandwidth",
        "decode steps/s × time of one step to read weights and KV, at the bandwidth of all chips",
    ),
    "compute_utilization_fraction": (
        "Arithmetic",
        "output tokens/s ÷ what the peak arithmetic allows, prefill beside it included",
    ),
    "kv_occupancy_fraction": (
        "KV pool",
        "requests in flight × KV bytes of one, mean while decoding ÷ what weights leave free; "
        "above 1 some must have waited",
    ),
}


def figures(quote: Quote) -> Iterator[Explained]:
    """Of each pool, where its model and its hardware are known; the most of any workload."""
    for number, pool in enumerate(quote.pools):
        held = list(held_in(quote, pool))
        for key, (name, formula) in _FORMULAS.items():
            value: float | None = getattr(pool, key)
            if value is not None:
                yield Explained(
                    f"pools[{number}].{key}",
                    f"{name} taken in {pool.id}",
                    value,
                    "1",
                    f"{formula}; the most of any workload",
                    tuple(line for one in held for line in _TERMS[key](one)),
                    _rests_on(pool),
                )


def _rests_on(pool: PoolPart) -> tuple[str, ...]:
    return (f"deployment:{pool.deployment}", *(f"hardware:{name}" for name in pool.hardware))


def _bandwidth(held: Held) -> Iterator[Line]:
    roof = replica_roof(held.subject)
    share = held.shares.memory_bandwidth_utilization_fraction
    if roof is None or share is None:
        return
    reads, groups = step_reads(held.subject, held.curve), groups_in_flight(roof, held.cap)
    steps = held.output_tokens_per_s / (held.curve.acceptance_length or 1) / held.cap * groups
    each = reads.weight_bytes + held.cap / groups * reads.kv_bytes_per_sequence
    seconds = read_seconds(each, roof.tiers)
    yield line(f"{held.workload}: ", steps, " steps/s × ", seconds, " s to read = ", share)
    weights, cached = reads.weight_bytes / GIGA, held.cap / groups * reads.kv_bytes_per_sequence
    head = ("a step reads ", weights, " GB of weights + ", cached / GIGA, " GB of KV at ")
    yield aside(*head, sum(tier.bytes_per_s for tier in roof.tiers) / GIGA, " GB/s")


def _compute(held: Held) -> Iterator[Line]:
    roof = replica_roof(held.subject)
    share = held.shares.compute_utilization_fraction
    if roof is None or share is None:
        return
    beside = computed_beside(held.subject, held.curve)
    allowed = compute_ceiling(roof, held.subject.model.active_parameters, beside)
    if allowed is not None:
        rate = held.output_tokens_per_s
        yield line(f"{held.workload}: ", rate, " tokens/s ÷ ", allowed, " tokens/s = ", share)


def _kv(held: Held) -> Iterator[Line]:
    use = kv_use(held.subject, held.curve, held.cap)
    if use is not None:
        head = (f"{held.workload}: ", use.sequences, " in flight a chip × ")
        bytes_each, free = use.bytes_per_sequence / GIGA, use.free_bytes / GIGA
        yield line(*head, bytes_each, " GB ÷ ", free, " GB = ", use.occupancy)


_TERMS: Final = {
    "memory_bandwidth_utilization_fraction": _bandwidth,
    "compute_utilization_fraction": _compute,
    "kv_occupancy_fraction": _kv,
}
