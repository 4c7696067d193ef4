"""Percentiles from the per-request lists of a detailed result: measured, so never guessed."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from planner.catalog.importers.fields import Fields
from planner.catalog.importers.finding import Refused

RANKS: Final = (50, 90, 95, 99)


@dataclass(frozen=True, slots=True)
class RequestTimes:
    """Times of the successful requests, ms."""

    ttft_ms: tuple[float, ...]
    tpot_ms: tuple[float, ...]
    itl_ms: tuple[float, ...]
    e2e_ms: tuple[float, ...]


def request_times(fields: Fields) -> RequestTimes | None:
    """The lists of vLLM and SGLang: `ttfts`, `itls`, `output_lens`, `errors`; in seconds.

    E2E of a request is its TTFT and all of its gaps; TPOT the gaps' sum / (output tokens − 1).

    Raises:
        Refused: lists that hold something else than times.
    """
    ttfts, itls, lengths = fields.list("ttfts"), fields.list("itls"), fields.list("output_lens")
    if not ttfts or len(ttfts) != len(itls) or len(ttfts) != len(lengths):
        return None
    errors = fields.list("errors") or [""] * len(ttfts)
    rows = [
        row
        for row, error in zip(zip(ttfts, itls, lengths, strict=True), errors, strict=False)
        if not error
    ]
    try:
        return _times(rows)
    except (TypeError, ValueError):
        raise Refused(
            "not_a_number", "ttfts, itls, output_lens: a list of numbers is expected"
        ) from None


def _times(rows: Sequence[Any]) -> RequestTimes:
    return RequestTimes(
        ttft_ms=tuple(1000 * ttft for ttft, _, _ in rows),
        tpot_ms=tuple(1000 * sum(gaps) / (n - 1) for _, gaps, n in rows if n > 1),
        itl_ms=tuple(1000 * gap for _, gaps, _ in rows for gap in gaps),
        e2e_ms=tuple(1000 * (ttft + sum(gaps)) for ttft, gaps, _ in rows),
    )


def summary(values: Sequence[float]) -> dict[str, float]:
    """Mean and percentiles, by linear interpolation between order statistics.

    >>> summary([1, 2, 3])
    {'mean': 2.0, 'p50': 2.0, 'p90': 2.8, 'p95': 2.9, 'p99': 2.98}
    """
    if not values:
        return {}
    ordered = sorted(values)
    mean = sum(ordered) / len(ordered)
    return {"mean": mean} | {f"p{rank}": _quantile(ordered, rank / 100) for rank in RANKS}


def _quantile(ordered: Sequence[float], level: float) -> float:
    position = level * (len(ordered) - 1)
    below = int(position)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (position - below) * (ordered[above] - ordered[below])
