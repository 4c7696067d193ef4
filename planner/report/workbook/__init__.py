"""A quote as a workbook that purchasing can work in: change a price, and every cost follows."""

import io
from datetime import datetime

from planner.catalog.library import Catalog
from planner.quote import Quote
from planner.report.content import Table, fleet, notes, origin
from planner.report.content.cells import plain_text
from planner.report.extras import need
from planner.report.workbook.assumptions import write_assumptions
from planner.report.workbook.costs import write_costs
from planner.report.workbook.materials import Orders, write_materials
from planner.report.workbook.sheet import Book, widths_of
from planner.report.workbook.summary import write_figures, write_head, write_notes

_LITERAL = {
    "in_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
}


def workbook_of(quote: Quote, catalog: Catalog | None = None) -> bytes:
    """The whole workbook, as .xlsx."""
    xlsxwriter = need("xlsxwriter")
    out = io.BytesIO()
    with xlsxwriter.Workbook(out, _LITERAL) as workbook:
        workbook.set_properties(
            {
                "title": plain_text(quote.name)[:255],
                "comments": f"Quote {quote.id}, planner {quote.planner_version}",
                "created": datetime.fromisoformat(quote.created_at),
            }
        )
        _write(Book(workbook), quote, catalog)
    return out.getvalue()


def _write(book: Book, quote: Quote, catalog: Catalog | None) -> None:
    """Summary first, though it is written when the cells that it shows are known."""
    summary = book.sheet("Summary", (34, 22, 16, 16, 16))
    write_head(summary, quote)
    orders, costs = Orders((), {}), None
    if quote.totals is not None:
        orders = write_materials(book, quote)
    knobs = write_assumptions(book, quote)
    if knobs is not None:
        costs = write_costs(book, quote, orders, knobs)
    write_figures(summary, quote, orders, costs)
    write_notes(summary, quote)
    for name, tables in _plain(quote, catalog):
        kept = [table for table in tables if table.rows]
        if kept:
            sheet = book.sheet(name, widths_of(kept))
            for table in kept:
                sheet.table(table)


def _plain(quote: Quote, catalog: Catalog | None) -> tuple[tuple[str, tuple[Table, ...]], ...]:
    """The sheets that only show, by name."""
    return (
        ("Workloads", (fleet.workloads(quote), fleet.promises(quote), fleet.routes(quote))),
        ("Pools", (fleet.pools(quote), fleet.sites(quote), fleet.losses(quote))),
        ("Missing", (notes.shortfalls(quote),)),
        ("Not used", (notes.all_rejected(quote),)),
        ("Sources", (origin.sources(quote, catalog),)),
        ("Certificate", (origin.certificate(quote), origin.checks(quote))),
    )
