"""Every rule of a quote, in the order in which one would ask."""

from collections.abc import Iterable, Iterator
from typing import Final

from planner.quote import Check, Quote
from planner.verify.allowed import allowed_checks
from planner.verify.capacity import capacity_checks
from planner.verify.case import Case, case_of
from planner.verify.demand_rules import demand_checks
from planner.verify.document_rules import document_checks
from planner.verify.mean_rules import mean_checks
from planner.verify.money import money_checks
from planner.verify.pool_rules import pool_checks
from planner.verify.power_rules import power_checks
from planner.verify.rate_rules import rate_checks
from planner.verify.references import references
from planner.verify.site_loss import site_loss_checks
from planner.verify.site_rules import site_checks
from planner.verify.slo_rules import slo_checks
from planner.verify.total_rules import total_checks
from planner.verify.waits import wait_checks

RULES: Final = (
    "references",
    "digest",
    "name",
    "certificate",
    "status",
    "gap",
    "inputs",
    "price",
    "demand",
    "route",
    "somebody_serves",
    "load",
    "rate",
    "cap",
    "derivation",
    "role",
    "precision",
    "residency",
    "context",
    "evidence",
    "available",
    "slo",
    "capacity",
    "site_loss",
    "workers",
    "spares",
    "pool",
    "utilization",
    "wait",
    "goodput",
    "max_pools",
    "provisioned",
    "packing",
    "spare_nodes",
    "acquisition",
    "rack_purchase",
    "stock",
    "site",
    "site_power",
    "racks",
    "rack_power",
    "totals",
    "mean_power",
    "cost",
    "budget",
)
"""What checks are named after: `capacity.<pool>` is one of `capacity`."""


def check_quote(quote: Quote) -> tuple[Check, ...]:
    """Prove a quote again from itself alone, in exact arithmetic.

    A quote carries its demand and every entry that it used, whole. Nothing of what made it is
    asked: rates are reckoned from the curves, sums added, replicas packed anew. That no fleet is
    cheaper rests on the solver's bound, not on these checks.

    Args:
        quote: as read; its numbers are within their bounds, its claims may be anything.

    Returns:
        Each rule with both sides. Where names do not resolve only that is told.
    """
    followed = references(quote)
    checks = [followed, *document_checks(quote)]
    if followed.holds and quote.status != "infeasible":
        checks += _fleet_checks(case_of(quote))
    return tuple(checks)


def broken(checks: Iterable[Check]) -> list[str]:
    """Names of the rules that do not hold."""
    return [check.rule for check in checks if not check.holds]


def _fleet_checks(case: Case) -> Iterator[Check]:
    yield from demand_checks(case)
    yield from rate_checks(case)
    yield from allowed_checks(case)
    yield from slo_checks(case)
    yield from capacity_checks(case)
    yield from site_loss_checks(case)
    yield from pool_checks(case)
    yield from wait_checks(case)
    yield from site_checks(case)
    yield from power_checks(case)
    if case.quote.totals is not None:
        yield from total_checks(case, case.quote.totals)
        yield from mean_checks(case)
    if case.quote.cost is not None:
        yield from money_checks(case, case.quote.cost)
