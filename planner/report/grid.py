"""The form of every printed table: plain text in columns, readable without colours."""

from collections.abc import Iterable, Sequence

from rich.table import Table
from rich.text import Text

from planner.report import figures as fig


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
