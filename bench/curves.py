"""Quotes on measured curves, three sites of which any one may be lost."""

import time

from bench.demands import curve_demand
from bench.show import seconds, table
from planner.service import make_quote

QUICK = [(4, 12)]
ALL = [(4, 12), (8, 30), (6, 80)]


def measure(instances: list[tuple[int, int]]) -> None:
    """Prints status, gap and seconds of each."""
    head = ["workloads × deployments × sites", "whole", "processor", "solver"]
    head += ["status", "gap", "USD a year"]
    table("Measured curves, site loss", head, [_row(*size) for size in instances])


def _row(workloads: int, deployments: int) -> list[str]:
    demand = curve_demand(workloads, deployments)
    start, used = time.perf_counter(), time.process_time()
    quote = make_quote(demand)
    whole, processor = time.perf_counter() - start, time.process_time() - used
    solver = quote.certificate.solver.seconds
    cost = "-" if quote.totals is None else f"{quote.totals.usd_per_year or 0:,.0f}"
    gap = "-" if quote.gap_fraction is None else f"{quote.gap_fraction:.3%}"
    size = f"{workloads} × {deployments} × 3"
    times = [seconds(whole), seconds(processor), seconds(solver)]
    return [size, *times, quote.status, gap, cost]
