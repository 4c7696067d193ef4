"""Cost against headroom and against the limit on TPOT, with today's point."""

from collections.abc import Sequence
from typing import Any, Final

from planner.quote import Quote
from planner.report import figures as fig
from planner.report.charts.picture import Picture, Row, cut, heading, panel_heading, picture
from planner.report.extras import need
from planner.report.tradeoffs import Outcome, Tradeoff

_CROSS: Final = "M-1,-1L1,1M1,-1L-1,1"

type Found = tuple[Tradeoff, Sequence[Outcome]]
"""What was varied, and what came of it in ascending order."""


def curve_pictures(quote: Quote, found: Sequence[Found]) -> tuple[Picture, ...]:
    """What headroom costs, and what a stricter or looser TPOT does; those with two points."""
    kept = [(tradeoff, outcomes) for tradeoff, outcomes in found if _has_costs(outcomes)]
    made = (_headroom(quote, kept), _tpot(quote, kept))
    return tuple(each for each in made if each is not None)


def _headroom(quote: Quote, found: Sequence[Found]) -> Picture | None:
    outcomes = next((each for tradeoff, each in found if tradeoff.varied == "headroom"), None)
    if outcomes is None:
        return None
    panel = _panel(outcomes, "headroom, as a share of the peak", "%")
    title = heading("What headroom costs", f"{quote.name}: each point is a fleet of its own")
    words = f"Cost against headroom, {quote.name}. {_told(outcomes, fig.percent)}"
    return picture("headroom", "What headroom costs", words, panel.properties(title=title))


def _tpot(quote: Quote, found: Sequence[Found]) -> Picture | None:
    """One panel a workload."""
    panels: list[Any] = []
    words: list[str] = []
    for tradeoff, outcomes in found:
        if tradeoff.workload is not None:
            panel = _panel(outcomes, f"limit on TPOT {tradeoff.percentile}, ms", ",.5~g")
            panels.append(panel.properties(title=panel_heading(cut(tradeoff.workload))))
            words.append(f"{tradeoff.workload}: {_told(outcomes, fig.milliseconds)}")
    if not panels:
        return None
    subtitle = f"{quote.name}: each point is a fleet of its own; one workload is changed at a time"
    title = heading("What a faster answer costs", subtitle)
    chart = need("altair").concat(*panels, columns=2, spacing=36).properties(title=title)
    text = " ".join([f"Cost against the limit on TPOT, {quote.name}.", *words])
    return picture("tpot", "What a faster answer costs", text, chart)


def _has_costs(found: Sequence[Outcome]) -> bool:
    return sum(outcome.usd_per_year is not None for outcome in found) > 1


def _cost(outcome: Outcome, found: Sequence[Outcome]) -> float | None:
    """Per million tokens, a year where there are no tokens."""
    by_token = any(other.usd_per_million_tokens is not None for other in found)
    return outcome.usd_per_million_tokens if by_token else outcome.usd_per_year


def _panel(found: Sequence[Outcome], axis: str, numbers: str) -> Any:
    alt = need("altair")
    by_token = any(outcome.usd_per_million_tokens is not None for outcome in found)
    unit, show = (
        ("USD per million tokens", fig.usd_per_million) if by_token else ("USD a year", fig.usd)
    )
    rows: list[Row] = [
        {"x": o.value, "y": cost, "today": o.is_today, "text": f"today {show(cost)}"}
        for o in found
        if (cost := _cost(o, found)) is not None
    ]
    without: list[Row] = [{"x": o.value, "text": ""} for o in found if not o.has_fleet]
    if without:
        without[len(without) // 2]["text"] = "no fleet"
    values = [o.value for o in found]
    room = (values[-1] - values[0]) * 0.05
    domain = [values[0] - room, values[-1] + room]
    span = alt.Scale(domain=domain, nice=False, zero=False)
    x = alt.X("x:Q", title=axis, axis=alt.Axis(format=numbers), scale=span)
    y = alt.Y("y:Q", title=unit, scale=alt.Scale(zero=True))
    base = alt.Chart(alt.Data(values=rows)).encode(x=x, y=y)
    of = alt.datum.today
    line = base.mark_line(style="plain")
    points = base.mark_point(style="plain", filled=True, size=40).encode(
        tooltip=[alt.Tooltip("x:Q", title=axis), alt.Tooltip("y:Q", title=unit, format="$,.4~g")]
    )
    today = base.transform_filter(of).mark_point(
        style="today", shape="diamond", filled=True, size=170
    )
    text = base.transform_filter(of).mark_text(style="alarm-label", align="left", dx=8, dy=14)
    layers = line + points + today + text.encode(text="text:N")
    if without:
        none = alt.Chart(alt.Data(values=without)).encode(x=x, y=alt.value(272))
        cross = none.mark_point(style="no-fleet", shape=_CROSS, filled=False, size=60)
        words = none.mark_text(style="soft-label", dy=-14).encode(text="text:N")
        layers = layers + cross + words
    return layers.properties(width=340, height=280)


def _told(found: Sequence[Outcome], name: Any) -> str:
    by_token = any(outcome.usd_per_million_tokens is not None for outcome in found)
    show = fig.usd_per_million if by_token else fig.usd
    unit = "per million tokens" if by_token else "a year"

    def said(outcome: Outcome) -> str:
        cost = _cost(outcome, found)
        today = " (today)" if outcome.is_today else ""
        without = "no price" if outcome.has_fleet else "no fleet"
        return f"{name(outcome.value)}{today} {without if cost is None else show(cost)}"

    return f"USD {unit}: {', '.join(said(outcome) for outcome in found)}."
