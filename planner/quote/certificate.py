"""The proof: every rule checked again in exact arithmetic, and what the solver vouches for."""

from planner.entries.base import Schema


class Check(Schema):
    """One rule with its numbers put in."""

    rule: str
    """Such as `capacity.<pool>`."""
    left: str
    right: str
    slack: str
    """right - left (of an equation: 0)."""
    holds: bool


class SolverReport(Schema):
    """What the solver vouches for: no cheaper fleet than the bound."""

    name: str
    version: str
    status: str
    objective: str
    """What was made least, with its unit."""
    best_bound: float | None
    gap_fraction: float | None
    seconds: float


class Certificate(Schema):
    """Feasibility is proven here apart from the solver; optimality rests on the solver's bound."""

    checks: tuple[Check, ...]
    solver: SolverReport
    demand_digest: str
    catalog_digest: str
