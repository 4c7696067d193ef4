"""The sheet `Assumptions`: every parameter that the costs are reckoned with, to be changed."""

from dataclasses import dataclass
from typing import Final

from planner.candidates.economics import site_rates
from planner.quote import Quote
from planner.report.content import Figure
from planner.report.content.cells import columns
from planner.report.content.notes import assumptions, warnings
from planner.report.content.origin import parameters
from planner.report.workbook.live import Live, recovery
from planner.report.workbook.sheet import Book, Sheet

_BOOK: Final = {
    "life_years": "Years until a server is written off",
    "residual_fraction": "Worth at the end of its life / price",
    "cost_of_capital_fraction": "Cost of capital per year",
    "network_fraction_of_server_price": "Network / server price",
    "support_fraction_per_year": "Support per year / server price",
}
_RATES: Final = {
    "usd_per_kwh": "USD per kWh",
    "pue": "PUE, yearly mean",
    "facility_usd_per_kw_month": "Facility, USD per kW-month",
    "operations_usd_per_node_year": "Operations, USD per node-year",
}


@dataclass(frozen=True)
class Knobs:
    """The cells that other sheets reckon with."""

    recovery: Live
    """Share of a price that is paid in each year."""
    network: Live
    support: Live
    input_tokens: Live
    output_tokens: Live
    sites: dict[str, dict[str, Live]]
    """By site and rate."""


def write_assumptions(book: Book, quote: Quote) -> Knobs | None:
    """Writes the sheet; gives its cells, where there is a fleet with a cost."""
    sheet = book.sheet("Assumptions", (40, 30, 22, 28, 30, 16))
    knobs = _knobs(sheet, quote) if quote.cost is not None else None
    for table in (assumptions(quote), warnings(quote)):
        if table.rows:
            sheet.title(table.title)
            for row in table.rows:
                sheet.text(sheet.row, 0, str(row[0]))
                sheet.text(sheet.row, 1, str(row[1]), "line")
                sheet.row += 1
            sheet.row += 1
    sheet.table(parameters(quote))
    return knobs


def _knobs(sheet: Sheet, quote: Quote) -> Knobs:
    sheet.title("What the costs are reckoned with (change the marked cells)")
    found = _parameters(sheet, quote)
    paid = recovery(
        found["life_years"], found["residual_fraction"], found["cost_of_capital_fraction"]
    )
    sheet.text(sheet.row, 0, "Share of a price that is paid in each year")
    share = sheet.formula(sheet.row, 1, paid, "fraction")
    sheet.row += 1
    tokens = [_tokens(sheet, name, quote) for name in ("input", "output")]
    sheet.row += 1
    return Knobs(
        sheet.abroad(share),
        sheet.abroad(found["network_fraction_of_server_price"]),
        sheet.abroad(found["support_fraction_per_year"]),
        sheet.abroad(tokens[0]),
        sheet.abroad(tokens[1]),
        _sites(sheet, quote),
    )


def _parameters(sheet: Sheet, quote: Quote) -> dict[str, Live]:
    found: dict[str, Live] = {}
    for name, text in _BOOK.items():
        sheet.text(sheet.row, 0, text)
        value = float(getattr(quote.inputs.costs, name))
        found[name] = sheet.number(sheet.row, 1, Figure(value, "plain"), "input")
        sheet.row += 1
    return found


def _tokens(sheet: Sheet, name: str, quote: Quote) -> Live:
    sheet.text(sheet.row, 0, f"{name.capitalize()} tokens a year, at the mean rate")
    value = getattr(quote.totals, f"{name}_tokens_per_year")
    cell = sheet.number(sheet.row, 1, Figure(value, "tokens"), "input")
    sheet.row += 1
    return cell


def _sites(sheet: Sheet, quote: Quote) -> dict[str, dict[str, Live]]:
    sheet.heads(columns("Site", *(f"#{text}" for text in _RATES.values())))
    found: dict[str, dict[str, Live]] = {}
    for site in quote.demand.sites:
        rates = site_rates(site, quote.inputs.costs)
        sheet.text(sheet.row, 0, site.name)
        found[site.name] = {
            name: _rate(sheet, 1 + position, float(getattr(rates, name)))
            for position, name in enumerate(_RATES)
        }
        sheet.row += 1
    sheet.row += 1
    return found


def _rate(sheet: Sheet, column: int, value: float) -> Live:
    return sheet.abroad(sheet.number(sheet.row, column, Figure(value, "plain"), "input"))
