"""One panel of the throughput picture: the candidates of one workload, the marked points named."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from planner.report.charts.picture import Row, cut, panel_heading
from planner.report.charts.reach import FROM_RATE, Reach, Status
from planner.report.extras import need

SYSTEM_RATE: Final = "output tokens/s of the system, per chip"
WIDTH: Final = 340
HEIGHT: Final = 280
LINE_HEIGHT: Final = 15
USED: Final = "in the fleet"
_LINES: Final[Mapping[Status, Row]] = {
    "rejected": {"style": "rejected"},
    "could serve": {"strokeWidth": 1},
    USED: {"strokeWidth": 2.5, "point": True},
}
"""How the curves of each status are drawn, from the back to the front."""


def throughput_panel(
    title: str, statistic: str, found: Sequence[Reach], shape_of: Mapping[str, str]
) -> Any:
    """Rate of a chip against speed of a stream; every layer has a row, so that it has an extent."""
    alt = need("altair")
    speed = statistic if statistic == FROM_RATE else f"1000 / TPOT {statistic}"
    zero = alt.Scale(zero=True)
    x = alt.X("per_user:Q", title=f"output tokens/s of one stream ({speed})", scale=zero)
    y = alt.Y("per_chip:Q", title=SYSTEM_RATE, scale=zero)
    rows = [row for reach in found for row in _rows(reach)]
    bounded = _apart([row for reach in found for row in _bounded(reach)], rows)
    hardware = sorted({reach.hardware for reach in found if reach.status != "rejected"})
    color = alt.Color(
        "hardware:N", title="hardware", scale=alt.Scale(domain=hardware), legend=_below(alt)
    )
    layers = [layer.encode(x=x, y=y) for layer in _lines(rows, color)]
    if bounded:
        layers.append(_marks(bounded, color, shape_of).encode(x=x, y=y))
    layers += [layer.encode(x=x) for layer in _names(bounded)]
    return alt.layer(*layers).properties(width=WIDTH, height=HEIGHT, title=panel_heading(title))


def _lines(rows: Sequence[Row], color: Any) -> Iterator[Any]:
    alt = need("altair")
    for status, style in _LINES.items():
        drawn = [row for row in rows if row["status"] == status]
        if not drawn:
            continue
        chart = alt.Chart(alt.Data(values=drawn)).mark_line(**style)
        line = chart.encode(detail="deployment:N", order="concurrency:Q", tooltip=_tooltip(alt))
        yield line if status == "rejected" else line.encode(color=color)


def _marks(bounded: Sequence[Row], color: Any, shape_of: Mapping[str, str]) -> Any:
    alt = need("altair")
    shapes = alt.Scale(domain=list(shape_of), range=list(shape_of.values()))
    points = alt.Chart(alt.Data(values=bounded)).mark_point(filled=True, opacity=1, style="edge")
    return points.encode(
        color=color,
        shape=alt.Shape("status:N", title="marked point", scale=shapes, legend=_below(alt)),
        size=alt.condition(alt.datum.status == USED, alt.value(150), alt.value(45)),
        tooltip=_tooltip(alt),
    )


def _names(bounded: Sequence[Row]) -> Iterator[Any]:
    alt = need("altair")
    named = [row for row in bounded if row["status"] == USED]
    for style in ("halo", "label") if named else ():
        chart = alt.Chart(alt.Data(values=named)).mark_text(style=style, align="left", dx=9)
        yield chart.encode(text="short:N", y=alt.Y("label_y:Q", title=SYSTEM_RATE))


def _below(alt: Any) -> Any:
    return alt.Legend(orient="bottom", columns=5)


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
