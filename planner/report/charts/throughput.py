"""What a chip delivers against what each user gets, candidate by candidate, the SLO marked."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from planner.catalog.library import Catalog
from planner.loads import StageLoad, loads_of
from planner.quote import Quote
from planner.report import figures as fig
from planner.report.charts.picture import Picture, Row, cut, heading, panel_heading, picture
from planner.report.charts.reach import FROM_RATE, STATUSES, Reach, reaches_of
from planner.report.extras import need

MOST_WORKLOADS: Final = 4
MOST_CURVES: Final = 60
"""Of one workload; those in the fleet first."""
SYSTEM_RATE: Final = "output tokens/s of the system, per chip"
HEIGHT: Final = 280
LINE_HEIGHT: Final = 15
_MARKS: Final = {"in the fleet": "diamond", "could serve": "circle"}


def throughput_picture(quote: Quote, catalog: Catalog | None = None) -> Picture | None:
    """A panel for each workload, the busiest first; `None` where no curve has two rates."""
    loads = [load for load in loads_of(quote.demand) if load.stage == "serve" and load.peak > 0]
    loads.sort(key=lambda load: -load.peak * load.shape.output_tokens)
    found_for: list[tuple[StageLoad, str, list[Reach]]] = []
    words: list[str] = []
    for load in loads[:MOST_WORKLOADS]:
        statistic, found = reaches_of(quote, load, catalog)
        kept = _kept(found)
        if kept:
            found_for.append((load, statistic, kept))
            words.append(_told(quote, load, kept))
    if not found_for:
        return None
    alt = need("altair")
    marked = {reach.status for *_, kept in found_for for reach in kept}
    marks = {status: mark for status, mark in _MARKS.items() if status in marked}
    panels = [_panel(quote, *found, marks) for found in found_for]
    more = f"the {MOST_WORKLOADS} largest workloads" if len(loads) > MOST_WORKLOADS else ""
    title = heading(
        "Rate of a chip against speed of a user",
        quote.name,
        "Each line is one candidate, from few requests in flight (right) to many.",
        "Diamond: where the fleet runs it. Circle: as far as the SLO lets it go.",
        "Grey: rejected.",
        _off_the_line(quote),
        more,
    )
    chart = alt.concat(*panels, columns=2, spacing=36).properties(title=title)
    chart = chart.resolve_scale(color="shared", shape="shared")
    alt_text = " ".join([f"System rate per chip against per-user speed, {quote.name}.", *words])
    return picture("throughput", "Rate of a chip against speed of a user", alt_text, chart)


def _off_the_line(quote: Quote) -> str:
    rules = {route.rate.rule for workload in quote.workloads for route in workload.routes}
    is_between = rules & {"fitted", "padded", "larger_shape"}
    return "Planned between measured shapes, a point lies off its line." if is_between else ""


def _kept(found: Sequence[Reach]) -> list[Reach]:
    return sorted(found, key=lambda reach: STATUSES.index(reach.status))[:MOST_CURVES]


def _panel(
    quote: Quote,
    load: StageLoad,
    statistic: str,
    found: Sequence[Reach],
    shape_of: Mapping[str, str],
) -> Any:
    alt = need("altair")
    name = quote.demand.workloads[load.workload].name
    speed = statistic if statistic == FROM_RATE else f"1000 / TPOT {statistic}"
    rows = [row for reach in found for row in _rows(reach)]
    bounded = _apart([row for reach in found for row in _bounded(reach)], rows)
    zero = alt.Scale(zero=True)
    x = alt.X("per_user:Q", title=f"output tokens/s of one stream ({speed})", scale=zero)
    y = alt.Y("per_chip:Q", title=SYSTEM_RATE, scale=zero)
    label_y = alt.Y("label_y:Q", title=SYSTEM_RATE)
    hardware = sorted({reach.hardware for reach in found if reach.status != "rejected"})
    scale = alt.Scale(domain=hardware)
    color = alt.Color("hardware:N", title="hardware", scale=scale)
    lines = alt.Chart(alt.Data(values=rows)).encode(
        x=x, y=y, detail="deployment:N", order="concurrency:Q", tooltip=_tooltip(alt)
    )
    of = alt.datum.status
    grey = lines.transform_filter(of == "rejected").mark_line(style="rejected")
    able = lines.transform_filter(of == "could serve").mark_line(strokeWidth=1)
    used = lines.transform_filter(of == "in the fleet").mark_line(strokeWidth=2.5, point=True)
    marks = alt.Chart(alt.Data(values=bounded)).encode(x=x, y=y)
    shapes = alt.Scale(domain=list(shape_of), range=list(shape_of.values()))
    ends = marks.mark_point(filled=True, opacity=1, style="edge").encode(
        color=color,
        shape=alt.Shape("status:N", title="marked point", scale=shapes),
        size=alt.condition(of == "in the fleet", alt.value(150), alt.value(45)),
        tooltip=_tooltip(alt),
    )
    text = marks.transform_filter(of == "in the fleet")
    halo, label = (
        text.mark_text(style=style, align="left", dx=9).encode(text="short:N", y=label_y)
        for style in ("halo", "label")
    )
    layers = [grey, able.encode(color=color), used.encode(color=color), ends, halo, label]
    return alt.layer(*layers).properties(
        width=380, height=HEIGHT, title=panel_heading(_of(quote, load, name))
    )


def _of(quote: Quote, load: StageLoad, name: str) -> str:
    shape = load.shape
    lengths = f"{float(shape.input_tokens):,.0f} in, {float(shape.output_tokens):,.0f} out"
    return f"{cut(name)} ({cut(quote.demand.workloads[load.workload].model, 24)}; {lengths})"


def _tooltip(alt: Any) -> list[Any]:
    return [
        alt.Tooltip("deployment:N"),
        alt.Tooltip("status:N"),
        alt.Tooltip("concurrency:Q", title="requests in flight"),
        alt.Tooltip("per_user:Q", title="tokens/s of one stream", format=",.4~g"),
        alt.Tooltip("per_chip:Q", title="tokens/s per chip", format=",.5~g"),
    ]


def _head(reach: Reach) -> Row:
    return {
        "deployment": reach.deployment,
        "hardware": reach.hardware,
        "status": reach.status,
    }


def _rows(reach: Reach) -> list[Row]:
    return [
        {
            **_head(reach),
            "concurrency": spot.concurrency,
            "per_user": spot.per_user,
            "per_chip": spot.per_chip,
        }
        for spot in reach.spots
    ]


def _bounded(reach: Reach) -> list[Row]:
    name = cut(reach.deployment.partition("--")[2] or reach.deployment, 34)
    return [
        {
            **_head(reach),
            "short": name
            if len(reach.bounded) == 1
            else f"{name}, {spot.concurrency:.0f} in flight",
            "concurrency": spot.concurrency,
            "per_user": spot.per_user,
            "per_chip": spot.per_chip,
        }
        for spot in reach.bounded
    ]


def _apart(bounded: list[Row], rows: Sequence[Row]) -> list[Row]:
    """The marked points with heights for their names, a line of text apart at least."""
    unit = max(row["per_chip"] for row in (*rows, *bounded)) / HEIGHT
    ceiling = float("inf")
    placed: list[Row] = []
    for row in sorted(bounded, key=lambda row: -row["per_chip"]):
        is_named = row["status"] == "in the fleet"
        height = min(row["per_chip"] + 8 * unit, ceiling) if is_named else row["per_chip"]
        ceiling = height - LINE_HEIGHT * unit if is_named else ceiling
        placed.append({**row, "label_y": height})
    return placed


def _told(quote: Quote, load: StageLoad, found: Sequence[Reach]) -> str:
    name = quote.demand.workloads[load.workload].name
    used = [
        f"{reach.deployment} at {spot.concurrency:,.0f} requests in flight: "
        f"{fig.rate(spot.per_chip)} tokens/s per chip, {spot.per_user:.0f} tokens/s a user"
        for reach in found
        if reach.status == "in the fleet"
        for spot in reach.bounded
    ]
    others = {word: sum(reach.status == word for reach in found) for word in STATUSES[1:]}
    rest = f"{others['could serve']} other could serve, {others['rejected']} were rejected"
    return f"{name}: {'; '.join(used) or 'none in the fleet'}; {rest}."
