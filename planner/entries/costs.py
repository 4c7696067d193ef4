"""The parameters of the fully loaded cost: `profiles/costs.yaml`, and what a demand overrides."""

from typing import Annotated, ClassVar

from pydantic import Field

from planner.entries.base import EntryId, Note, Schema
from planner.units import (
    GramsPerKwh,
    PositiveRatio,
    Share,
    Usd,
    UsdPerKwh,
    UsdPerKwMonth,
    Watts,
    Years,
)

SoftwareBook = Annotated[dict[EntryId, Usd], Field(max_length=200)]


class CostBook(Schema):
    """Every parameter of the cost lines; each default has its source in `profiles/costs.yaml`."""

    life_years: Years
    """Years until a server is written off, n."""
    residual_fraction: Share
    """Worth at the end of its life / price, S/P."""
    cost_of_capital_fraction: Share
    """Per year, r."""
    network_fraction_of_server_price: Share
    """Network beside the servers, recovered like them.

    0.12 of cluster capex is 0.136 of server price.
    """
    network_power_w_per_chip: Watts
    """Switches and optics, per provisioned chip."""
    facility_usd_per_kw_month: UsdPerKwMonth
    """Space, cooling and power plant per provisioned IT kW, without metered energy."""
    usd_per_kwh: UsdPerKwh
    """Energy at the meter."""
    grams_co2_per_kwh: GramsPerKwh
    """Carbon of the energy at the meter."""
    idle_power_fraction: Share
    """Idle node power / full node power, where the hardware states none."""
    software_usd_per_chip_year: SoftwareBook
    """By vendor of the hardware; `default` holds for all others."""
    support_fraction_per_year: Share
    """Of the server price."""
    operations_usd_per_node_year: Usd
    """People and spare parts that a node takes."""
    output_to_input_cost_ratio: PositiveRatio
    """What an output token costs / an uncached input token, where no curves tell it."""


class SiteCosts(Schema):
    """Parameters that hold at one site only, ahead of what the site itself says."""

    described_by: ClassVar[type | None] = CostBook
    facility_usd_per_kw_month: UsdPerKwMonth | None = None
    usd_per_kwh: UsdPerKwh | None = None
    grams_co2_per_kwh: GramsPerKwh | None = None
    operations_usd_per_node_year: Usd | None = None


class CostOverrides(Schema):
    """What a demand sets of the cost book; the rest keeps its default."""

    described_by: ClassVar[type | None] = CostBook
    life_years: Years | None = None
    residual_fraction: Share | None = None
    cost_of_capital_fraction: Share | None = None
    network_fraction_of_server_price: Share | None = None
    network_power_w_per_chip: Watts | None = None
    facility_usd_per_kw_month: UsdPerKwMonth | None = None
    usd_per_kwh: UsdPerKwh | None = None
    grams_co2_per_kwh: GramsPerKwh | None = None
    idle_power_fraction: Share | None = None
    software_usd_per_chip_year: SoftwareBook | None = None
    support_fraction_per_year: Share | None = None
    operations_usd_per_node_year: Usd | None = None
    output_to_input_cost_ratio: PositiveRatio | None = None
    sites: Annotated[dict[EntryId, SiteCosts], Field(max_length=100)] = {}
    """By site name."""


class CostParameter(Schema):
    """One default of the shipped cost book, with where it comes from."""

    value: float | dict[str, float]
    source: EntryId
    doubtful: bool = False
    note: Note | None = None
