"""The money of a quote as tables for people."""

from collections.abc import Iterable

from rich.table import Table
from rich.text import Text

from planner.quote import Quote
from planner.report import figures as fig
from planner.report.grid import grid
from planner.report.lots import lots_of
from planner.units import HOURS_PER_YEAR


def money_tables(quote: Quote) -> Iterable[Table]:
    """Bill of materials, cost lines, cost by purpose, cost per million tokens."""
    if quote.cost is None or quote.totals is None:
        return
    yield _materials(quote)
    total = quote.totals.usd_per_year or 0.0
    lines = grid("Cost a year", ("line", False), ("USD", True), ("share", True))
    for line in quote.cost.lines:
        if line.usd_per_year:
            lines.add_row(
                line.item.replace("_", " "),
                fig.usd(line.usd_per_year),
                _share(line.usd_per_year, total),
            )
    lines.add_row("total", fig.usd(total), "")
    yield lines
    purposes = grid("The same by purpose", ("purpose", False), ("USD", True), ("share", True))
    for purpose, usd in quote.cost.by_purpose.model_dump().items():
        purposes.add_row(purpose, fig.usd(usd), _share(usd, total))
    yield purposes
    yield _per_million(quote)
    if quote.cost.bands:
        yield _bands(quote)


def _materials(quote: Quote) -> Table:
    """What is bought and rented, site by site, in the units that it is ordered in."""
    table = grid("To buy or rent", ("site", False), ("what", False), ("price", True), ("USD", True))
    for lot in lots_of(quote):
        name = f"{lot.hardware.id} ({lot.chips:,} chips)"
        if lot.is_owned and lot.usd_per_unit is not None:
            unit = "racks of " if lot.unit == "rack" else ""
            what = f"{lot.units:,} x {unit}{name}"
            price, usd = (
                fig.usd(float(lot.usd_per_unit)),
                fig.usd(float(lot.usd_per_unit * lot.units)),
            )
        elif lot.usd_per_chip_hour is not None:
            what = f"{lot.nodes:,} x {name}, rented {quote.demand.policy.rent_term}"
            price = f"{fig.usd(float(lot.usd_per_chip_hour), 2)}/chip-h"
            usd = f"{fig.usd(float(lot.usd_per_chip_hour * lot.chips * HOURS_PER_YEAR))} a year"
        else:
            continue
        table.add_row(Text(fig.literal(lot.site)), Text(fig.literal(what)), price, usd)
    return table


def _bands(quote: Quote) -> Table:
    table = grid(
        "How sure", ("", False), ("low", True), ("base", True), ("high", True), ("driver", False)
    )
    for name, band in (quote.cost.bands if quote.cost else {}).items():
        show = fig.usd_per_million if name.startswith("usd") else fig.count
        table.add_row(
            _BANDS.get(name, name), show(band.low), show(band.base), show(band.high), band.driver
        )
    return table


_BANDS = {"usd_per_million_tokens": "USD per million", "replicas": "replicas"}


def _share(part: float, total: float) -> str:
    return fig.percent(part / total) if total else "-"


def _per_million(quote: Quote) -> Table:
    totals = quote.totals
    table = grid(
        "Cost per million tokens, at the mean rate", ("", False), ("USD", True), ("", False)
    )
    table.show_header = False
    if totals is None:
        return table
    speaks = any(route.stage != "serve" for w in quote.workloads for route in w.routes)
    split = "of the language model alone" if speaks else "split by what tokens cost"
    table.add_row(
        "input",
        fig.usd_per_million(totals.usd_per_million_input_tokens),
        split,
    )
    table.add_row(
        "output",
        fig.usd_per_million(totals.usd_per_million_output_tokens),
        split,
    )
    table.add_row(
        "all",
        fig.usd_per_million(totals.usd_per_million_tokens),
        "the whole cost on all tokens" if speaks else "input and accepted output together",
    )
    if totals.cached_input_tokens_per_year:
        table.add_row(
            "uncached",
            fig.usd_per_million(totals.usd_per_million_uncached_tokens),
            "without cached input",
        )
    table.add_row(
        "output, all in",
        fig.usd_per_million(totals.usd_per_million_output_tokens_all_in),
        "the whole cost on output tokens",
    )
    if totals.usd_per_session_hour is not None:
        table.add_row(
            "session-hour",
            fig.usd_per_million(totals.usd_per_session_hour),
            "voice, per hour of session",
        )
    for times, usd in (totals.usd_per_million_tokens_at_peak_to_mean or {}).items():
        table.add_row(
            f"all, peak = {times} x mean", fig.usd_per_million(usd), "no peak_to_mean was given"
        )
    return table
