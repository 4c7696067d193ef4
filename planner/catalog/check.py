"""Whether a catalog can be relied on: everything that its schemas alone cannot see."""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any, Final

from planner.catalog.checks.ages import old_figures
from planner.catalog.checks.claims import doubtful_claims
from planner.catalog.checks.layouts import layouts_that_do_not_fit
from planner.catalog.checks.links import loose_ends
from planner.catalog.checks.rates import impossible_rates
from planner.catalog.findings import Finding
from planner.catalog.library import Catalog
from planner.errors import InvalidProfile

MAX_AGE_MONTHS: Final = 6
"""Engines get faster and rents change within half a year."""


def check_catalog(
    catalog: Catalog, as_of: date | None = None, max_age_months: int = MAX_AGE_MONTHS
) -> list[Finding]:
    """Everything that is wrong with a catalog, errors first, then by file and place.

    Args:
        catalog: any, of any folder.
        as_of: the day on which curves and prices must be fresh; None leaves their age alone.
        max_age_months: what is older than this on that day is a warning.

    Returns:
        Errors, which no quote should rest on, and warnings; empty if all is well.
    """
    broken = [*_broken_entries(catalog)]
    if broken:
        return sorted(broken)
    checks = (loose_ends, layouts_that_do_not_fit, impossible_rates, doubtful_claims)
    found = [finding for check in checks for finding in check(catalog)]
    if as_of is not None:
        found += old_figures(catalog, as_of, max_age_months)
    return sorted(found)


def _broken_entries(catalog: Catalog) -> Iterator[Finding]:
    """Entries that their own schema refuses; nothing else is checked while there are any."""
    shelves: tuple[Mapping[str, Any], ...] = (
        catalog.hardware,
        catalog.models,
        catalog.deployments,
        catalog.price_lists,
        catalog.claims,
        catalog.sources,
    )
    for shelf in shelves:
        for entry_id in shelf:
            yield from _faults(lambda shelf=shelf, entry_id=entry_id: shelf[entry_id])
    yield from _faults(lambda: catalog.cost_book)


def _faults(look_up: Any) -> Iterator[Finding]:
    try:
        look_up()
    except InvalidProfile as error:
        for fault in error.faults:
            yield Finding("error", error.source, fault.path, fault.message)
