"""The money of a quote as tables for people."""

from collections.abc import Iterable

from rich.table import Table
from rich.text import Text

from planner.candidates.economics import price_usd_per_node, rent_usd_per_chip_hour
from planner.quote import Quote
from planner.report import figures as fig
from planner.units import HOURS_PER_YEAR


def money_tables(quote: Quote) -> Iterable[Table]:
    """Bill of materials, cost lines, cost by purpose, cost per million tokens."""
    from planner.report.table import grid

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
    """What is bought and rented, site by site."""
    from planner.report.table import grid

    table = grid("To buy or rent", ("site", False), ("what", False), ("price", True), ("USD", True))
    hardware = {entry.id: entry for entry in quote.inputs.hardware}
    prices = {used.hardware: used.price for used in quote.inputs.prices}
    term = quote.demand.policy.rent_term
    for site in quote.sites:
        for name, nodes in site.nodes.items():
            rented = site.rented_nodes.get(name, 0)
            each = price_usd_per_node(prices[name], hardware[name])
            rent = rent_usd_per_chip_hour(prices[name], term)
            if nodes > rented and each is not None:
                cost = fig.usd(float(each * (nodes - rented)))
                what = f"{nodes - rented:,} x {name} ({hardware[name].chips_per_node} chips)"
                table.add_row(
                    Text(fig.literal(site.name)),
                    Text(fig.literal(what)),
                    fig.usd(float(each)),
                    cost,
                )
            if rented and rent is not None:
                chips = rented * hardware[name].chips_per_node
                yearly = f"{fig.usd(float(rent * chips * HOURS_PER_YEAR))} a year"
                what = f"{rented:,} x {name} rented ({chips:,} chips, {term})"
                table.add_row(
                    Text(fig.literal(site.name)),
                    Text(fig.literal(what)),
                    f"{fig.usd(float(rent), 2)}/chip-h",
                    yearly,
                )
    return table


def _bands(quote: Quote) -> Table:
    from planner.report.table import grid

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
    from planner.report.table import grid

    totals = quote.totals
    table = grid(
        "Cost per million tokens, at the mean rate", ("", False), ("USD", True), ("", False)
    )
    table.show_header = False
    if totals is None:
        return table
    table.add_row(
        "input",
        fig.usd_per_million(totals.usd_per_million_input_tokens),
        "split by what tokens cost",
    )
    table.add_row(
        "output",
        fig.usd_per_million(totals.usd_per_million_output_tokens),
        "split by what tokens cost",
    )
    table.add_row(
        "all",
        fig.usd_per_million(totals.usd_per_million_tokens),
        "input and accepted output together",
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
