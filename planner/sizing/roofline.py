"""Ceilings on rates: what memory and arithmetic allow at best.

Every ceiling is a true upper bound for bandwidth, peak and parameters as stated: experts beyond
the active ones, copies of the KV cache, attention arithmetic and all waiting are left out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Literal

from planner.units import exact

WARN_UP_TO: Final = Fraction(11, 10)
"""Bandwidth and weights are nominal: a rate up to 10 % above its ceiling only warns."""


@dataclass(frozen=True)
class Tier:
    """One kind of memory, of all chips of a replica together."""

    capacity_bytes: float
    bytes_per_s: float


@dataclass(frozen=True)
class Roof:
    """What a replica's chips can do together."""

    tiers: tuple[Tier, ...]
    """One for most hardware; none where the bandwidth is not known."""
    flops_per_s: float | None
    """Dense peak; None where it is not known."""
    stages: int = 1
    """Pipeline stages: a token passes them one after the other."""


@dataclass(frozen=True)
class Reads:
    """What one decode step reads, bytes."""

    weight_bytes: float
    """Active weights: all that are sure to be read, however many sequences there are."""
    kv_bytes_per_sequence: float


@dataclass(frozen=True)
class Ceiling:
    """An upper bound on a rate, and what sets it."""

    tokens_per_s: float
    binding: Literal["bandwidth", "compute"]


def peak_flops(value_bits: int, teraflops_by_bits: Mapping[int, float]) -> float | None:
    """Peak of one chip in FLOPS at a number format, never below what the chip can do.

    Where the format's own peak is not stated it is that of the next wider one, doubled with
    each halving of the bits (A100: bf16 312, int8 624); else that of a narrower one.

    >>> peak_flops(8, {16: 312}), peak_flops(16, {16: 989, 8: 1979}), peak_flops(4, {})
    (624000000000000.0, 989000000000000.0, None)
    """
    wider = min((bits for bits in teraflops_by_bits if bits >= value_bits), default=None)
    if wider is not None:
        return teraflops_by_bits[wider] * wider / value_bits * 1e12
    return max(teraflops_by_bits.values()) * 1e12 if teraflops_by_bits else None


def read_seconds(amount_bytes: float, tiers: tuple[Tier, ...]) -> float:
    r"""The least time to read so much, however it is placed, all tiers at once.

    $$T = \min \{ t : \sum_i \min(C_i, v_i t) \ge B \}$$

    Where there is more to read than room, the tier that takes longest to read through is
    taken to be larger.

    2 GB at 150 TB/s beside 256 GB at 0.4 TB/s; of 70 GB, 68 come at the slow speed:

    >>> tiers = (Tier(2e9, 150e12), Tier(256e9, 0.4e12))
    >>> round(read_seconds(70e9, tiers), 4), round(read_seconds(1.5e9, tiers) * 1e6, 2)
    (0.17, 9.97)
    """
    ordered = sorted(tiers, key=lambda tier: tier.capacity_bytes / tier.bytes_per_s)
    elapsed = read = 0.0
    for index, tier in enumerate(ordered[:-1]):
        speed = sum(other.bytes_per_s for other in ordered[index:])
        emptied = tier.capacity_bytes / tier.bytes_per_s
        if read + speed * (emptied - elapsed) >= amount_bytes:
            return elapsed + (amount_bytes - read) / speed
        read += speed * (emptied - elapsed)
        elapsed = emptied
    return elapsed + (amount_bytes - read) / ordered[-1].bytes_per_s


