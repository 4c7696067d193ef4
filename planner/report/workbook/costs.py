"""The sheet `Costs`: every line of every lot as a formula, and what they add up to."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from planner.quote import Quote
from planner.report.content import Figure
from planner.report.content.cells import columns
from planner.report.content.money import item_name
from planner.report.money import ITEMS
from planner.report.workbook.assumptions import Knobs
from planner.report.workbook.live import Live
from planner.report.workbook.materials import Order, Orders
from planner.report.workbook.sheet import Book, Sheet
from planner.units import HOURS_PER_YEAR

_HOURS: Final = float(HOURS_PER_YEAR)
_FIRST: Final = 3
"""Column of the first line; site, hardware and how stand before it."""
_TOTAL: Final = _FIRST + len(ITEMS)


@dataclass(frozen=True)
class Costs:
    """The cells that the summary shows."""

    usd_per_year: Live
    purchase_usd: Live
    per_million: Live | None
    """`None` where there are no tokens."""


def write_costs(book: Book, quote: Quote, orders: Orders, knobs: Knobs) -> Costs:
    """Writes the sheet; gives its totals."""
    sheet = book.sheet("Costs", (30, 18, 18, *([12] * len(ITEMS)), 14))
    sheet.title("Cost a year, USD")
    sheet.heads(columns("Site", "Hardware", "How", *(f"#{_name(x)}" for x in ITEMS), "#Total"))
    sheet.raw.freeze_panes(2, _FIRST)
    first = sheet.row
    for order in orders.lots:
        _row(sheet, order, knobs)
    year = _sums(sheet, first)
    _against_the_quote(sheet, quote, year)
    purchase = _purchase(sheet, orders, knobs)
    per_million = _per_million(sheet, quote, year, knobs)
    _shares(sheet, "By purpose", _purposes(quote), year)
    _shares(sheet, "By workload", _workloads(quote), year)
    abroad = per_million and sheet.abroad(per_million)
    return Costs(sheet.abroad(year), sheet.abroad(purchase), abroad)


def lines(order: Order, knobs: Knobs) -> dict[str, Live]:
    """Every line of one lot, USD a year; what is rented has rent, software and operations only."""
    site = knobs.sites[order.lot.site]
    common = {
        "software": order.chips * order.software_usd,
        "operations": order.nodes * site["operations_usd_per_node_year"],
    }
    if not order.lot.is_owned:
        return {"rent": order.rent_usd, **common}
    energy = order.nodes * order.mean_kw * _HOURS * site["usd_per_kwh"]
    facility = site["facility_usd_per_kw_month"] * 12.0
    return {
        "servers": order.servers_usd * knobs.recovery,
        "network": order.servers_usd * knobs.network * knobs.recovery,
        "facility": order.nodes * order.provisioned_kw * facility,
        "energy_it": energy,
        "energy_cooling": energy * (site["pue"] - 1.0),
        "support": order.servers_usd * knobs.support,
        **common,
    }


def _name(item: str) -> str:
    words = item_name(item)
    return words[0].upper() + words[1:]


def _row(sheet: Sheet, order: Order, knobs: Knobs) -> None:
    how = "owned" if order.lot.is_owned else "rented"
    for column, text in enumerate((order.lot.site, order.lot.hardware.id, how)):
        sheet.text(sheet.row, column, text)
    found = lines(order, knobs)
    cells = [
        sheet.formula(sheet.row, _FIRST + column, found[item], "usd_per_year")
        if item in found
        else sheet.number(sheet.row, _FIRST + column, Figure(0, "usd_per_year"))
        for column, item in enumerate(ITEMS)
    ]
    whole = Live(f"SUM({cells[0].text}:{cells[-1].text})", sum(cell.value for cell in cells))
    sheet.formula(sheet.row, _TOTAL, whole, "usd_per_year")
    sheet.row += 1


def _sums(sheet: Sheet, first: int) -> Live:
    sheet.text(sheet.row, 0, "Total", "total")
    sums = [sheet.sum(column, first, "usd_per_year") for column in range(_FIRST, _TOTAL + 1)]
    sheet.row += 1
    return sums[-1]


def _against_the_quote(sheet: Sheet, quote: Quote, year: Live) -> None:
    """The lines as quoted, and how far the sheet has been moved from them."""
    quoted = {} if quote.cost is None else {x.item: x.usd_per_year for x in quote.cost.lines}
    sheet.text(sheet.row, 0, "As quoted")
    for column, item in enumerate(ITEMS):
        sheet.number(sheet.row, _FIRST + column, Figure(quoted.get(item, 0), "usd_per_year"))
    told = sheet.number(
        sheet.row, _TOTAL, Figure(quote.totals and quote.totals.usd_per_year, "usd_per_year")
    )
    sheet.row += 1
    sheet.text(sheet.row, 0, "Changed by")
    sheet.formula(sheet.row, _TOTAL, (year - told).rounded(1), "usd_per_year")
    sheet.row += 2


def _purchase(sheet: Sheet, orders: Orders, knobs: Knobs) -> Live:
    sheet.title("Purchase, USD")
    servers = orders.totals["Servers, USD"]
    cells = [
        _line(sheet, "Servers", servers, "usd"),
        _line(sheet, "Network", servers * knobs.network, "usd"),
    ]
    whole = _line(sheet, "Total", cells[0] + cells[1], "usd")
    sheet.row += 1
    return whole


def _per_million(sheet: Sheet, quote: Quote, year: Live, knobs: Knobs) -> Live | None:
    if not knobs.input_tokens.value + knobs.output_tokens.value:
        return None
    sheet.title("Per million tokens, USD")
    million = year * 1e6
    tokens = knobs.input_tokens + knobs.output_tokens
    every = _line(sheet, "All, input and accepted output", million / tokens, "usd_per_million")
    if knobs.output_tokens.value:
        all_in = million / knobs.output_tokens
        _line(sheet, "Output, all in", all_in, "usd_per_million")
        _split(sheet, quote, all_in, million / knobs.input_tokens)
    sheet.row += 1
    return every


def _split(sheet: Sheet, quote: Quote, output: Live, input_: Live) -> None:
    """Input and output by the shares of the quote."""
    totals = quote.totals
    if totals is None or not totals.usd_per_year:
        return
    for word, per_token, tokens, whole in (
        ("Input", totals.usd_per_million_input_tokens, totals.input_tokens_per_year, input_),
        ("Output", totals.usd_per_million_output_tokens, totals.output_tokens_per_year, output),
    ):
        if per_token is not None and tokens:
            share = per_token * tokens / 1e6 / totals.usd_per_year
            sheet.text(sheet.row, 2, "share of the cost")
            cell = sheet.number(sheet.row, 3, Figure(share, "fraction"), "input")
            _line(sheet, word, whole * cell, "usd_per_million")


def _line(sheet: Sheet, name: str, live: Live, unit: str) -> Live:
    sheet.text(sheet.row, 0, name)
    cell = sheet.formula(sheet.row, 1, live, unit)
    sheet.row += 1
    return cell


def _purposes(quote: Quote) -> Mapping[str, float]:
    return {} if quote.cost is None else quote.cost.by_purpose.model_dump()


def _workloads(quote: Quote) -> Mapping[str, float]:
    parts = () if quote.cost is None else quote.cost.by_workload
    return {part.name: part.usd_per_year for part in parts}


def _shares(sheet: Sheet, title: str, parts: Mapping[str, float], year: Live) -> None:
    """Shares of the quote, applied to the total of the sheet."""
    whole = sum(parts.values())
    if not whole:
        return
    sheet.title(title)
    sheet.heads(columns("", "#USD a year", "#Share as quoted"))
    for name, usd in parts.items():
        share = sheet.number(sheet.row, 2, Figure(usd / whole, "fraction"), "input")
        _line(sheet, name, year * share, "usd_per_year")
    sheet.row += 1
