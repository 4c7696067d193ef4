"""The sheet `Summary`: the answer, its main figures, and what must be looked at before signing."""

from planner.quote import Quote
from planner.report.content import Figure, verdict_of
from planner.report.content.notes import shortfalls, warnings
from planner.report.workbook.costs import Costs
from planner.report.workbook.live import Live
from planner.report.workbook.materials import Orders
from planner.report.workbook.sheet import Sheet


def write_head(sheet: Sheet, quote: Quote) -> None:
    """The name of the quote, and what it answers."""
    verdict = verdict_of(quote)
    sheet.title(quote.name, "title")
    sheet.title(f"{verdict.word}. {verdict.text}")
    sheet.title(f"Quote {quote.id}, {quote.created_at}, planner {quote.planner_version}", "note")
    sheet.row += 1


def write_figures(sheet: Sheet, quote: Quote, orders: Orders, costs: Costs | None) -> None:
    """The figures that a reader looks for first; money and counts follow the other sheets."""
    totals = quote.totals
    if totals is None:
        return
    for name, live in (("Nodes", "Nodes"), ("Chips", "Chips")):
        _live(sheet, name, orders.totals[live], "count")
    if costs is not None:
        _live(sheet, "Purchase with network, USD", costs.purchase_usd, "usd")
        _live(sheet, "Cost a year, USD", costs.usd_per_year, "usd_per_year")
        if costs.per_million is not None:
            _live(sheet, "Per million tokens, USD", costs.per_million, "usd_per_million")
    for name, figure in (
        ("Replicas", Figure(totals.replicas)),
        ("Racks", Figure(totals.racks)),
        ("Facility power, MW", Figure(totals.facility_megawatts, "megawatts")),
        ("Mean facility power, MW", Figure(totals.mean_facility_megawatts, "megawatts")),
        ("Energy, MWh a year", Figure(totals.energy_mwh_per_year, "mwh")),
        ("Carbon, t CO2 a year", Figure(totals.tonnes_co2_per_year, "tonnes")),
        ("Output tokens/s at the peak", Figure(totals.output_tokens_per_s, "tokens_per_s")),
    ):
        sheet.text(sheet.row, 0, name)
        sheet.number(sheet.row, 1, figure)
        sheet.row += 1
    sheet.row += 1


def _live(sheet: Sheet, name: str, live: Live, unit: str) -> None:
    sheet.text(sheet.row, 0, name)
    sheet.formula(sheet.row, 1, live, unit)
    sheet.row += 1


def write_notes(sheet: Sheet, quote: Quote) -> None:
    """What is missing, or what must be looked at."""
    for item in shortfalls(quote).rows:
        sheet.title("What is missing")
        for text in item[4:]:
            sheet.title(str(text), "line")
        sheet.row += 1
    found = warnings(quote).rows
    if found:
        sheet.title("Warnings")
        for _, text in found:
            sheet.title(str(text), "line")
