"""What one node of each hardware at each site costs and draws."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from planner.demand import Demand, Site
from planner.entries import CostBook, Hardware, HardwarePrice, RentTerms, high_end
from planner.quote import UsedCosts
from planner.sizing.cost import (
    NodePower,
    SiteRates,
    energy_lines,
    facility_usd_per_year,
    recovered_usd_per_year,
    rent_usd_per_year,
)
from planner.units import exact


def used_costs(demand: Demand, book: CostBook) -> UsedCosts:
    """The default cost book with what the demand overrides."""
    given = demand.costs.model_dump(exclude_none=True, exclude={"sites"})
    software = {
        **book.software_usd_per_chip_year,
        **(demand.costs.software_usd_per_chip_year or {}),
    }
    parameters = {**book.model_dump(), **given, "software_usd_per_chip_year": software}
    return UsedCosts.model_validate({**parameters, "sites": demand.costs.sites})


def site_rates(site: Site, costs: UsedCosts) -> SiteRates:
    """What holds at a site: `costs.sites` first, then its own field, then the cost book."""
    here = costs.sites.get(site.name)

    def pick(key: str) -> Fraction:
        own = getattr(site, key, None)
        local = getattr(here, key, None)
        return exact(next(v for v in (local, own, getattr(costs, key)) if v is not None))

    return SiteRates(
        pue=exact(site.pue),
        design_pue=exact(site.cap_pue),
        usd_per_kwh=pick("usd_per_kwh"),
        grams_co2_per_kwh=pick("grams_co2_per_kwh"),
        facility_usd_per_kw_month=pick("facility_usd_per_kw_month"),
        operations_usd_per_node_year=pick("operations_usd_per_node_year"),
    )


def node_power(hardware: Hardware, costs: CostBook) -> NodePower:
    """Power of one node; of hardware bought by the rack its share of the rack."""
    full = exact(hardware.node_power_w)
    if hardware.purchase_unit == "rack" and hardware.rack_power_w and hardware.nodes_per_rack:
        full = exact(hardware.rack_power_w) / hardware.nodes_per_rack
    idle = exact(costs.idle_power_fraction) * full
    if hardware.node_idle_power_w is not None:
        idle = min(exact(hardware.node_idle_power_w), full)
    network = exact(costs.network_power_w_per_chip) * hardware.chips_per_node
    return NodePower(full, idle, network, hardware.chips_per_node)


def price_usd_per_node(price: HardwarePrice, hardware: Hardware) -> Fraction | None:
    """Purchase price of one node at the high end of its range; `None` where it has none."""
    if price.price_usd_per_node is not None:
        return exact(high_end(price.price_usd_per_node))
    if price.price_usd_per_chip is not None:
        return exact(high_end(price.price_usd_per_chip)) * hardware.chips_per_node
    if price.price_usd_per_rack is not None and hardware.nodes_per_rack:
        return exact(high_end(price.price_usd_per_rack)) / hardware.nodes_per_rack
    return None


def rent_usd_per_chip_hour(price: HardwarePrice, term: str) -> Fraction | None:
    """Rent for the policy's term at the high end of its range; `None` where nobody offers it."""
    rent = price.rent_usd_per_chip_hour
    if isinstance(rent, RentTerms):
        rent = getattr(rent, term)
    return None if rent is None else exact(high_end(rent))


@dataclass(frozen=True, slots=True)
class NodeCost:
    """One node at one site, owned or rented: USD per year by line, without what follows load."""

    lines: Mapping[str, Fraction]
    capex_usd: Fraction = Fraction(0)
    """Price of the server; its network is recovered in a line of its own."""

    @property
    def usd_per_year(self) -> Fraction:
        """All lines."""
        return sum(self.lines.values(), Fraction(0))


def software_usd(hardware: Hardware, costs: CostBook) -> Fraction:
    """Software of one node, USD per year, by the vendor of its chips."""
    by_vendor = costs.software_usd_per_chip_year
    per_chip = by_vendor.get(hardware.vendor or "", by_vendor.get("default", 0))
    return exact(per_chip) * hardware.chips_per_node


def owned_node(
    price_usd: Fraction, hardware: Hardware, costs: CostBook, site: SiteRates
) -> NodeCost:
    """An owned node with its idle energy; what load adds is in `load_usd_per_chip_year`."""
    power = node_power(hardware, costs)
    terms = (costs.residual_fraction, costs.cost_of_capital_fraction, costs.life_years)
    network = price_usd * exact(costs.network_fraction_of_server_price)
    lines = {
        "servers": recovered_usd_per_year(price_usd, *terms),
        "network": recovered_usd_per_year(network, *terms),
        "facility": facility_usd_per_year(power.provisioned_w, site),
        **energy_lines(power.resting_w, site),
        "software": software_usd(hardware, costs),
        "support": price_usd * exact(costs.support_fraction_per_year),
        "operations": site.operations_usd_per_node_year,
    }
    return NodeCost(lines, price_usd)


def rented_node(
    usd_per_chip_hour: Fraction, hardware: Hardware, costs: CostBook, site: SiteRates
) -> NodeCost:
    """A rented node; network, facility, energy and support are in its rent."""
    return NodeCost(
        {
            "rent": rent_usd_per_year(usd_per_chip_hour, hardware.chips_per_node),
            "software": software_usd(hardware, costs),
            "operations": site.operations_usd_per_node_year,
        }
    )


def load_usd_per_chip_year(power: NodePower, site: SiteRates) -> Fraction:
    """Energy that one owned chip in full use adds in a year, USD."""
    return sum(energy_lines(power.active_w_per_chip, site).values(), Fraction(0))
