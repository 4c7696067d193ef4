"""The answer: a quote, immutable once made, in which an undefined ratio is `null`."""

from planner.quote.certificate import Certificate, Check, SolverReport
from planner.quote.cost import Band, ByPurpose, Cost, CostLine, WorkloadCost
from planner.quote.inputs import Inputs, UsedCosts, UsedPrice
from planner.quote.notes import Note, Rejection, ShortfallNote
from planner.quote.parts import (
    LossRoute,
    PoolPart,
    QueueMs,
    RatePart,
    Route,
    SiteLoss,
    SitePart,
    SloPart,
    WorkloadPart,
)
from planner.quote.quote import Quote, read_quote
from planner.quote.totals import Totals

__all__ = [
    "Band",
    "ByPurpose",
    "Certificate",
    "Check",
    "Cost",
    "CostLine",
    "Inputs",
    "LossRoute",
    "Note",
    "PoolPart",
    "QueueMs",
    "Quote",
    "RatePart",
    "Rejection",
    "Route",
    "ShortfallNote",
    "SiteLoss",
    "SitePart",
    "SloPart",
    "SolverReport",
    "Totals",
    "UsedCosts",
    "UsedPrice",
    "WorkloadCost",
    "WorkloadPart",
    "read_quote",
]
