"""Money: the cost of a year by line, of an hour, and what is bought."""

from collections.abc import Callable, Iterator
from typing import Final

from api.lab.explain.parts import Explained, Line, aside, line
from planner.quote import Quote, Totals, UsedCosts
from planner.report.content.money import item_name
from planner.report.lots import Lot, lots_of
from planner.sizing.cost import (
    capital_recovery_factor,
    energy_lines,
    kwh_per_year,
    recovered_usd_per_year,
    worth_today,
)
from planner.units import HOURS_PER_YEAR, exact

_RECOVERED: Final = "× (1 − worth at the end) × capital recovery factor"
_FORMULAS: Final = {
    "servers": f"price {_RECOVERED}",
    "network": f"price × network share {_RECOVERED}",
    "facility": "provisioned IT kW × USD per kW and month × 12",
    "energy_it": "mean IT power × 8,760 h × USD per kWh",
    "energy_cooling": "energy of IT × (PUE − 1)",
    "rent": "USD per chip-hour × provisioned chips × 8,760 h",
    "software": "USD per chip and year × provisioned chips",
    "support": "share of the server price per year",
    "operations": "USD per node and year × nodes",
}


def figures(quote: Quote, totals: Totals) -> Iterator[Explained]:
    """Of the whole fleet; none where a price is missing."""
    if quote.cost is None or totals.usd_per_year is None:
        return
    lots = lots_of(quote)
    prices = prices_of(lots)
    yield from _lines(quote, lots, prices)
    yield from _year(quote, totals, prices)


def prices_of(lots: tuple[Lot, ...]) -> tuple[str, ...]:
    """Keys of the prices that a fleet rests on."""
    return tuple(dict.fromkeys(f"price:{lot.hardware.id}" for lot in lots))


def _lines(quote: Quote, lots: tuple[Lot, ...], prices: tuple[str, ...]) -> Iterator[Explained]:
    costs = quote.inputs.costs
    for number, part in enumerate(quote.cost.lines if quote.cost else ()):
        term = _TERMS[part.item]
        terms = [term(lot, costs) for lot in lots if lot.is_owned or part.item in _ALSO_RENTED]
        worked = tuple(found for found in terms if found) if part.usd_per_year else ()
        if worked and part.item in _RECOVERED_ITEMS:
            worked += _recovery(costs)
        yield Explained(
            f"cost.lines[{number}].usd_per_year",
            f"Cost of {item_name(part.item)}",
            part.usd_per_year,
            "USD a year",
            _FORMULAS[part.item],
            worked,
            (*(prices if part.item in _PRICED else ()), "costs"),
            ("price_source", "cost_book"),
        )


def _year(quote: Quote, totals: Totals, prices: tuple[str, ...]) -> Iterator[Explained]:
    used = [part for part in quote.cost.lines if part.usd_per_year] if quote.cost else []
    yield Explained(
        "totals.usd_per_year",
        "Cost a year",
        totals.usd_per_year,
        "USD a year",
        "all lines together",
        tuple(line(f"{item_name(part.item)}: ", part.usd_per_year, " USD") for part in used),
        (*prices, "costs"),
        ("price_source", "cost_book"),
    )
    usd = totals.usd_per_year or 0
    head = (usd, " USD ÷ ", HOURS_PER_YEAR, " h = ")
    yield Explained(
        "totals.usd_per_hour",
        "Cost an hour",
        totals.usd_per_hour,
        "USD an hour, mean of the year",
        "cost a year ÷ hours of a year",
        (line(*head, totals.usd_per_hour or 0, " USD"),),
        (*prices, "costs"),
        ("price_source", "cost_book"),
    )
    yield Explained(
        "totals.capex_usd",
        "To buy",
        totals.capex_usd,
        "USD",
        "price of the owned servers; their network is a cost line of its own",
        tuple(_bought_all(quote)),
        (*prices, "costs"),
        ("price_source",),
    )


def _head(lot: Lot) -> str:
    return f"{lot.hardware.id} at {lot.site}: "


def _bought_all(quote: Quote) -> Iterator[Line]:
    for lot in lots_of(quote):
        found = _bought(lot) if lot.is_owned else None
        if found:
            yield found


def _bought(lot: Lot) -> Line | None:
    if lot.usd_per_node is None:
        return None
    price = lot.usd_per_node
    head = (_head(lot), lot.nodes, " nodes × ", float(price), " USD = ")
    return line(*head, float(lot.nodes * price), " USD")


