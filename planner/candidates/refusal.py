"""A refusal of the shape rules in words that a buyer can act on."""

from fractions import Fraction

from planner.candidates.gate import rejection
from planner.candidates.refused import Refused
from planner.demand import AnyWorkload
from planner.entries import Deployment
from planner.loads import Limit, StageLoad
from planner.quote import Rejection

_NAMES = {
    "ttft_ms": "TTFT",
    "tpot_ms": "TPOT",
    "itl_ms": "ITL",
    "e2e_ms": "E2E",
    "queue_ms": "Queueing",
    "first_visible_ms": "First visible token",
    "time_to_first_audio_ms": "First audio",
    "interruption_ms": "Interruption",
    "keeping_up_tpot_ms": "TPOT (keeping up with speech)",
    "task_ms": "A task",
    "first_audio_ms": "First audio of the stage",
}


def words_for(limit: Limit) -> str:
    """`TTFT p95`."""
    return f"{_NAMES.get(limit.metric, limit.metric)} {limit.percentile}"


def short(value: Fraction) -> str:
    """A figure for a sentence: at most 5 digits."""
    return f"{float(value):,.5g}" if value < 100_000 else f"{float(value):,.0f}"


def refused_as_rejection(
    refused: Refused, deployment: Deployment, workload: AnyWorkload, load: StageLoad
) -> Rejection:
    """The rejection of a pair."""
    if refused.reason == "slo_out_of_reach" and refused.miss and refused.limit:
        return _missed(refused, deployment, workload)
    if refused.reason == "metric_not_measured" and refused.limit and refused.lacking:
        return _not_measured(refused, deployment, workload)
    if refused.reason == "saturated":
        text = "Every point of its curves is saturated, has failed requests, or states no rate."
        return rejection(deployment, workload, "saturated", text)
    if refused.reason == "below_one_in_flight":
        text = "Its limits hold only below one request in flight."
        return rejection(deployment, workload, "slo_out_of_reach", text)
    return _not_covered(refused, deployment, workload, load)


def _missed(refused: Refused, deployment: Deployment, workload: AnyWorkload) -> Rejection:
    miss, limit = refused.miss, refused.limit
    if miss is None or limit is None:
        raise ValueError("a missed limit has its value")
    at = (
        f" at concurrency {short(miss.concurrency)}, the least that was measured"
        if miss.concurrency
        else ""
    )
    text = (
        f"{words_for(limit)} is {short(miss.value)} ms{at}; "
        f"the limit is {short(limit.limit_ms)} ms."
    )
    return rejection(
        deployment,
        workload,
        "slo_out_of_reach",
        text,
        metric=limit.metric,
        percentile=limit.percentile,
        limit=float(limit.limit_ms),
        best=float(miss.value),
        at_concurrency=float(miss.concurrency) if miss.concurrency else None,
    )


def _not_measured(refused: Refused, deployment: Deployment, workload: AnyWorkload) -> Rejection:
    limit, lacking = refused.limit, refused.lacking
    if limit is None or lacking is None:
        raise ValueError("what was not measured has its limit")
    has = f"has {', '.join(lacking.has)} only" if lacking.has else "has no such latency"
    text = (
        f"{words_for(limit)} is promised, but the curve {has}. Measure it, promise a percentile "
        "that was measured, or set policy.missing_percentile to use_lower."
    )
    return rejection(
        deployment,
        workload,
        "metric_not_measured",
        text,
        metric=limit.metric,
        percentile=limit.percentile,
        limit=float(limit.limit_ms),
    )


def _not_covered(
    refused: Refused, deployment: Deployment, workload: AnyWorkload, load: StageLoad
) -> Rejection:
    wanted = f"{short(load.shape.input_tokens)} x {short(load.shape.output_tokens)}"
    near = refused.nearest
    if near is None or near.input_tokens is None or near.output_tokens is None:
        text = f"It has no curve for {wanted} tokens."
    else:
        nearest = f"{short(near.input_tokens)} x {short(near.output_tokens)}"
        text = (
            f"No measured shape covers {wanted} tokens (input x output); the nearest is {nearest}. "
            "Measure it, or set policy.allow_shape_mismatch."
        )
    return rejection(deployment, workload, "shape_not_covered", text)
