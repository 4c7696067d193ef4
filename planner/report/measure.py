"""Which benchmark runs would settle a quote, the one that moves most money first."""

import shlex
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil
from typing import Final

from planner.demand import AnyWorkload
from planner.loads import limits_of, planned_output_tokens
from planner.quote import Quote, Rejection, Route, WorkloadPart
from planner.sizing.latency import rank

REPEATS: Final = 3
GENERATIONS: Final = 20
"""Requests per slot: a run of 20 residences shows the steady state, not its start."""
EXCEEDANCES: Final = 10
"""Requests beyond a percentile, so that it is more than an accident."""
_RUN: Final = "@RUN@"
UNMEASURED: Final = ("metric_not_measured", "shape_not_covered", "evidence_too_weak", "saturated")


@dataclass(frozen=True, slots=True)
class Run:
    """One sweep on one deployment at one shape."""

    deployment: str
    workload: str
    model: str
    input_tokens: int
    output_tokens: int
    cached_input_fraction: float
    concurrencies: tuple[int, ...]
    percentiles: tuple[str, ...]
    usd_per_year: float | None
    """That rests on it; `None` where the deployment is not in the fleet yet."""
    why: str
    hardware: str | None = None
    chips: int | None = None
    """Of one replica; `None` where the quote does not carry the deployment."""

    def requests(self, concurrency: int) -> int:
        """Enough for a steady state and for the highest percentile."""
        tails = [1 - float(rank(p)) / 100 for p in self.percentiles if p != "mean"]
        return max(
            [GENERATIONS * concurrency, *(ceil(EXCEEDANCES / tail) for tail in tails if tail)]
        )

    def commands(self, tool: str) -> tuple[str, ...]:
        """The command lines of one tool, a line per concurrency; `$run` numbers the repeats."""
        lines = (shlex.join(_TOOLS[tool](self, c)) for c in self.concurrencies)
        return tuple(line.replace(_RUN, "$run") for line in lines)

    def import_command(self) -> str:
        """What makes a deployment of the results."""
        chips = "…" if self.chips is None else str(self.chips)
        return (
            f"planner profiles import {shlex.quote(self.deployment)}-c*-r* --model {self.model} "
            f"--hardware {self.hardware or '…'} --chips {chips} "
            f"-o {shlex.quote(self.deployment)}.yaml"
        )


def _levels(run: Run) -> list[str]:
    return sorted(
        {"50", "90", "95", "99", *(p[1:] for p in run.percentiles if p != "mean")}, key=float
    )


def _vllm(run: Run, concurrency: int) -> list[str]:
    return [
        "vllm", "bench", "serve", "--backend", "vllm", "--model", run.model,
        "--dataset-name", "random", "--random-input-len", str(run.input_tokens),
        "--random-output-len", str(run.output_tokens), "--random-range-ratio", "0", "--ignore-eos",
        "--max-concurrency", str(concurrency), "--num-prompts", str(run.requests(concurrency)),
        "--percentile-metrics", "ttft,tpot,itl,e2el",
        "--metric-percentiles", ",".join(_levels(run)),
        "--save-result", "--result-filename", f"{run.deployment}-c{concurrency}-r{_RUN}.json",
    ]  # fmt: skip


def _aiperf(run: Run, concurrency: int) -> list[str]:
    return [
        "aiperf", "profile", "-m", run.model, "--url", "localhost:8000",
        "--endpoint-type", "completions", "--streaming",
        "--synthetic-input-tokens-mean", str(run.input_tokens),
        "--synthetic-input-tokens-stddev", "0",
        "--output-tokens-mean", str(run.output_tokens),
        "--output-tokens-stddev", "0", "--extra-inputs", "ignore_eos:true",
        "--concurrency", str(concurrency), "--request-count", str(run.requests(concurrency)),
        "--output-artifact-dir", f"{run.deployment}-c{concurrency}-r{_RUN}",
    ]  # fmt: skip


def _guidellm(run: Run, concurrency: int) -> list[str]:
    return [
        "guidellm", "benchmark", "--target", "http://localhost:8000", "--model", run.model,
        "--data", f"prompt_tokens={run.input_tokens},output_tokens={run.output_tokens}",
        "--rate-type", "concurrent", "--rate", str(concurrency),
        "--max-requests", str(run.requests(concurrency)),
        "--output-path", f"{run.deployment}-c{concurrency}-r{_RUN}.json",
    ]  # fmt: skip


