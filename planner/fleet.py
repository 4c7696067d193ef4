"""The program's answer: whole numbers and routes, positions as in `FleetProblem`."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal


@dataclass(frozen=True, slots=True)
class SolverRun:
    """What the solver said of itself."""

    name: str
    version: str
    status: str
    best_bound: float | None
    """No fleet is below this, in units of the objective."""
    objective: float | None
    gap_fraction: float | None
    seconds: float


@dataclass(frozen=True, slots=True)
class Shortfall:
    """A rule that the nearest fleet would break, and by how much."""

    rule: str
    """Name in `planner.program.rules.RULES`."""
    subject: tuple[int, ...]
    """Positions that the rule is about: (site,), (load,), (hardware, site) …"""
    missing: Fraction
    """In the unit of the rule's right-hand side."""
    needed: Fraction
    """What the limit would have to be."""


@dataclass(frozen=True, slots=True)
class FilledDomain:
    """Scale-up domains that are filled in the same way; together they prove that all fits."""

    contents: tuple[tuple[int, int], ...]
    """(chips of a replica, replicas), largest first."""
    nodes: int
    """Nodes that one of them takes."""
    times: int
    """How many there are."""


@dataclass(frozen=True, slots=True)
class Fleet:
    """How many of what, and who serves whom."""

    status: Literal["optimal", "feasible", "infeasible"]
    run: SolverRun
    replicas: tuple[int, ...] = ()
    """Working replicas by pool."""
    spares: tuple[int, ...] = ()
    """Spare replicas by pool, on top."""
    units: tuple[int, ...] = ()
    """Nodes or racks by offer."""
    spare_nodes: dict[tuple[int, int], int] = field(default_factory=dict[tuple[int, int], int])
    """Spare nodes by (hardware, site), among the units."""
    packings: dict[tuple[int, int], tuple[FilledDomain, ...]] = field(
        default_factory=dict[tuple[int, int], tuple[FilledDomain, ...]]
    )
    """Which replicas, spares too, stand in which domains, by (hardware, site)."""
    shares: dict[int, Fraction] = field(default_factory=dict[int, Fraction])
    """Share of its load that a service carries, by position; they add up to 1 for each load."""
    loss_shares: dict[int, dict[int, Fraction]] = field(
        default_factory=dict[int, dict[int, Fraction]]
    )
    """The same after the loss of a site, by site."""
    shortfalls: tuple[Shortfall, ...] = ()
