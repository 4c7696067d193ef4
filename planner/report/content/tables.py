"""The tables of a quote, in the order in which they are read."""

from planner.catalog.library import Catalog
from planner.quote import Quote
from planner.report.content import fleet, money, notes, origin
from planner.report.content.cells import Table


def tables_of(quote: Quote, catalog: Catalog | None = None) -> tuple[Table, ...]:
    """Every table that has a row: the answer first, then what it rests on."""
    tables = (
        notes.shortfalls(quote),
        fleet.fleet(quote),
        fleet.workloads(quote),
        fleet.routes(quote),
        fleet.promises(quote),
        fleet.pools(quote),
        fleet.sites(quote),
        fleet.losses(quote),
        money.materials(quote),
        money.lines(quote),
        money.purposes(quote),
        money.workload_costs(quote),
        money.per_million(quote),
        money.bands(quote),
        notes.warnings(quote),
        notes.assumptions(quote),
        notes.rejected(quote),
        origin.parameters(quote),
        origin.sources(quote, catalog),
        origin.certificate(quote),
    )
    return tuple(table for table in tables if table.rows)