_TOOLS: Final = {"vllm": _vllm, "aiperf": _aiperf, "guidellm": _guidellm}
TOOLS: Final = tuple(_TOOLS)


def runs_for(quote: Quote) -> tuple[Run, ...]:
    """Runs that would replace what the quote interpolates, borrows or could not use."""
    known_chips = {d.id: d.chips_by_hardware for d in quote.inputs.deployments}
    return tuple(_on_hardware(run, known_chips.get(run.deployment, {})) for run in _runs(quote))


def _on_hardware(run: Run, chips: dict[str, int]) -> Run:
    if len(chips) != 1:
        return run
    ((hardware, count),) = chips.items()
    return replace(run, hardware=hardware, chips=count)


def _runs(quote: Quote) -> tuple[Run, ...]:
    used = sorted(_of_routes(quote), key=lambda run: -(run.usd_per_year or 0))
    known = {(run.deployment, run.workload) for run in used}
    missing = [run for run in _of_rejections(quote) if (run.deployment, run.workload) not in known]
    return (*used, *missing)


def _of_routes(quote: Quote) -> Iterator[Run]:
    evidence = {pool.id: pool for pool in quote.pools}
    cost = {w.name: w.usd_per_year for w in quote.cost.by_workload} if quote.cost else {}
    for part, workload in zip(quote.workloads, quote.demand.workloads, strict=True):
        by_deployment: dict[str, list[Route]] = {}
        for route in part.routes:
            if route.stage == "serve":
                by_deployment.setdefault(evidence[route.pool].deployment, []).append(route)
        for deployment, routes in by_deployment.items():
            why = _why(evidence[routes[0].pool].evidence, routes[0], part)
            if why:
                share = sum(float(Fraction(route.share)) for route in routes)
                stake = cost[workload.name] * share if workload.name in cost else None
                cap = max((route.rate.concurrency_cap or 0 for route in routes), default=0)
                yield _run(workload, deployment, cap, stake, why)


def _why(evidence: str, route: Route, part: WorkloadPart) -> str:
    """What is not measured as it stands; nothing where all is."""
    reasons: list[str] = []
    if evidence != "measured":
        reasons.append(f"its evidence is {evidence.replace('_', ' ')}, not yours")
    if route.rate.rule != "same_shape":
        reasons.append(f"its shape was planned by rule {route.rate.rule.replace('_', ' ')}")
    if route.rate.basis != "measured":
        reasons.append(f"its rate is {route.rate.basis.replace('_', ' ')}")
    loose = sorted({row.basis for row in part.slo if row.basis not in {"measured", "constant"}})
    if loose:
        reasons.append(f"its latencies are {', '.join(b.replace('_', ' ') for b in loose)}")
    return "; ".join(reasons)


def _of_rejections(quote: Quote) -> Iterator[Run]:
    by_name = {w.name: w for w in quote.demand.workloads}
    for item in quote.rejected:
        if item.reason in UNMEASURED:
            for workload in _workloads_of(item, by_name):
                yield _run(workload, item.deployment, 0, None, item.text)


def _workloads_of(item: Rejection, by_name: dict[str, AnyWorkload]) -> list[AnyWorkload]:
    return [by_name[item.workload]] if item.workload else list(by_name.values())


def _run(workload: AnyWorkload, deployment: str, cap: int, stake: float | None, why: str) -> Run:
    around = {ceil(cap / 2), cap, ceil(cap * 1.5)} if cap else {4, 16, 32, 64, 128}
    return Run(
        deployment=deployment,
        workload=workload.name,
        model=workload.model,
        input_tokens=ceil(workload.input_tokens),
        output_tokens=ceil(planned_output_tokens(workload)),
        cached_input_fraction=workload.cached_input_fraction,
        concurrencies=tuple(sorted({1, 10, *around})),
        percentiles=tuple(dict.fromkeys(limit.percentile for limit in limits_of(workload))),
        usd_per_year=stake,
        why=why,
    )
