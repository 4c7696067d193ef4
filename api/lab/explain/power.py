"""Power, energy and carbon of the fleet."""

from collections.abc import Iterator
from typing import Final

from api.lab.explain.parts import Explained, Line, line
from planner.quote import Quote, SitePart, Totals
from planner.report.lots import Lot, lots_of
from planner.sizing.cost import kwh_per_year
from planner.units import HOURS_PER_YEAR

MEGA: Final = 1_000_000


def figures(quote: Quote, totals: Totals) -> Iterator[Explained]:
    """Of the fleet and of each site; rented nodes draw at their owner's meter."""
    owned = [lot for lot in lots_of(quote) if lot.is_owned]
    hardware = tuple(dict.fromkeys(f"hardware:{lot.hardware.id}" for lot in owned))
    notes = ("rated_power", "network_power_not_counted")
    yield Explained(
        "totals.it_megawatts",
        "IT power",
        totals.it_megawatts,
        "MW",
        "owned nodes × power of one node, its network included",
        tuple(_it(lot) for lot in owned),
        (*hardware, "costs"),
        notes,
    )
    yield Explained(
        "totals.facility_megawatts",
        "Facility power",
        totals.facility_megawatts,
        "MW",
        "owned nodes × power of one node × design PUE, at the meter",
        tuple(_facility(lot) for lot in owned),
        (*hardware, "costs"),
        notes,
    )
    yield Explained(
        "totals.mean_facility_megawatts",
        "Mean facility power",
        totals.mean_facility_megawatts,
        "MW",
        "(idle + (full − idle) × mean utilization) × yearly PUE, at the meter",
        tuple(_mean(lot) for lot in owned),
        (*hardware, "costs"),
        ("rated_power",),
    )
    if totals.mean_facility_megawatts is not None and totals.energy_mwh_per_year is not None:
        head = (totals.mean_facility_megawatts, " MW × ", HOURS_PER_YEAR, " h = ")
        yield Explained(
            "totals.energy_mwh_per_year",
            "Energy",
            totals.energy_mwh_per_year,
            "MWh a year",
            "mean facility power × hours of a year",
            (line(*head, totals.energy_mwh_per_year, " MWh"),),
            (*hardware, "costs"),
        )
    yield Explained(
        "totals.tonnes_co2_per_year",
        "Carbon",
        totals.tonnes_co2_per_year,
        "t CO₂ a year",
        "energy of all nodes, rented ones too × grams of CO₂ per kWh",
        tuple(_carbon(lot) for lot in lots_of(quote)),
        tuple(dict.fromkeys((*(f"hardware:{lot.hardware.id}" for lot in lots_of(quote)), "costs"))),
        ("rated_power",),
    )
    for number, site in enumerate(quote.sites):
        here = [lot for lot in owned if lot.site == site.name]
        yield from _of_site(f"sites[{number}]", site, here)


_OF_SITE: Final = (
    ("it_megawatts", "IT power", "owned nodes × power of one node, its network included"),
    (
        "facility_megawatts",
        "Facility power",
        "owned nodes × power of one node × design PUE, at the meter",
    ),
    (
        "mean_facility_megawatts",
        "Mean facility power",
        "(idle + (full − idle) × mean utilization) × yearly PUE, at the meter",
    ),
)


def _of_site(path: str, site: SitePart, here: list[Lot]) -> Iterator[Explained]:
    for key, name, formula in _OF_SITE:
        yield Explained(
            f"{path}.{key}",
            f"{name} of {site.name}",
            getattr(site, key),
            "MW",
            formula,
            tuple(_TERMS[key](lot) for lot in here),
            (*dict.fromkeys(f"hardware:{lot.hardware.id}" for lot in here), "costs"),
            ("rated_power", "network_power_not_counted"),
        )


def _carbon(lot: Lot) -> Line:
    kwh = kwh_per_year(lot.mean_it_w_per_node * lot.nodes * lot.rates.pue)
    grams = lot.rates.grams_co2_per_kwh
    head = (_head(lot), float(kwh), " kWh × ", float(grams), " g")
    return line(*head, " ÷ ", MEGA, " = ", float(kwh * grams / MEGA), " t")


def _head(lot: Lot) -> str:
    return f"{lot.hardware.id} at {lot.site}: "


def _it(lot: Lot) -> Line:
    watts = lot.power.provisioned_w
    total = float(lot.nodes * watts / MEGA)
    return line(
        _head(lot), lot.nodes, " nodes × ", float(watts), " W ÷ ", MEGA, " = ", total, " MW"
    )


def _facility(lot: Lot) -> Line:
    watts, pue = lot.power.provisioned_w, lot.rates.design_pue
    total = float(lot.nodes * watts * pue / MEGA)
    head = (_head(lot), lot.nodes, " nodes × ", float(watts), " W × ", float(pue), " PUE")
    return line(*head, " ÷ ", MEGA, " = ", total, " MW")


def _mean(lot: Lot) -> Line:
    watts, pue = lot.mean_it_w_per_node, lot.rates.pue
    total = float(lot.nodes * watts * pue / MEGA)
    head = (_head(lot), lot.nodes, " nodes × ", float(watts), " W in the mean × ", float(pue))
    return line(*head, " PUE ÷ ", MEGA, " = ", total, " MW")


_TERMS: Final = {
    "it_megawatts": _it,
    "facility_megawatts": _facility,
    "mean_facility_megawatts": _mean,
}
