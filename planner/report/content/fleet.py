"""The fleet as tables: totals, workloads, promises, pools, sites, and the loss of a site."""

from fractions import Fraction

from planner.quote import Quote, Totals
from planner.report.content.cells import Cell, Figure, Table, columns

type Rows = tuple[tuple[Cell, ...], ...]


def fleet(quote: Quote) -> Table:
    """Counts, power and rates of the whole fleet."""
    rows = () if quote.totals is None else _totals(quote.totals)
    return Table("fleet", "Fleet", columns("figure", "#value", ""), rows)


def _totals(totals: Totals) -> Rows:
    racks = "" if totals.racks is not None else "nodes per rack not known"
    return (
        ("Replicas", Figure(totals.replicas), _of(totals.spare_replicas, "spare") or "no spares"),
        ("Chips in replicas", Figure(totals.chips), ""),
        ("Chips provisioned", Figure(totals.provisioned_chips), "in the nodes paid for"),
        (
            "Nodes",
            Figure(totals.nodes),
            ", ".join(
                text
                for text in (_of(totals.spare_nodes, "spare"), _of(totals.rented_nodes, "rented"))
                if text
            ),
        ),
        ("Racks", Figure(totals.racks), racks),
        ("IT power", Figure(totals.it_megawatts, "megawatts"), "provisioned"),
        (
            "Facility power",
            Figure(totals.facility_megawatts, "megawatts"),
            "provisioned, at the meter",
        ),
        (
            "Facility power, mean",
            Figure(totals.mean_facility_megawatts, "megawatts"),
            "drawn over the year",
        ),
        ("Energy", Figure(totals.energy_mwh_per_year, "mwh"), "MWh a year, at the meter"),
        ("Carbon", Figure(totals.tonnes_co2_per_year, "tonnes"), "t CO2 a year"),
        ("Output", Figure(totals.output_tokens_per_s, "tokens_per_s"), "at the peak"),
        (
            "Output with headroom",
            Figure(totals.required_output_tokens_per_s, "tokens_per_s"),
            "at the peak",
        ),
        (
            "Output per chip",
            Figure(totals.output_tokens_per_s_per_chip, "tokens_per_s"),
            "at the peak, per provisioned chip",
        ),
        (
            "Output per megawatt",
            Figure(totals.output_tokens_per_s_per_megawatt, "tokens_per_s"),
            "at the peak, per provisioned facility megawatt",
        ),
    )


def _of(part: int | None, word: str) -> str:
    return f"of which {part:,} {word}" if part else ""


def workloads(quote: Quote) -> Table:
    """What is asked, at the peak and with headroom."""
    rows = tuple(
        (
            workload.name,
            Figure(workload.requests_per_s, "rate"),
            Figure(workload.active_users),
            Figure(workload.output_tokens_per_s, "tokens_per_s"),
            Figure(workload.required_output_tokens_per_s, "tokens_per_s"),
        )
        for workload in quote.workloads
    )
    names = ("workload", "#requests/s", "#active users", "#output", "#output with headroom")
    note = "At the peak; requests and output without headroom."
    return Table("workloads", "Workloads", columns(*names), rows, note)


def routes(quote: Quote) -> Table:
    """Which pools carry each workload, and at which rate."""
    rows = tuple(
        (
            workload.name,
            route.pool,
            Figure(float(Fraction(route.share)), "fraction"),
            route.derivation,
        )
        for workload in quote.workloads
        for route in workload.routes
    )
    names = columns("workload", "pool", "#share", "rate per replica")
    return Table("routes", "Routes", names, rows, heads=2)


def promises(quote: Quote) -> Table:
    """Each promised limit, and what the fleet reaches."""
    rows = tuple(
        (
            workload.name,
            f"{row.metric.removesuffix('_ms').replace('_', ' ')} {row.percentile}",
            Figure(row.limit, "ms"),
            Figure(row.achieved, "ms"),
            row.basis.replace("_", " "),
        )
        for workload in quote.workloads
        for row in workload.slo
    )
    names = columns("workload", "limit", "#at most", "#reached", "known by")
    return Table("promises", "Promises", names, rows, heads=2)


def pools(quote: Quote) -> Table:
    """The replicas of each deployment at each site."""
    rows = tuple(
        (
            pool.id,
            pool.site,
            Figure(pool.replicas),
            Figure(pool.spare_replicas),
            Figure(pool.chips),
            Figure(pool.nodes),
            Figure(pool.utilization_fraction, "fraction"),
            Figure(pool.wait_probability, "fraction"),
            pool.evidence.replace("_", " "),
        )
        for pool in quote.pools
    )
    note = (
        "Busy: at the peak, of all replicas. Wait: share of requests that find every slot taken. "
        "Nodes: that these replicas would fill alone."
    )
    names = (
        "pool",
        "site",
        "#replicas",
        "#spare",
        "#chips",
        "#nodes",
        "#busy",
        "#wait",
        "evidence",
    )
    return Table("pools", "Pools", columns(*names), rows, note)


def sites(quote: Quote) -> Table:
    """What stands at each site, and what it draws."""
    rows = tuple(
        (
            site.name,
            ", ".join(f"{n:,} x {h}" for h, n in site.nodes.items()) or "none",
            Figure(sum(site.chips.values())),
            Figure(site.racks),
            Figure(site.facility_megawatts, "megawatts"),
            Figure(site.mean_facility_megawatts, "megawatts"),
            Figure(site.power_cap_megawatts, "megawatts"),
        )
        for site in quote.sites
    )
    names = ("site", "nodes", "#chips", "#racks", "#power", "#mean power", "#cap")
    note = "Power: provisioned at the meter, of the owned nodes. Mean: drawn over the year."
    return Table("sites", "Sites", columns(*names), rows, note)


def losses(quote: Quote) -> Table:
    """Who carries what after the loss of a site."""
    rows = tuple(
        (loss.site, route.workload, route.pool, Figure(route.requests_per_s, "rate"))
        for loss in quote.site_losses
        for route in loss.routes
    )
    names = columns("lost", "workload", "pool", "#requests/s")
    return Table("site_losses", "After the loss of a site", names, rows, heads=3)
