"""The money in lines, by purpose and by workload; each adds up to the total."""

from typing import Literal

from planner.entries.base import Schema

Item = Literal[
    "servers",
    "network",
    "facility",
    "energy_it",
    "energy_cooling",
    "rent",
    "software",
    "support",
    "operations",
]


class CostLine(Schema):
    """One kind of cost."""

    item: Item
    usd_per_year: float


class ByPurpose(Schema):
    """The same total by what it is for, USD per year."""

    serving: float
    headroom: float
    redundancy: float
    rounding: float


class WorkloadCost(Schema):
    """The share of one workload, USD per year."""

    name: str
    usd_per_year: float
    usd_per_million_tokens: float | None = None
    usd_per_session_hour: float | None = None


class Band(Schema):
    """Low, base and high of one figure, with what moves it most."""

    low: float
    base: float
    high: float
    driver: str


class Cost(Schema):
    """Where the money goes."""

    lines: tuple[CostLine, ...]
    by_purpose: ByPurpose
    by_workload: tuple[WorkloadCost, ...] = ()
    bands: dict[str, Band] = {}
    """Low, base and high by the name of the total."""
