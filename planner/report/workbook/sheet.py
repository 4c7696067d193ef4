"""One sheet of a workbook: text to the letter, numbers with their format, formulas with values."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from planner.report.content import UNITS, Cell, Column, Figure, Table, shown
from planner.report.content.cells import plain_text
from planner.report.workbook.live import Live

MAX_TEXT: Final = 32_767
"""Characters that a cell can hold."""
NARROWEST: Final = 9.0
WIDEST: Final = 52.0
HEAD_HEIGHT: Final = 30
STYLES: Final[Mapping[str, dict[str, Any]]] = {
    "text": {"valign": "top", "text_wrap": True},
    "line": {"valign": "top"},
    "title": {"bold": True, "font_size": 16},
    "heading": {"bold": True, "font_size": 12},
    "column": {"bold": True, "bottom": 1, "bg_color": "#E8EDF3", "text_wrap": True},
    "number column": {
        "bold": True,
        "bottom": 1,
        "bg_color": "#E8EDF3",
        "text_wrap": True,
        "align": "right",
    },
    "note": {"italic": True, "font_color": "#4A5568", "valign": "top"},
    "input": {"font_color": "#0B3D91", "bg_color": "#FFF8DC", "valign": "top"},
    "live": {"valign": "top"},
    "total": {"bold": True, "top": 1},
    "number": {"valign": "top"},
}
"""Looks; `input` is what may be changed, `live` what is reckoned from it."""


class Book:
    """A workbook in memory, with its formats made once."""

    def __init__(self, workbook: Any) -> None:
        self.workbook = workbook
        self._formats: dict[tuple[str, str], Any] = {}

    def format(self, style: str, number: str = "") -> Any:
        """A look, with a number format."""
        key = (style, number)
        if key not in self._formats:
            extra = {"num_format": number} if number else {}
            self._formats[key] = self.workbook.add_format({**STYLES[style], **extra})
        return self._formats[key]

    def sheet(self, name: str, widths: Sequence[float]) -> "Sheet":
        """A new sheet, set up to be printed on landscape pages as wide as it is."""
        sheet = self.workbook.add_worksheet(name)
        for position, width in enumerate(widths):
            sheet.set_column(position, position, width)
        sheet.set_landscape()
        sheet.set_paper(9)
        sheet.fit_to_pages(1, 0)
        sheet.set_footer("&L&A&RPage &P of &N")
        return Sheet(self, sheet, name)


class Sheet:
    """A sheet that is written from top to bottom."""

    def __init__(self, book: Book, sheet: Any, name: str) -> None:
        self.book, self.raw, self.name = book, sheet, name
        self.row = 0
        self._values: dict[tuple[int, int], float] = {}

    def text(self, row: int, column: int, text: str, style: str = "text") -> None:
        """Text as it stands: never a formula, a link or a number."""
        shown = plain_text(text)
        if len(shown) > MAX_TEXT:
            shown = f"{shown[: MAX_TEXT - 1]}…"
        self.raw.write_string(row, column, shown, self.book.format(style))

    def number(self, row: int, column: int, figure: Figure, style: str = "number") -> Live:
        """A number, empty where it is not known; what other cells may reckon with."""
        look = self.book.format(style, UNITS[figure.unit].excel)
        if figure.value is None:
            self.raw.write_blank(row, column, None, look)
        else:
            self.raw.write_number(row, column, figure.value, look)
        return self._here(row, column, figure.value or 0.0)

    def formula(self, row: int, column: int, live: Live, unit: str, style: str = "live") -> Live:
        """A formula with the value that previews show."""
        look = self.book.format(style, UNITS[unit].excel)
        self.raw.write_formula(row, column, f"={live.text}", look, live.value)
        return self._here(row, column, live.value)

    def sum(self, column: int, first: int, unit: str, style: str = "total") -> Live:
        """In the present line: the sum of a column from a line on."""
        span = range(first, self.row)
        value = sum(self._values.get((row, column), 0.0) for row in span)
        name = letters(column)
        live = Live(f"SUM({name}{first + 1}:{name}{self.row})", value)
        return self.formula(self.row, column, live, unit, style)

    def abroad(self, cell: Live) -> Live:
        """A cell of this sheet as formulas of other sheets refer to it."""
        return Live(f"'{self.name}'!{cell.text}", cell.value)

    def _here(self, row: int, column: int, value: float) -> Live:
        self._values[row, column] = value
        return Live(f"{letters(column)}{row + 1}", value)

    def cell(self, row: int, column: int, cell: Cell, style: str = "text") -> None:
        """Text or a number."""
        if isinstance(cell, Figure):
            self.number(row, column, cell)
        else:
            self.text(row, column, cell, style)

    def heads(self, columns: Sequence[Column]) -> None:
        """A line of column names, high enough for two lines of text."""
        self.raw.set_row(self.row, HEAD_HEIGHT)
        for position, column in enumerate(columns):
            look = "number column" if column.is_number else "column"
            self.text(self.row, position, column.name, look)
        self.row += 1

    def title(self, text: str, style: str = "heading") -> None:
        """A line above a table."""
        self.text(self.row, 0, text, style)
        self.row += 1

    def table(self, table: Table, *, has_title: bool = True) -> None:
        """A table as it stands, and an empty line."""
        if has_title:
            self.title(table.title)
        self.heads(table.columns)
        last = len(table.columns) - 1
        for cells in table.rows:
            for column, cell in enumerate(cells):
                self.cell(self.row, column, cell, "line" if column == last else "text")
            self.row += 1
        if table.note:
            self.title(table.note, "note")
        self.row += 1


def widths_of(tables: Iterable[Table]) -> list[float]:
    """Widths that hold the names and figures of several tables; the last text runs on."""
    widths: list[float] = []
    for table in tables:
        for cells in ([column.name for column in table.columns], *table.rows):
            for column, cell in enumerate(cells[:-1]):
                if column == len(widths):
                    widths.append(NARROWEST)
                width = min(len(shown(cell)) + 2.0, WIDEST)
                widths[column] = max(widths[column], width)
    return [*widths, WIDEST / 2]


def letters(column: int) -> str:
    """The letters of a column.

    >>> letters(0), letters(25), letters(27)
    ('A', 'Z', 'AB')
    """
    above, rest = divmod(column, 26)
    return (letters(above - 1) if above else "") + chr(ord("A") + rest)
