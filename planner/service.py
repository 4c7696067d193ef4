"""The one entry point: a demand and a catalog into a proven quote."""

from collections.abc import Callable
from typing import Any

from planner.candidates import Candidates, find_candidates
from planner.catalog.library import Catalog, load_catalog
from planner.demand import Demand, read_demand
from planner.errors import QuoteNotProven
from planner.fleet import Fleet, SolverRun
from planner.program import solve_fleet
from planner.quote import Quote
from planner.report.quote import build_quote
from planner.verify import broken, check_quote

type Progress = Callable[[float], None]
"""Called about once a second with the seconds that a solve has taken."""


def make_quote(
    demand: Demand | dict[str, Any],
    catalog: Catalog | None = None,
    progress: Progress | None = None,
) -> Quote:
    """The quote that answers a demand.

    Args:
        demand: a `Demand`, or plain data as it stands in a file.
        catalog: where ids are looked up; omitted, the one that ships.
        progress: told of the seconds during a long solve.

    Returns:
        A quote that has passed `planner.verify`; status `infeasible` names what is missing.

    Raises:
        InvalidDemand: the demand cannot be read, or names what nobody knows.
        NoFleetInTime: the time limit came before any fleet.
    """
    asked = demand if isinstance(demand, Demand) else read_demand(demand)
    shelf = catalog if catalog is not None else load_catalog()
    candidates = find_candidates(asked, shelf)
    quote = build_quote(candidates, _fleet(candidates, progress), shelf.digest)
    return prove(quote)


def _fleet(candidates: Candidates, progress: Progress | None) -> Fleet:
    if candidates.unserved:
        return Fleet("infeasible", SolverRun("none", "", "not needed", None, None, None, 0.0))
    if not candidates.loads:
        return _empty_fleet()
    return solve_fleet(candidates.problem, progress)


def _empty_fleet() -> Fleet:
    """Nothing is asked: nothing is the cheapest, without a solver."""
    return Fleet("optimal", SolverRun("none", "", "not needed", 0.0, 0.0, 0.0, 0.0))


def prove(quote: Quote) -> Quote:
    """The quote with its certificate filled in.

    Raises:
        QuoteNotProven: a rule does not hold; our fault, and never shown as an answer.
    """
    checks = check_quote(quote)
    if not_held := broken(checks):
        raise QuoteNotProven(list(not_held))
    certificate = quote.certificate.model_copy(update={"checks": checks})
    return quote.model_copy(update={"certificate": certificate})
