"""How many sequences of a workload's context a replica holds."""

from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil

from planner.ceiling import Subject
from planner.figures import cache_of, usable_bytes_of, weights_of
from planner.sizing.kv import KvCache
from planner.sizing.layouts import Layout
from planner.sizing.memory import whole_times
from planner.sizing.placement import MemoryNeed, Weights, fit_layout
from planner.sizing.precisions import known_format
from planner.units import BYTES_PER_GB
from planner.utilization import KV_PRECISION_BY_DEFAULT


@dataclass(frozen=True, slots=True)
class Room:
    """What a replica's memory has for sequences of one context, over all its chips."""

    context_tokens: int
    sequences: int
    weight_gb: float
    usable_gb: float
    sequence_gb: float
    """KV cache of one sequence, copies included."""

    @property
    def arithmetic(self) -> str:
        """The sum, for a reader."""
        free = self.usable_gb - self.weight_gb
        if free <= 0:
            return (
                f"weights of {self.weight_gb:,.4g} GB in {self.usable_gb:,.4g} GB of usable memory "
                f"are short by {-free:,.4g} GB"
            )
        return (
            f"{self.usable_gb:,.4g} GB usable - {self.weight_gb:,.4g} GB of weights leave "
            f"{free:,.4g} GB; a sequence of {self.context_tokens:,} tokens takes "
            f"{self.sequence_gb:,.4g} GB, so that {self.sequences:,} fit"
        )


@dataclass(frozen=True)
class Memory:
    """The memory of one deployment's replica."""

    subject: Subject
    _rooms: dict[int, Room | None] = field(default_factory=dict[int, Room | None], init=False)

    def room_for(self, context: Fraction) -> Room | None:
        """Room for sequences of so many tokens; `None` where the entries do not tell it."""
        tokens = max(1, ceil(context))
        if tokens not in self._rooms:
            self._rooms[tokens] = _room(self.subject, tokens)
        return self._rooms[tokens]


def _room(subject: Subject, context_tokens: int) -> Room | None:
    weights = known_format(subject.deployment.precision)
    kv = known_format(subject.deployment.kv_precision or KV_PRECISION_BY_DEFAULT)
    if weights is None or kv is None or subject.deployment.role != "serve":
        return None
    cache = cache_of(subject.model, kv.held_bytes)
    is_cast = any(hardware.hardwired_model for hardware, _ in subject.parts)
    all_weights = (
        Weights(0, subject.model.layers)  # cast in silicon, they take no memory
        if is_cast
        else weights_of(subject.model, weights.held_bytes)
    )
    layout = subject.layout
    if layout is None:
        return _pooled(subject, cache, context_tokens, all_weights.on_chip(Layout()))
    usable = usable_bytes_of(subject.parts[0][0])
    fit = fit_layout(MemoryNeed(all_weights, cache, context_tokens, usable), layout)
    chips = layout.chips / BYTES_PER_GB
    return Room(
        context_tokens,
        fit.sequences,
        fit.weight_bytes_per_chip * chips,
        usable * chips,
        fit.kv_bytes_per_sequence_per_chip * chips / layout.data,
    )


def _pooled(subject: Subject, cache: KvCache, context_tokens: int, weight_bytes: int) -> Room:
    """Where the layout is not stated: as if all memory were one, which no layout betters."""
    usable = sum(usable_bytes_of(hardware) * chips for hardware, chips in subject.parts)
    sequence = cache.bytes_per_sequence(context_tokens)
    return Room(
        context_tokens,
        whole_times(usable - weight_bytes, sequence),
        weight_bytes / BYTES_PER_GB,
        usable / BYTES_PER_GB,
        sequence / BYTES_PER_GB,
    )
