"""A site: where power, stock and space are limited; the largest failure domain."""

from typing import Annotated

from pydantic import Field

from planner.entries.base import EntryId, Name, Schema
from planner.units import Count, GramsPerKwh, Kilowatts, Megawatts, Pue, UsdPerKwh


class Site(Schema):
    """A place with a meter."""

    name: Name
    """Tells the site apart; workloads and costs name it."""
    power_cap_megawatts: Megawatts | None = None
    """Facility power at the meter, MW."""
    pue: Pue = 1.3
    """Facility / IT power, yearly mean: for energy."""
    design_pue: Pue | None = None
    """Facility / IT power on the hottest day: for the cap and the megawatts. Omitted: `pue`."""
    usd_per_kwh: UsdPerKwh | None = None
    """Energy at the meter. Omitted: as the costs have it."""
    grams_co2_per_kwh: GramsPerKwh | None = None
    """Carbon of that energy. Omitted: as the costs have it."""
    stock: Annotated[dict[EntryId, Count], Field(max_length=200)] | None = None
    """Provisioned chips that can be had, by hardware id.

    A site with `stock` has only what it lists.
    """
    racks: Count | None = None
    """Rack positions."""
    rack_power_kw: Kilowatts | None = None
    """IT power that one rack position can take."""

    @property
    def cap_pue(self) -> float:
        """The PUE that provisioned power is reckoned with."""
        return self.pue if self.design_pue is None else self.design_pue