def one_stream_ceiling(roof: Roof, reads: Reads) -> float | None:
    r"""Decode rate of one request alone, tokens/s; None where the bandwidth is not known.

    $$r \le \frac{v}{W + B} \cdot \frac{1}{pp}$$

    with bandwidth $v$ of all chips, active weight bytes $W$ and KV bytes $B$: of a pipeline
    only one stage reads at a time.

    140 GB of weights at 3.35 TB/s:

    >>> roof = Roof((Tier(80e9, 3.35e12),), flops_per_s=989e12)
    >>> round(one_stream_ceiling(roof, Reads(140e9, 0)), 1)
    23.9
    """
    if not roof.tiers:
        return None
    step_bytes = reads.weight_bytes + reads.kv_bytes_per_sequence
    return 1 / (roof.stages * read_seconds(step_bytes, roof.tiers))


def bandwidth_ceiling(roof: Roof, reads: Reads, concurrency: float) -> float | None:
    r"""Decode rate over all requests in flight that the memory allows, tokens/s.

    $$r \le \frac{c}{pp} \cdot \frac{v}{W + \frac{c}{m} B}, \quad m = \min(pp, c)$$

    A pipeline works on $m$ groups of $c / m$ requests in turn; each reads the weights anew.
    Rises with the concurrency $c$, towards $v / B$.
    """
    if not roof.tiers:
        return None
    groups = groups_in_flight(roof, concurrency)
    step_bytes = reads.weight_bytes + concurrency / groups * reads.kv_bytes_per_sequence
    return concurrency / (roof.stages * read_seconds(step_bytes, roof.tiers))


def groups_in_flight(roof: Roof, concurrency: float) -> float:
    """Groups of requests that a pipeline works on in turn: one a stage, none empty."""
    return max(1.0, min(roof.stages, concurrency))


def compute_ceiling(
    roof: Roof, active_parameters: float, other_tokens_per_token: float = 0
) -> float | None:
    r"""Tokens/s that the arithmetic allows; None where the peak is not known.

    $$r \le \frac{F}{2 A \, (1 + q)}$$

    Args:
        roof: peak $F$ of all chips.
        active_parameters: parameters that a token uses, $A$: a multiplication and an addition
            each.
        other_tokens_per_token: tokens that must be computed beside each counted one, $q$: for
            output tokens of chips that also prefill, uncached input / output tokens. 0 for
            prefill alone and for decode alone.

    >>> compute_ceiling(Roof((), flops_per_s=989e12), 70e9)
    7064.285714285715
    """
    if roof.flops_per_s is None:
        return None
    return roof.flops_per_s / (2 * active_parameters * (1 + other_tokens_per_token))


def lower_ceiling(bandwidth: float | None, compute: float | None) -> Ceiling | None:
    """The smaller of the two that are known; None if neither is.

    >>> lower_ceiling(300.0, 200.0)
    Ceiling(tokens_per_s=200.0, binding='compute')
    """
    if bandwidth is not None and (compute is None or bandwidth <= compute):
        return Ceiling(bandwidth, "bandwidth")
    return None if compute is None else Ceiling(compute, "compute")


@dataclass(frozen=True)
class Verdict:
    """A rate held against its ceiling."""

    excess_fraction: float
    """By how much it is above; 0 or less is within."""
    kind: Literal["within", "warn", "refuse"]


def rate_over_ceiling(
    tokens_per_s: float, ceiling_tokens_per_s: float, acceptance_length: float = 1
) -> Verdict:
    """Whether a rate is possible: above its ceiling it warns, above by more than 10 % it is out.

    Args:
        tokens_per_s: the rate, accepted tokens only.
        ceiling_tokens_per_s: of one token a step, above 0.
        acceptance_length: accepted tokens a step where speculation was used; the ceiling is
            multiplied with it.

    >>> [rate_over_ceiling(rate, 100).kind for rate in (100, 110, 110.1)]
    ['within', 'warn', 'refuse']
    >>> rate_over_ceiling(250, 100, acceptance_length=2.5).kind
    'within'
    """
    ratio = exact(tokens_per_s) / (exact(ceiling_tokens_per_s) * exact(acceptance_length))
    kind = "within" if ratio <= 1 else "warn" if ratio <= WARN_UP_TO else "refuse"
    return Verdict(float(ratio - 1), kind)
