"""Latencies: what was promised, what the fleet reaches, and how that is known."""

from collections.abc import Iterator
from typing import Final

from api.lab.explain.parts import Explained, Line, line
from planner.loads import KEEPING_UP, StageLoad
from planner.quote import Quote, SloPart, WorkloadPart
from planner.report.busy import loads_by_stage
from planner.report.workloads import AskedTpot, asked_tpots, tails_of

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
    loads = loads_by_stage(quote)
    for position, workload in enumerate(quote.workloads):
        used = dict.fromkeys(f"deployment:{deployments[r.pool]}" for r in workload.routes)
        for number, promise in enumerate(workload.slo):
            path = f"workloads[{position}].slo[{number}]"
            yield _promise(f"{path}.achieved", workload, promise, tuple(used))
            yield _limit(f"{path}.limit", workload, promise)
        yield from _kept(f"workloads[{position}]", workload, loads[workload.name, "serve"])


def _name(metric: str) -> str:
    return metric.removesuffix("_ms").replace("_", " ")


def _limit(path: str, workload: WorkloadPart, promise: SloPart) -> Explained:
    formula, worked = "as asked", line("at most ", promise.limit, " ms")
    if promise.metric == KEEPING_UP:
        formula = "a token must come before it is spoken: 1,000 ms ÷ tokens of a second of speech"
        tokens = 1000 / promise.limit
        worked = line(1000, " ms ÷ ", tokens, " tokens = ", promise.limit, " ms")
    elif promise.metric == "task_ms":
        worked = line(
            promise.limit / 1000, " s of the whole task × ", 1000, " = ", promise.limit, " ms"
        )
    return Explained(
        path,
        f"Promise of {workload.name}: {_name(promise.metric)} {promise.percentile}",
        promise.limit,
        "ms at most",
        formula,
        (worked,),
    )


def _kept(path: str, workload: WorkloadPart, load: StageLoad) -> Iterator[Explained]:
    if workload.goodput_fraction_lower_bound is not None:
        tails = tails_of(load.limits)
        found = [part for tail in tails.values() for part in (" − ", float(tail / 100))]
        end = " = " if sum(tails.values()) <= 100 else ", so "
        yield Explained(
            f"{path}.goodput_fraction_lower_bound",
            f"Requests of {workload.name} that keep every promise, at least",
            workload.goodput_fraction_lower_bound,
            "1",
            "1 − the sum of what each promise lets pass, whatever depends on what; 0 at least",
            (line(1, *found, end, workload.goodput_fraction_lower_bound),),
        )
    if workload.effective_tpot_ms is not None:
        yield Explained(
            f"{path}.effective_tpot_ms",
            f"TPOT that {workload.name} really asks for",
            workload.effective_tpot_ms,
            "ms",
            "the least of each TPOT limit, and of (E2E − TTFT) ÷ (output tokens − 1) where both "
            "are promised at one percentile",
            tuple(_tpot(each, load) for each in asked_tpots(load)),
        )


def _tpot(asked: AskedTpot, load: StageLoad) -> Line:
    tpot = float(asked.tpot_ms)
    if asked.e2e_ms is None or asked.ttft_ms is None:
        return line(f"TPOT {asked.percentile}: ", tpot, " ms, as asked")
    head = (f"E2E {asked.percentile}: (", float(asked.e2e_ms), " − ", float(asked.ttft_ms))
    output = float(load.shape.output_tokens - 1)
    return line(*head, " ms) ÷ ", output, " tokens = ", tpot, " ms")


def _promise(
    path: str, workload: WorkloadPart, promise: SloPart, used: tuple[str, ...]
) -> Explained:
    name = _name(promise.metric)
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
