"""Of fleets within the gap, the one with the fewest pools, then the fewest replicas."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from planner.problem import FleetProblem
from planner.program.exact import broken_rules, objective_value
from planner.program.model import Model, add_rows, empty_model, objective
from planner.program.read import Counts, read_counts, trim
from planner.program.routes import Unroutable, find_routes
from planner.program.rows import Row, Term, total
from planner.program.sets import derive_sets
from planner.program.settle import Settled, allowed_cost, make_fleet
from planner.program.solver import Limits, run

NODES = 200
"""A budget of its own, in nodes and not in seconds, so that machines agree."""
SECONDS = 20.0
"""Only against the worst; a search that ends by this is dropped."""
MOST_SERVICES = 500
"""Above this only the pools that the first fleet uses are looked at."""
NO_DEARER = Fraction(1, 10**9)


def tidy(first: Settled, is_proven: bool) -> Settled:
    """Look for fewer pools, then fewer replicas, at no higher cost than the gap allows.

    Where nodes are what costs, a spare place in one must not become a replica nobody asked for.
    """
    problem = first.model.sets.problem
    if len(problem.pools) <= 1:
        return first
    widely = is_proven and len(problem.services) <= MOST_SERVICES
    pools = [p for p, n in enumerate(first.counts.replicas) if n or widely]
    model = _second_model(first, among(problem, pools), pools, _allowed(first))
    seconds = SECONDS if is_proven else min(SECONDS, problem.time_limit_s)
    result = run(model.program, Limits(seconds, gap=0.9, nodes=NODES), warm_start=True)
    if not result.has_solution or result.status == "TimeLimit":
        return first
    return _better(first, _spread(read_counts(model), pools, problem))


def _better(first: Settled, counts: Counts) -> Settled:
    """The second fleet if it holds, costs no more and is tidier; else the first."""
    problem = first.model.sets.problem
    counts = trim(first.model, counts)
    if _goal(counts) >= _goal(first.counts):
        return first
    routes = find_routes(problem, counts, _allowed(first))
    if isinstance(routes, Unroutable):
        return first
    fleet = make_fleet(counts, routes)
    value = objective_value(problem, fleet)
    if value > _allowed(first) * (1 + NO_DEARER) or broken_rules(problem, fleet):
        return first
    return replace(first, counts=counts, routes=routes, objective=value)


def _allowed(first: Settled) -> Fraction:
    """What the first fleet costs, or more where that is still proven within the gap."""
    allowed = allowed_cost(first.model.sets.problem, first.best_bound)
    return first.objective if allowed is None else max(first.objective, allowed)


def _goal(counts: Counts) -> tuple[int, int]:
    return sum(count > 0 for count in counts.replicas), sum(counts.replicas)


def among(problem: FleetProblem, pools: Sequence[int]) -> FleetProblem:
    """The same problem with only these pools."""
    position = {pool: i for i, pool in enumerate(pools)}
    return replace(
        problem,
        pools=tuple(problem.pools[pool] for pool in pools),
        services=tuple(
            replace(service, pool=position[service.pool])
            for service in problem.services
            if service.pool in position
        ),
    )


def _spread(counts: Counts, pools: Sequence[int], problem: FleetProblem) -> Counts:
    """Counts of some pools as counts of all."""
    position = {pool: i for i, pool in enumerate(pools)}

    def spread(few: Sequence[int]) -> tuple[int, ...]:
        return tuple(few[position[p]] if p in position else 0 for p in range(len(problem.pools)))

    return replace(counts, replicas=spread(counts.replicas), spares=spread(counts.spares))


def _second_model(
    first: Settled, problem: FleetProblem, pools: Sequence[int], allowed: Fraction
) -> Model:
    """The same rules, a limit on the cost, another goal, the first fleet to start from."""
    model = empty_model(derive_sets(problem, always_switches=True))
    v, replicas = model.variables, [first.counts.replicas[pool] for pool in pools]
    add_rows(model.program, model.rows())
    costs = objective(model.sets, v)
    add_rows(model.program, [Row("no_dearer", (), costs, "<=", allowed * (1 + NO_DEARER))])
    switches: list[Term] = [(y, 1 + sum(replicas)) for y in v.in_use.values()]
    model.program.setObjective(total([*switches, *((n, 1) for n in v.replicas)]))
    for pool, count in enumerate(replicas):
        v.replicas[pool].varValue = float(count)
        v.in_use[pool].varValue = float(count > 0)
    for unit, count in zip(v.units, first.counts.units, strict=True):
        unit.varValue = float(count)
    return model
