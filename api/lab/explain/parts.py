"""A formula as a page shows it: text and numbers, which the reader's locale writes."""

from dataclasses import dataclass, field
from typing import Final

type Part = str | float | int
type Line = tuple[Part, ...]
ASIDE: Final = "    "
"""Opens a line that is no term of the figure."""


@dataclass(frozen=True, slots=True)
class Explained:
    """One figure of a quote, and how it follows from others."""

    path: str
    """Its place in the quote, such as `totals.replicas`."""
    name: str
    value: float | None
    unit: str
    formula: str
    """In words."""
    worked: tuple[Line, ...] = ()
    """The same with the numbers put in, a line for each term."""
    rests_on: tuple[str, ...] = ()
    """Keys of the entries that it comes from."""
    notes: tuple[str, ...] = field(default=())
    """Codes of the assumptions and warnings that bear on it."""


def line(*parts: Part) -> Line:
    """Parts of which floats that are whole become integers.

    >>> line("a ", 2.0, " b ", 0.5)
    ('a ', 2, ' b ', 0.5)
    """
    return tuple(
        int(part) if isinstance(part, float) and part.is_integer() else part for part in parts
    )


def aside(*parts: Part) -> Line:
    """A line beside the sum: it says where a number of the others comes from.

    >>> aside("rate: ", 2.0)
    ('    ', 'rate: ', 2)
    """
    return line(ASIDE, *parts)
