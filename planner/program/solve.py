"""From a problem to the cheapest fleet that keeps every rule, proven."""

from time import monotonic

from planner.errors import NoFleetInTime
from planner.fleet import Fleet, SolverRun
from planner.problem import FleetProblem
from planner.program.model import build
from planner.program.settle import Settled, bound_of, settle
from planner.program.solver import SOLVER_NAME, Limits, Progress, run, solver_version
from planner.program.tidy import tidy

STATED = 1e-7
"""A gap may be above what was asked for by this much: shares are rounded to nine decimals."""


def solve_fleet(problem: FleetProblem, progress: Progress | None = None) -> Fleet:
    """Find the cheapest fleet that keeps every rule, or say which rules no fleet can keep.

    Args:
        problem: what may serve what, at which rate, cost and limits, in canonical order: equal
            problems get equal fleets.
        progress: is told about once a second how many seconds the solver has taken.

    Returns:
        `optimal`, proven within `problem.gap_fraction`; `feasible`, with the gap that time left;
        or `infeasible`, with what is missing. Every number that it holds was checked in exact
        arithmetic.

    Raises:
        NoFleetInTime: neither a fleet nor a proof that there is none within the time limit.
        TooManyPatterns: replica sizes that cannot be packed exactly.
        SolverFailed: the solver's answer does not hold.
    """
    start = monotonic()
    model = build(problem)
    result = run(model.program, Limits(problem.time_limit_s, problem.gap_fraction), progress)
    bound = bound_of(model, result)
    if result.outcome == "infeasible":
        from planner.program.diagnose import diagnose

        found = diagnose(problem, progress, start)
        if isinstance(found, Fleet):
            return found
        model, bound = found, None
    elif not result.has_solution:
        raise NoFleetInTime(problem.time_limit_s)
    settled = tidy(settle(model, bound), is_proven=result.outcome == "optimal")
    return _fleet(problem, settled, result.status, monotonic() - start)


def _fleet(problem: FleetProblem, settled: Settled, status: str, seconds: float) -> Fleet:
    """State what is proven, no more."""
    gap = settled.gap_fraction
    is_optimal = gap is not None and gap <= problem.gap_fraction + STATED
    solver = SolverRun(
        name=SOLVER_NAME,
        version=solver_version(),
        status=status.lower(),
        best_bound=settled.best_bound,
        objective=float(settled.objective),
        gap_fraction=gap,
        seconds=seconds,
    )
    return settled.fleet("optimal" if is_optimal else "feasible", solver)
