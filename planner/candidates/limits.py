"""What a site limits: power at its meter, stock, rack positions."""

from collections.abc import Iterator
from dataclasses import dataclass

from planner import problem as numbers
from planner.candidates.offers import Place
from planner.demand import Demand, Site
from planner.errors import InvalidDemand
from planner.units import exact


@dataclass(frozen=True, slots=True)
class Grid:
    """The (hardware, site) pairs that some pool would use, with positions in the problem."""

    demand: Demand
    places: dict[tuple[str, str], Place]
    used: tuple[tuple[str, str], ...]
    sites: tuple[str, ...]
    hardware: dict[str, int]

    def ordered(self) -> list[tuple[int, Site]]:
        """(position in the problem, site), in order of their names."""
        by_name = {site.name: site for site in self.demand.sites}
        return [(position, by_name[name]) for position, name in enumerate(self.sites)]

    def at(self, site: Site) -> list[tuple[int, Place]]:
        """(hardware position, place) of what is used at a site."""
        here = ((name, at) for name, at in self.used if at == site.name)
        return sorted(
            ((self.hardware[name], self.places[name, at]) for name, at in here),
            key=lambda pair: pair[0],
        )


def stock_limits(grid: Grid) -> Iterator[numbers.Stock]:
    """Chips that can be had; a site with `stock` has only what it lists."""
    for s, site in grid.ordered():
        if site.stock is not None:
            for h, place in grid.at(site):
                yield numbers.Stock(h, s, site.stock.get(place.hardware.id, 0))


def site_power(grid: Grid) -> Iterator[numbers.SitePower]:
    """The meter of each site that has a cap."""
    for s, site in grid.ordered():
        if site.power_cap_megawatts is not None:
            units = tuple(
                (h, place.power.provisioned_w * place.nodes_per_unit * place.rates.design_pue)
                for h, place in grid.at(site)
            )
            yield numbers.SitePower(s, exact(site.power_cap_megawatts) * 10**6, units)


def rack_limits(grid: Grid) -> Iterator[numbers.SiteRacks]:
    """The rack positions of each site that counts them.

    Raises:
        InvalidDemand: hardware of which nobody says how many nodes a rack takes.
    """
    for s, site in grid.ordered():
        if site.racks is not None:
            rows = tuple((h, _nodes_per_rack(grid, site, place)) for h, place in grid.at(site))
            yield numbers.SiteRacks(s, site.racks, rows)


def _nodes_per_rack(grid: Grid, site: Site, place: Place) -> int:
    nodes = place.nodes_per_rack_position()
    if nodes is None:
        position = grid.demand.sites.index(site)
        raise InvalidDemand.at(
            f"sites[{position}].racks",
            f"how many nodes of {place.hardware.id} one rack takes is not known: "
            f"give sites[{position}].rack_power_kw, or nodes_per_rack of the hardware",
        )
    return nodes
