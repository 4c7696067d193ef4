"""What a quote buys and rents, lot by lot, reckoned from the quote alone."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from planner.candidates.economics import (
    NodeCost,
    node_power,
    owned_node,
    price_usd_per_node,
    rent_usd_per_chip_hour,
    rented_node,
    site_rates,
)
from planner.candidates.offers import Place
from planner.entries import Hardware
from planner.quote import Quote, SitePart, UsedCosts, UsedPrice
from planner.report.busy import busy_chips
from planner.sizing.cost import NodePower, SiteRates, energy_lines


@dataclass(frozen=True, slots=True)
class Lot:
    """The nodes of one kind at one site that are had in one way."""

    site: str
    hardware: Hardware
    is_owned: bool
    nodes: int
    spare_nodes: int
    """Among the nodes; those of a site count as owned first."""
    price: UsedPrice | None
    usd_per_node: Fraction | None
    """Where it is owned."""
    usd_per_chip_hour: Fraction | None
    """Where it is rented."""
    software_usd_per_chip_year: float
    power: NodePower
    rates: SiteRates
    mean_it_w_per_node: Fraction
    """Drawn in the yearly mean."""
    nodes_per_rack: int | None
    """That one rack position of the site takes, where it is known."""

    @property
    def chips(self) -> int:
        """Provisioned."""
        return self.nodes * self.hardware.chips_per_node

    @property
    def nodes_per_unit(self) -> int:
        """Nodes in what is ordered: 1, or those of a rack."""
        per_rack = self.hardware.nodes_per_rack or 1
        by_rack = self.is_owned and self.hardware.purchase_unit == "rack"
        return per_rack if by_rack and self.nodes % per_rack == 0 else 1

    @property
    def unit(self) -> str:
        """What is ordered: `node` or `rack`."""
        return "rack" if self.nodes_per_unit > 1 else "node"

    @property
    def units(self) -> int:
        """How many of it."""
        return self.nodes // self.nodes_per_unit

    @property
    def racks(self) -> int | None:
        """Rack positions, where the nodes per rack are known."""
        return -(-self.nodes // self.nodes_per_rack) if self.nodes_per_rack else None

    @property
    def usd_per_unit(self) -> Fraction | None:
        """Price of one unit, where it is owned."""
        return None if self.usd_per_node is None else self.usd_per_node * self.nodes_per_unit


def lines_of(lot: Lot, costs: UsedCosts) -> dict[str, Fraction]:
    """USD per year of a lot by cost line; none where it has no price."""
    node = node_of(lot, costs)
    if node is None:
        return {}
    energy = energy_lines(lot.mean_it_w_per_node, lot.rates) if lot.usd_per_node is not None else {}
    return {item: usd * lot.nodes for item, usd in {**node.lines, **energy}.items()}


def node_of(lot: Lot, costs: UsedCosts) -> NodeCost | None:
    """What one node of a lot costs; `None` where it has no price."""
    if lot.usd_per_node is not None:
        return owned_node(lot.usd_per_node, lot.hardware, costs, lot.rates)
    if lot.usd_per_chip_hour is not None:
        return rented_node(lot.usd_per_chip_hour, lot.hardware, costs, lot.rates)
    return None


def lots_of(quote: Quote) -> tuple[Lot, ...]:
    """Every lot, site by site: of each hardware what is owned, then what is rented."""
    busy = busy_chips(quote)
    return tuple(
        lot
        for site in quote.sites
        for name in site.nodes
        for lot in _at(quote, site, name, busy.get((site.name, name), Fraction(0)))
        if lot.nodes
    )


@dataclass(frozen=True, slots=True)
class Racks:
    """The racks that one kind of hardware takes at a site."""

    nodes: int
    nodes_per_rack: int

    @property
    def racks(self) -> int:
        """Whole ones."""
        return -(-self.nodes // self.nodes_per_rack)


def racks_at(quote: Quote, site: str) -> dict[str, Racks]:
    """By hardware, where the nodes per rack are known; owned and rented nodes stand together."""
    found: dict[str, Racks] = {}
    for lot in lots_of(quote):
        if lot.site == site and lot.nodes_per_rack:
            before = found[lot.hardware.id].nodes if lot.hardware.id in found else 0
            found[lot.hardware.id] = Racks(before + lot.nodes, lot.nodes_per_rack)
    return found


def _at(quote: Quote, part: SitePart, name: str, busy: Fraction) -> Iterator[Lot]:
    hardware = next(entry for entry in quote.inputs.hardware if entry.id == name)
    used = next((used for used in quote.inputs.prices if used.hardware == name), None)
    costs = quote.inputs.costs
    site = next(site for site in quote.demand.sites if site.name == part.name)
    power, nodes = node_power(hardware, costs), part.nodes[name]
    rates = site_rates(site, costs)
    mean_w = power.resting_w + (busy / nodes if nodes else 0) * power.active_w_per_chip
    rented, spare = part.rented_nodes.get(name, 0), part.spare_nodes.get(name, 0)
    software = costs.software_usd_per_chip_year
    for is_owned in (True, False):
        here = nodes - rented if is_owned else rented
        spare_here = min(spare, nodes - rented) if is_owned else max(0, spare - nodes + rented)
        yield Lot(
            site=part.name,
            hardware=hardware,
            is_owned=is_owned,
            nodes=here,
            spare_nodes=spare_here,
            price=used,
            usd_per_node=price_usd_per_node(used.price, hardware) if used and is_owned else None,
            usd_per_chip_hour=_rent(quote, used) if not is_owned else None,
            software_usd_per_chip_year=software.get(
                hardware.vendor or "", software.get("default", 0)
            ),
            power=power,
            rates=rates,
            mean_it_w_per_node=mean_w,
            nodes_per_rack=Place(hardware, site, power, rates, ()).nodes_per_rack_position(),
        )


def _rent(quote: Quote, used: UsedPrice | None) -> Fraction | None:
    return used and rent_usd_per_chip_hour(used.price, quote.demand.policy.rent_term)
