"""Measurements of one deployment as curves: one a shape, one point a load."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from statistics import median
from typing import Any, Final

from planner.catalog.importers.fields import as_mapping
from planner.catalog.importers.finding import Finding, warning
from planner.catalog.importers.measurement import Measurement
from planner.catalog.importers.operating_point import in_flight, operating_point, rounded
from planner.catalog.importers.options import ImportOptions

Lengths = tuple[float, float]
_ROUNDING: Final = 1e-9
_FLAT: Final = 0.05
_TTFT_JUMP: Final = 5


@dataclass(slots=True)
class _Axis:
    """Lengths of one kind, by what their mean and their extremes need."""

    total: float = 0.0
    low: float = inf
    high: float = -inf

    def with_(self, length: float) -> "_Axis":
        """The same with one more."""
        return _Axis(self.total + length, min(self.low, length), max(self.high, length))


class _Group:
    """Measurements of one shape: all lengths within the tolerance of their mean."""

    def __init__(self) -> None:
        self.members: list[Measurement] = []
        self._axes = (_Axis(), _Axis())

    @property
    def centre(self) -> Lengths:
        """Mean input and output tokens."""
        count = len(self.members)
        return self._axes[0].total / count, self._axes[1].total / count

    def takes(self, measured: Measurement, lengths: Lengths, tolerance: float) -> bool:
        """Adds it, if all are still within the tolerance; says whether it did."""
        axes = (self._axes[0].with_(lengths[0]), self._axes[1].with_(lengths[1]))
        count = len(self.members) + 1
        for axis in axes:
            centre = axis.total / count
            if max(axis.high - centre, centre - axis.low) > tolerance * centre + _ROUNDING * centre:
                return False
        self._axes = axes
        self.members.append(measured)
        return True


def lengths_of(measured: Measurement, options: ImportOptions) -> Lengths | None:
    """Mean input and output tokens: measured, else as the user states them, never nominal."""
    shape = measured.shape
    tokens_in = shape.input_tokens if shape.input_tokens is not None else options.input_tokens
    tokens_out = shape.output_tokens if shape.output_tokens is not None else options.output_tokens
    return None if tokens_in is None or tokens_out is None else (tokens_in, tokens_out)


def curves(
    points: Sequence[tuple[Measurement, Lengths]], options: ImportOptions, replicas: int
) -> tuple[list[dict[str, Any]], list[Finding]]:
    """Curves as the catalog writes them, in order of shape, and what was found on the way."""
    groups: list[_Group] = []
    for measured, lengths in sorted(points, key=lambda item: item[1]):
        fits = (group.takes(measured, lengths, options.shape_tolerance) for group in groups)
        if not any(fits):
            groups.append(_Group())
            groups[-1].takes(measured, lengths, options.shape_tolerance)
    built: list[dict[str, Any]] = []
    findings: list[Finding] = list(_scattered(groups, options))
    for group in groups:
        made, told = _points(group.members, replicas)
        findings += told
        built.append(_curve(group, made, options))
    return built, findings


def _curve(group: _Group, points: list[dict[str, Any]], options: ImportOptions) -> dict[str, Any]:
    tokens_in, tokens_out = group.centre
    accepted = [m.layout.acceptance_length for m in group.members if m.layout.acceptance_length]
    curve: dict[str, Any] = {
        "input_tokens": rounded(tokens_in),
        "output_tokens": rounded(tokens_out),
    }
    if options.cached_input_fraction:
        curve["cached_input_fraction"] = options.cached_input_fraction
    if accepted:
        curve["acceptance_length"] = rounded(median(accepted))
    return {**curve, "points": points}


def _scattered(groups: Sequence[_Group], options: ImportOptions) -> Iterator[Finding]:
    """Many shapes of one point each: no curve to interpolate on."""
    count = sum(len(g.members) for g in groups)
    if len(groups) > 1 and count < 2 * len(groups):
        shapes = ", ".join(f"{g.centre[0]:.4g} × {g.centre[1]:.4g}" for g in groups[:8])
        text = (
            f"{count} points have {len(groups)} shapes that differ by over"
            f" {options.shape_tolerance:.0%} ({shapes}), and make as many curves. Fix lengths when"
            " measuring (--ignore-eos), or widen --shape-tolerance"
        )
        yield warning("scattered_shapes", text, len(groups))


def _points(
    measured: Sequence[Measurement], replicas: int
) -> tuple[list[dict[str, Any]], list[Finding]]:
    """One point a load, in order of requests in flight; several runs of a load are their median."""
    runs: dict[object, list[Measurement]] = {}
    for one in measured:
        runs.setdefault(_load_key(one), []).append(one)
    findings: list[Finding] = []
    made = [
        _with_note(_median_point([operating_point(m, replicas) for m in same]), same)
        for same in runs.values()
    ]
    for same in runs.values():
        findings += _spread(same)
    made.sort(key=lambda point: point.get("concurrency", float("inf")))
    findings += _along(made)
    return made, findings


def _load_key(measured: Measurement) -> object:
    """Points at the same number in flight are the same point, however it came about."""
    held = in_flight(measured)
    if held is None:
        return ("burst", measured.load.requests_sent, measured.load.offered_requests_per_s)
    if measured.load.offered_requests_per_s and measured.load.kind == "open":
        return ("open", measured.load.offered_requests_per_s)
    return ("held", rounded(held))


def _median_point(runs: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Field by field; a percentile that not every run has is left out."""
    if len(runs) == 1:
        return dict(runs[0])
    shared = [name for name in runs[0] if all(name in run for run in runs)]
    point = {name: _median([run[name] for run in runs]) for name in shared}
    failed = max(run.get("failed_fraction", 0) for run in runs)
    return point | ({"failed_fraction": failed} if failed else {})


