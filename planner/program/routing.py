"""Who serves whom once the replicas stand: a small linear program, then exact decimals."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from pulp import LpProblem, LpVariable

from planner.errors import SolverFailed
from planner.program.arcs import Arc, fits, group
from planner.program.exact_shares import exact_shares
from planner.program.rows import Row, Term, total
from planner.program.solver import Limits, run

LIMITS = Limits(seconds=60)
SLACK = Fraction(1, 10**12)
"""How much of a goal may be given up for the next one: what rounding takes, and no more."""


@dataclass(frozen=True, slots=True)
class Routing:
    """Shares by service, or a price per replica which proves that there are none."""

    shares: dict[int, Fraction] | None
    prices: dict[int, float]
    """Worth of a replica by pool, where room is short."""


@dataclass(frozen=True, slots=True)
class Purse:
    """What may be spent on what follows load."""

    usd_per_year: Fraction | None = None
    """That the budget leaves."""
    cost: Fraction | None = None
    """In units of the objective, that the gap leaves; `None` asks for the least."""


def route(arcs: Sequence[Arc], room: Mapping[int, int], purse: Purse | None = None) -> Routing:
    """Share the loads out: within what may be spent, at the least maximum utilization.

    Args:
        arcs: every way to serve a load in pools that stand; in canonical order, which decides
            where the rest is equal.
        room: replicas by pool, above 0.
        purse: what may be spent; without one, the least.

    Returns:
        Shares that are exact: they add up to 1 per load and fit every pool. No shares where the
        loads do not fit, be it by a billionth.
    """
    by_load = group(arcs)
    if all(len(ways) == 1 for ways in by_load.values()):
        shares = {arc.service: Fraction(1) for arc in arcs}
        return Routing(shares if fits(arcs, shares, room) else None, dict.fromkeys(room, 1.0))
    guess, prices = _solve(arcs, room, purse or Purse())
    return Routing(exact_shares(arcs, room, guess), prices)


def _solve(
    arcs: Sequence[Arc], room: Mapping[int, int], purse: Purse
) -> tuple[dict[int, float], dict[int, float]]:
    """Find shares in doubles, one goal after the other, and what a replica of a pool is worth."""
    search = _search(arcs, room)
    share, fullest = search.share, [(search.fullest, 1)]
    lowest = search.minimize(fullest)
    prices = _prices(search.program, room)
    costs = _scaled([(share[arc.service], arc.cost) for arc in arcs if arc.cost])
    usd = _scaled([(share[arc.service], arc.usd) for arc in arcs if arc.usd])
    budget = purse.usd_per_year
    if costs or (usd and budget is not None):
        search.hold("within_room", fullest, max(lowest, Fraction(1)))
        if usd and budget is not None:
            most = budget / max(arc.usd for arc in arcs)
            search.hold("within_budget", usd, max(most, search.minimize(usd)))
        if costs:
            least = search.minimize(costs)
            allowed = least if purse.cost is None else purse.cost / max(arc.cost for arc in arcs)
            search.hold("at_little_cost", costs, max(least, allowed))
        lowest = search.minimize(fullest)
    search.hold("at_least_fullest", fullest, lowest)
    search.minimize(_canonical(arcs, share))
    return search.shares, prices


@dataclass(slots=True)
class _Search:
    """One linear program with a goal at a time; each goal that is held narrows it."""

    program: LpProblem
    share: dict[int, LpVariable]
    fullest: LpVariable
    """The utilization of the fullest pool."""
    shares: dict[int, float] = field(default_factory=dict[int, float])
    """Those of the last goal that was reached."""

    def minimize(self, goal: Sequence[Term]) -> Fraction:
        """Solve for one goal; a later one that rounding forbids leaves the shares as they are."""
        self.program.setObjective(total(goal))
        result = run(self.program, LIMITS)
        if result.has_solution:
            self.shares = {j: x.varValue or 0.0 for j, x in self.share.items()}
        elif not self.shares:
            raise SolverFailed(f"a routing without any answer ({result.status})")
        return (
            Fraction(self.program.objective.value() or 0) if self.program.objective else Fraction()
        )

    def hold(self, name: str, goal: Sequence[Term], value: Fraction) -> None:
        """Keep what a goal reached."""
        row = Row(name, (), goal, "<=", value + SLACK * max(1, abs(value)))
        self.program.addConstraint(row.constraint(), name)


def _search(arcs: Sequence[Arc], room: Mapping[int, int]) -> _Search:
    program = LpProblem("routing")
    share = {arc.service: program.add_variable(f"share_{arc.service}", 0, 1) for arc in arcs}
    fullest = program.add_variable("fullest", 0)
    for load, ways in group(arcs).items():
        row = Row("load", (load,), [(share[arc.service], 1) for arc in ways], "==", 1)
        program.addConstraint(row.constraint(), row.name)
    used: dict[int, list[Term]] = {pool: [] for pool in room}
    for arc in arcs:
        used[arc.pool].append((share[arc.service], arc.replicas / room[arc.pool]))
    for pool, terms in used.items():
        row = Row("pool", (pool,), [*terms, (fullest, -1)], "<=")
        program.addConstraint(row.constraint(), row.name)
    return _Search(program, share, fullest)


def _canonical(arcs: Sequence[Arc], share: Mapping[int, LpVariable]) -> list[Term]:
    """Earlier pools first, later loads more strictly so, to leave little to chance."""
    loads = group(arcs)
    return [
        (share[arc.service], rank * (1 + Fraction(position, len(loads))))
        for position, ways in enumerate(loads.values())
        for rank, arc in enumerate(ways)
    ]


def _scaled(terms: Sequence[Term]) -> list[Term]:
    """The same terms, the largest of them 1."""
    largest = max((abs(Fraction(value)) for _, value in terms), default=Fraction(1))
    return [(variable, value / largest) for variable, value in terms]


def _prices(program: LpProblem, room: Mapping[int, int]) -> dict[int, float]:
    rows = {row.name: row.pi or 0.0 for row in program.constraints()}
    return {pool: abs(rows[f"pool_{pool}"]) / count for pool, count in room.items()}
