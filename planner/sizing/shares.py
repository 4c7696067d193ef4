"""How much of a replica's bandwidth, arithmetic and KV pool a measured rate takes."""

from planner.sizing.roofline import Reads, Roof, compute_ceiling, groups_in_flight, read_seconds


def bandwidth_share(
    roof: Roof, reads: Reads, tokens_per_s: float, concurrency: float
) -> float | None:
    r"""Share of the memory bandwidth that a decode rate needs, at least.

    $$\frac{r}{c} \, (m W + c B) \, / \, v$$

    With active weights it is exact for a dense model; a mixture of experts reads more of them
    as the concurrency rises. None where the bandwidth is not known.

    >>> from planner.sizing.roofline import Tier
    >>> roof = Roof((Tier(80e9, 3.35e12),), flops_per_s=None)
    >>> round(bandwidth_share(roof, Reads(67e9, 0), tokens_per_s=800, concurrency=32), 3)
    0.5
    """
    if not roof.tiers:
        return None
    groups = groups_in_flight(roof, concurrency)
    step_bytes = reads.weight_bytes + concurrency / groups * reads.kv_bytes_per_sequence
    return tokens_per_s / concurrency * groups * read_seconds(step_bytes, roof.tiers)


def compute_share(
    roof: Roof, active_parameters: float, tokens_per_s: float, other_tokens_per_token: float = 0
) -> float | None:
    """Share of the peak arithmetic that a rate needs; arguments as `compute_ceiling`.

    >>> compute_share(Roof((), flops_per_s=1e15), 50e9, tokens_per_s=2500)
    0.25
    """
    ceiling = compute_ceiling(roof, active_parameters, other_tokens_per_token)
    return None if ceiling is None else tokens_per_s / ceiling


def kv_occupancy(concurrency: float, kv_bytes_per_sequence: float, pool_bytes: float) -> float:
    """Share of the KV pool that the requests in flight fill; above 1 some of them wait.

    All bytes of the whole replica, or all of one chip.

    >>> kv_occupancy(4, 10e9, 80e9)
    0.5
    """
    return concurrency * kv_bytes_per_sequence / pool_bytes
