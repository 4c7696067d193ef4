"""A quote as Markdown: tables that any forge renders, names to the letter."""

import re
from collections.abc import Iterator
from typing import Final

from planner.catalog.library import Catalog
from planner.quote import Quote
from planner.report.content import Table, shown, tables_of, verdict_of
from planner.report.content.cells import Cell, plain_text

_PROSE: Final = re.compile(r"([\\`*_\[\]<>#|~$&@!])")


def markdown_of(quote: Quote, catalog: Catalog | None = None) -> bytes:
    """The whole document, UTF-8."""
    return "\n".join(_lines(quote, catalog)).encode()


def _lines(quote: Quote, catalog: Catalog | None) -> Iterator[str]:
    verdict = verdict_of(quote)
    yield f"# {escaped(quote.name)}"
    yield ""
    yield f"**{verdict.word}.** {escaped(verdict.text)}"
    for table in tables_of(quote, catalog):
        yield ""
        yield f"## {escaped(table.title)}"
        yield ""
        yield from _table(table)
        if table.note:
            yield ""
            yield escaped(table.note)
    yield ""


def _table(table: Table) -> Iterator[str]:
    yield _row(tuple(column.name for column in table.columns))
    yield "|" + "|".join("---:" if column.is_number else "---" for column in table.columns) + "|"
    for row in table.rows:
        yield _row(row)


def _row(cells: tuple[Cell, ...]) -> str:
    return "| " + " | ".join(escaped(shown(cell)) for cell in cells) + " |"


def escaped(text: str) -> str:
    r"""Text in which nothing is markup.

    >>> escaped("a|b <i>*x*</i>")
    'a\\|b \\<i\\>\\*x\\*\\</i\\>'
    """
    return _PROSE.sub(r"\\\1", plain_text(text))
