"""Quotes on measured curves, three sites of which any one may be lost."""

import time

from bench.demands import curve_demand
from bench.show import seconds, table
from planner.service import make_quote

QUICK = [(4, 12)]
ALL = [(4, 12), (8, 30), (6, 80)]


def measure(instances: list[tuple[int, int]]) -> None:
    """Prints status, gap and seconds of each."""
    head = ["workloads × deployments × sites", "whole", "solver", "status", "gap", "USD a year"]
    table("Measured curves, site loss", head, [_row(*size) for size in instances])


def _row(workloads: int, deployments: int) -> list[str]:
    start = time.perf_counter()
    quote = make_quote(curve_demand(workloads, deployments))
    whole = time.perf_counter() - start
    solver = quote.certificate.solver.seconds
    cost = "-" if quote.totals is None else f"{quote.totals.usd_per_year or 0:,.0f}"
    gap = "-" if quote.gap_fraction is None else f"{quote.gap_fraction:.3%}"
    size = f"{workloads} × {deployments} × 3"
    return [size, seconds(whole), seconds(solver), quote.status, gap, cost]
