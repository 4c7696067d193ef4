"""The quote as tables for people: 80 columns, readable without colours."""

from collections.abc import Iterable, Sequence

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from planner.quote import Note, Quote, Rejection
from planner.report import figures as fig
from planner.report.money_table import money_tables

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
        yield _shortfalls(quote)
    else:
        yield _fleet(quote)
        yield _workloads(quote)
        if any(w.slo for w in quote.workloads):
            yield _promises(quote)
        if quote.pools:
            yield _pools(quote)
        if len(quote.sites) > 1 or any(s.power_cap_megawatts is not None for s in quote.sites):
            yield _sites(quote)
        if quote.site_losses:
            yield _losses(quote)
        yield from money_tables(quote)
    if quote.rejected:
        yield _rejected(quote)
    yield from _notes("Warnings", quote.warnings)
    yield from _notes("Assumptions", quote.assumptions)


def grid(title: str, *columns: tuple[str, bool]) -> Table:
    """A table with a title; each column says whether it holds numbers."""
    table = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        box=None,
        padding=(0, 2, 0, 0),
        expand=False,
    )
    for name, is_number in columns:
        table.add_column(name, justify="right" if is_number else "left", overflow="fold")
    return table


def add_rows(table: Table, rows: Iterable[Sequence[str]]) -> Table:
    """The table with rows of plain text: names are shown to the letter, never as markup."""
    for row in rows:
        table.add_row(*(Text(fig.literal(cell)) for cell in row))
    return table


def _fleet(quote: Quote) -> Table:
    totals = quote.totals
    table = grid("Fleet", ("", False), ("", True), ("", False))
    table.show_header = False
    if totals is None:
        return table
    spare = (
        f"of which {fig.count(totals.spare_replicas)} spare"
        if totals.spare_replicas
        else "no spares"
    )
    rented = f"of which {fig.count(totals.rented_nodes)} rented" if totals.rented_nodes else ""
    spare_nodes = f"of which {fig.count(totals.spare_nodes)} spare" if totals.spare_nodes else ""
    rows = [
        ("Replicas", fig.count(totals.replicas), spare),
        ("Chips in replicas", fig.count(totals.chips), ""),
        ("Chips provisioned", fig.count(totals.provisioned_chips), "in the nodes paid for"),
        ("Nodes", fig.count(totals.nodes), ", ".join(x for x in (spare_nodes, rented) if x)),
        (
            "Racks",
            fig.count(totals.racks),
            "" if totals.racks is not None else "nodes per rack not known",
        ),
        ("IT power", fig.megawatts(totals.it_megawatts), "provisioned"),
        ("Facility power", fig.megawatts(totals.facility_megawatts), "provisioned, at the meter"),
        ("Facility power", fig.megawatts(totals.mean_facility_megawatts), "mean over the year"),
        ("Energy", f"{fig.count(totals.energy_mwh_per_year)} MWh", "a year, at the meter"),
        ("Output", f"{fig.rate(totals.output_tokens_per_s)} tok/s", "at the peak"),
        ("", f"{fig.rate(totals.required_output_tokens_per_s)} tok/s", "with headroom"),
        (
            "",
            f"{fig.rate(totals.output_tokens_per_s_per_chip)} tok/s",
            "at the peak, per provisioned chip",
        ),
    ]
    return add_rows(table, rows)


def _workloads(quote: Quote) -> Table:
    table = grid(
        "Workloads",
        ("workload", False),
        ("requests/s", True),
        ("active users", True),
        ("pool", False),
        ("share", True),
    )
    rows: list[Sequence[str]] = []
    for workload in quote.workloads:
        first = (workload.name, fig.rate(workload.requests_per_s), fig.count(workload.active_users))
        routes = workload.routes or (None,)
        for route in routes:
            pool, share = (
                ("-", "-") if route is None else (route.pool, fig.percent(_share(route.share)))
            )
            rows.append((*first, pool, share))
            first = ("", "", "")
    return add_rows(table, rows)


def _share(text: str) -> float:
    above, _, below = text.partition("/")
    return int(above) / int(below) if below else float(above)


