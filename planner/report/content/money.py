"""The money of a quote as tables: what to buy, cost lines, purposes, cost per million tokens."""

from typing import Final

from planner.quote import Quote
from planner.report.content.cells import Cell, Figure, Table, columns
from planner.report.lots import Lot, lots_of
from planner.units import HOURS_PER_YEAR


def materials(quote: Quote) -> Table:
    """What is bought and rented, site by site."""
    rows = tuple(_material(quote, lot) for lot in lots_of(quote))
    names = (
        "site",
        "hardware",
        "how",
        "#units",
        "unit",
        "#nodes",
        "#of which spare",
        "#chips",
        "#racks",
        "#price",
        "#purchase",
        "#rent a year",
    )
    note = (
        "Price: of one unit, or of a chip-hour where it is rented; a range counts at its high "
        "end. The network comes on top, as a share of the server price."
    )
    return Table("bill_of_materials", "Bill of materials", columns(*names), rows, note, heads=3)


def _material(quote: Quote, lot: Lot) -> tuple[Cell, ...]:
    each, rent = lot.usd_per_unit, lot.usd_per_chip_hour
    return (
        lot.site,
        lot.hardware.id,
        "buy" if lot.is_owned else f"rent ({quote.demand.policy.rent_term.replace('_', ' ')})",
        Figure(lot.units),
        lot.unit,
        Figure(lot.nodes),
        Figure(lot.spare_nodes),
        Figure(lot.chips),
        Figure(lot.racks),
        Figure(None if each is None else float(each), "usd")
        if lot.is_owned
        else Figure(None if rent is None else float(rent), "usd_per_chip_hour"),
        Figure(None if each is None else float(each * lot.units), "usd"),
        Figure(None if rent is None else float(rent * lot.chips * HOURS_PER_YEAR), "usd_per_year"),
    )


def lines(quote: Quote) -> Table:
    """The cost of a year by line."""
    found = () if quote.cost is None else quote.cost.lines
    parts = {item_name(line.item): line.usd_per_year for line in found if line.usd_per_year}
    return _split(quote, "cost_lines", "Cost a year", parts)


def purposes(quote: Quote) -> Table:
    """The same by what it is for."""
    parts = {} if quote.cost is None else quote.cost.by_purpose.model_dump()
    return _split(quote, "cost_by_purpose", "The same by purpose", parts)


def workload_costs(quote: Quote) -> Table:
    """The same by workload."""
    parts = () if quote.cost is None else quote.cost.by_workload
    rows = tuple(
        (
            part.name,
            Figure(part.usd_per_year, "usd_per_year"),
            Figure(part.usd_per_million_tokens, "usd_per_million"),
            Figure(part.usd_per_session_hour, "usd_per_session_hour"),
        )
        for part in parts
    )
    names = columns("workload", "#USD a year", "#per million tokens", "#per session-hour")
    note = "A token of one model is not a token of another: tokenizers differ."
    return Table("cost_by_workload", "The same by workload", names, rows, note)


_ITEMS: Final = {"energy_it": "energy, IT", "energy_cooling": "energy, cooling"}


def item_name(item: str) -> str:
    """A cost line as people call it."""
    return _ITEMS.get(item, item.replace("_", " "))


def _split(quote: Quote, key: str, title: str, parts: dict[str, float]) -> Table:
    total = (quote.totals and quote.totals.usd_per_year) or 0.0
    rows = tuple(
        (name, Figure(usd, "usd_per_year"), Figure(usd / total if total else None, "fraction"))
        for name, usd in parts.items()
    )
    if rows:
        rows += (
            ("total", Figure(total, "usd_per_year"), Figure(1 if total else None, "fraction")),
        )
    return Table(key, title, columns("part", "#USD a year", "#share"), rows)


def per_million(quote: Quote) -> Table:
    """What a million tokens cost, at the mean rate."""
    totals = quote.totals
    if totals is None or totals.usd_per_year is None:
        rows = ()
    else:
        found = [
            ("input", totals.usd_per_million_input_tokens, "split by what tokens cost"),
            ("output", totals.usd_per_million_output_tokens, "split by what tokens cost"),
            ("all", totals.usd_per_million_tokens, "input and accepted output together"),
            ("output, all in", totals.usd_per_million_output_tokens_all_in, "whole cost on output"),
        ]
        if totals.cached_input_tokens_per_year:
            found.insert(3, ("uncached", totals.usd_per_million_uncached_tokens, "no cached input"))
        duties = totals.usd_per_million_tokens_at_peak_to_mean or {}
        found += [(f"all, peak = {n} x mean", usd, "no peak_to_mean") for n, usd in duties.items()]
        rows = tuple((name, Figure(usd, "usd_per_million"), note) for name, usd, note in found)
    title = "Cost per million tokens, at the mean rate"
    return Table("cost_per_million_tokens", title, columns("tokens", "#USD", ""), rows)


def bands(quote: Quote) -> Table:
    """Low, base and high of the main figures."""
    found = {} if quote.cost is None else quote.cost.bands
    rows = tuple(
        (
            name.replace("_", " ").replace("usd", "USD"),
            *(Figure(end, _band_unit(name)) for end in (band.low, band.base, band.high)),
            band.driver,
        )
        for name, band in found.items()
    )
    names = columns("figure", "#low", "#base", "#high", "what moves it most")
    return Table("bands", "How sure", names, rows)


def _band_unit(name: str) -> str:
    return "usd_per_million" if name.startswith("usd") else "count"
