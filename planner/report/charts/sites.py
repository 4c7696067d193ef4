"""The fleet by site: nodes by what they are for, and power against the cap."""

from typing import Any, Final

from planner.quote import Quote, SitePart
from planner.report import figures as fig
from planner.report.busy import Use, use_by_place
from planner.report.charts.picture import Picture, Row, heading, panel_heading, picture, told_apart
from planner.report.extras import need

PURPOSES: Final = {
    "serving": "in use at the peak",
    "headroom": "headroom",
    "redundancy": "spares and redundancy",
    "rounding": "rest of whole nodes",
}
MOST: Final = 24
"""Sites that are drawn; the largest."""


def sites_picture(quote: Quote) -> Picture | None:
    """What stands where, what it is for, and what it draws."""
    sites = [site for site in quote.sites if any(site.nodes.values())]
    if not sites:
        return None
    drawn = sorted(sites, key=lambda site: -sum(site.nodes.values()))[:MOST]
    kept = [site for site in sites if site in drawn]
    names = dict(
        zip((site.name for site in kept), told_apart([s.name for s in kept], 28), strict=True)
    )
    uses = use_by_place(quote)
    nodes = sum(sum(site.nodes.values()) for site in sites)
    left_out = f"the {MOST} largest of {len(sites)} sites" if len(kept) < len(sites) else ""
    alt = need("altair")
    chart = (
        alt.hconcat(_nodes(kept, names, uses), _power(kept, names), spacing=36)
        .properties(title=heading(f"Fleet by site: {nodes:,} nodes", quote.name, left_out))
        .resolve_scale(color="independent", y="independent")
    )
    words = " ".join([f"Fleet of {quote.name} by site.", *(_told(site, uses) for site in kept)])
    return picture("sites", f"Fleet of {quote.name} by site", words, chart)


def _nodes(sites: list[SitePart], names: dict[str, str], uses: dict[tuple[str, str], Use]) -> Any:
    alt = need("altair")
    rows: list[Row] = []
    order: list[str] = []
    for site in sites:
        for hardware, nodes in site.nodes.items():
            place = f"{names[site.name]} · {hardware}"
            order.append(place)
            use = uses[site.name, hardware]
            per_node = site.chips[hardware] / nodes if nodes else 1
            rows += [
                {"place": place, "use": PURPOSES[name], "nodes": float(chips) / per_node, "n": n}
                for n, (name, chips) in enumerate(use.parts.items())
            ]
    return (
        alt.Chart(alt.Data(values=rows))
        .mark_bar(style="edge", height={"band": 0.7})
        .encode(
            x=alt.X("nodes:Q", title="nodes", stack=True, axis=alt.Axis(tickMinStep=1)),
            y=alt.Y("place:N", title=None, sort=order, axis=alt.Axis(ticks=False, domain=False)),
            color=alt.Color(
                "use:N",
                title=None,
                scale=alt.Scale(domain=list(PURPOSES.values())),
                legend=alt.Legend(orient="bottom", columns=2),
            ),
            order=alt.Order("n:Q"),
        )
        .properties(
            width=300, height=alt.Step(26), title=panel_heading("Nodes by what they are for")
        )
    )


def _power(sites: list[SitePart], names: dict[str, str]) -> Any:
    """Provisioned as a pale bar, the yearly mean as a thin dark one, the cap as a stroke."""
    alt = need("altair")
    kinds = ("provisioned", "drawn in the yearly mean", "cap")
    values = [
        {"site": names[s.name], "kind": kind, "megawatts": value, "text": _spare_power(s)}
        for s in sites
        for kind, value in zip(
            kinds,
            (s.facility_megawatts, s.mean_facility_megawatts, s.power_cap_megawatts),
            strict=True,
        )
        if value is not None
    ]
    order = [names[site.name] for site in sites]
    y = alt.Y("site:N", title=None, sort=order, axis=alt.Axis(ticks=False, domain=False))
    x = alt.X("megawatts:Q", title="MW at the meter, of owned nodes", axis=alt.Axis(tickCount=5))
    legend = alt.Legend(orient="bottom", columns=2, values=list(kinds[:2]))
    colors = alt.Scale(domain=[*PURPOSES.values(), *kinds[:2]])  # none that means a purpose
    color = alt.Color("kind:N", title=None, scale=colors, legend=legend)
    base = alt.Chart(alt.Data(values=values)).encode(x=x, y=y)
    of = alt.datum.kind
    wide = base.transform_filter(of == kinds[0]).mark_bar(height={"band": 0.7}).encode(color=color)
    thin = base.transform_filter(of == kinds[1]).mark_bar(height={"band": 0.3}).encode(color=color)
    layers = wide + thin
    if any(site.power_cap_megawatts is not None for site in sites):
        caps = base.transform_filter(of == kinds[2])
        text = caps.mark_text(style="alarm-label", align="left", dx=6).encode(text="text:N")
        layers = layers + caps.mark_tick(style="cap", size=24) + text
    return layers.properties(
        width=300, height=alt.Step(26), title=panel_heading("Power against the cap")
    )


def _spare_power(site: SitePart) -> str:
    return f"cap {fig.megawatts(site.power_cap_megawatts)}"


def _told(site: SitePart, uses: dict[tuple[str, str], Use]) -> str:
    parts = [f"{nodes:,} nodes of {hardware}" for hardware, nodes in site.nodes.items()]
    whole = sum((uses[site.name, hardware] for hardware in site.nodes), Use())
    shares = ", ".join(
        f"{fig.percent(float(chips / whole.total))} {PURPOSES[name]}"
        for name, chips in whole.parts.items()
        if whole.total and chips
    )
    cap = site.power_cap_megawatts
    limit = "without a cap" if cap is None else f"of a cap of {fig.megawatts(cap)}"
    power = f"{fig.megawatts(site.facility_megawatts)} provisioned {limit}"
    return f"{site.name}: {' and '.join(parts)}; {shares}; {power}."
