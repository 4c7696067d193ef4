"""What a reader must know, as tables: what is missing, what was not used, warnings, assumptions."""

from collections.abc import Sequence

from planner.quote import Note, Quote, Rejection
from planner.report.content.cells import Cell, Figure, Table, columns


def shortfalls(quote: Quote) -> Table:
    """What the nearest fleet would miss."""
    rows = tuple(
        (
            item.subject,
            item.constraint.replace("_", " "),
            Figure(item.missing, "plain"),
            item.unit,
            item.text,
            item.remedy,
        )
        for item in quote.shortfalls
    )
    names = columns("about", "rule", "#missing", "unit", "what is missing", "what would do")
    return Table("shortfalls", "What is missing", names, rows, heads=2)


def warnings(quote: Quote) -> Table:
    """What should be looked at before anybody signs."""
    return _notes("warnings", "Warnings", quote.warnings)


def assumptions(quote: Quote) -> Table:
    """What was taken for granted."""
    return _notes("assumptions", "Assumptions", quote.assumptions)


def _notes(key: str, title: str, notes: Sequence[Note]) -> Table:
    rows = tuple((note.code.replace("_", " "), note.text) for note in notes)
    return Table(key, title, columns("about", "text"), rows)


def rejected(quote: Quote) -> Table:
    """What was not used, by workload and reason, each with the deployment that came nearest."""
    groups: dict[tuple[str, str], list[Rejection]] = {}
    for item in quote.rejected:
        groups.setdefault((item.workload or "all", item.reason), []).append(item)
    rows = tuple(_group(workload, reason, items) for (workload, reason), items in groups.items())
    names = columns("workload", "reason", "#deployments", "the nearest", "why")
    return Table("not_used", "Not used", names, rows, heads=2)


def _group(workload: str, reason: str, items: Sequence[Rejection]) -> tuple[Cell, ...]:
    nearest = min(items, key=_miss)
    words = reason.replace("_", " ")
    return workload, words, Figure(len(items)), nearest.deployment, nearest.text


def _miss(item: Rejection) -> float:
    return item.best / item.limit if item.best is not None and item.limit else 0.0


def all_rejected(quote: Quote) -> Table:
    """Every deployment that was not used, and why."""
    rows = tuple(
        (item.deployment, item.workload or "all", item.reason.replace("_", " "), item.text)
        for item in quote.rejected
    )
    names = columns("deployment", "workload", "reason", "why")
    return Table("rejected", "Not used", names, rows, heads=2)
