"""`quote.workloads`: what each workload asks, who carries it, and what is kept of its promises."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from planner.candidates.candidates import ServiceCandidate
from planner.candidates.plans import Achieved, AlonePlan, CurvePlan, FittedPlan
from planner.loads import Limit, StageLoad, loads_of, planned_output_tokens
from planner.quote import RatePart, Route, SloPart, WorkloadPart
from planner.report.flows import Flow, Flows
from planner.sizing.latency import rank
from planner.units import exact, stated


def workload_parts(flows: Flows) -> tuple[WorkloadPart, ...]:
    """Every workload, in the order of the demand."""
    demand = flows.candidates.demand
    by_workload: dict[int, list[StageLoad]] = {}
    for load in loads_of(demand):
        by_workload.setdefault(load.workload, []).append(load)
    return tuple(_part(flows, position, loads) for position, loads in by_workload.items())


def _part(flows: Flows, position: int, loads: list[StageLoad]) -> WorkloadPart:
    workload = flows.candidates.demand.workloads[position]
    main = loads[0]
    output = main.peak * planned_output_tokens(workload)
    routes = [route for load in loads for route in _routes(flows, load)]
    return WorkloadPart(
        name=workload.name,
        requests_per_s=float(main.peak),
        mean_requests_per_s=float(main.peak / main.peak_to_mean),
        output_tokens_per_s=float(output),
        required_output_tokens_per_s=float(output * (1 + main.headroom)),
        headroom=float(main.headroom),
        utilization_cap=float(1 / (1 + main.headroom)),
        active_users=_active_users(workload, main),
        goodput_fraction_lower_bound=_goodput(main.limits),
        effective_tpot_ms=_effective_tpot(main),
        routes=tuple(routes),
        slo=_slo(flows, main),
    )


def _active_users(workload: Any, load: StageLoad) -> float:
    if workload.kind == "users":
        return workload.active_users
    if workload.kind == "voice":
        return workload.concurrent_sessions
    return float(load.peak * exact(workload.active_user_cadence_s))


def _goodput(limits: tuple[Limit, ...]) -> float | None:
    """1 - sum (1 - p): what keeps every limit at least, whatever depends on what."""
    tails = tails_of(limits)
    return float(max(Fraction(0), 1 - sum(tails.values()) / 100)) if tails else None


def tails_of(limits: tuple[Limit, ...]) -> dict[tuple[str, str], Fraction]:
    """Per cent of the requests that each limit lets pass it, by (metric, percentile)."""
    return {
        (x.metric, x.percentile): 100 - rank(x.percentile)
        for x in limits
        if x.percentile != "mean" and any(f.terms for f in x.forms)
    }


@dataclass(frozen=True, slots=True)
class AskedTpot:
    """The TPOT that one promise asks for, ms."""

    percentile: str
    tpot_ms: Fraction
    e2e_ms: Fraction | None = None
    """Where it follows from this promise ..."""
    ttft_ms: Fraction | None = None
    """... and this one at the same percentile."""


def _effective_tpot(load: StageLoad) -> float | None:
    asked = asked_tpots(load)
    return float(min(each.tpot_ms for each in asked)) if asked else None


def asked_tpots(load: StageLoad) -> list[AskedTpot]:
    """Each TPOT limit, and what an E2E limit asks for, given the TTFT limit at its percentile."""
    by_metric = {(x.metric, x.percentile): x.limit_ms for x in load.limits}
    asked: list[AskedTpot] = []
    for (metric, percentile), limit in by_metric.items():
        if metric == "tpot_ms":
            asked.append(AskedTpot(percentile, limit))
        ttft = by_metric.get(("ttft_ms", percentile))
        if (
            metric == "e2e_ms"
            and ttft is not None
            and load.shape.output_tokens > 1
            and limit > ttft
        ):
            tpot = (limit - ttft) / (load.shape.output_tokens - 1)
            asked.append(AskedTpot(percentile, tpot, limit, ttft))
    return asked


def load_position(flows: Flows, load: StageLoad) -> int | None:
    """Where a load stands in the problem; `None` for one of 0 or one that nobody may serve."""
    for position, known in enumerate(flows.candidates.loads):
        if (known.workload, known.stage) == (load.workload, load.stage):
            return position
    return None


def _routes(flows: Flows, load: StageLoad) -> Iterator[Route]:
    position = load_position(flows, load)
    if position is None:
        return
    problem = flows.candidates.problem
    for flow in sorted(flows.of_load(position), key=lambda f: problem.pools[f.pool].id):
        service = flows.candidates.services[flow.service]
        yield Route(
            pool=problem.pools[flow.pool].id,
            stage=load.stage,
            requests_per_s=float(flow.share * load.peak),
            share=str(flow.share),
            rate_per_replica=stated(service.rate),
            derivation=derivation(service, load),
            rate=rate_part(service),
        )


def rate_part(service: ServiceCandidate) -> RatePart:
    """How the rate follows from the curves, for a reader that reckons it again."""
    plan, cap = service.plan, service.cap
    shape = plan.shape if isinstance(plan, CurvePlan | AlonePlan | FittedPlan) else None
    more: dict[str, Any] = {}
    if isinstance(plan, FittedPlan):
        times = plan.times(cap)
        more = {
            "replica_s_per_uncached_input_token": stated(times.per_uncached_input),
            "replica_s_per_output_token": stated(times.per_output),
            "fit_residual_fraction": float(times.residual),
        }
    return RatePart(
        rule=plan.rule,  # type: ignore[arg-type]
        basis=plan.basis(cap),
        curves=plan.curves,
        concurrency_cap=cap,
        point=plan.point if isinstance(plan, AlonePlan) else None,
        planned_input_tokens=float(shape[0]) if shape else None,
        planned_output_tokens=float(shape[1]) if shape else None,
        residence_s=float(cap / service.rate) if cap is not None else None,
        **more,
    )


def derivation(service: ServiceCandidate, load: StageLoad) -> str:
    """How the rate came about, in one line."""
    plan, cap, unit = (
        service.plan,
        service.cap,
        "requests/s" if load.stage == "serve" else "streams",
    )
    rate = f"{float(service.rate):.6g} {unit} per replica"
    if isinstance(plan, AlonePlan):
        point = plan.promised.points[0]
        if load.stage != "serve":
            return f"curve {plan.curve}, point {plan.point}: {rate}"
        return (
            f"{_rule_words(plan.rule)}; one point: {float(point.rate):.6g} tok/s / "
            f"{float(plan.tokens_per_request):g} tokens = {rate}"
        )
    if isinstance(plan, FittedPlan):
        times = plan.times(cap)
        fit = (
            "exact through two shapes, no residual"
            if len(plan.measurements) == 2 and not times.residual
            else f"residual {float(times.residual):.1%}"
        )
        padded = (
            f"; planned as {float(plan.shape[0]):g} x {float(plan.shape[1]):g}"
            if plan.shape
            else ""
        )
        return (
            f"between measured shapes at cap {cap}{padded}: "
            f"{float(times.per_uncached_input) * 1e6:.4g} us x "
            f"{float(plan.uncached):g} uncached input + {float(times.per_output) * 1e6:.4g} us x "
            f"{float(plan.output):g} output ({fit}) = {rate}"
        )
    if isinstance(plan, CurvePlan):
        tokens_per_s = service.rate * plan.tokens_per_request
        return (
            f"{_rule_words(plan.rule)}; cap {cap} {_where(plan, cap)}; {float(tokens_per_s):.6g} "
            "tok/s / "
            f"{float(plan.tokens_per_request):g} tokens = {rate}"
        )
    return rate


def _rule_words(rule: str) -> str:
    return {
        "same_shape": "same shape",
        "any_shape": "curve without a shape",
        "larger_shape": "planned on a larger shape",
        "shape_mismatch": "token rate carried over from an unlike shape",
    }.get(rule, rule)


def _where(plan: CurvePlan, cap: int | None) -> str:
    held = plan.promised.sweep.concurrency
    at = Fraction(cap or 0)
    if at in held:
        return "as measured"
    if at < held[0]:
        return f"below the first point {float(held[0]):g}"
    right = next(i for i, c in enumerate(held) if c > at)
    residence = at / plan.rate(cap) / plan.tokens_per_request
    return (
        f"between points {float(held[right - 1]):g} and {float(held[right]):g}, S({cap}) = "
        f"{float(residence):.6g} s/token"
    )


def _slo(flows: Flows, load: StageLoad) -> tuple[SloPart, ...]:
    position = load_position(flows, load)
    rows = (
        [_achieved(flows, flow) for flow in flows.of_load(position)] if position is not None else []
    )
    parts: list[SloPart] = []
    for index, limit in enumerate(load.limits):
        worst = max(
            (row[index] for row in rows), key=lambda a: a.value or Fraction(0), default=None
        )
        parts.append(
            SloPart(
                metric=limit.metric,
                percentile=limit.percentile,
                limit=float(limit.limit_ms),
                achieved=None if worst is None or worst.value is None else float(worst.value),
                basis=worst.basis if worst else "not_measured",
            )
        )
    return tuple(parts)


def _achieved(flows: Flows, flow: Flow) -> tuple[Achieved, ...]:
    service = flows.candidates.services[flow.service]
    return service.plan.achieved(service.cap)
