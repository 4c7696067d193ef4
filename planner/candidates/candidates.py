"""What may serve what, at which rate, or why not: the data that the program and the report read."""

from dataclasses import dataclass
from fractions import Fraction

from planner.candidates.entries import Entries
from planner.candidates.offers import Holding, Place
from planner.candidates.plans import Plan
from planner.demand import AnyWorkload, Demand
from planner.entries import Deployment
from planner.loads import StageLoad
from planner.problem import FleetProblem
from planner.quote import Note, Rejection, UsedCosts


@dataclass(frozen=True, slots=True)
class PoolCandidate:
    """What stands behind a pool of the problem."""

    deployment: Deployment
    cap: int | None
    site: str


@dataclass(frozen=True, slots=True)
class ServiceCandidate:
    """What stands behind a service of the problem."""

    plan: Plan
    cap: int | None
    rate: Fraction
    """requests/s of one replica, as stated."""
    warnings: tuple[Note, ...] = ()
    """What must be said where this service is used."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """The problem in numbers, and for each of its positions what it stands for."""

    demand: Demand
    entries: Entries
    costs: UsedCosts
    loads: tuple[StageLoad, ...]
    """Those above 0, in the order of `problem.loads`."""
    idle: tuple[StageLoad, ...]
    """Those of 0, which need nothing."""
    unserved: tuple[StageLoad, ...]
    """Those that no deployment may serve; they are not in the problem."""
    pools: tuple[PoolCandidate, ...]
    services: tuple[ServiceCandidate, ...]
    offers: tuple[tuple[Place, Holding], ...]
    places: dict[tuple[str, str], Place]
    problem: FleetProblem
    rejected: tuple[Rejection, ...]
    notes: tuple[Note, ...]
    warnings: tuple[Note, ...]

    def workload_of(self, load: StageLoad) -> AnyWorkload:
        """The workload that a load belongs to."""
        return self.demand.workloads[load.workload]
