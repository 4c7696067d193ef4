"""A spreadsheet that reckons: the formulas of a workbook, evaluated apart from what wrote them."""

import io
import re
from typing import Any

import openpyxl

CELL = re.compile(r"(?:'([^']+)'!)?\$?([A-Z]{1,2})\$?(\d+)(?::\$?([A-Z]{1,2})\$?(\d+))?")
FUNCTIONS = {
    "SUM": lambda *values: sum(x for v in values for x in (v if isinstance(v, list) else [v])),
    "IF": lambda test, then, other: then() if test() else other(),
    "ROUND": round,
}


class Calculator:
    """The numbers of a workbook; `overrides` stand in for cells, by (sheet, cell)."""

    def __init__(self, content: bytes, overrides: dict[tuple[str, str], float] | None = None):
        self.book = openpyxl.load_workbook(io.BytesIO(content))
        self.overrides = overrides or {}

    def value(self, sheet: str, cell: str) -> Any:
        if (sheet, cell) in self.overrides:
            return self.overrides[sheet, cell]
        content = self.book[sheet][cell].value
        if isinstance(content, str) and self.book[sheet][cell].data_type == "f":
            return self._evaluate(content.removeprefix("="), sheet)
        return content if isinstance(content, int | float) else 0

    def _evaluate(self, text: str, sheet: str) -> Any:
        def read(match: re.Match[str]) -> str:
            where, column, row, last_column, last_row = match.groups()
            if last_column is None:
                return f"cell({where or sheet!r}, '{column}{row}')"
            return f"span({where or sheet!r}, '{column}{row}:{last_column}{last_row}')"

        # Only the branch that counts is reckoned: the other may divide by nothing.
        lazy = re.sub(
            r"IF\(([^,]+?)=0,([^,]+),([^,]+)\)$",
            r"IF(lambda: \1 == 0, lambda: \2, lambda: \3)",
            text,
        )
        python = CELL.sub(read, lazy).replace("^", "**")
        names = {"__builtins__": {}, **FUNCTIONS, "cell": self.value, "span": self._span}
        return eval(python, names)

    def _span(self, sheet: str, span: str) -> list[Any]:
        return [self.value(sheet, c.coordinate) for row in self.book[sheet][span] for c in row]
