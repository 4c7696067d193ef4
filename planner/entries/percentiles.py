"""What measured percentiles of one latency cannot be."""

from itertools import pairwise

from pydantic_core import PydanticCustomError

from planner.entries.base import Percentiles

MAY_BE_ZERO = ("queue_ms", "tpot_ms", "itl_ms")
"""An idle server has no queue, and an answer of one token no time per further token."""


def check_percentiles(metric: str, percentiles: Percentiles | None) -> None:
    """Refuses percentiles that fall, that stand twice, or that failed requests have made 0."""
    if percentiles is None:
        return
    ranked = sorted((float(key[1:]), value) for key, value in percentiles.items() if key != "mean")
    for (low_rank, low), (high_rank, high) in pairwise(ranked):
        if high < low or high_rank == low_rank:
            raise PydanticCustomError(
                "percentile_order",
                "{metric}: p{high_rank} ({high}) is below p{low_rank} ({low}); "
                "percentiles must rise"
                if high < low
                else "{metric}: p{high_rank} stands twice, {low} and {high}",
                {
                    "metric": metric,
                    "high_rank": f"{high_rank:g}",
                    "high": f"{high:g}",
                    "low_rank": f"{low_rank:g}",
                    "low": f"{low:g}",
                },
            )
    _refuse_counted_failures(metric, dict(ranked), percentiles.get("mean", 0))


def _refuse_counted_failures(metric: str, by_rank: dict[float, float], mean: float) -> None:
    """Half of the answers in no time beside a mean above 0: empty streams were counted as 0 ms."""
    zeroes = [rank for rank, value in by_rank.items() if rank >= 50 and value == 0]
    if zeroes and mean > 0 and metric not in MAY_BE_ZERO:
        raise PydanticCustomError(
            "zero_latency",
            "{metric}: p{rank} is 0 beside a mean of {mean} ms: failed or empty answers were "
            "counted as 0 ms; leave this latency out",
            {"metric": metric, "rank": f"{zeroes[0]:g}", "mean": mean},
        )