def _median(values: Sequence[Any]) -> Any:
    if isinstance(values[0], dict):
        first = as_mapping(values[0])
        keys = [key for key in first if all(key in value for value in values)]
        return {key: rounded(median(value[key] for value in values)) for key in keys}
    return rounded(median(values))


def _with_note(point: dict[str, Any], runs: Sequence[Measurement]) -> dict[str, Any]:
    codes = dict.fromkeys(f.code for run in runs for f in run.findings if f.kind == "warning")
    said = [f"median of {len(runs)} runs"] if len(runs) > 1 else []
    note = "; ".join((*said, *(code.replace("_", " ") for code in codes)))
    return point | ({"note": note[:500]} if note else {})


def _spread(runs: Sequence[Measurement]) -> Iterator[Finding]:
    if len(runs) < 2:
        return
    rates = [run.rates.output_tokens_per_s for run in runs]
    spread = (max(rates) - min(rates)) / median(rates)
    ttft = [t for run in runs if (t := run.latencies.ttft_ms.get("p50")) is not None]
    also = f", TTFT p50 {min(ttft):.5g} to {max(ttft):.5g} ms" if ttft else ""
    text = (
        f"{len(runs)} runs of one load: output tokens/s {min(rates):.5g} to {max(rates):.5g}"
        f" ({spread:.0%} of the median{also}); the median is taken"
    )
    first = runs[0].origin
    yield Finding("warning", "repeated_runs", text, first.file, first.place, spread)


def _along(points: Sequence[dict[str, Any]]) -> Iterator[Finding]:
    """What only neighbours show: a client that is the limit, a queue that has begun to grow."""
    held = [point for point in points if "concurrency" in point]
    for low, high in pairwise(held):
        if high["concurrency"] >= 2 * low["concurrency"] and _same(low, high):
            text = (
                f"between {low['concurrency']:g} and {high['concurrency']:g} in flight neither the"
                " rate nor the latency moves: the client is probably the limit, not the server"
            )
            yield warning("client_limited", text)
    first = _median_of(held[0], "ttft_ms") if held else None
    for point in held[1:]:
        ttft = _median_of(point, "ttft_ms")
        if first and ttft and ttft > _TTFT_JUMP * first and "offered_requests_per_s" in point:
            text = (
                f"at {point['offered_requests_per_s']:g} requests/s TTFT p50 is {ttft:.5g} ms,"
                f" {ttft / first:.1f} × that of the lowest load: close to or beyond saturation"
            )
            yield warning("near_saturation", text, ttft / first)


def _same(low: dict[str, Any], high: dict[str, Any]) -> bool:
    """Whether the rate, and each latency that both have, differ by no more than 5 %."""
    is_flat = [_differ_little(low["output_tokens_per_s"], high["output_tokens_per_s"])]
    for metric in ("ttft_ms", "tpot_ms"):
        before, after = _median_of(low, metric), _median_of(high, metric)
        if before is not None and after is not None:
            is_flat.append(_differ_little(before, after))
    return all(is_flat)


def _differ_little(before: float, after: float) -> bool:
    return abs(after - before) <= _FLAT * before


def _median_of(point: dict[str, Any], metric: str) -> float | None:
    return point.get(metric, {}).get("p50")
