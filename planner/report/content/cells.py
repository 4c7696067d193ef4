"""Tables whose figures know their unit, and how each is shown."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from planner.report import figures as fig

_CONTROL: Final = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Unit:
    """How the figures of one unit are shown."""

    word: str
    """In a column of units, such as `USD/year`."""
    show: Callable[[float | None], str]
    excel: str = "General"
    """The number format of a spreadsheet."""


def _tokens_per_s(value: float | None) -> str:
    return "-" if value is None else f"{fig.rate(value)} tok/s"


def _plain(value: float | None) -> str:
    return "-" if value is None else f"{value:.6g}"


def _cents(value: float | None) -> str:
    return fig.usd(value, 2)


UNITS: Final[dict[str, Unit]] = {
    "count": Unit("", fig.count, "#,##0"),
    "plain": Unit("", _plain),
    "rate": Unit("requests/s", fig.rate, "#,##0.00"),
    "tokens_per_s": Unit("tokens/s", _tokens_per_s, '#,##0.0" tok/s"'),
    "tokens": Unit("tokens/year", fig.count, "#,##0"),
    "usd": Unit("USD", fig.usd, "$#,##0"),
    "usd_per_year": Unit("USD/year", fig.usd, "$#,##0"),
    "usd_per_chip_hour": Unit("USD/chip-hour", _cents, "$#,##0.00"),
    "usd_per_hour": Unit("USD/hour", _cents, "$#,##0.00"),
    "usd_per_million": Unit("USD/million tokens", fig.usd_per_million, "$#,##0.0000"),
    "usd_per_session_hour": Unit("USD/session-hour", fig.usd_per_million, "$#,##0.0000"),
    "megawatts": Unit("MW", fig.megawatts, '0.0000" MW"'),
    "kw": Unit("kW", _plain, "0.000"),
    "mwh": Unit("MWh/year", fig.count, '#,##0" MWh"'),
    "tonnes": Unit("t CO2/year", fig.count, '#,##0" t"'),
    "fraction": Unit("1", fig.percent, "0.0%"),
    "ms": Unit("ms", fig.milliseconds, '#,##0.0" ms"'),
}
"""Every unit that a figure of a document may have."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with its unit; `None` where it is not known."""

    value: float | None
    unit: str = "count"

    def __str__(self) -> str:
        return UNITS[self.unit].show(self.value)


type Cell = str | Figure


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table."""

    name: str
    is_number: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """One table of a document; its key is stable, its title is for people."""

    key: str
    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    heads: int = 1
    """How many columns name a row."""


def columns(*names: str) -> tuple[Column, ...]:
    """Columns by name; one that starts with # holds numbers.

    >>> [column.is_number for column in columns("site", "#nodes")]
    [False, True]
    """
    return tuple(Column(name.removeprefix("#"), name.startswith("#")) for name in names)


def shown(cell: Cell) -> str:
    r"""A cell as people read it: to the letter, what turns a line around shown by its number.

    >>> shown(Figure(1040)), shown("<b>"), shown("a\tb\u202e")
    ('1,040', '<b>', 'a\\tb\\u202e')
    """
    return str(cell) if isinstance(cell, Figure) else plain_text(cell)


def plain_text(text: str) -> str:
    """Text that any document can hold: control characters are shown by their number."""
    return fig.literal(_CONTROL.sub(lambda match: repr(match.group())[1:-1], text))
