"""The fleet of a quote as printed tables: what, who serves whom, promises, pools, sites."""

from collections.abc import Sequence

from rich.table import Table

from planner.quote import Quote
from planner.report import figures as fig
from planner.report.grid import add_rows, grid


def fleet_table(quote: Quote) -> Table:
    """Counts, power and rates of the fleet."""
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
        *([("Racks", fig.count(totals.racks), "")] if totals.racks is not None else []),
        ("IT power", fig.megawatts(totals.it_megawatts), "provisioned"),
        ("Facility power", fig.megawatts(totals.facility_megawatts), "provisioned, at the meter"),
        ("Power drawn", fig.megawatts(totals.mean_facility_megawatts), "at the meter, yearly mean"),
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


def workloads_table(quote: Quote) -> Table:
    """Who asks for what, and which pools carry it."""
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


def promises_table(quote: Quote) -> Table:
    """Every limit with what is reached and how it is known."""
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


def pools_table(quote: Quote) -> Table:
    """The pools, how busy they are and how many requests wait."""
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


def sites_table(quote: Quote) -> Table:
    """What stands at each site, against its power cap."""
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


def losses_table(quote: Quote) -> Table:
    """Who carries what after the loss of each site."""
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
