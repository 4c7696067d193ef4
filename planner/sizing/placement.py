"""What each chip of a layout holds, and how many sequences then fit."""

from dataclasses import dataclass
from math import ceil

from planner.sizing.kv import KvCache
from planner.sizing.layouts import Layout
from planner.sizing.memory import pool_tokens, whole_times


@dataclass(frozen=True)
class Weights:
    """The weights of a model in bytes, and in how many layers they come."""

    shared_bytes: int
    """All but the experts; all of a dense model."""
    layers: int
    expert_bytes: int = 0

    def on_chip(self, layout: Layout) -> int:
        r"""Bytes of the fullest chip.

        $$\left(\frac{B_{shared}}{tp} + \frac{B_{experts}}{\max(tp, ep)}\right)
          \frac{\lceil L / pp \rceil}{L}$$

        Data and context ranks copy what is shared. Embeddings count as spread over the layers.

        653.9 GB of experts on 8 ranks, 17 GB of others on each of them:

        >>> weights = Weights(17_000_000_000, 61, expert_bytes=653_908_770_816)
        >>> round(weights.on_chip(Layout(data=8, expert=8)) / 1e9, 1)
        98.7
        """
        stage_layers = -(-self.layers // layout.pipeline)
        shards = max(layout.tensor, layout.expert)
        numerator = self.shared_bytes * shards + self.expert_bytes * layout.tensor
        return _ceil_ratio(numerator * stage_layers, layout.tensor * shards * self.layers)


def _ceil_ratio(numerator: int, denominator: int) -> int:
    return -(-numerator // denominator)


@dataclass(frozen=True)
class MemoryNeed:
    """What must fit, and what one chip has for it."""

    weights: Weights
    cache: KvCache
    context_tokens: int
    """Input plus output of each sequence."""
    usable_bytes_per_chip: int
    block_tokens: int = 1
    """Tokens of a KV block; a sequence takes whole ones."""


@dataclass(frozen=True)
class LayoutFit:
    """How a model fits in one layout, by its fullest chip."""

    layout: Layout
    weight_bytes_per_chip: int
    free_bytes_per_chip: int
    """Left for KV cache; below 0 where the weights do not fit."""
    kv_bytes_per_token_per_chip: int
    kv_bytes_per_sequence_per_chip: int
    sequences: int
    """Whole sequences of the whole replica at the context."""
    kv_pool_tokens: int
    """Tokens that the whole replica can hold, each counted once however often it is copied."""

    @property
    def weights_short_bytes(self) -> int:
        """By how much the weights do not fit, over all chips."""
        return max(0, -self.free_bytes_per_chip) * self.layout.chips

    def short_bytes(self, sequences: int) -> int:
        """By how much weights and so many sequences do not fit, over all chips; 0 if they do."""
        rank_sequences = _ceil_ratio(sequences, self.layout.data)
        needed = rank_sequences * self.kv_bytes_per_sequence_per_chip
        return max(0, needed - self.free_bytes_per_chip) * self.layout.chips


def fit_layout(need: MemoryNeed, layout: Layout) -> LayoutFit:
    r"""What fits in one layout: the fullest chip of the largest stage decides.

    $$n = dp \, \left\lfloor \frac{U - W}{B(t)} \right\rfloor$$

    with usable memory $U$, weights $W$ and KV of a sequence $B(t)$ of one chip. A data rank
    holds whole sequences; a context rank its part of every sequence.
    """
    cache = need.cache.on_chip(layout.tensor, layout.pipeline)
    weights = need.weights.on_chip(layout)
    free = need.usable_bytes_per_chip - weights
    blocks = ceil(need.context_tokens / (need.block_tokens * layout.context))
    per_sequence = cache.bytes_per_sequence(blocks * need.block_tokens)
    rank_tokens = pool_tokens(free, cache.bytes_per_token(), need.block_tokens)
    return LayoutFit(
        layout=layout,
        weight_bytes_per_chip=weights,
        free_bytes_per_chip=free,
        kv_bytes_per_token_per_chip=cache.bytes_per_token(),
        kv_bytes_per_sequence_per_chip=per_sequence,
        sequences=layout.data * whole_times(free, per_sequence),
        kv_pool_tokens=rank_tokens * layout.data * layout.context,
    )
