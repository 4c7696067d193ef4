"""From the solver's answer to a fleet that holds in exact numbers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from planner.errors import SolverFailed
from planner.fleet import Fleet, SolverRun
from planner.problem import FleetProblem
from planner.program.cuts import replica_cut
from planner.program.exact import Broken, broken_rules, objective_value
from planner.program.model import Model, add_rows
from planner.program.read import Counts, read_counts, trim
from planner.program.routes import Routes, Unroutable, find_routes
from planner.program.rows import Row
from planner.program.solver import Limits, Run, run

ROUNDS = 6
REPAIR_SECONDS = 30
TIGHTER = Fraction(1, 10**7)
INSIDE = Fraction(999, 1000)
"""Of the gap that may be spent; the rest is for what rounding shares takes."""
UNKNOWN = SolverRun("", "", "", None, None, None, 0)


@dataclass(frozen=True, slots=True)
class Settled:
    """A fleet that holds, and what is known of any other."""

    model: Model
    counts: Counts
    routes: Routes
    objective: Fraction
    best_bound: float | None
    """No fleet is below this; from runs in which no row was tightened."""

    @property
    def gap_fraction(self) -> float | None:
        """How far below this one the best fleet could be; `None` where nothing is known."""
        if self.best_bound is None:
            return None
        if self.objective <= 0:
            return 0.0
        return max(0.0, float((self.objective - Fraction(self.best_bound)) / self.objective))

    def fleet(self, status: Literal["optimal", "feasible"], solver: SolverRun) -> Fleet:
        """The same as what is handed on."""
        return make_fleet(self.counts, self.routes, status, solver)


def make_fleet(
    counts: Counts,
    routes: Routes,
    status: Literal["optimal", "feasible"] = "feasible",
    solver: SolverRun = UNKNOWN,
) -> Fleet:
    """Put counts and routes together."""
    return Fleet(
        status=status,
        run=solver,
        replicas=counts.replicas,
        spares=counts.spares,
        units=counts.units,
        spare_nodes=counts.spare_nodes,
        packings=counts.packings,
        shares=routes.shares,
        loss_shares=routes.loss_shares,
    )


def settle(model: Model, bound: float | None) -> Settled:
    """Check an answer exactly, and make it hold."""
    settled = settled_or_none(model, bound)
    if settled is None:
        raise SolverFailed("its fleet is short by less than its tolerance, and none near it holds")
    return settled


def settled_or_none(model: Model, bound: float | None) -> Settled | None:
    """Check an answer exactly; where it is short by less than a tolerance, solve again.

    A fleet that does not carry its loads exactly gives a cut which every fleet keeps, so the bound
    stays true. Any other row is tightened by a ten-millionth of its limit. In the end replicas are
    added.
    """
    only_cuts = bound is not None
    for attempt in range(ROUNDS):
        found = _exact(model, allowed_cost(model.sets.problem, bound))
        if isinstance(found, tuple):
            counts, routes = found
            value = objective_value(model.sets.problem, make_fleet(counts, routes))
            return Settled(model, counts, routes, value, bound)
        cut = replica_cut(model, found) if isinstance(found, Unroutable) else None
        only_cuts = only_cuts and cut is not None
        rows = [cut] if cut is not None else list(_remedy(model, found))
        add_rows(model.program, _amended(rows, attempt))
        again = run(model.program, Limits(REPAIR_SECONDS, model.sets.problem.gap_fraction))
        if not again.has_solution:
            break
        bound = bound_of(model, again) if only_cuts else bound
    return None


def bound_of(model: Model, result: Run) -> float | None:
    """The solver's bound in units of the objective."""
    bound = result.best_bound
    return None if bound is None else float(Fraction(bound) * model.unit)


def allowed_cost(problem: FleetProblem, bound: float | None) -> Fraction | None:
    """The most that a fleet may cost and still be proven within the gap; `None` without a bound."""
    if bound is None or problem.gap_fraction >= 1:
        return None
    return Fraction(bound) / (1 - INSIDE * Fraction(str(problem.gap_fraction)))


def _exact(
    model: Model, allowed: Fraction | None
) -> tuple[Counts, Routes] | Unroutable | list[Broken]:
    """Read, route and check."""
    problem = model.sets.problem
    counts = trim(model, read_counts(model))
    routes = find_routes(problem, counts, allowed)
    if isinstance(routes, Unroutable):
        return routes
    return broken_rules(problem, make_fleet(counts, routes)) or (counts, routes)


def _remedy(model: Model, found: Unroutable | list[Broken]) -> Iterator[Row]:
    """Yield rows that this answer does not keep and good ones do."""
    if isinstance(found, Unroutable):
        yield from _more_replicas(model, found)
    else:
        yield from (_tightened(model, broken) for broken in found)


def _tightened(model: Model, broken: Broken) -> Row:
    """The same row with a little less room."""
    for row in model.rows():
        if row.name == broken.row and row.sense == "<=":
            return Row(row.rule, row.subject, row.terms, "<=", row.limit - abs(row.limit) * TIGHTER)
    raise SolverFailed(
        f"{broken.row}: {float(broken.left)} is not {broken.sense} {float(broken.right)}"
    )


def _more_replicas(model: Model, short: Unroutable) -> Iterator[Row]:
    """No pool smaller than it is, and one more replica where replicas are short."""
    replicas = read_counts(model).replicas
    for pool, count in enumerate(replicas):
        if count:
            yield Row("repair", (pool,), [(model.variables.replicas[pool], 1)], ">=", count)
    pools = [pool for pool, price in short.prices.items() if price > 0] or list(short.prices)
    terms = [(model.variables.replicas[pool], 1) for pool in pools]
    yield Row("repair_sum", (), terms, ">=", sum(replicas[pool] for pool in pools) + 1)


def _amended(rows: Sequence[Row], attempt: int) -> Iterator[Row]:
    """Give rows of later rounds names of their own."""
    for i, row in enumerate(rows):
        yield Row(f"again_{row.rule}", (*row.subject, attempt, i), row.terms, row.sense, row.limit)
