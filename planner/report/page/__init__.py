"""A quote as one self-contained HTML page: pictures inside, no scripts, nothing loaded."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from planner.catalog.library import Catalog
from planner.quote import Quote
from planner.report.charts import DARK, LIGHT, Picture, pictures_of, svg_of
from planner.report.charts.render import themed_svg
from planner.report.charts.theme import Theme
from planner.report.content import Figure, Table, tables_of, verdict_of
from planner.report.content.cells import plain_text, shown
from planner.report.content.title import key_figures
from planner.report.extras import need

FOLDER: Final = Path(__file__).resolve().parent
SHORT: Final = 20
"""Characters of a name that stands in one line."""
MOST_ROWS: Final = 200
"""Of one table."""
_AFTER: Final = {"promises": "throughput", "cost_by_purpose": "cost", "sites": "sites"}
"""The picture that follows a table."""


def page_of(quote: Quote, catalog: Catalog | None = None) -> bytes:
    """The page, UTF-8; light or dark as the reader's screen is."""
    return rendered(quote, catalog, is_print=False).encode()


def rendered(quote: Quote, catalog: Catalog | None, *, is_print: bool) -> str:
    """The page for a screen, or for paper: the same words, colours as values instead of names."""
    jinja2 = need("jinja2")
    pictures, tables = pictures_of(quote, catalog), [_told(x) for x in tables_of(quote, catalog)]
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(FOLDER),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(shown=shown, literal=plain_text, width=_width)
    environment.tests["is_figure"] = _is_figure
    return environment.get_template("quote.html.j2").render(
        quote=quote,
        verdict=verdict_of(quote),
        figures=key_figures(quote),
        tables=tables,
        pictures=_by_table(pictures, [table.key for table in tables]),
        drawn={p.name: svg_of(p) if is_print else themed_svg(p) for p in pictures},
        style=_style("quote.css", "print.css") if is_print else _style("quote.css"),
        light=_variables(LIGHT),
        dark="" if is_print else _variables(DARK),
    )


def _told(table: Table) -> Table:
    """The table without the columns in which nothing is known, and not longer than people read."""
    kept = [
        position
        for position in range(len(table.columns))
        if any(cell != "" and str(cell) != "-" for cell in (row[position] for row in table.rows))
    ]
    columns = tuple(table.columns[position] for position in kept)
    rows = tuple(tuple(row[position] for position in kept) for row in table.rows[:MOST_ROWS])
    left = len(table.rows) - len(rows)
    more = f"{left:,} more rows stand in the JSON, the CSV and the workbook." if left else ""
    note = " ".join(text for text in (more, table.note) if text)
    return replace(table, columns=columns, rows=rows, note=note)


def _width(cell: str) -> str:
    """The class of a cell that is too short to be broken into lines."""
    return need("markupsafe").Markup(' class="short"') if len(cell) <= SHORT else ""


def _style(*names: str) -> str:
    return "\n".join((FOLDER / name).read_text("utf-8") for name in names)


def _is_figure(cell: Any) -> bool:
    return isinstance(cell, Figure)


def _by_table(pictures: Sequence[Picture], tables: Sequence[str]) -> dict[str, list[Picture]]:
    """Each picture after its table, after the first table where that is not there."""
    found: dict[str, list[Picture]] = {}
    for picture in pictures:
        wanted = next((table for table, name in _AFTER.items() if name == picture.name), "")
        found.setdefault(wanted if wanted in tables else tables[0], []).append(picture)
    return found


def _variables(theme: Theme) -> str:
    return " ".join(f"--{role}: {color};" for role, color in theme.roles.items())
