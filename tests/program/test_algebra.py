"""Does each rule say what its formula says? One LP text a rule, over two of each thing."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from planner.problem import FleetProblem, SitePower, SiteRacks, Stock
from planner.program.model import build, objective
from planner.program.rows import Row, total
from planner.program.rules import RULES
from tests.factories.problems import load, node, owned, pool, problem, rented, services

TEXTS = Path(__file__).parent / "algebra"


def two_of_each() -> FleetProblem:
    """Two loads, two deployments at two sites, two kinds of hardware, every limit.

    Load 0: 10 requests/s and 30 % headroom = 13; load 1: 6 without. After a loss 11 and 6.6.
    Hardware 0: nodes of 8 chips; replicas of 2 and of 16 chips (pools 0 and 1 at site 0, pool 2
    at site 1). Hardware 1: racks of two domains of two nodes of 4; replicas of 3 and 5 chips
    (pools 3 and 4 at site 1). Pools 0 and 2 are alike. Load 0 uses energy for 9 USD in pool 3.
    """
    pools = [pool(2, 0), pool(16, 0), pool(2, 1), pool(3, 1, 1), pool(5, 1, 1)]
    rates = [[2, 10, 2, 4, 0], [1, 5, 1, 0, 3]]
    given = list(services(rates))
    given[3] = replace(given[3], weight=Fraction(7), usd_per_year=Fraction(9))
    return problem(
        [load(10, "0.3"), load(6)],
        pools,
        services=tuple(given),
        hardware=(node(8), node(4, 8, 4)),
        offers=(owned(0, 0, 100), rented(0, 0, 150), owned(0, 1, 110), owned(1, 1, 300)),
        stock=(Stock(0, 0, 100), Stock(1, 1, 40)),
        power=(
            SitePower(0, Fraction(105), ((0, Fraction(10)), (1, Fraction(50)))),
            SitePower(1, Fraction(207), ((0, Fraction(10)), (1, Fraction(50)))),
        ),
        racks=(SiteRacks(0, 3, ((0, 4),)), SiteRacks(1, 5, ((0, 4), (1, 4)))),
        spare_replicas_per_pool=2,
        spare_nodes_per_site=1,
        site_loss_headroom=Fraction(1, 10),
        max_pools=3,
        budget_usd_per_year=Fraction(5000),
    )


def as_text(rows: list[Row]) -> str:
    """The rows as the solver gets them."""
    return "".join(row.constraint().asCplexLpConstraint(row.name) for row in rows)


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_says_what_its_formula_says(rule: str):
    model = build(two_of_each())
    text = as_text(list(RULES[rule](model.sets, model.variables)))
    assert text == (TEXTS / f"{rule}.lp").read_text("utf-8")


def test_each_text_belongs_to_a_rule():
    assert {path.stem for path in TEXTS.glob("*.lp")} == {*RULES, "objective"}


def test_the_objective_counts_units_and_what_follows_load():
    model = build(two_of_each())
    costs = total(objective(model.sets, model.variables))
    text = costs.asCplexLpAffineExpression("objective", False)
    assert text == (TEXTS / "objective.lp").read_text("utf-8")
