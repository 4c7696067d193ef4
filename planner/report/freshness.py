"""Warnings about curves and prices that may no longer hold."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from typing import Final

from planner.catalog.checks.ages import months_between
from planner.quote import Note
from planner.report.figures import listed
from planner.report.flows import Flows

MAX_AGE_MONTHS: Final = 6


def stale_figures(flows: Flows, today: date | None = None) -> Iterator[Note]:
    """What the fleet rests on and was measured or priced more than six months ago."""
    day = today or datetime.now(UTC).date()
    old: dict[tuple[str, str, str], set[str]] = {}
    for deployment, curve in flows.curves_in_use:
        written = curve.date or deployment.date
        if written and months_between(written, day) >= MAX_AGE_MONTHS:
            old.setdefault(("old_curve", "Curves", written), set()).add(deployment.id)
        if curve.engine_version and deployment.engine_version not in {None, curve.engine_version}:
            text = (
                f"A curve of {deployment.id} was measured with {deployment.engine} "
                f"{curve.engine_version}; the deployment names {deployment.engine_version}."
            )
            yield Note(code="other_engine_version", text=text)
    for standing in flows.standings.values():
        for holding, nodes in standing.holdings:
            written = holding.price.price.date if holding.price and nodes else None
            if written and months_between(written, day) >= MAX_AGE_MONTHS:
                old.setdefault(("old_price", "Prices", written), set()).add(
                    standing.place.hardware.id
                )
    for (code, what, written), names in sorted(old.items()):
        text = (
            f"{what} of {listed(names)} are of {written}, over {MAX_AGE_MONTHS} months old: look "
            "for newer ones."
        )
        yield Note(code=code, text=text)
