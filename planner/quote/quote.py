"""The quote as a whole."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import ValidationError, field_serializer

from planner.demand import Demand
from planner.entries.base import Schema
from planner.errors import InvalidQuote
from planner.quote.certificate import Certificate
from planner.quote.cost import Cost
from planner.quote.inputs import Inputs
from planner.quote.notes import Note, Rejection, ShortfallNote
from planner.quote.parts import PoolPart, SiteLoss, SitePart, WorkloadPart
from planner.quote.totals import Totals
from planner.validation import faults_of


class Quote(Schema):
    """The answer to one demand."""

    id: str
    name: str
    created_at: str
    """UTC, ISO 8601."""
    planner_version: str
    status: Literal["optimal", "feasible", "infeasible"]
    gap_fraction: float | None
    """How far above the best possible the fleet may be, at most."""
    demand: Demand
    totals: Totals | None
    """`null` where there is no fleet."""
    workloads: tuple[WorkloadPart, ...]
    pools: tuple[PoolPart, ...]
    sites: tuple[SitePart, ...]
    site_losses: tuple[SiteLoss, ...] = ()
    cost: Cost | None
    """`null` where there is no fleet or a price is missing."""
    rejected: tuple[Rejection, ...]
    assumptions: tuple[Note, ...]
    warnings: tuple[Note, ...]
    shortfalls: tuple[ShortfallNote, ...]
    inputs: Inputs
    certificate: Certificate

    @field_serializer("demand", "inputs")
    def _as_given(self, value: Any) -> dict[str, Any]:
        """Echoed as it was written, without the defaults."""
        return value.model_dump(mode="json", exclude_unset=True)

    def to_json(self) -> str:
        """The quote as JSON text."""
        return self.model_dump_json(indent=2)


def read_quote(data: object, source: str = "") -> Quote:
    """A quote from plain data.

    Raises:
        InvalidQuote: with a fault for each place that is wrong.
    """
    if not isinstance(data, Mapping):
        raise InvalidQuote.at(
            "", "a quote is a mapping, as `planner quote --json` prints it", source
        )
    try:
        return Quote.model_validate(data)
    except ValidationError as error:
        raise InvalidQuote(faults_of(error), source) from None
