"""The quote as tables for people: 80 columns, readable without colours."""

from collections.abc import Iterable

from rich.console import Console, RenderableType
from rich.text import Text

from planner.quote import Quote
from planner.report import figures as fig
from planner.report.fleet_table import (
    fleet_table,
    losses_table,
    pools_table,
    promises_table,
    sites_table,
    workloads_table,
)
from planner.report.money_table import money_tables
from planner.report.reasons_table import notes_table, rejected_table, shortfalls_table

WIDTH = 80


def print_quote(quote: Quote, console: Console | None = None) -> None:
    """Prints a quote; wider than 80 columns only where the terminal is."""
    out = console or _console()
    out.print(Text(fig.literal(quote.name), style="bold"))
    out.print(Text(_verdict(quote)))
    for part in _parts(quote):
        out.print()
        out.print(part)


def _console() -> Console:
    console = Console(highlight=False, soft_wrap=False)
    if not console.is_terminal:
        console.width = WIDTH
    return console


def _verdict(quote: Quote) -> str:
    if quote.status == "infeasible":
        return "INFEASIBLE: no fleet keeps every promise within the limits."
    held = len(quote.certificate.checks)
    gap = quote.gap_fraction
    proven = (
        f"proven within {gap:.3%} of the best possible" if gap is not None else "no bound known"
    )
    word = (
        "OPTIMAL"
        if quote.status == "optimal"
        else "FEASIBLE, not proven best: the time limit came first"
    )
    return f"{word} ({proven}); verified: {held} of {held} exact checks hold."


def _parts(quote: Quote) -> Iterable[RenderableType]:
    if quote.status == "infeasible":
        yield shortfalls_table(quote)
    else:
        yield fleet_table(quote)
        yield workloads_table(quote)
        if any(w.slo for w in quote.workloads):
            yield promises_table(quote)
        if quote.pools:
            yield pools_table(quote)
        if len(quote.sites) > 1 or any(s.power_cap_megawatts is not None for s in quote.sites):
            yield sites_table(quote)
        if quote.site_losses:
            yield losses_table(quote)
        yield from money_tables(quote)
    if quote.rejected:
        yield rejected_table(quote)
    yield from notes_table("Warnings", quote.warnings)
    yield from notes_table("Assumptions", quote.assumptions)
