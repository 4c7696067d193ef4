"""A quote as CSV: one line a figure, so that any program reads it without knowing the tables."""

import csv
import io
from collections.abc import Iterator

from planner.catalog.library import Catalog
from planner.quote import Quote
from planner.report.content import UNITS, Figure, Table, tables_of, verdict_of
from planner.report.content.cells import Cell, plain_text
from planner.report.spreadsheet_safety import defused

HEADER = ("table", "row", "column", "value", "unit")


def csv_of(quote: Quote, catalog: Catalog | None = None) -> bytes:
    """The whole file, UTF-8, lines ending as RFC 4180 says."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(HEADER)
    for line in _lines(quote, catalog):
        writer.writerow([written(cell) for cell in line])
    return out.getvalue().encode()


def _lines(quote: Quote, catalog: Catalog | None) -> Iterator[tuple[Cell, ...]]:
    verdict = verdict_of(quote)
    about = {"name": quote.name, "id": quote.id, "status": quote.status, "verdict": verdict.text}
    for column, text in about.items():
        yield "quote", "", column, text, ""
    for table in tables_of(quote, catalog):
        yield from _flat(table)


def _flat(table: Table) -> Iterator[tuple[Cell, ...]]:
    """Each cell beside the cells that name its row."""
    for row in table.rows:
        name = " / ".join(str(cell) for cell in row[: table.heads])
        for column, cell in zip(table.columns[table.heads :], row[table.heads :], strict=True):
            if cell != "":
                unit = UNITS[cell.unit].word if isinstance(cell, Figure) else ""
                yield table.key, name, column.name or "note", cell, unit


def written(cell: Cell) -> str | float:
    """Numbers as they are, text so that no spreadsheet takes it for a formula."""
    if isinstance(cell, Figure):
        return "" if cell.value is None else cell.value
    return defused(plain_text(cell))
