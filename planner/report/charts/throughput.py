"""What a chip delivers against what each user gets, candidate by candidate, the SLO marked."""

from collections.abc import Sequence
from typing import Final

from planner.catalog.library import Catalog
from planner.loads import StageLoad, loads_of
from planner.quote import Quote
from planner.report import figures as fig
from planner.report.charts.picture import Picture, cut, heading, picture
from planner.report.charts.reach import STATUSES, Reach, reaches_of
from planner.report.charts.throughput_panel import throughput_panel
from planner.report.extras import need

MOST_WORKLOADS: Final = 4
MOST_CURVES: Final = 60
"""Of one workload; those in the fleet first."""
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
    panels = [
        throughput_panel(_of(quote, load), statistic, kept, marks)
        for load, statistic, kept in found_for
    ]
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


def _of(quote: Quote, load: StageLoad) -> str:
    shape, name = load.shape, quote.demand.workloads[load.workload].name
    lengths = f"{float(shape.input_tokens):,.0f} in, {float(shape.output_tokens):,.0f} out"
    return f"{cut(name)} ({cut(quote.demand.workloads[load.workload].model, 24)}; {lengths})"


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
