"""Pairs of deployments and loads: the plan of each that may be, and why each other may not."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from planner.candidates.book import CurveBook, Promises
from planner.candidates.choose import plans_of
from planner.candidates.curves import curve_set
from planner.candidates.entries import Entries
from planner.candidates.gate import refuse_deployment, refuse_pair, rejection
from planner.candidates.physics import Impossible, Physics
from planner.candidates.plans import Plan
from planner.candidates.promise import Rules
from planner.candidates.refusal import refused_as_rejection
from planner.candidates.refused import Refused
from planner.candidates.request import Request
from planner.candidates.shapes import wanted_lengths
from planner.ceiling import Subject
from planner.demand import Demand
from planner.entries import Deployment
from planner.loads import StageLoad
from planner.quote import Note, Rejection
from planner.units import rounded_up

MAX_REPLICAS = 10**8
"""A load that would need more of one deployment is no plan: there are not so many chips."""


@dataclass(frozen=True, slots=True)
class Match:
    """A plan of one deployment for one load, with what must be said of it."""

    plan: Plan
    warnings: tuple[Note, ...] = ()
    _rates: dict[int | None, Fraction] = field(
        default_factory=dict[int | None, Fraction], init=False, compare=False, repr=False
    )

    def rate(self, cap: int | None) -> Fraction:
        """requests/s (or streams) of one replica at a cap, as it will be stated."""
        if cap not in self._rates:
            self._rates[cap] = rounded_up(self.plan.rate(cap))
        return self._rates[cap]


@dataclass(slots=True)
class Matches:
    """Matches by (deployment, load), and every rejection."""

    plans: dict[tuple[int, int], tuple[Match, ...]] = field(
        default_factory=dict[tuple[int, int], tuple[Match, ...]]
    )
    rejected: list[Rejection] = field(default_factory=list[Rejection])


@dataclass(frozen=True, slots=True)
class Asked:
    """One load with its workload's other wishes, and what it asks of curves."""

    position: int
    request: Request
    key: int
    """Loads of the same key ask the same of any curve."""
    required: float
    """requests/s (or streams), headroom included."""


def match(demand: Demand, entries: Entries, loads: Sequence[StageLoad]) -> Matches:
    """Every deployment against every load that asks for its model."""
    matches = Matches()
    asked = list(_asked(demand, loads))
    by_model: dict[str, list[Asked]] = {}
    for one in asked:
        by_model.setdefault(demand.workloads[one.request.load.workload].model, []).append(one)
    for d, deployment in enumerate(entries.deployments):
        wanted = _wanted(deployment, by_model, asked)
        if not wanted:
            continue
        refused = refuse_deployment(deployment, entries, demand.policy)
        if refused is not None:
            matches.rejected.append(refused)
            continue
        _Pairing(demand, entries, d, matches).match_all(wanted)
    return matches


def _asked(demand: Demand, loads: Sequence[StageLoad]) -> Iterator[Asked]:
    promises: dict[object, Promises] = {}
    keys: dict[object, int] = {}
    allow = demand.policy.allow_shape_mismatch
    for position, load in enumerate(loads):
        same = promises.setdefault(load.limits, Promises(load.limits, len(promises)))
        key = keys.setdefault((load.stage, load.shape, same.number), len(keys))
        request = Request(load, wanted_lengths(load.shape), same, allow)
        yield Asked(position, request, key, float(load.peak * (1 + load.headroom)))


def _wanted(
    deployment: Deployment, by_model: dict[str, list[Asked]], asked: list[Asked]
) -> list[Asked]:
    """The loads that ask for a deployment: by its model, or for audio by its id."""
    if deployment.role in {"asr", "tts"}:
        loads = [(one, one.request.load) for one in asked]
        return [
            one
            for one, load in loads
            if load.stage == deployment.role and load.deployment == deployment.id
        ]
    return [o for o in by_model.get(deployment.model, ()) if o.request.load.stage == "serve"]


class _Pairing:
    """One deployment against the loads that ask for it."""

    def __init__(self, demand: Demand, entries: Entries, d: int, matches: Matches) -> None:
        self._demand, self._entries, self._matches, self._d = demand, entries, matches, d
        self._deployment = entries.deployments[d]
        curves = curve_set(self._deployment)
        self._book = CurveBook(curves, Rules.of(demand.policy))
        model = entries.models.get(self._deployment.model)
        self._physics = (
            None
            if model is None
            else Physics(Subject(model, self._deployment, entries.hardware), curves)
        )
        self._known: dict[int, tuple[Match, ...] | Refused | Impossible] = {}

    def match_all(self, wanted: Sequence[Asked]) -> None:
        """Settles every pair."""
        for one in wanted:
            found = self._settle(one)
            if isinstance(found, Rejection):
                self._matches.rejected.append(found)
            else:
                self._matches.plans[self._d, one.position] = found

    def _settle(self, one: Asked) -> tuple[Match, ...] | Rejection:
        load = one.request.load
        workload = self._demand.workloads[load.workload]
        refused = refuse_pair(self._deployment, workload, load, self._entries)
        if refused is not None:
            return refused
        if one.key not in self._known:
            self._known[one.key] = self._matched(one.request)
        found = self._known[one.key]
        if isinstance(found, Refused):
            return refused_as_rejection(found, self._deployment, workload, load)
        if isinstance(found, Impossible):
            more = {"limit": found.limit, "best": found.best}
            return rejection(self._deployment, workload, found.reason, found.text, **more)
        enough = tuple(m for m in found if one.required <= MAX_REPLICAS * float(m.rate(m.plan.cap)))
        if not enough:
            text = f"It would take more than {MAX_REPLICAS:,} replicas."
            return rejection(self._deployment, workload, "too_slow", text)
        return enough

    def _matched(self, request: Request) -> tuple[Match, ...] | Refused | Impossible:
        plans = plans_of(self._book, request)
        if isinstance(plans, Refused):
            return plans
        if self._physics is None or request.load.stage != "serve":
            return tuple(Match(plan) for plan in plans)
        checked = [self._physics.check(plan, request.load) for plan in plans]
        possible = [c for c in checked if not isinstance(c, Impossible)]
        impossible = [c for c in checked if isinstance(c, Impossible)]
        return tuple(Match(c.plan, c.warnings) for c in possible) or impossible[0]