def _recovered(lot: Lot, costs: UsedCosts, share: float) -> Line | None:
    if lot.usd_per_node is None:
        return None
    terms = (costs.residual_fraction, costs.cost_of_capital_fraction, costs.life_years)
    price = lot.usd_per_node * exact(share)
    usd = recovered_usd_per_year(price, *terms) * lot.nodes
    lost, factor = float(worth_today(*terms)), float(capital_recovery_factor(*terms[1:]))
    head = (_head(lot), lot.nodes, " × ", float(price), " USD × (", 1, " − ", lost, ") × ")
    return line(*head, factor, " = ", float(usd), " USD")


def _recovery(costs: UsedCosts) -> tuple[Line, ...]:
    """How the factors of a purchase come about, beside its lines."""
    life, rate = (costs.life_years, " years at "), costs.cost_of_capital_fraction
    worth = ("worth at the end, today: ", costs.residual_fraction, " of the price in ")
    factor = float(capital_recovery_factor(rate, costs.life_years))
    return (
        aside("capital recovery factor, ", *life, rate, " a year: ", factor),
        aside(*worth, *life, rate, " a year"),
    )


def _servers(lot: Lot, costs: UsedCosts) -> Line | None:
    return _recovered(lot, costs, 1)


def _network(lot: Lot, costs: UsedCosts) -> Line | None:
    return _recovered(lot, costs, costs.network_fraction_of_server_price)


def _facility(lot: Lot, _: UsedCosts) -> Line:
    kilowatts = lot.nodes * lot.power.provisioned_w / 1000
    each = lot.rates.facility_usd_per_kw_month
    head = (_head(lot), float(kilowatts), " kW × ", float(each), " USD × ", 12, " = ")
    return line(*head, float(kilowatts * each * 12), " USD")


def _energy_it(lot: Lot, _: UsedCosts) -> Line:
    mean_w = lot.mean_it_w_per_node * lot.nodes
    usd = energy_lines(mean_w, lot.rates)["energy_it"]
    head = (_head(lot), float(kwh_per_year(mean_w)), " kWh × ", float(lot.rates.usd_per_kwh))
    return line(*head, " USD = ", float(usd), " USD")


def _energy_cooling(lot: Lot, _: UsedCosts) -> Line:
    found = energy_lines(lot.mean_it_w_per_node * lot.nodes, lot.rates)
    head = (
        _head(lot),
        float(found["energy_it"]),
        " USD × (",
        float(lot.rates.pue),
        " − ",
        1,
        ") = ",
    )
    return line(*head, float(found["energy_cooling"]), " USD")


def _rent(lot: Lot, _: UsedCosts) -> Line | None:
    if lot.is_owned or lot.usd_per_chip_hour is None:
        return None
    usd = lot.usd_per_chip_hour
    head = (_head(lot), float(usd), " USD × ", lot.chips, " chips × ", HOURS_PER_YEAR, " h = ")
    return line(*head, float(usd * lot.chips * HOURS_PER_YEAR), " USD")


def _software(lot: Lot, _: UsedCosts) -> Line:
    each = exact(lot.software_usd_per_chip_year)
    head = (_head(lot), float(each), " USD × ", lot.chips, " chips = ")
    return line(*head, float(each * lot.chips), " USD")


def _support(lot: Lot, costs: UsedCosts) -> Line | None:
    if lot.usd_per_node is None:
        return None
    share = exact(costs.support_fraction_per_year)
    price = lot.usd_per_node * lot.nodes
    head = (_head(lot), float(price), " USD × ", float(share), " = ")
    return line(*head, float(price * share), " USD")


def _operations(lot: Lot, _: UsedCosts) -> Line:
    each = lot.rates.operations_usd_per_node_year
    head = (_head(lot), lot.nodes, " nodes × ", float(each), " USD = ")
    return line(*head, float(lot.nodes * each), " USD")


_TERMS: Final[dict[str, Callable[[Lot, UsedCosts], Line | None]]] = {
    "servers": _servers,
    "network": _network,
    "facility": _facility,
    "energy_it": _energy_it,
    "energy_cooling": _energy_cooling,
    "rent": _rent,
    "software": _software,
    "support": _support,
    "operations": _operations,
}
_ALSO_RENTED: Final = {"rent", "software", "operations"}
_RECOVERED_ITEMS: Final = {"servers", "network"}
_PRICED: Final = {"servers", "network", "rent", "support"}
