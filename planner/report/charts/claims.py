"""Published claims by what they measure: one panel a kind, so that no two kinds are compared."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from planner.catalog.claims import HEADINGS, UNITS, stated
from planner.entries.claim import Claim, Measure
from planner.entries.figure import ends
from planner.report.charts.picture import Picture, Row, heading, panel_heading, picture, told_apart
from planner.report.extras import need

_SHAPES: Final = {
    "measured": "circle",
    "third_party": "square",
    "vendor": "diamond",
    "modeled": "triangle-up",
    "target": "cross",
    "estimate": "triangle-down",
    "unspecified": "triangle-left",
}
"""The mark of each class of evidence, from the strongest to the weakest; as in the tables of
the lab where there is such a mark."""


def claims_picture(groups: Mapping[Measure, Sequence[Claim]]) -> Picture | None:
    """Every claim with a figure, on a log axis of its kind; in a panel by size."""
    kept: dict[Measure, list[Claim]] = {
        measure: [claim for claim in claims if claim.figure is not None]
        for measure, claims in groups.items()
    }
    known = {claim.evidence for claims in kept.values() for claim in claims}
    marks = {_words(name): shape for name, shape in _SHAPES.items() if name in known}
    panels = [_panel(measure, claims, marks) for measure, claims in kept.items() if claims]
    if not panels:
        return None
    alt = need("altair")
    chart = (
        alt.vconcat(*panels, spacing=28)
        .resolve_scale(x="independent", y="independent", color="shared", shape="shared")
        .properties(
            title=heading(
                "Published claims, by what they measure",
                "Each panel has its own axis: a figure of one kind ranks with none of another",
                "Log axes. A line is a range.",
            )
        )
    )
    words = " ".join(_told(measure, claims) for measure, claims in kept.items() if claims)
    return picture("claims", "Published claims, by what they measure", words, chart)


def _panel(measure: Measure, claims: Sequence[Claim], marks: Mapping[str, str]) -> Any:
    alt = need("altair")
    ordered = sorted(claims, key=lambda claim: -_high(claim))
    names = told_apart(_names(ordered), 58)
    rows: list[Row] = [_row(claim, name) for claim, name in zip(ordered, names, strict=True)]
    x = alt.X(
        "low:Q",
        title=UNITS[measure],
        scale=alt.Scale(type="log", nice=True, padding=20),
        axis=alt.Axis(format=",~g", tickCount=5, labelOverlap=True),
    )
    y = alt.Y(
        "name:N", title=None, sort=names, axis=alt.Axis(ticks=False, domain=False, labelLimit=400)
    )
    color = alt.Color("evidence:N", title="known by", scale=alt.Scale(domain=list(marks)))
    shapes = alt.Scale(domain=list(marks), range=list(marks.values()))
    base = alt.Chart(alt.Data(values=rows)).encode(x=x, y=y, color=color)
    span = base.mark_rule(strokeWidth=2).encode(x2="high:Q")
    tooltip = [alt.Tooltip(f"{field}:N") for field in ("id", "states", "evidence", "date")]
    shape = alt.Shape("evidence:N", title="known by", scale=shapes)
    ends_of = [
        base.mark_point(filled=True, opacity=1, size=70).encode(
            x=alt.X(f"{end}:Q"), shape=shape, tooltip=tooltip
        )
        for end in ("low", "high")
    ]
    return alt.layer(span, *ends_of).properties(
        width=420, height=alt.Step(17), title=panel_heading(HEADINGS[measure])
    )


def _high(claim: Claim) -> float:
    return 0.0 if claim.figure is None else ends(claim.figure)[1]


def _names(claims: Sequence[Claim]) -> list[str]:
    """System and model; the id where several claims are about the same."""
    counts = Counter(_name(claim) for claim in claims)
    return [_name(claim) if counts[_name(claim)] == 1 else claim.id for claim in claims]


def _name(claim: Claim) -> str:
    model = claim.model or claim.model_wording or "no model named"
    return f"{claim.name} · {model}"


def _words(evidence: str) -> str:
    return {"modeled": "modelled"}.get(evidence, evidence.replace("_", " "))


def _row(claim: Claim, name: str) -> Row:
    low, high = ends(claim.figure) if claim.figure is not None else (0.0, 0.0)
    return {
        "id": claim.id,
        "name": name,
        "low": low,
        "high": high,
        "states": stated(claim),
        "evidence": _words(claim.evidence),
        "date": claim.date or "no date",
    }


def _told(measure: Measure, claims: Sequence[Claim]) -> str:
    lows, highs = zip(*(ends(c.figure) for c in claims if c.figure is not None), strict=True)
    span = f"from {min(lows):,.10g} to {max(highs):,.10g} {UNITS[measure]}"
    return f"{HEADINGS[measure]}: {len(claims)} claims, {span}."
