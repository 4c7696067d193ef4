"""What keeps a deployment from a workload before its curves are read."""

from planner.candidates.entries import Entries
from planner.candidates.layout import layout_fault
from planner.candidates.words import plain
from planner.demand import AnyWorkload, Policy
from planner.entries import Deployment, Hardware
from planner.loads import StageLoad
from planner.quote import Rejection

EVIDENCE = ("measured", "third_party", "vendor", "modeled", "target", "estimate", "unspecified")
"""From the strongest to the weakest; the last two are kept but never planned on."""


def refuse_deployment(deployment: Deployment, entries: Entries, policy: Policy) -> Rejection | None:
    """Why a deployment may serve nobody under this policy."""
    evidence = deployment.evidence or "unspecified"
    if EVIDENCE.index(evidence) > EVIDENCE.index(policy.evidence):
        text = (
            f"Its evidence is {evidence}; the policy accepts {policy.evidence} or stronger "
            "(policy.evidence)."
        )
        return rejection(deployment, None, "evidence_too_weak", text)
    if deployment.role in {"prefill", "decode"}:
        text = f"It is the {deployment.role} half of split serving and cannot serve alone."
        return rejection(deployment, None, "half_of_a_pair", text)
    fault = layout_fault(deployment, entries.models.get(deployment.model))
    if fault is not None:
        return rejection(deployment, None, "layout_not_possible", f"{fault}.")
    chips = (entries.hardware[name] for name in deployment.chips_by_hardware)
    found = (_refuse_hardware(deployment, hardware, policy) for hardware in chips)
    return next((refused for refused in found if refused is not None), None)


def _refuse_hardware(
    deployment: Deployment, hardware: Hardware, policy: Policy
) -> Rejection | None:
    available, needed = hardware.available_from, policy.needed_by
    if available and needed and last_day(available) > last_day(needed):
        text = f"{hardware.id} is available from {available}; it is needed by {needed}."
        return rejection(deployment, None, "not_available_yet", text)
    if hardware.hardwired_model not in {None, deployment.model}:
        text = (
            f"{hardware.id} has {hardware.hardwired_model} in silicon and can run no other model."
        )
        return rejection(deployment, None, "hardwired_model", text)
    return None


def last_day(date: str) -> str:
    """A year or a month as its end, to compare with other dates: it may be as late as that.

    >>> last_day("2026") > last_day("2026-11-30"), last_day("2026-07") < last_day("2026-08-01")
    (True, True)
    """
    return date + "9999-99-99"[len(date) :]


def refuse_pair(
    deployment: Deployment, workload: AnyWorkload, load: StageLoad, entries: Entries
) -> Rejection | None:
    """Why a deployment may not serve this workload, whatever its curves say."""
    if load.stage != "serve":
        return None
    if workload.precisions is not None and deployment.precision not in workload.precisions:
        stated = deployment.precision or "not stated"
        text = f"Its precision is {stated}; the workload accepts {', '.join(workload.precisions)}."
        return rejection(deployment, workload, "precision_not_accepted", text)
    return _beyond_context(deployment, workload, load, entries) or _interrupted_too_late(
        deployment, workload, load
    )


def _beyond_context(
    deployment: Deployment, workload: AnyWorkload, load: StageLoad, entries: Entries
) -> Rejection | None:
    model = entries.models.get(workload.model)
    if model is None:
        return None
    length = load.shape.input_tokens + load.shape.output_tokens
    if length <= model.max_context_tokens:
        return None
    text = (
        f"Input + output is {plain(length)} tokens; the context of {model.id} ends at "
        f"{model.max_context_tokens:,}."
    )
    more = {"limit": float(length), "best": float(model.max_context_tokens)}
    return rejection(deployment, workload, "context_beyond_model", text, **more)


def _interrupted_too_late(
    deployment: Deployment, workload: AnyWorkload, load: StageLoad
) -> Rejection | None:
    """Barge-in to silence is a constant: no curve can mend it."""
    for limit in load.limits:
        reached = limit.forms[0].constant
        if limit.metric == "interruption_ms" and reached > limit.limit_ms:
            text = (
                f"Endpoint detection, network and cancelling take {plain(reached)} ms; "
                f"the limit on an interruption is {plain(limit.limit_ms)} ms."
            )
            return rejection(
                deployment,
                workload,
                "slo_out_of_reach",
                text,
                metric=limit.metric,
                percentile=limit.percentile,
                limit=float(limit.limit_ms),
                best=float(reached),
            )
    return None


def rejection(
    deployment: Deployment,
    workload: AnyWorkload | None,
    reason: str,
    text: str,
    **more: float | str | None,
) -> Rejection:
    """A rejection of one deployment for one workload."""
    name = None if workload is None else workload.name
    return Rejection.model_validate(
        {"deployment": deployment.id, "workload": name, "reason": reason, "text": text, **more}
    )
