"""The KV cache: bytes of a token and of a sequence, whole or on one chip."""

from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil


@dataclass(frozen=True)
class KvCache:
    """What attention stores, whole or as one chip sees it.

    `stored_heads` are KV heads (gqa), or 1 where all heads share a latent (mla): one head
    cannot be split, so every tensor rank has a copy.
    """

    stored_heads: int
    values_per_head: int
    """Per token and layer: 2 × head size (a key and a value), or latent + rope (mla)."""
    full_layers: int
    """Layers that keep every token."""
    bytes_per_value: Fraction
    sliding_layers: int = 0
    window_tokens: int = 0
    """Sliding layers keep no more than so many tokens."""

    def bytes_per_token(self) -> int:
        r"""Bytes of one more token while every layer still keeps all of them.

        $$b = H \cdot v \cdot L \cdot s$$

        >>> gqa_cache(kv_heads=8, head_size=128, layers=80).bytes_per_token()
        327680
        """
        layers = self.full_layers + self.sliding_layers
        return ceil(self.stored_heads * self.values_per_head * layers * self.bytes_per_value)

    def bytes_per_sequence(self, context_tokens: int) -> int:
        r"""Bytes of one sequence, input and output so far together.

        $$B(t) = H \cdot v \cdot s \, (L_{full} \, t + L_{slide} \, \min(t, w))$$

        >>> gqa_cache(kv_heads=8, head_size=128, layers=80).bytes_per_sequence(131_072) / 2**30
        40.0
        """
        kept = min(context_tokens, self.window_tokens)
        tokens = self.full_layers * context_tokens + self.sliding_layers * kept
        return ceil(self.stored_heads * self.values_per_head * tokens * self.bytes_per_value)

    def on_chip(self, tensor: int, pipeline: int = 1) -> "KvCache":
        r"""The share of one chip: $\lceil H / tp \rceil$ heads of $\lceil L / pp \rceil$ layers.

        Tensor ranks beyond the stored heads hold copies. Of stages that cannot be equal it is
        the largest.

        >>> cache = gqa_cache(kv_heads=8, head_size=128, layers=80)
        >>> cache.on_chip(tensor=8).bytes_per_token(), cache.on_chip(tensor=16).bytes_per_token()
        (40960, 40960)
        """
        return replace(
            self,
            stored_heads=-(-self.stored_heads // tensor),
            full_layers=-(-self.full_layers // pipeline),
            sliding_layers=-(-self.sliding_layers // pipeline),
        )

    def copies(self, tensor: int) -> Fraction:
        """How often each value is stored among so many tensor ranks.

        >>> gqa_cache(kv_heads=8, head_size=128, layers=80).copies(tensor=16)
        Fraction(2, 1)
        """
        return Fraction(-(-self.stored_heads // tensor) * tensor, self.stored_heads)


def gqa_cache(
    kv_heads: int, head_size: int, layers: int, bytes_per_value: Fraction | int = 2
) -> KvCache:
    r"""Keys and values of every KV head: $b = 2 \cdot L \cdot H_{kv} \cdot d \cdot s$ a token.

    Args:
        kv_heads: heads that keys and values are stored for, $H_{kv}$; not attention heads.
        head_size: values per head, $d$; models state it, hidden size / heads may be wrong.
        layers: layers that store anything, $L$.
        bytes_per_value: $s$.
    """
    return KvCache(kv_heads, 2 * head_size, layers, Fraction(bytes_per_value))


def mla_cache(
    latent_size: int, rope_size: int, layers: int, bytes_per_value: Fraction | int = 2
) -> KvCache:
    r"""One compressed latent and one rotary part: $b = (c + r) \cdot L \cdot s$ a token.

    >>> mla_cache(latent_size=512, rope_size=64, layers=61).bytes_per_token()
    70272
    """
    return KvCache(1, latent_size + rope_size, layers, Fraction(bytes_per_value))


def with_sliding_layers(cache: KvCache, sliding_layers: int, window_tokens: int) -> KvCache:
    """The same cache where so many of its layers keep a window only.

    Raises:
        ValueError: more sliding layers than layers.

    >>> cache = with_sliding_layers(gqa_cache(8, 64, layers=24), 12, window_tokens=128)
    >>> cache.bytes_per_sequence(1024) == 2 * 8 * 64 * 2 * (12 * 1024 + 12 * 128)
    True
    """
    full = cache.full_layers - sliding_layers
    if full < 0:
        raise ValueError(
            f"{sliding_layers} sliding layers are more than the {cache.full_layers} that store KV"
        )
    return replace(
        cache, full_layers=full, sliding_layers=sliding_layers, window_tokens=window_tokens
    )


def mean_bytes_while_decoding(cache: KvCache, input_tokens: int, output_tokens: int) -> Fraction:
    r"""KV bytes that one sequence holds on average over its output, or somewhat less.

    $$\bar B = \tfrac12 \, (B(i) + B(i + o - 1))$$

    Exact where every layer keeps everything; with a window it errs low, as a ceiling may.
    """
    first = cache.bytes_per_sequence(input_tokens)
    last = cache.bytes_per_sequence(input_tokens + max(0, output_tokens - 1))
    return Fraction(first + last, 2)


def pool_agrees(
    pool_bytes: int, tokens: int, bytes_per_token: float, tolerance_fraction: float = 0.005
) -> bool:
    """Whether three figures of one pool satisfy bytes = tokens × bytes per token.

    >>> pool_agrees(69_524_783_104, 132_608, 524_288)
    True
    >>> pool_agrees(round(64.68 * 2**30), 626_949, 82_796)
    False
    """
    return abs(tokens * bytes_per_token - pool_bytes) <= tolerance_fraction * pool_bytes
