"""What a site limits: power at its meter, stock, rack positions."""

from collections.abc import Iterator, Set
from math import floor

from planner import problem as numbers
from planner.candidates.offers import Place
from planner.demand import Demand
from planner.errors import InvalidDemand
from planner.units import exact

type Standing = Set[tuple[str, str]]
"""The (hardware, site) pairs that some pool would use."""


def stock_limits(
    demand: Demand, standing: Standing, sites: tuple[str, ...], hardware: tuple[str, ...]
) -> Iterator[numbers.Stock]:
    """Chips that can be had; a site with `stock` has only what it lists."""
    for site in sorted(demand.sites, key=lambda s: s.name):
        if site.stock is None:
            continue
        for position, name in enumerate(hardware):
            if (name, site.name) in standing:
                yield numbers.Stock(position, sites.index(site.name), site.stock.get(name, 0))


def site_power(
    demand: Demand,
    places: dict[tuple[str, str], Place],
    standing: Standing,
    sites: tuple[str, ...],
    hardware: tuple[str, ...],
) -> Iterator[numbers.SitePower]:
    """The meter of each site that has a cap."""
    for site in sorted(demand.sites, key=lambda s: s.name):
        if site.power_cap_megawatts is None:
            continue
        units = tuple(
            (position, place.power.provisioned_w * place.nodes_per_unit * place.rates.design_pue)
            for position, name in enumerate(hardware)
            if (name, site.name) in standing and (place := places[name, site.name])
        )
        cap_w = exact(site.power_cap_megawatts) * 10**6
        yield numbers.SitePower(sites.index(site.name), cap_w, units)


def rack_limits(
    demand: Demand,
    places: dict[tuple[str, str], Place],
    standing: Standing,
    sites: tuple[str, ...],
    hardware: tuple[str, ...],
) -> Iterator[numbers.SiteRacks]:
    """The rack positions of each site that counts them.

    Raises:
        InvalidDemand: hardware of which nobody says how many nodes a rack takes.
    """
    for position, site in sorted(enumerate(demand.sites), key=lambda pair: pair[1].name):
        if site.racks is None:
            continue
        rows: list[tuple[int, int]] = []
        for index, name in enumerate(hardware):
            if (name, site.name) not in standing:
                continue
            nodes = places[name, site.name].nodes_per_rack_position()
            if nodes is None:
                raise InvalidDemand.at(
                    f"sites[{position}].racks",
                    f"how many nodes of {name} one rack takes is not known: give sites[{position}].rack_power_kw, "
                    "or nodes_per_rack of the hardware",
                )
            rows.append((index, floor(nodes)))
        yield numbers.SiteRacks(sites.index(site.name), site.racks, tuple(rows))
