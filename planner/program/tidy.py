"""Of fleets that cost the same, the one with the fewest pools, then the fewest replicas."""

from dataclasses import replace
from fractions import Fraction

from planner.program.model import Model, add_rows, empty_model, objective
from planner.program.rows import Row, Term
from planner.program.sets import derive_sets
from planner.program.settle import Settled, settled_or_none
from planner.program.solver import Limits, run

NODES = 200
"""A budget of its own, in nodes and not in seconds, so that machines agree."""
SECONDS = 20.0
"""Only against the worst; a search that ends by this is dropped."""
MOST_SERVICES = 500
"""Above this only the pools that the first fleet uses are looked at."""
NO_DEARER = Fraction(1, 10**9)


def tidy(first: Settled, is_proven: bool) -> Settled:
    """Look for fewer pools, then fewer replicas, at no higher cost.

    Where nodes are what costs, a spare place in one must not become a replica that nobody asked for.
    """
    if len(first.counts.replicas) == 1:
        return first
    model = _second_model(first, is_proven)
    result = run(model.program, Limits(SECONDS, gap=0.9, nodes=NODES), warm_start=True)
    if not result.has_solution or result.status == "TimeLimit":
        return first
    second = settled_or_none(model, result)
    if second is None or not _is_better(second, first):
        return first
    return replace(second, best_bound=first.best_bound)


def _is_better(second: Settled, first: Settled) -> bool:
    if second.objective > first.objective * (1 + NO_DEARER):
        return False
    return _goal_of(second) < _goal_of(first)


def _goal_of(settled: Settled) -> tuple[int, int]:
    replicas = settled.counts.replicas
    return sum(count > 0 for count in replicas), sum(replicas)


def _second_model(first: Settled, is_proven: bool) -> Model:
    """The same rules, the first cost as a limit, another goal, and the first fleet to start from."""
    problem = first.model.sets.problem
    model = empty_model(derive_sets(problem, always_switches=True))
    v, replicas = model.variables, first.counts.replicas
    add_rows(model.program, model.rows())
    costs = objective(model.sets, v)
    limit = first.objective * (1 + NO_DEARER)
    add_rows(model.program, [Row("no_dearer", (), costs, "<=", limit)])
    all_together = 1 + sum(replicas)
    pools: list[Term] = [(y, all_together) for y in v.in_use.values()]
    model.minimize([*pools, *((n, 1) for n in v.replicas)])
    if not is_proven or len(problem.services) > MOST_SERVICES:
        for variable, count in zip(v.replicas, replicas, strict=True):
            variable.upBound = variable.upBound if count else 0
    _start_from(first, model)
    return model


def _start_from(first: Settled, model: Model) -> None:
    """Give the solver the first fleet."""
    known = {variable.name: variable.varValue for variable in first.model.program.variables()}
    for variable in model.program.variables():
        variable.varValue = known.get(variable.name)
    for pool, y in model.variables.in_use.items():
        y.varValue = float(first.counts.replicas[pool] > 0)
