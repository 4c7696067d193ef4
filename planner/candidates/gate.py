"""What keeps a deployment from a workload before its curves are read."""

from fractions import Fraction

from planner.candidates.entries import Entries
from planner.demand import AnyWorkload, Policy
from planner.entries import Deployment
from planner.loads import StageLoad
from planner.quote import Rejection
from planner.units import exact

EVIDENCE = ("measured", "third_party", "vendor", "modeled", "target", "estimate", "unspecified")
"""From the strongest to the weakest; the last two are kept but never planned on."""


def refuse_deployment(deployment: Deployment, entries: Entries, policy: Policy) -> Rejection | None:
    """Why a deployment may serve nobody under this policy."""
    evidence = deployment.evidence or "unspecified"
    if EVIDENCE.index(evidence) > EVIDENCE.index(policy.evidence):
        text = f"Its evidence is {evidence}; the policy accepts {policy.evidence} or stronger (policy.evidence)."
        return _all(deployment, "evidence_too_weak", text)
    if deployment.role in {"prefill", "decode"}:
        text = f"It is the {deployment.role} half of split serving, which cannot serve a request alone."
        return _all(deployment, "half_of_a_pair", text)
    for hardware_id in deployment.chips_by_hardware:
        hardware = entries.hardware[hardware_id]
        if (
            policy.needed_by
            and hardware.available_from
            and hardware.available_from > policy.needed_by
        ):
            text = f"{hardware_id} is available from {hardware.available_from}; it is needed by {policy.needed_by}."
            return _all(deployment, "not_available_yet", text)
        if hardware.hardwired_model not in {None, deployment.model}:
            text = f"{hardware_id} has {hardware.hardwired_model} in silicon and can run no other model."
            return _all(deployment, "hardwired_model", text)
    return None


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
    model = entries.models.get(workload.model)
    length = load.shape.input_tokens + load.shape.output_tokens
    if model is not None and length > model.max_context_tokens:
        text = (
            f"Input + output is {_number(length)} tokens; the context of {model.id} ends at "
            f"{model.max_context_tokens:,}."
        )
        return rejection(
            deployment,
            workload,
            "context_beyond_model",
            text,
            limit=float(length),
            best=float(model.max_context_tokens),
        )
    constant = next((x for x in load.limits if x.metric == "interruption_ms"), None)
    if constant is not None and constant.forms[0].constant > constant.limit_ms:
        reached = constant.forms[0].constant
        text = (
            f"Endpoint detection, network and cancelling take {_number(reached)} ms; "
            f"the limit on an interruption is {_number(constant.limit_ms)} ms."
        )
        return rejection(
            deployment,
            workload,
            "slo_out_of_reach",
            text,
            metric="interruption_ms",
            percentile=constant.percentile,
            limit=float(constant.limit_ms),
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


def _all(deployment: Deployment, reason: str, text: str) -> Rejection:
    return rejection(deployment, None, reason, text)


def _number(value: Fraction | float) -> str:
    return f"{float(exact(value)):,.6g}" if abs(value) < 1e6 else f"{float(value):,.0f}"
