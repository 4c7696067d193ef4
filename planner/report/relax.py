"""How far the promises of a workload must be loosened until one deployment can keep them."""

from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor, log10

from planner.candidates import Candidates
from planner.candidates.choose import Refused, choose_plans
from planner.candidates.curves import curve_set
from planner.candidates.promise import Rules
from planner.entries import Deployment
from planner.loads import Limit, StageLoad

MAX_STEPS = 8
MAX_DEPLOYMENTS = 12


@dataclass(frozen=True, slots=True)
class Relaxed:
    """One promise that must give way."""

    limit: Limit
    """As promised."""
    reached: Fraction
    """ms, the best that was measured."""
    allowed: Fraction
    """ms, the same rounded up to what a person would write."""
    at_concurrency: Fraction | None


@dataclass(frozen=True, slots=True)
class Relaxation:
    """All that must give way for one deployment."""

    deployment: Deployment
    limits: tuple[Relaxed, ...]

    @property
    def stretch(self) -> Fraction:
        """The largest factor by which a limit grows."""
        return max(item.allowed / item.limit.limit_ms for item in self.limits)


def nearest_relaxation(candidates: Candidates, load: StageLoad) -> Relaxation | None:
    """The deployment whose promises must give way least; `None` where no limit is at fault."""
    workload = candidates.workload_of(load).name
    missed = sorted(
        (
            r
            for r in candidates.rejected
            if r.workload == workload and r.reason == "slo_out_of_reach"
        ),
        key=lambda r: (r.best or 0) / (r.limit or 1),
    )
    by_id = {d.id: d for d in candidates.entries.deployments}
    names = dict.fromkeys(r.deployment for r in missed if r.metric != "interruption_ms")
    tried = [_relax(candidates, load, by_id[name]) for name in list(names)[:MAX_DEPLOYMENTS]]
    found = [relaxation for relaxation in tried if relaxation is not None]
    return min(found, key=lambda r: (r.stretch, r.deployment.id), default=None)


def _relax(candidates: Candidates, load: StageLoad, deployment: Deployment) -> Relaxation | None:
    policy = candidates.demand.policy
    curves, rules = curve_set(deployment), Rules.of(policy)
    eased, steps = load, dict[tuple[str, str], Relaxed]()
    for _ in range(MAX_STEPS):
        found = choose_plans(curves, eased, rules, allow_mismatch=policy.allow_shape_mismatch)
        if not isinstance(found, Refused):
            return Relaxation(deployment, tuple(steps.values())) if steps else None
        if found.miss is None or found.limit is None:
            return None
        key = (found.limit.metric, found.limit.percentile)
        allowed = rounded_up(found.miss.value)
        promised = next(x for x in load.limits if (x.metric, x.percentile) == key)
        steps[key] = Relaxed(promised, found.miss.value, allowed, found.miss.concurrency or None)
        eased = replace(eased, limits=tuple(_eased(x, key, allowed) for x in eased.limits))
    return None


def _eased(limit: Limit, key: tuple[str, str], allowed: Fraction) -> Limit:
    return replace(limit, limit_ms=allowed) if (limit.metric, limit.percentile) == key else limit


def rounded_up(value: Fraction, digits: int = 4) -> Fraction:
    """The next number with few digits, so that what a person copies is enough.

    >>> rounded_up(Fraction(200, 3)), rounded_up(Fraction(260))
    (Fraction(6667, 100), Fraction(260, 1))
    """
    if value <= 0:
        return value
    places = digits - 1 - floor(log10(value))
    scale = Fraction(10) ** places
    return Fraction(ceil(value * scale)) / scale