def _promises(quote: Quote) -> Table:
    table = grid(
        "Promises",
        ("workload", False),
        ("limit", False),
        ("at most", True),
        ("reached", True),
        ("known by", False),
    )
    return add_rows(
        table,
        (
            (
                workload.name,
                f"{row.metric.removesuffix('_ms').replace('_', ' ')} {row.percentile}",
                fig.milliseconds(row.limit),
                fig.milliseconds(row.achieved),
                row.basis.replace("_", " "),
            )
            for workload in quote.workloads
            for row in workload.slo
        ),
    )


def _pools(quote: Quote) -> Table:
    table = grid(
        "Pools",
        ("pool", False),
        ("replicas", True),
        ("chips", True),
        ("nodes", True),
        ("busy", True),
        ("wait", True),
    )
    rows: list[Sequence[str]] = []
    for pool in quote.pools:
        spare = f" ({pool.spare_replicas} spare)" if pool.spare_replicas else ""
        wait = "-" if pool.wait_probability is None else fig.percent(pool.wait_probability)
        replicas = f"{fig.count(pool.replicas)}{spare}"
        rows.append(
            (
                pool.id,
                replicas,
                fig.count(pool.chips),
                fig.count(pool.nodes),
                fig.percent(pool.utilization_fraction),
                wait,
            )
        )
    table.caption = (
        "busy: at the peak, of working replicas; wait: share of requests that find every slot taken"
    )
    table.caption_justify = "left"
    return add_rows(table, rows)


def _sites(quote: Quote) -> Table:
    table = grid(
        "Sites", ("site", False), ("nodes", False), ("chips", True), ("power", True), ("cap", True)
    )
    return add_rows(
        table,
        (
            (
                site.name,
                ", ".join(f"{n} x {h}" for h, n in site.nodes.items()) or "none",
                fig.count(sum(site.chips.values())),
                fig.megawatts(site.facility_megawatts),
                fig.megawatts(site.power_cap_megawatts),
            )
            for site in quote.sites
        ),
    )


def _losses(quote: Quote) -> Table:
    table = grid(
        "After the loss of a site",
        ("lost", False),
        ("workload", False),
        ("pool", False),
        ("requests/s", True),
    )
    return add_rows(
        table,
        (
            (loss.site, route.workload, route.pool, fig.rate(route.requests_per_s))
            for loss in quote.site_losses
            for route in loss.routes
        ),
    )


def _shortfalls(quote: Quote) -> Table:
    table = grid("What is missing", ("", False))
    table.show_header = False
    rows: list[Sequence[str]] = []
    for item in quote.shortfalls:
        rows += [(item.text,), (f"  -> {item.remedy}",)]
    return add_rows(table, rows)


def _rejected(quote: Quote) -> RenderableType:
    """Rejections by workload and reason, each with the one that came nearest."""
    table = grid(
        "Not used (all of them: --json, under rejected)",
        ("workload", False),
        ("", True),
        ("why, and the nearest", False),
    )
    groups: dict[tuple[str, str], list[Rejection]] = {}
    for item in quote.rejected:
        groups.setdefault((item.workload or "all", item.reason), []).append(item)
    rows: list[Sequence[str]] = []
    for (workload, reason), items in groups.items():
        nearest = min(items, key=_miss)
        rows.append(
            (
                workload,
                str(len(items)),
                f"{_REASONS.get(reason, reason)} - {nearest.deployment}: {nearest.text}",
            )
        )
    return add_rows(table, rows)


def _miss(item: Rejection) -> float:
    return item.best / item.limit if item.best is not None and item.limit else 0.0


_REASONS = {
    "slo_out_of_reach": "misses the SLO",
    "metric_not_measured": "not measured",
    "shape_not_covered": "no such shape",
    "dominated": "another delivers as much from the same chips",
    "no_price": "no price",
    "evidence_too_weak": "evidence too weak",
    "saturated": "saturated",
    "precision_not_accepted": "precision",
    "context_beyond_model": "context",
    "half_of_a_pair": "half of a pair",
    "not_available_yet": "not available yet",
    "hardwired_model": "another model in silicon",
}


def _notes(title: str, notes: Sequence[Note]) -> Iterable[RenderableType]:
    if not notes:
        return
    table = grid(title, ("", False), ("", False))
    table.show_header = False
    table.padding = (0, 1, 0, 0)
    yield Padding(add_rows(table, (("-", note.text) for note in notes)), (0, 0))
