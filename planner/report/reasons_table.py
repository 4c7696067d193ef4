"""The reasons of a quote as printed tables: what is missing, what was not used, notes."""

from collections.abc import Iterable, Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table

from planner.quote import Note, Quote, Rejection
from planner.report.grid import add_rows, grid


def shortfalls_table(quote: Quote) -> Table:
    """What is missing, each with its remedy."""
    table = grid("What is missing", ("", False))
    table.show_header = False
    rows: list[Sequence[str]] = []
    for item in quote.shortfalls:
        rows += [(item.text,), (f"  -> {item.remedy}",)]
    return add_rows(table, rows)


def rejected_table(quote: Quote) -> RenderableType:
    """Rejections by workload and reason, each with the one that came nearest."""
    table = grid(
        "Not used (all of them: --json, under rejected)",
        ("workload", False),
        ("", True),
        ("why, and the nearest", False),
    )
    groups: dict[tuple[str, str], list[Rejection]] = {}
    for item in quote.rejected:
        groups.setdefault((item.workload or "all", item.reason), []).append(item)
    rows: list[Sequence[str]] = []
    for (workload, reason), items in groups.items():
        nearest = min(items, key=_miss)
        rows.append(
            (
                workload,
                str(len(items)),
                f"{_REASONS.get(reason, reason)} - {nearest.deployment}: {nearest.text}",
            )
        )
    return add_rows(table, rows)


def _miss(item: Rejection) -> float:
    return item.best / item.limit if item.best is not None and item.limit else 0.0


_REASONS = {
    "slo_out_of_reach": "misses the SLO",
    "metric_not_measured": "not measured",
    "shape_not_covered": "no such shape",
    "dominated": "another delivers as much from the same chips",
    "no_price": "no price",
    "evidence_too_weak": "evidence too weak",
    "saturated": "saturated",
    "precision_not_accepted": "precision",
    "context_beyond_model": "context",
    "half_of_a_pair": "half of a pair",
    "not_available_yet": "not available yet",
    "hardwired_model": "another model in silicon",
}


def notes_table(title: str, notes: Sequence[Note]) -> Iterable[RenderableType]:
    """Notes under a title; nothing where there are none."""
    if not notes:
        return
    table = grid(title, ("", False), ("", False))
    table.show_header = False
    table.padding = (0, 1, 0, 0)
    yield Padding(add_rows(table, (("-", note.text) for note in notes)), (0, 0))
