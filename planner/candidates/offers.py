"""Where each kind of hardware may stand, how it may be had, what a unit of it weighs."""

from dataclasses import dataclass
from fractions import Fraction
from math import floor

from planner.candidates.economics import (
    NodeCost,
    load_usd_per_chip_year,
    node_power,
    owned_node,
    price_usd_per_node,
    rent_usd_per_chip_hour,
    rented_node,
    site_rates,
)
from planner.candidates.entries import Entries
from planner.demand import Demand, Site
from planner.entries import Hardware
from planner.quote import UsedCosts, UsedPrice
from planner.sizing.cost import NodePower, SiteRates, kwh_per_year
from planner.units import exact

GRAMS_PER_TONNE = 10**6


@dataclass(frozen=True, slots=True)
class Holding:
    """One way to have a node: at a price, owned or rented."""

    is_owned: bool
    price: UsedPrice | None
    cost: NodeCost | None
    """`None` where there is no price."""


@dataclass(frozen=True, slots=True)
class Place:
    """One kind of hardware at one site."""

    hardware: Hardware
    site: Site
    power: NodePower
    rates: SiteRates
    holdings: tuple[Holding, ...]

    @property
    def nodes_per_unit(self) -> int:
        """Nodes in what is bought: 1, or those of a rack."""
        by_rack = self.hardware.purchase_unit == "rack"
        return (self.hardware.nodes_per_rack or 1) if by_rack else 1

    @property
    def follows_load(self) -> bool:
        """Whether energy is reckoned by load: all nodes here are ours."""
        return all(holding.is_owned for holding in self.holdings)

    @property
    def least_rack_w(self) -> Fraction:
        """IT power that one rack position must have to take anything of this."""
        by_rack = self.hardware.purchase_unit == "rack"
        return exact(self.hardware.rack_power_w or 0) if by_rack else self.power.full_w

    def nodes_per_rack_position(self) -> int | None:
        """Nodes that one rack position of the site takes; 0: not one; `None`: not known."""
        limits = [self.hardware.nodes_per_rack] if self.hardware.nodes_per_rack else []
        if self.site.rack_power_kw is not None:
            room_w = exact(self.site.rack_power_kw) * 1000
            if self.hardware.purchase_unit == "rack":
                return (
                    self.hardware.nodes_per_rack
                    if exact(self.hardware.rack_power_w or 0) <= room_w
                    else 0
                )
            limits.append(floor(room_w / self.power.full_w))
        return min(limits) if limits else None


def places_of(demand: Demand, entries: Entries, costs: UsedCosts) -> dict[tuple[str, str], Place]:
    """Every (hardware, site) pair with the ways to have it; none where no price serves."""
    places: dict[tuple[str, str], Place] = {}
    for site in sorted(demand.sites, key=lambda s: s.name):
        rates = site_rates(site, costs)
        for hardware in entries.hardware.values():
            holdings = _holdings(hardware, demand, entries, costs, rates)
            place = Place(hardware, site, node_power(hardware, costs), rates, holdings)
            places[hardware.id, site.name] = place
    return places


def _holdings(
    hardware: Hardware, demand: Demand, entries: Entries, costs: UsedCosts, rates: SiteRates
) -> tuple[Holding, ...]:
    acquisition = demand.policy.acquisition
    found: list[Holding] = []
    prices = entries.prices[hardware.id]
    if acquisition in {"own", "cheapest"}:
        bought = [
            (usd, p) for p in prices if (usd := price_usd_per_node(p.price, hardware)) is not None
        ]
        if bought:
            usd, price = min(bought, key=lambda pair: (pair[0], pair[1].provider))
            found.append(Holding(True, price, owned_node(usd, hardware, costs, rates)))
    if acquisition in {"rent", "cheapest"}:
        term = demand.policy.rent_term
        rented = [
            (usd, p) for p in prices if (usd := rent_usd_per_chip_hour(p.price, term)) is not None
        ]
        if rented:
            usd, price = min(rented, key=lambda pair: (pair[0], pair[1].provider))
            found.append(Holding(False, price, rented_node(usd, hardware, costs, rates)))
    money_matters = demand.objective == "cost" or demand.policy.budget_usd_per_year is not None
    if not found and not money_matters:
        found.append(Holding(acquisition != "rent", None, None))
    return tuple(found)


def unit_usd_per_year(place: Place, holding: Holding) -> Fraction:
    """USD per year of one unit, without the energy that follows load."""
    if holding.cost is None:
        return Fraction(0)
    usd = holding.cost.usd_per_year
    if holding.is_owned and not place.follows_load:
        usd += load_usd_per_chip_year(place.power, place.rates) * place.hardware.chips_per_node
    return usd * place.nodes_per_unit


def unit_weight(place: Place, holding: Holding, objective: str) -> Fraction:
    """What one unit adds to the objective, without what follows load."""
    nodes = place.nodes_per_unit
    if objective == "chips":
        return Fraction(nodes * place.hardware.chips_per_node)
    if objective == "power":
        return nodes * place.power.provisioned_w * place.rates.design_pue
    if objective == "carbon":
        return nodes * _tonnes(place.power.resting_w, place.rates)
    return unit_usd_per_year(place, holding)


def load_weight_per_chip(place: Place, objective: str) -> Fraction:
    """What one chip in full use all year adds to the objective."""
    if objective == "carbon":
        return _tonnes(place.power.active_w_per_chip, place.rates)
    return load_usd_per_chip(place) if objective == "cost" else Fraction(0)


def load_usd_per_chip(place: Place) -> Fraction:
    """USD per year that one chip in full use adds."""
    if not place.follows_load or any(h.cost is None for h in place.holdings):
        return Fraction(0)
    return load_usd_per_chip_year(place.power, place.rates)


def _tonnes(it_w: Fraction, rates: SiteRates) -> Fraction:
    return kwh_per_year(it_w) * rates.pue * rates.grams_co2_per_kwh / GRAMS_PER_TONNE
