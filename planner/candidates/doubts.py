"""Figures that are probably in another unit than their name says."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from planner.candidates.entries import Entries
from planner.candidates.words import plain
from planner.demand import AgentWorkload, AnyWorkload, Demand
from planner.entries import Deployment
from planner.quote import Note
from planner.units import exact

LEAST_LIMIT_MS: Final = {"ttft_ms": 5, "e2e_ms": 5, "first_visible_ms": 5, "tpot_ms": 0.05}
"""Nobody promises less; 0.5 in a field of milliseconds is half a second, misread."""
LEAST_MEASURED_MS: Final = {"ttft_ms": 1, "e2e_ms": 1, "first_visible_ms": 1, "tpot_ms": 0.02}
"""Nothing answers faster; 20,000 tokens/s per stream is 0.05 ms."""
MOST_S_PER_CALL: Final = 100
"""Of one call of a task, its tools left out; beyond it the limit is probably in ms."""


def doubts_of(demand: Demand, entries: Entries) -> Iterator[Note]:
    """A warning for each limit, and each curve, that looks misread."""
    for workload in sorted(demand.workloads, key=lambda w: w.name):
        for text in _limits(workload):
            yield Note(code="unit_doubtful", text=f"{workload.name}: {text}")
    own = {deployment.id for deployment in demand.inline_deployments}
    for deployment in entries.deployments:
        if deployment.id in own:
            for text in _curves(deployment):
                yield Note(code="unit_doubtful", text=f"{deployment.id}: {text}")


def _limits(workload: AnyWorkload) -> Iterator[str]:
    for metric, least in LEAST_LIMIT_MS.items():
        limits: dict[str, float] | None = getattr(workload.slo, metric, None)
        for percentile, limit in (limits or {}).items():
            if limit < least:
                yield f"slo.{metric}.{percentile} is {plain(limit)} ms: is it in seconds?"
    if isinstance(workload, AgentWorkload):
        calls, tool = exact(workload.calls_per_task), exact(workload.tool_s_per_call)
        for percentile, limit in (workload.task_s or {}).items():
            per_call = exact(limit) / calls - tool
            if per_call > MOST_S_PER_CALL:
                yield (
                    f"task_s.{percentile} leaves {plain(per_call)} s for each call: "
                    "is it in milliseconds?"
                )


def _values(deployment: Deployment, metric: str) -> Iterator[Fraction]:
    for curve in deployment.curves:
        for point in curve.points:
            measured: dict[str, float] | None = getattr(point, metric)
            yield from map(exact, (measured or {}).values())


def _curves(deployment: Deployment) -> Iterator[str]:
    for metric, least in LEAST_MEASURED_MS.items():
        low = min((value for value in _values(deployment, metric) if value), default=exact(least))
        if low < exact(least):
            yield f"a {metric} of {plain(low)} ms is measured: is it in seconds?"
