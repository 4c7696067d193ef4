"""Curves and prices that have grown old."""

from collections.abc import Iterator, Sequence
from datetime import date

from planner.catalog.findings import Finding
from planner.catalog.library import Catalog


def old_figures(catalog: Catalog, as_of: date, max_age_months: int) -> Iterator[Finding]:
    """Curves and prices older than so many months on a day: a warning a file."""
    for entry_id, deployment in catalog.deployments.items():
        file = catalog.records("deployments")[entry_id].file
        written = [curve.date or deployment.date for curve in deployment.curves]
        yield from _ages(file, "curves", written, as_of, max_age_months)
    for list_id, prices in catalog.price_lists.items():
        file = catalog.records("prices")[list_id].file
        written = [price.date or prices.date for price in prices.hardware.values()]
        yield from _ages(file, "hardware", written, as_of, max_age_months)


def months_between(written: str, as_of: date) -> int:
    """Whole months from a date to another; a date without a day or a month counts at its first.

    >>> months_between("2026-03-15", date(2026, 9, 14)), months_between("2025", date(2026, 1, 1))
    (5, 12)
    """
    parts = [int(part) for part in written.split("-")]
    year, month, day = [*parts, *(1, 1, 1)[len(parts) :]]
    return (as_of.year - year) * 12 + as_of.month - month - (as_of.day < day)


def _ages(
    file: str, path: str, written: Sequence[str | None], as_of: date, max_age_months: int
) -> Iterator[Finding]:
    ages = {day: months_between(day, as_of) for day in written if day is not None}
    old = [day for day in written if day is not None and ages[day] >= max_age_months]
    if old:
        oldest = min(old, key=lambda day: -ages[day])
        text = (
            f"{len(old)} of {len(written)} are {max_age_months} months old or more on {as_of}, "
            f"the oldest of {oldest}; look for newer figures"
        )
        yield Finding("warning", file, path, text)
