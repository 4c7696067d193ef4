"""Whole-number cuts that every fleet keeps and one that is short by a billionth does not."""

from collections.abc import Mapping
from fractions import Fraction
from math import ceil

from planner.program.arcs import Arc, group
from planner.program.model import Model
from planner.program.routes import Unroutable, arcs_of
from planner.program.rows import Row, Term, common_step

COARSE = 1000
"""Prices become multiples of a thousandth of the largest: whole sums then come in wide steps."""


def replica_cut(model: Model, short: Unroutable) -> Row | None:
    r"""What whole replicas must be worth at given prices, whoever serves whom.

    $$\sum_p \lambda_p (n_p + k_p) \ge
    \left\lceil \sum_w \min_p \lambda_p \frac{d_w}{\mu_{w,p}} \right\rceil \quad
    \text{(to the next reachable sum)}$$

    True for any prices $\lambda \ge 0$: a load takes at least its cheapest pool. The prices are
    the duals of the routing that failed. Nothing where this fleet keeps the cut.
    """
    arcs = arcs_of(model.sets.problem, short.lost_site, model.sets.pools)
    prices = _prices(arcs, short.prices)
    worth = sum(
        min(prices[arc.pool] * arc.replicas for arc in ways) for ways in group(arcs).values()
    )
    step = common_step(list(prices.values()))
    if not step:
        return None
    terms = [term for pool, price in prices.items() for term in _terms(model, short, pool, price)]
    limit = ceil(worth / step) * step
    value = sum(round(variable.varValue or 0) * coefficient for variable, coefficient in terms)
    return Row("cut", (), terms, ">=", limit) if value < limit else None


def _terms(model: Model, short: Unroutable, pool: int, price: Fraction) -> list[Term]:
    """Working replicas at the peak, all that stand after a loss."""
    v = model.variables
    terms = [(v.replicas[pool], 1)] if short.lost_site is None else v.standing(pool)
    return [(variable, price) for variable, _ in terms if price]


def _prices(arcs: list[Arc], duals: Mapping[int, float]) -> dict[int, Fraction]:
    """Prices of the pools in use, made coarse, and for other pools what they could replace."""
    largest = max(duals.values(), default=0.0) or 1.0
    prices = {p: Fraction(round(dual / largest * COARSE), COARSE) for p, dual in duals.items()}
    worth: dict[int, Fraction] = {}
    for load, ways in group(arcs).items():
        known = [prices[arc.pool] * arc.replicas for arc in ways if arc.pool in prices]
        worth[load] = min(known, default=Fraction(0))
    for arc in arcs:
        if arc.pool not in duals:
            price = Fraction(ceil(worth[arc.load] / arc.replicas * COARSE), COARSE)
            prices[arc.pool] = max(prices.get(arc.pool, Fraction(0)), price)
    return prices
