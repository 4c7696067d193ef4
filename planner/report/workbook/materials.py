"""The sheet `Bill of materials`: what to order where, at which price, with what it draws."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from planner.quote import Quote
from planner.report.content import Figure
from planner.report.content.cells import columns
from planner.report.lots import Lot, lots_of
from planner.report.workbook.live import Live
from planner.report.workbook.sheet import Book, Sheet
from planner.units import HOURS_PER_YEAR

COLUMNS: Final = {
    "Site": 12,
    "Hardware": 15,
    "Name": 19,
    "Vendor": 9,
    "How": 10,
    "#Units": 7,
    "Unit": 6,
    "#Nodes": 7,
    "#Of which spare": 8,
    "#Chips": 7,
    "#Racks": 7,
    "#USD per unit": 12,
    "#USD per chip-hour": 10,
    "#Servers, USD": 13,
    "#Rent, USD a year": 13,
    "#kW per node, provisioned": 12,
    "#kW per node, mean": 10,
    "#Software, USD per chip-year": 13,
    "Price from": 18,
    "Price of": 11,
}
"""Columns and their widths; # marks numbers."""
_SUMMED: Final = {
    "Nodes": "count",
    "Of which spare": "count",
    "Chips": "count",
    "Racks": "count",
    "Servers, USD": "usd",
    "Rent, USD a year": "usd_per_year",
}
_AT: Final = {name.removeprefix("#"): position for position, name in enumerate(COLUMNS)}
_NOTES: Final = (
    "Marked cells may be changed; all sheets reckon with them. What another count of nodes can "
    "carry, only another quote says.",
    "Prices count at the high end of their range. The network comes on top (sheet Costs).",
)


@dataclass(frozen=True)
class Order:
    """The cells of one lot that the costs are reckoned from."""

    lot: Lot
    nodes: Live
    chips: Live
    servers_usd: Live
    rent_usd: Live
    provisioned_kw: Live
    """Per node."""
    mean_kw: Live
    """Per node."""
    software_usd: Live
    """Per chip-year."""


@dataclass(frozen=True)
class Orders:
    """Every lot, and the totals by column."""

    lots: tuple[Order, ...]
    totals: dict[str, Live]


def write_materials(book: Book, quote: Quote) -> Orders:
    """Writes the sheet; gives its cells."""
    sheet = book.sheet("Bill of materials", tuple(COLUMNS.values()))
    sheet.heads(columns(*COLUMNS))
    sheet.raw.freeze_panes(1, 2)
    first = sheet.row
    orders = tuple(_order(sheet, quote, lot) for lot in lots_of(quote))
    sheet.text(sheet.row, 0, "Total", "total")
    totals = {
        name: sheet.abroad(sheet.sum(_AT[name], first, unit))
        for name, unit in _SUMMED.items()
        if name != "Racks" or all(order.lot.racks is not None for order in orders)
    }
    sheet.row += 2
    for note in _NOTES:
        sheet.title(note, "note")
    return Orders(orders, totals)


def _order(sheet: Sheet, quote: Quote, lot: Lot) -> Order:
    _describe(sheet, quote, lot)
    units = _put(sheet, "Units", Figure(lot.units), "input")
    nodes = _reckon(sheet, "Nodes", units * float(lot.nodes_per_unit), "count")
    chips = _reckon(sheet, "Chips", nodes * float(lot.hardware.chips_per_node), "count")
    _put(sheet, "Of which spare", Figure(lot.spare_nodes))
    _put(sheet, "Racks", Figure(lot.racks))
    each = _put(sheet, "USD per unit", _figure(lot.usd_per_unit, "usd"), "input")
    hour = _figure(lot.usd_per_chip_hour, "usd_per_chip_hour")
    rent = _put(sheet, "USD per chip-hour", hour, "input")
    cells = (
        nodes,
        chips,
        _reckon(sheet, "Servers, USD", units * each, "usd"),
        _reckon(sheet, "Rent, USD a year", chips * rent * float(HOURS_PER_YEAR), "usd_per_year"),
        *_draws(sheet, lot),
    )
    sheet.row += 1
    return Order(lot, *(sheet.abroad(cell) for cell in cells))


def _draws(sheet: Sheet, lot: Lot) -> tuple[Live, Live, Live]:
    """What one node draws and what its software costs."""
    provisioned, mean = lot.power.provisioned_w / 1000, lot.mean_it_w_per_node / 1000
    software = Figure(lot.software_usd_per_chip_year, "usd")
    return (
        _put(sheet, "kW per node, provisioned", _figure(provisioned, "kw"), "input"),
        _put(sheet, "kW per node, mean", _figure(mean, "kw"), "input"),
        _put(sheet, "Software, USD per chip-year", software, "input"),
    )


def _describe(sheet: Sheet, quote: Quote, lot: Lot) -> None:
    term = quote.demand.policy.rent_term.replace("_", " ")
    price = lot.price
    texts = {
        "Site": lot.site,
        "Hardware": lot.hardware.id,
        "Name": lot.hardware.name or "",
        "Vendor": lot.hardware.vendor or "",
        "How": "buy" if lot.is_owned else f"rent ({term})",
        "Unit": lot.unit,
        "Price from": price.provider if price else "no price",
        "Price of": (price.price.date or "") if price else "",
    }
    for name, text in texts.items():
        sheet.text(sheet.row, _AT[name], text)


def _figure(value: Fraction | None, unit: str) -> Figure:
    return Figure(None if value is None else float(value), unit)


def _put(sheet: Sheet, column: str, figure: Figure, style: str = "number") -> Live:
    return sheet.number(sheet.row, _AT[column], figure, style)


def _reckon(sheet: Sheet, column: str, live: Live, unit: str) -> Live:
    return sheet.formula(sheet.row, _AT[column], live, unit)
