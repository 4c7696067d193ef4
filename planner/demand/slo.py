"""The latencies that are promised, each at a stated percentile."""

from typing import Annotated, Any

from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from planner.entries.base import PercentileKey, Schema
from planner.units import Limit, PositiveSeconds


def _refuse_bare_number(value: Any) -> Any:
    if isinstance(value, int | float) and not isinstance(value, bool):
        raise PydanticCustomError(
            "percentile_missing",
            "a limit names its percentile, such as {example}; the bare number {value} could mean "
            "any",
            {"value": value, "example": f'{{"p95": {value}}}'},
        )
    return value


Limits = Annotated[
    dict[PercentileKey, Limit],
    Field(min_length=1, max_length=10),
    BeforeValidator(_refuse_bare_number),
]
"""Limit in ms by percentile: `{"p95": 500}`; `mean` is allowed."""
LimitsInSeconds = Annotated[
    dict[PercentileKey, PositiveSeconds],
    Field(min_length=1, max_length=10),
    BeforeValidator(_refuse_bare_number),
]


class Slo(Schema):
    """Service-level objective: every limit must hold at the planned operating point."""

    ttft_ms: Limits | None = None
    """Request sent to first token, queueing included."""
    tpot_ms: Limits | None = None
    """(end-to-end - TTFT) / (output tokens - 1), one figure a request."""
    itl_ms: Limits | None = None
    """Gap between two streamed chunks."""
    e2e_ms: Limits | None = None
    """Request sent to last token."""
    queue_ms: Limits | None = None
    """Wait before prefill starts, as the benchmark measured it."""
    first_visible_ms: Limits | None = None
    """Request sent to the first token that is not hidden reasoning."""
