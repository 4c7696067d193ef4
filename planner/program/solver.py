"""One run of HiGHS: silent, repeatable, and stopped at once by Ctrl-C."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from math import isfinite
from typing import Any, Literal

import highspy
import pulp
from pulp import LpProblem, LpSolveStats

from planner.errors import SolverFailed

Progress = Callable[[float], None]
"""Is told, about once a second, how many seconds a solve has taken."""

TOLERANCE = 1e-9
WIDER_TOLERANCE = 1e-6
POLL_S = 0.05
GRACE_FACTOR, GRACE_S = 1.5, 10.0
"""How far beyond its time limit a solver may run, by a factor and on top."""
STOP_S = 5.0
"""How long to wait for a solver that was told to stop."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When a run may stop."""

    seconds: float
    gap_fraction: float = 0.0
    gap: float = 1e-9
    """In units of the solver's objective."""
    nodes: int | None = None


@dataclass(frozen=True, slots=True)
class Run:
    """What one run came to; values are in the variables of the program."""

    outcome: Literal["optimal", "stopped", "infeasible"]
    status: str
    """The solver's own word."""
    has_solution: bool
    best_bound: float | None
    seconds: float


class _Highs(pulp.HiGHS):
    """PuLP's HiGHS, run in a thread of its own so that this one can be interrupted.

    HiGHS lets go of Python's lock while it works, and asks for its interrupt flag many times a
    second. A thread of its own also has a scheduler of its own: HiGHS refuses a second number of
    threads on one scheduler.
    """

    progress: Progress | None = None

    def callSolver(self, lp: LpProblem) -> None:  # noqa: N802
        model: Any = lp.solverModel
        model.HandleUserInterrupt = True
        done = threading.Event()  # Thread.join forgets its thread when Ctrl-C interrupts it

        def work() -> None:
            try:
                model.run()
            finally:
                done.set()

        threading.Thread(target=work, name="highs", daemon=True).start()
        try:
            self._wait(done)
        except BaseException:
            model.cancelSolve()
            done.wait(STOP_S)
            raise

    def _wait(self, done: threading.Event) -> None:
        """Wait for the solver, and tell about once a second."""
        start = told = time.monotonic()
        while not done.wait(POLL_S):
            now = time.monotonic()
            if self.progress and now - told >= 1:
                told = now
                self.progress(now - start)
            if now - start > GRACE_FACTOR * (self.timeLimit or 0) + GRACE_S:
                raise SolverFailed("it does not stop at its time limit")


def run(
    program: LpProblem,
    limits: Limits,
    progress: Progress | None = None,
    warm_start: bool = False,
) -> Run:
    """Solve a program; its variables hold the solution afterwards.

    Where the solver refuses its own answer because the last bits of large numbers are above its
    tolerance, it is asked once more with a wider one; what it gives up is checked exactly later.
    """
    for tolerance in (TOLERANCE, WIDER_TOLERANCE):
        solver = _solver(limits, tolerance, warm_start)
        solver.progress = progress
        stats: LpSolveStats = program.solve(solver)
        model: Any = program.solverModel
        program.solverModel = None
        if model.getModelStatus() != highspy.HighsModelStatus.kSolveError:
            return _verdict(stats)
    raise SolverFailed("it refuses its own answer")


def _solver(limits: Limits, tolerance: float, warm_start: bool) -> _Highs:
    options: dict[str, Any] = {} if limits.nodes is None else {"mip_max_nodes": limits.nodes}
    return _Highs(
        msg=False,
        threads=1,
        timeLimit=limits.seconds,
        gapRel=limits.gap_fraction,
        gapAbs=limits.gap,
        warmStart=warm_start,
        output_flag=False,
        random_seed=0,
        mip_feasibility_tolerance=tolerance,
        primal_feasibility_tolerance=tolerance,
        **options,
    )


def _verdict(stats: LpSolveStats) -> Run:
    """Put the solver's many words into three."""
    word = stats.status_str
    outcome = "optimal" if word in {"Optimal", "GapLimit"} else "stopped"
    if word in {"Infeasible", "Undefined", "Unbounded"} and not stats.has_solution:
        outcome = "infeasible"
    bound = stats.best_bound if stats.is_mip else stats.objective
    return Run(
        outcome=outcome,
        status=word,
        has_solution=stats.has_solution,
        best_bound=bound if bound is not None and isfinite(bound) else None,
        seconds=stats.time,
    )


SOLVER_NAME = "HiGHS"


@cache
def solver_version() -> str:
    """The version of the installed solver."""
    return version("highspy")
