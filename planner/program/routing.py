"""Who serves whom once the replicas stand: a small linear program, then exact decimals."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pulp import LpProblem, LpVariable

from planner.errors import SolverFailed
from planner.program.arcs import Arc, fits, group
from planner.program.exact_shares import exact_shares
from planner.program.rows import Row, Term, total
from planner.program.solver import Limits, run

LIMITS = Limits(seconds=60)
SLACK = Fraction(1, 10**9)
"""How much of a goal may be given up for the next one; without any, rounding leaves no routing."""


@dataclass(frozen=True, slots=True)
class Routing:
    """Shares by service, or a price per replica which proves that there are none."""

    shares: dict[int, Fraction] | None
    prices: dict[int, float]
    """Worth of a replica by pool, where room is short."""


def route(arcs: Sequence[Arc], room: Mapping[int, int], budget: Fraction | None = None) -> Routing:
    """Share the loads out: at the least cost, then at the least maximum utilization.

    Args:
        arcs: every way to serve a load in pools that stand; in canonical order, which decides
            where the rest is equal.
        room: replicas by pool, above 0.
        budget: USD per year that are left for what follows load.

    Returns:
        Shares that are exact: they add up to 1 per load and fit every pool. No shares where the
        loads do not fit, be it by a billionth.
    """
    by_load = group(arcs)
    if all(len(ways) == 1 for ways in by_load.values()):
        shares = {arc.service: Fraction(1) for arc in arcs}
        return Routing(shares if fits(arcs, shares, room) else None, dict.fromkeys(room, 1.0))
    guess, prices = _solve(arcs, room, budget)
    return Routing(exact_shares(arcs, room, guess), prices)


def _solve(
    arcs: Sequence[Arc], room: Mapping[int, int], budget: Fraction | None
) -> tuple[dict[int, float], dict[int, float]]:
    """Find shares in doubles, one goal after the other, and what a replica of a pool is worth."""
    program = LpProblem("routing")
    share = {arc.service: program.add_variable(f"share_{arc.service}", 0, 1) for arc in arcs}
    fullest = program.add_variable("fullest", 0)
    for row in _rows(arcs, room, share, fullest):
        program.addConstraint(row.constraint(), row.name)
    lowest = _minimize(program, [(fullest, 1)])
    prices = _prices(program, room)
    costs = [(share[arc.service], arc.cost) for arc in arcs if arc.cost]
    usd = [(share[arc.service], arc.usd) for arc in arcs if arc.usd]
    if costs or usd:
        _hold(program, "within_room", [(fullest, 1)], max(lowest, Fraction(1)))
        _keep_budget(program, usd, budget)
        if costs:
            _hold(program, "at_least_cost", _scaled(costs), _minimize(program, _scaled(costs)))
        lowest = _minimize(program, [(fullest, 1)])
    _hold(program, "at_least_fullest", [(fullest, 1)], lowest)
    _minimize(program, _canonical(arcs, share))
    return {arc.service: share[arc.service].varValue or 0.0 for arc in arcs}, prices


def _rows(
    arcs: Sequence[Arc],
    room: Mapping[int, int],
    share: Mapping[int, LpVariable],
    fullest: LpVariable,
) -> Iterator[Row]:
    for load, ways in group(arcs).items():
        yield Row("load", (load,), [(share[arc.service], 1) for arc in ways], "==", 1)
    for pool, count in room.items():
        here = [(share[arc.service], arc.replicas / count) for arc in arcs if arc.pool == pool]
        yield Row("pool", (pool,), [*here, (fullest, -1)], "<=")


def _canonical(arcs: Sequence[Arc], share: Mapping[int, LpVariable]) -> list[Term]:
    """Earlier pools first, later loads more strictly so, to leave little to chance."""
    loads = group(arcs)
    return [
        (share[arc.service], rank * (1 + Fraction(position, len(loads))))
        for position, ways in enumerate(loads.values())
        for rank, arc in enumerate(ways)
    ]


def _keep_budget(program: LpProblem, usd: Sequence[Term], budget: Fraction | None) -> None:
    """Keep within the budget, where there is one and it can be kept."""
    if budget is not None and usd:
        least = _minimize(program, usd)
        row = Row("budget", (), usd, "<=", max(budget, least + abs(least) * SLACK))
        program.addConstraint(row.constraint(), row.name)


def _scaled(terms: Sequence[Term]) -> list[Term]:
    largest = max(abs(Fraction(cost)) for _, cost in terms)
    return [(variable, cost / largest) for variable, cost in terms]


def _minimize(program: LpProblem, goal: Sequence[Term]) -> Fraction:
    """Solve for one goal and return its least value."""
    program.setObjective(total(goal))
    result = run(program, LIMITS)
    if not result.has_solution or program.objective is None:
        raise SolverFailed(f"a routing without any answer ({result.status})")
    return Fraction(program.objective.value() or 0)


def _hold(program: LpProblem, name: str, goal: Sequence[Term], value: Fraction) -> None:
    """Keep what an earlier goal reached."""
    row = Row(name, (), goal, "<=", value + SLACK)
    program.addConstraint(row.constraint(), name)


def _prices(program: LpProblem, room: Mapping[int, int]) -> dict[int, float]:
    rows = {row.name: row.pi or 0.0 for row in program.constraints()}
    return {pool: abs(rows[f"pool_{pool}"]) / count for pool, count in room.items()}
