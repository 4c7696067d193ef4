"""Pairs of deployments and loads: the plan of each that may be, the rejection of each that may not."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from planner.candidates.choose import Refused, choose_plans
from planner.candidates.curves import CurveSet, curve_set
from planner.candidates.entries import Entries
from planner.candidates.gate import refuse_deployment, refuse_pair, rejection
from planner.candidates.plans import Plan
from planner.candidates.promise import Rules
from planner.candidates.refusal import refused_as_rejection
from planner.demand import Demand
from planner.entries import Deployment
from planner.loads import StageLoad
from planner.quote import Rejection


@dataclass(slots=True)
class Matches:
    """Plans by (deployment, load), and every rejection."""

    plans: dict[tuple[int, int], tuple[Plan, ...]] = field(default_factory=dict)
    rejected: list[Rejection] = field(default_factory=list)


def match(demand: Demand, entries: Entries, loads: Sequence[StageLoad]) -> Matches:
    """Every deployment against every load that asks for its model."""
    matches = Matches()
    rules = Rules.of(demand.policy)
    remembered: dict[tuple[int, object], tuple[Plan, ...] | Refused] = {}
    keys = _same_promises(loads)
    for d, deployment in enumerate(entries.deployments):
        wanted = [i for i, load in enumerate(loads) if _asks_for(demand, load, deployment)]
        if not wanted:
            continue
        refused = refuse_deployment(deployment, entries, demand.policy)
        if refused is not None:
            matches.rejected.append(refused)
            continue
        curves = curve_set(deployment)
        for i in wanted:
            _match_pair(
                matches, demand, entries, (d, i), loads[i], curves, rules, remembered, keys[i]
            )
    return matches


def _match_pair(
    matches: Matches,
    demand: Demand,
    entries: Entries,
    pair: tuple[int, int],
    load: StageLoad,
    curves: CurveSet,
    rules: Rules,
    remembered: dict[tuple[int, object], tuple[Plan, ...] | Refused],
    key: int,
) -> None:
    deployment, workload = entries.deployments[pair[0]], demand.workloads[load.workload]
    refused = refuse_pair(deployment, workload, load, entries)
    if refused is not None:
        matches.rejected.append(refused)
        return
    if (pair[0], key) not in remembered:
        remembered[pair[0], key] = choose_plans(
            curves, load, rules, allow_mismatch=demand.policy.allow_shape_mismatch
        )
    found = remembered[pair[0], key]
    if isinstance(found, Refused):
        matches.rejected.append(refused_as_rejection(found, deployment, workload, load))
    else:
        matches.plans[pair] = found


def _same_promises(loads: Sequence[StageLoad]) -> list[int]:
    """A number for each load, the same for those that differ in nothing that a curve knows of."""
    numbers: dict[object, int] = {}
    return [
        numbers.setdefault((load.stage, load.shape, load.limits), len(numbers)) for load in loads
    ]


def _asks_for(demand: Demand, load: StageLoad, deployment: Deployment) -> bool:
    if load.stage != "serve":
        return deployment.id == load.deployment and deployment.role == load.stage
    return (
        deployment.role not in {"asr", "tts"}
        and deployment.model == demand.workloads[load.workload].model
    )


def no_price(deployment: Deployment, hardware: str, acquisition: str, term: str) -> Rejection:
    """A deployment whose hardware cannot be paid for."""
    what = f"a rent for {term}" if acquisition == "rent" else "a price"
    text = (
        f"{hardware} has no {what.split(' ', 1)[1]} in the demand or the catalog. "
        "Give one under hardware, or choose another objective, acquisition or rent_term."
    )
    return rejection(deployment, None, "no_price", text)
