"""Demand into loads: requests/s by stage, the planned shape, every promise as a limit on a sum."""

from planner.loads.limits import KEEPING_UP, Limit, Sum, limits_of, planned_output_tokens
from planner.loads.load import (
    AUDIBLE_LAG_TOKENS_PER_S,
    DEFAULT_HEADROOM,
    Shape,
    Stage,
    StageLoad,
    accepted_fraction,
    headroom_of,
    loads_of,
    requests_per_s,
    shape_of,
)

__all__ = [
    "AUDIBLE_LAG_TOKENS_PER_S",
    "DEFAULT_HEADROOM",
    "KEEPING_UP",
    "Limit",
    "Shape",
    "Stage",
    "StageLoad",
    "Sum",
    "accepted_fraction",
    "headroom_of",
    "limits_of",
    "loads_of",
    "planned_output_tokens",
    "requests_per_s",
    "shape_of",
]
