"""What is missing where no fleet keeps every rule, and the nearest limits that would do."""

from dataclasses import replace
from fractions import Fraction
from time import monotonic

from pulp import LpVariable

from planner.errors import NoFleetInTime
from planner.fleet import Fleet, SolverRun
from planner.problem import FleetProblem
from planner.program.model import Model, add_rows, empty_model
from planner.program.rows import Row, Term, reachable_limit
from planner.program.sets import derive_sets
from planner.program.shortfalls import LIMITS, Slacks, shortfalls
from planner.program.solver import SOLVER_NAME, Limits, Progress, run, solver_version

UNSERVED = 1000
"""A load that is not carried is so much dearer than a limit that doubles: it gives way last."""
GAP_FRACTION = 1e-6
SECONDS = 10.0
"""What is found by then would do, though limits that are nearer may be left."""


def diagnose(problem: FleetProblem, progress: Progress | None, start: float) -> Fleet | Model:
    """Solve again with a slack on each rule that could be relaxed, each divided by its limit.

    Returns:
        What is missing; or the solved program, if nothing is: a fit so tight that the solver's
        tolerances called it impossible.
    """
    model, slacks = _relaxed(problem)
    seconds = min(problem.time_limit_s, SECONDS)
    result = run(model.program, Limits(seconds, GAP_FRACTION), progress)
    if not result.has_solution:
        raise NoFleetInTime(problem.time_limit_s)
    missing = shortfalls(model, slacks)
    if not missing:
        return model
    solver = SolverRun(
        name=SOLVER_NAME,
        version=solver_version(),
        status="Infeasible",
        best_bound=None,
        objective=None,
        gap_fraction=None,
        seconds=monotonic() - start,
    )
    return Fleet("infeasible", solver, shortfalls=missing)


def _relaxed(problem: FleetProblem) -> tuple[Model, Slacks]:
    """The same program, in which rules may be missed and missing them is what costs."""
    model = empty_model(derive_sets(problem))
    slacks = Slacks()
    costs: list[Term] = []
    rows = [_loosened(model, slacks, costs, row) for row in model.rows()]
    add_rows(model.program, rows)
    model.minimize(costs)
    return model, slacks


def _loosened(model: Model, slacks: Slacks, costs: list[Term], row: Row) -> Row:
    """Give a row its slack; rows that nobody could relax stay as they are."""
    if row.rule in LIMITS:
        return _raised(model, slacks, costs, row)
    if row.rule in {"demand", "somebody_serves"}:
        return replace(row, terms=[*row.terms, (_unserved(model, slacks, costs, row), 1)])
    if row.rule in {"site_loss", "site_loss_somebody"}:
        both = [(_unserved(model, slacks, costs, row), 1), (_after(model, slacks, costs, row), 1)]
        return replace(row, terms=[*row.terms, *both], sense=">=")
    return row


def _raised(model: Model, slacks: Slacks, costs: list[Term], row: Row) -> Row:
    """Measure a slack in units of the largest kind, and weigh it by the limit.

    The limit counts as what whole numbers can reach of it, so that one which is short by a
    millionth of a watt is short by a whole step: no tolerance hides that.
    """
    step = max((Fraction(coefficient) for _, coefficient in row.terms), default=Fraction(1))
    kind = "Integer" if row.rule == "max_pools" else "Continuous"
    slack = model.program.add_variable(f"over_{row.name}", 0, None, kind)
    slacks.limits[row.name] = slack
    costs.append((slack, step / max(Fraction(row.limit), step)))
    limit = row.limit if row.rule == "budget" else reachable_limit(row)
    return replace(row, terms=[*row.terms, (slack, -step)], limit=limit)


def _unserved(model: Model, slacks: Slacks, costs: list[Term], row: Row) -> LpVariable:
    load = row.subject[0]
    if load not in slacks.unserved:
        slacks.unserved[load] = model.program.add_variable(f"unserved_{load}", 0, 1)
        costs.append((slacks.unserved[load], UNSERVED))
    return slacks.unserved[load]


def _after(model: Model, slacks: Slacks, costs: list[Term], row: Row) -> LpVariable:
    load, lost = row.subject
    if (load, lost) not in slacks.unserved_after:
        slack = model.program.add_variable(f"unserved_{load}_after_{lost}", 0, 1)
        slacks.unserved_after[load, lost] = slack
        costs.append((slack, 1))
    return slacks.unserved_after[load, lost]
