"""Nothing serves that the demand does not allow: role, model, precision, place, evidence, date."""

from collections.abc import Iterable, Iterator
from typing import Final

from planner.demand import VoiceWorkload
from planner.entries import Deployment
from planner.quote import Check, PoolPart
from planner.verify.ask import planned_output
from planner.verify.case import Case
from planner.verify.checking import at_most, claim
from planner.verify.loads import Load
from planner.verify.numbers import exact

CLASSES: Final = ("measured", "third_party", "vendor", "modeled", "target")
"""Classes of evidence that may be planned on, the strongest first."""


def allowed_checks(case: Case) -> Iterator[Check]:
    """Rules `role`, `precision`, `residency`, `context`; of pools `evidence`, `available`."""
    for load in case.loads.values():
        pools = _pools_of(case, load)
        if pools:
            yield _role(case, load, pools)
            yield from _precision(case, load, pools)
            yield from _residency(load, pools)
            yield from _context(case, load)
    for pool in case.quote.pools:
        yield _evidence(case, pool)
        yield from _available(case, pool)


def _pools_of(case: Case, load: Load) -> list[PoolPart]:
    """Every pool that carries a load, at the peak or after a loss."""
    names = dict.fromkeys(case.routes.get(load.key, {}))
    for loss in case.quote.site_losses:
        for route in loss.routes:
            if (route.workload, route.stage) == load.key:
                names[route.pool] = None
    return [case.pools[name] for name in names]


def _role(case: Case, load: Load, pools: Iterable[PoolPart]) -> Check:
    """Requests go to replicas of the model, streams to the deployment that the workload names."""
    wrong = [p.id for p in pools if not _fits(case, load, case.deployment_of(p.id))]
    left = wrong[0] if wrong else f"{load.stage} of {load.workload.model}"
    return claim(f"role.{load.label}", left, load.stage, holds=not wrong)


def _fits(case: Case, load: Load, deployment: Deployment) -> bool:
    workload = load.workload
    if load.stage != "serve":
        named = isinstance(workload, VoiceWorkload) and getattr(workload, load.stage)
        return deployment.role == load.stage and deployment.id == named
    offered = case.demand.deployment_ids
    is_offered = offered is None or deployment.id in offered
    cast = (case.hardware[chip].hardwired_model for chip in deployment.chips_by_hardware)
    is_free = all(model in (None, workload.model) for model in cast)
    is_whole = deployment.role == "serve" and deployment.model == workload.model
    return is_offered and is_free and is_whole


def _precision(case: Case, load: Load, pools: Iterable[PoolPart]) -> Iterator[Check]:
    accepted = load.workload.precisions
    if accepted is not None and load.stage == "serve":
        used = {str(case.deployment_of(pool.id).precision) for pool in pools}
        yield _subset(f"precision.{load.label}", used, accepted)


def _residency(load: Load, pools: Iterable[PoolPart]) -> Iterator[Check]:
    if load.workload.sites is not None:
        used = {pool.site for pool in pools}
        yield _subset(f"residency.{load.label}", used, load.workload.sites)


def _subset(rule: str, used: set[str], accepted: Iterable[str]) -> Check:
    left, right = ", ".join(sorted(used)), ", ".join(accepted)
    return claim(rule, left, right, holds=used <= set(accepted))


def _context(case: Case, load: Load) -> Iterator[Check]:
    model = case.models.get(load.workload.model)
    if model is not None and load.stage == "serve":
        tokens = exact(load.workload.input_tokens) + planned_output(load.workload)
        yield at_most(f"context.{load.label}", tokens, model.max_context_tokens)


def _evidence(case: Case, pool: PoolPart) -> Check:
    """As strong as the policy asks; what comes inline without a class is the user's own."""
    deployment = case.deployment_of(pool.id)
    inline = {entry.id for entry in case.demand.inline_deployments}
    own = "measured" if deployment.id in inline else "unspecified"
    found, weakest = deployment.evidence or own, case.policy.evidence
    is_strong = found in CLASSES and CLASSES.index(found) <= CLASSES.index(weakest)
    return claim(f"evidence.{pool.id}", found, weakest, holds=is_strong and pool.evidence == found)


def _available(case: Case, pool: PoolPart) -> Iterator[Check]:
    needed_by = case.policy.needed_by
    for chip in pool.hardware if needed_by else ():
        hardware = case.hardware.get(chip)
        if needed_by and hardware and hardware.available_from:
            known = min(len(needed_by), len(hardware.available_from))
            is_there = hardware.available_from[:known] <= needed_by[:known]
            yield claim(f"available.{pool.id}", hardware.available_from, needed_by, holds=is_there)
