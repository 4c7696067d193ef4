"""What the page asks and gets besides quotes."""

from typing import Annotated, Any, Literal

from pydantic import Field

from planner.demand import Demand
from planner.entries.base import Name, Schema


class DemandFile(Schema):
    """A file that somebody has: JSON, or YAML where its name says so; a demand, or a quote."""

    name: Name
    text: Annotated[str, Field(min_length=1, max_length=2**22, strict=True)]


class DemandRead(Schema):
    """The demand of a file, checked."""

    demand: Demand


class Example(Schema):
    """A demand that ships."""

    id: str
    name: str
    text: str
    """What it shows."""
    demand: Demand


class ExampleList(Schema):
    """The demands that ship, the smallest first."""

    items: tuple[Example, ...]


class ExplainedFigure(Schema):
    """One figure of a quote, and how it follows from others."""

    path: str
    """Its place in the quote, such as `totals.replicas`."""
    name: str
    value: float | None
    unit: str
    formula: str
    """In words."""
    worked: tuple[tuple[str | float, ...], ...]
    """The same with the numbers put in: lines of text and numbers."""
    rests_on: tuple[str, ...]
    """Keys of `entries`."""
    notes: tuple[str, ...]
    """Codes of the quote's assumptions and warnings that bear on it."""


class RestingEntry(Schema):
    """An entry that figures rest on, and how it is known."""

    key: str
    kind: str
    name: str
    evidence: str
    """measured, third party, vendor, modelled, target, listed, assumed, or given by the demand."""
    date: str | None
    source: str | None
    title: str | None
    """Of the source."""
    where: str | None
    """Of the source."""
    note: str | None


class FigureList(Schema):
    """Where every figure of a quote comes from."""

    quote_id: str
    figures: tuple[ExplainedFigure, ...]
    entries: tuple[RestingEntry, ...]


class ShownPicture(Schema):
    """One picture."""

    name: str
    title: str
    alt: str
    """What it shows, in words."""
    spec: dict[str, Any]
    """Vega-Lite."""


class PictureList(Schema):
    """The pictures of a quote."""

    quote_id: str
    items: tuple[ShownPicture, ...]


class TradeoffPoint(Schema):
    """One fleet on the way."""

    value: float
    """Headroom, or the limit in ms."""
    is_today: bool
    """Whether it is the demand as it stands."""
    has_fleet: bool
    """Whether any fleet keeps every limit."""
    usd_per_year: float | None
    """Null without a fleet, or where a price is missing."""
    usd_per_million_tokens: float | None


class Tradeoff(Schema):
    """One thing that is varied, and what each value of it costs."""

    varied: Literal["headroom", "tpot_ms"]
    workload: str | None
    """Whose limit; null: all workloads share the headroom."""
    percentile: str | None
    """Of the limit."""
    unit: Literal["1", "ms"]
    points: tuple[TradeoffPoint, ...]
    """In ascending order."""
    unsolved: int
    """Points that there was no time for."""


class TradeoffList(Schema):
    """What headroom and speed would cost."""

    quote_id: str
    tradeoffs: tuple[Tradeoff, ...]
    items: tuple[ShownPicture, ...]
    """Pictures of those that have at least two points with a cost."""


class SignIn(Schema):
    """A key, to sign in with."""

    key: Annotated[str, Field(min_length=1, max_length=200, strict=True)]


class Session(Schema):
    """Who asks."""

    is_allowed: bool
    """Whether requests are answered as things are."""
    is_signed_in: bool
    """Whether by a cookie."""
    key_name: str | None
    scopes: tuple[str, ...]
