"""Inputs that are allowed but look like another unit, such as percent for a share."""

from collections.abc import Iterator
from typing import Final

from planner.demand import Demand
from planner.quote import Note
from planner.report.flows import Flows
from planner.report.money import fleet_total, is_priced
from planner.report.tokens import per_million, total_tokens

ODD_HEADROOM: Final = 5
ODD_USD_PER_KWH: Final = 2
ODD_USD_PER_MILLION: Final = 1000
ODD_NODE_W_PER_CHIP: Final = 20
ODD_NODE_USD: Final = 1000


def unit_traps(flows: Flows) -> Iterator[Note]:
    """What a reader should look at twice, each with the figure as it was taken."""
    demand = flows.candidates.demand
    yield from _headroom(demand)
    yield from _energy(demand)
    yield from _hardware(demand)
    if not is_priced(flows):
        return
    usd = per_million(fleet_total(flows), total_tokens(flows).all)
    if usd is not None and usd > ODD_USD_PER_MILLION:
        text = f"A million tokens cost {usd:,.0f} USD: look at the load, the lengths and the units."
        yield Note(code="dear_tokens", text=text)


def _headroom(demand: Demand) -> Iterator[Note]:
    stated = [("policy.headroom", demand.policy.headroom)]
    stated += [(f"headroom of {w.name}", w.headroom) for w in demand.workloads]
    for where, value in stated:
        if value is not None and value >= ODD_HEADROOM:
            text = (
                f"{where} {value:g} plans for {1 + value:g} x the peak. It is a share, not "
                "percent: "
                f"{value:g} % is {value / 100:g}."
            )
            yield Note(code="headroom_like_percent", text=text)


def _energy(demand: Demand) -> Iterator[Note]:
    for site in demand.sites:
        if site.usd_per_kwh is not None and site.usd_per_kwh > ODD_USD_PER_KWH:
            text = f"{site.name}: energy at {site.usd_per_kwh:g} USD/kWh; cents are not meant."
            yield Note(code="dear_energy", text=text)
        if site.design_pue is not None and site.design_pue < site.pue:
            text = (
                f"{site.name}: design_pue {site.design_pue:g} is below the yearly mean "
                f"{site.pue:g}; the hottest day needs more, not less."
            )
            yield Note(code="design_pue_below_mean", text=text)


def _hardware(demand: Demand) -> Iterator[Note]:
    for entry in demand.hardware:
        if entry.node_power_w < ODD_NODE_W_PER_CHIP * entry.chips_per_node:
            text = (
                f"{entry.id}: node_power_w {entry.node_power_w:g} is in watts, for the whole node."
            )
            yield Note(code="little_node_power", text=text)
        price = entry.price_usd_per_node
        if isinstance(price, float | int) and 0 < price < ODD_NODE_USD:
            text = f"{entry.id}: price_usd_per_node {price:g} is in dollars, not thousands."
            yield Note(code="cheap_node", text=text)
