"""The fleet program: the only place that knows the solver."""

from planner.program.solve import solve_fleet

__all__ = ["solve_fleet"]
