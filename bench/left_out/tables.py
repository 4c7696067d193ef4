"""The study as Markdown tables, and as figures."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from bench.left_out.errors import GAP_AT_MID, Summary, summary
from bench.left_out.methods import CAUTIOUS, LINEAR, METHODS
from bench.left_out.points import (
    LeftOut,
    by_residence,
    inner_points,
    latency_errors,
    latency_series,
    planned_latency,
    planned_rate,
    rate_errors,
)
from bench.left_out.shapes import HeldOut, families
from bench.left_out.study import LATENCIES, Rows, Study, estimate, promise_rules, worst_points


def tables(study: Study) -> dict[str, str]:
    """Every table of the document by name."""
    caution = by_residence(METHODS[CAUTIOUS])
    line = by_residence(METHODS[LINEAR])
    found = {
        "summary": _headline(study),
        "throughput": _table("rate between points", study.throughput(study.points)),
        "origin": _table("planner's rule", study.by_origin()),
        "gaps": _gap_table("gap", {LINEAR: study.by_gap(line), CAUTIOUS: study.by_gap(caution)}),
        "worst": _worst_rates(study.points),
        "promise-gaps": _gap_table(
            "gap", {name: study.promise_gaps(p) for name, p in list(promise_rules().items())[1:]}
        ),
        "shapes": _shape_table(study),
        "worst-shapes": _worst_shapes(study.shapes),
        "caution": _table(
            "at mid gap", {"linear in c above the cautious": study.cost_of_caution()}
        ),
    }
    for metric, percentile in LATENCIES:
        name = f"{metric.removesuffix('_ms')}-{percentile}"
        shown = f"{metric.removesuffix('_ms').upper()} {percentile}"
        found[name] = _table(shown, study.latency(metric, percentile))
        found[f"promise-{name}"] = _table(f"limit on {shown}", study.promises(metric, percentile))
    return found


def _headline(study: Study) -> str:
    curves = sum(1 for one in study.rates if one.values)
    rows = {"throughput": summary(rate_errors(study.points, planned_rate))}
    for metric, percentile in LATENCIES:
        points = inner_points(latency_series(study.catalog, metric, percentile))
        shown = f"{metric.removesuffix('_ms').upper()} {percentile}"
        rows[shown] = summary(latency_errors(points, planned_latency))
    rows |= {f"shape {key}": row for key, row in study.by_place().items()}
    return (
        f"{curves} curves with {sum(len(one.values) for one in study.rates)} points.\n\n"
        + _table("what is predicted", rows)
    )


COLUMNS: Final[dict[str, str]] = {
    "points": "points",
    "median": "median",
    "p90": "p90",
    "p95": "p95",
    "worst": "worst",
    "mean": "mean",
    "optimistic": "optimistic",
    "optimistic_p90": "p90 of optimism",
    "p90_of_optimistic": "p90 of the optimistic",
}


def _table(first: str, rows: Mapping[str, Summary]) -> str:
    return _markdown(
        [first, *COLUMNS.values()], ([name, *_cells(row)] for name, row in rows.items())
    )


def _cells(row: Summary) -> list[str]:
    values = row.as_json()
    return [_cell(key, values[key]) for key in COLUMNS]


def _cell(key: str, value: float) -> str:
    if key == "points":
        return f"{value:.0f}"
    if key == "optimistic":
        return f"{value:.0f} %"
    return f"{value:+.1f}" if key == "mean" else f"{value:.1f}"


def _gap_table(first: str, methods: Mapping[str, Rows]) -> str:
    """Errors by gap, then what they make of gaps of 2."""
    heads = [first, "rule", *list(COLUMNS.values())[:-1]]
    rows = [
        [gap, name, *_cells(row)[:-1]]
        for name, gaps in methods.items()
        for gap, row in gaps.items()
    ]
    lines = [f"{name}: {_estimates(gaps)}" for name, gaps in methods.items()]
    return (
        _markdown(heads, rows)
        + "\nEstimated at gaps of 2:\n\n"
        + "".join(f"* {line}\n" for line in lines)
    )


def _estimates(gaps: Rows) -> str:
    """Median and p90 in gaps of 2, from the curves with gaps of 4 throughout."""
    median, p90 = estimate(gaps, "median"), estimate(gaps, "p90")
    _, even, _ = gaps.values()
    return (
        f"median {median.another_run:.1f} %, p90 {p90.another_run:.1f} % against another run; "
        f"median {median.the_curve:.1f} %, p90 {p90.the_curve:.1f} % against the curve itself; "
        f"mean {even.mean * GAP_AT_MID[2] / GAP_AT_MID[4]:+.1f} %."
    )


def _shape_table(study: Study) -> str:
    left = study.residuals()
    return (
        _table("request rate of a shape", study.by_place())
        + f"\n{len(families(study.catalog))} deployments. Fitted on all of their shapes, the fit's "
        f"own largest residual is {left.median:.1f} % in the median and {left.p90:.1f} % at p90.\n"
    )


def _worst_rates(points: Sequence[LeftOut]) -> str:
    rows = (
        [
            p.series.name,
            f"{p.at:g}",
            f"{p.measured:.4g}",
            f"{p.measured * (1 + error):.4g}",
            f"{100 * error:+.0f} %",
        ]
        for error, p in worst_points(points)
    )
    return _markdown(["curve", "concurrency", "measured tok/s", "predicted", "error"], rows)


def _worst_shapes(shapes: Sequence[HeldOut], count: int = 10) -> str:
    inside = sorted((h for h in shapes if h.place != "outside"), key=lambda h: -abs(h.error))
    rows = (
        [
            h.deployment,
            f"{float(h.lengths.input_tokens):g}x{float(h.lengths.output_tokens):g}",
            f"{float(h.concurrency):g}",
            f"{100 * h.error:+.0f} %",
        ]
        for h in inside[:count]
    )
    return _markdown(["deployment", "held-out shape", "concurrency", "error"], rows)


def _markdown(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    numeric = ["---", *("--:" for _ in heads[1:])]
    return "".join(f"| {' | '.join(row)} |\n" for row in (heads, numeric, *rows))


def figures(study: Study) -> dict[str, object]:
    """The same as numbers, percent."""
    line, caution = by_residence(METHODS[LINEAR]), by_residence(METHODS[CAUTIOUS])
    gaps = {LINEAR: study.by_gap(line), CAUTIOUS: study.by_gap(caution)}
    return {
        "catalog_digest": study.catalog.digest,
        "throughput": _json(study.throughput(study.points)),
        "throughput_by_origin_and_gap": _json(study.by_origin()),
        "throughput_by_gap": {name: _json(rows) for name, rows in gaps.items()},
        "p90_at_real_gaps": {
            name: {"another_run": round(e.another_run, 2), "the_curve": round(e.the_curve, 2)}
            for name, rows in gaps.items()
            for e in [estimate(rows, "p90")]
        },
        "latency": {f"{m} {p}": _json(study.latency(m, p)) for m, p in LATENCIES},
        "rate_under_a_limit": {f"{m} {p}": _json(study.promises(m, p)) for m, p in LATENCIES},
        "shapes": _json(study.by_place()),
        "fit_residuals": study.residuals().as_json(),
        "worst": [
            {"curve": p.series.name, "concurrency": p.at, "error": round(100 * error, 1)}
            for error, p in worst_points(study.points)
        ],
    }


def _json(rows: Rows) -> dict[str, dict[str, float]]:
    return {name.strip("*"): row.as_json() for name, row in rows.items()}
