"""Latencies: what was promised, what the fleet reaches, and how that is known."""

from collections.abc import Iterator
from typing import Final

from api.lab.explain.parts import Explained, line
from planner.quote import Quote, SloPart, WorkloadPart

_BASIS: Final = {
    "measured": "as measured at the planned concurrency",
    "interpolated": "between two measured concurrencies",
    "sum_of_percentiles": "a sum of percentiles: an estimate, no bound",
    "sum_bound": "a sum that bounds the percentile",
    "constant": "a sum of the constants that the demand gives",
    "not_measured": "not measured",
}


def figures(quote: Quote) -> Iterator[Explained]:
    """Each promise of each workload."""
    deployments = {pool.id: pool.deployment for pool in quote.pools}
    for position, workload in enumerate(quote.workloads):
        used = dict.fromkeys(f"deployment:{deployments[r.pool]}" for r in workload.routes)
        for number, promise in enumerate(workload.slo):
            path = f"workloads[{position}].slo[{number}].achieved"
            yield _promise(path, workload, promise, tuple(used))


def _promise(
    path: str, workload: WorkloadPart, promise: SloPart, used: tuple[str, ...]
) -> Explained:
    name = promise.metric.removesuffix("_ms").replace("_", " ")
    worked = (
        (line(promise.achieved, " ms ≤ ", promise.limit, " ms promised"),)
        if promise.achieved is not None
        else (line("at most ", promise.limit, " ms promised"),)
    )
    basis = _BASIS.get(promise.basis, promise.basis.replace("_", " "))
    return Explained(
        path,
        f"{name} {promise.percentile} of {workload.name}",
        promise.achieved,
        "ms",
        f"the worst over the pools that carry the workload, {basis}",
        worked,
        used,
        ("sum_of_percentiles",) if promise.basis == "sum_of_percentiles" else (),
    )
