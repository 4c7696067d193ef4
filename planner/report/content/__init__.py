"""What every document of a quote says, as tables whose figures know their unit."""

from planner.report.content.cells import UNITS, Cell, Column, Figure, Table, shown
from planner.report.content.tables import tables_of
from planner.report.content.title import Verdict, verdict_of

__all__ = [
    "UNITS",
    "Cell",
    "Column",
    "Figure",
    "Table",
    "Verdict",
    "shown",
    "tables_of",
    "verdict_of",
]
