"""Latencies of one point that cannot be, or are in another unit than they say."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from planner.catalog.importers.finding import Finding, refusal, warning
from planner.catalog.importers.measurement import Measurement, Percentiles

SMALLEST_TTFT_MS: Final = 1.0
LARGEST_TTFT_MS: Final = 1e6
TOLERANCE: Final = 1e-6
CHUNKED: Final = 1.25


def order(measured: Measurement) -> Iterator[Finding]:
    """Percentiles rise, nothing is negative, and no mean TTFT is above the mean E2E."""
    for metric, percentiles in measured.latencies.by_name.items():
        yield from _order(metric, percentiles)
    ttft, e2e = measured.latencies.ttft_ms.get("mean"), measured.latencies.e2e_ms.get("mean")
    if ttft is not None and e2e is not None and ttft > e2e * (1 + TOLERANCE):
        text = (
            f"mean TTFT {ttft:.5g} ms is above mean E2E {e2e:.5g} ms: one of them is something else"
        )
        yield refusal("latency_order", text, ttft)


def _order(metric: str, percentiles: Percentiles) -> Iterator[Finding]:
    ranked = sorted((float(key[1:]), value) for key, value in percentiles.items() if key != "mean")
    lowest = min(percentiles.values(), default=0)
    if lowest < 0:
        yield refusal(
            "latency_order", f"{metric} holds {lowest:.5g} ms; a latency is not negative", lowest
        )
    for (low_rank, low), (high_rank, high) in pairwise(ranked):
        if high < low * (1 - TOLERANCE):
            text = (
                f"{metric}: p{high_rank:g} ({high:.5g}) is below p{low_rank:g} ({low:.5g});"
                " percentiles must rise: are these averages of several runs, or renamed columns?"
            )
            yield refusal("latency_order", text, high / low)


def magnitude(measured: Measurement) -> Iterator[Finding]:
    """A TTFT below 1 ms is seconds under another name, one above 1,000 s milliseconds × 1,000."""
    if is_out_of_scale(measured):
        ttft = _typical(measured.latencies.ttft_ms)
        meant = "seconds" if ttft < SMALLEST_TTFT_MS else "already milliseconds"
        text = (
            f"TTFT is {ttft:.4g} ms: the figures are probably {meant}. The latencies of this point"
            " are left out of the deployment; correct the file's units to have them"
        )
        yield warning("latency_magnitude", text, ttft)


def is_out_of_scale(measured: Measurement) -> bool:
    """Whether the unit of the latencies is in doubt."""
    ttft = _typical(measured.latencies.ttft_ms)
    return 0 < ttft < SMALLEST_TTFT_MS or ttft > LARGEST_TTFT_MS


def _typical(percentiles: Percentiles) -> float:
    return percentiles.get("p50", percentiles.get("mean", 0))


def zeros(measured: Measurement) -> Iterator[Finding]:
    """A median of zero beside a mean that is not: failed or empty streams were counted as zero."""
    for metric in ("ttft_ms", "tpot_ms", "e2e_ms"):
        percentiles = measured.latencies.by_name[metric]
        median, mean = percentiles.get("p50"), percentiles.get("mean", 0)
        if median == 0 and mean > 0 and _has_many_tokens(measured):
            text = f"{metric}: median 0 and mean {mean:.5g} ms: empty answers were counted as zero"
            yield refusal("zero_latency", f"{text}. Measure again without them", mean)
        elif percentiles and max(percentiles.values()) == 0:
            text = f"{metric} is 0 throughout: it was not measured, and is left out"
            yield warning("zero_latency", text, 0)


def _has_many_tokens(measured: Measurement) -> bool:
    return (measured.shape.output_tokens or 2) > 1


def chunked_itl(measured: Measurement) -> Iterator[Finding]:
    """ITL / TPOT is the number of tokens a chunk; TPOT is what counts."""
    itl, tpot = measured.latencies.itl_ms.get("mean"), measured.latencies.tpot_ms.get("mean")
    if itl and tpot and not 1 / CHUNKED <= itl / tpot <= CHUNKED:
        ratio = f"{itl / tpot:.3g} × mean TPOT {tpot:.4g} ms"
        text = f"mean ITL {itl:.4g} ms is {ratio}: ITL is the gap between chunks, not TPOT"
        yield warning("chunked_itl", text, itl / tpot)
