"""Where the money goes: a stack by line and by purpose, unfolded so that each part has its row."""

from collections.abc import Mapping
from itertools import accumulate
from typing import Any

from planner.quote import Quote
from planner.report import figures as fig
from planner.report.charts.picture import Picture, Row, heading, panel_heading, picture
from planner.report.content.money import item_name
from planner.report.extras import need

TOTAL = "total"


def cost_picture(quote: Quote) -> Picture | None:
    """The cost per million tokens (a year, where there are none) by line and by purpose."""
    totals, cost = quote.totals, quote.cost
    if totals is None or cost is None or not totals.usd_per_year:
        return None
    per_token = totals.usd_per_million_tokens
    factor = per_token / totals.usd_per_year if per_token else 1.0
    unit = "USD per million tokens" if per_token else "USD a year"
    show = fig.usd_per_million if per_token else fig.usd
    lines = {item_name(x.item): x.usd_per_year * factor for x in cost.lines if x.usd_per_year}
    purposes = {k: v * factor for k, v in cost.by_purpose.model_dump().items()}
    whole = show(totals.usd_per_year * factor)
    alt = need("altair")
    chart = alt.hconcat(
        _panel(lines, "By line", unit, show), _panel(purposes, "By purpose", unit, show), spacing=36
    ).properties(title=heading(f"Cost: {whole} {_after(unit)}", *_about(quote, bool(per_token))))
    chart = chart.resolve_scale(color="independent")
    words = (
        f"Cost of {quote.name}, {whole} {_after(unit)}. "
        f"By line: {_listed(lines, show)}. By purpose: {_listed(purposes, show)}."
    )
    return picture("cost", f"Cost of {quote.name}", words, chart)


def _after(unit: str) -> str:
    return unit.removeprefix("USD ")


def _about(quote: Quote, is_per_token: bool) -> tuple[str, ...]:
    year = fig.usd(quote.totals.usd_per_year if quote.totals else None)
    text = "input and accepted output together, at the mean rate" if is_per_token else ""
    return (f"{quote.name}: {year} a year", text)


def _listed(parts: Mapping[str, float], show: Any) -> str:
    return ", ".join(f"{name} {show(value)}" for name, value in parts.items())


def _panel(parts: Mapping[str, float], title: str, unit: str, show: Any) -> Any:
    """The whole stack in the first row; below it each part where it stands in the stack."""
    alt = need("altair")
    whole = sum(parts.values())
    ends = list(accumulate(parts.values()))
    rows: list[Row] = []
    for (name, value), end in zip(parts.items(), ends, strict=True):
        part = {"part": name, "from": end - value, "to": end, "text": _text(value, whole, show)}
        rows += [{**part, "row": TOTAL, "text": ""}, {**part, "row": name}]
    base = alt.Chart(alt.Data(values=rows)).encode(
        y=alt.Y("row:N", title=None, sort=[TOTAL, *parts], axis=alt.Axis(ticks=False, domain=False))
    )
    bars = base.mark_bar(style="edge", height={"band": 0.72}).encode(
        x=alt.X("from:Q", title=unit, axis=alt.Axis(tickCount=5), scale=_room(whole)),
        x2="to:Q",
        color=alt.Color("part:N", legend=None, scale=alt.Scale(domain=list(parts))),
    )
    labels = base.mark_text(style="label", align="left", dx=5).encode(x="to:Q", text="text:N")
    sum_row = {"row": TOTAL, "to": whole, "text": show(whole)}
    total = (
        alt.Chart(alt.Data(values=[sum_row]))
        .mark_text(style="label", align="left", dx=5, fontWeight="bold")
        .encode(x="to:Q", y=alt.Y("row:N", sort=[TOTAL, *parts]), text="text:N")
    )
    size = {"width": 300, "height": alt.Step(24), "title": panel_heading(title)}
    return (bars + labels + total).properties(**size)


def _room(whole: float) -> Any:
    """Room for the text to the right of the longest bar."""
    return need("altair").Scale(domain=[0, whole * 1.42], nice=False)


def _text(value: float, whole: float, show: Any) -> str:
    return f"{show(value)} · {fig.percent(value / whole)}" if whole else show(value)
