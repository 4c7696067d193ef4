"""GuideLLM 0.2 and newer: one benchmark entry per step of a sweep."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from planner.catalog.importers.fields import Fields, as_list, as_mapping, percentiles
from planner.catalog.importers.finding import Refused
from planner.catalog.importers.measurement import (
    Counts,
    Latencies,
    Layout,
    Load,
    Measurement,
    Origin,
    Rates,
    Shape,
)
from planner.catalog.importers.numbers import offered_rate

_OPEN: Final = {"constant", "poisson", "async"}
_HIGH_RANKS: Final = {"p999": "p99.9"}
"""GuideLLM's p001, p01 and p05 are 0.1 %, 1 % and 5 %: below the median, and not read."""
_BINDS: Final = 0.7
"""Share of its cap that a client must hold for the cap to be what was measured."""


def recognises(record: Mapping[str, Any]) -> bool:
    """Whether GuideLLM 0.2 or newer wrote this report."""
    return any("metrics" in as_mapping(b) for b in as_list(record.get("benchmarks")))


def read(record: Mapping[str, Any], origin: Origin) -> Iterator[Measurement]:
    """One operating point a benchmark, of its successful requests; rates are means, not medians."""
    report = Fields(record)
    for index, benchmark in enumerate(report.list("benchmarks")):
        place = f"{origin.place} benchmarks[{index}]".strip()
        yield _read(Fields(benchmark), report, Origin(origin.file, place, origin.format))


def _read(benchmark: Fields, report: Fields, origin: Origin) -> Measurement:
    metrics = benchmark["metrics"]
    counts = _counts(benchmark)
    if counts.ok is not None and counts.ok == 0:
        raise Refused("no_successful_request", "no request succeeded: zeros are no measurements", 0)
    concurrency = _mean(metrics, "request_concurrency")
    rate, input_tokens = _mean(metrics, "requests_per_second"), _mean(metrics, "prompt_token_count")
    output_rate = _mean(metrics, "output_tokens_per_second")
    if output_rate is None:
        raise Refused(
            "field_missing", "metrics.output_tokens_per_second.successful.mean is missing"
        )
    return Measurement(
        origin=origin,
        load=_load(benchmark, concurrency),
        counts=counts,
        rates=Rates(
            requests_per_s=rate,
            output_tokens_per_s=output_rate,
            input_tokens_per_s=None
            if rate is None or input_tokens is None
            else rate * input_tokens,
            concurrency=concurrency,
            duration_s=_duration_s(benchmark),
        ),
        shape=Shape(input_tokens=input_tokens, output_tokens=_mean(metrics, "output_token_count")),
        latencies=Latencies(
            ttft_ms=_percentiles(metrics, "time_to_first_token_ms"),
            tpot_ms=_percentiles(metrics, "inter_token_latency_ms"),
            e2e_ms=_percentiles(metrics, "request_latency", 1000),
        ),
        layout=Layout(model=_model(benchmark, report)),
    )


def _load(benchmark: Fields, concurrency: float | None) -> Load:
    strategy = (
        benchmark["config"]["strategy"] if "config" in benchmark else benchmark["args"]["strategy"]
    )
    kind = strategy.text("type_", "kind") or ""
    rate = offered_rate(strategy.data.get("rate"), "strategy.rate") if kind in _OPEN else None
    cap = strategy.number("streams") if kind == "concurrent" else None
    if kind == "throughput":
        cap = strategy.number("max_concurrency")
    return Load(
        kind=_kind(kind, cap, concurrency),
        concurrency_cap=cap,
        offered_requests_per_s=rate,
        drops_unfinished=True,
    )


def _kind(strategy: str, cap: float | None, concurrency: float | None) -> Any:
    if strategy in _OPEN:
        return "open"
    if strategy in {"concurrent", "synchronous"}:
        return "closed"
    if strategy != "throughput":
        return None
    holds = cap is not None and concurrency is not None and concurrency >= _BINDS * cap
    return "closed" if holds else "burst"


def _counts(benchmark: Fields) -> Counts:
    totals = benchmark["metrics"]["request_totals"]
    if not totals.data:
        totals = benchmark["request_totals"]
    return Counts(
        ok=totals.number("successful"),
        failed=totals.number("errored"),
        incomplete=totals.number("incomplete"),
    )


def _duration_s(benchmark: Fields) -> float | None:
    stated = benchmark.number("duration")
    if stated is not None:
        return stated
    start, end = benchmark.number("start_time"), benchmark.number("end_time")
    if start is None or end is None:
        scheduler = benchmark["scheduler_metrics"]
        start, end = scheduler.number("measure_start_time"), scheduler.number("measure_end_time")
    return None if start is None or end is None or end <= start else end - start


def _model(benchmark: Fields, report: Fields) -> str | None:
    config = benchmark["config"]
    return (
        benchmark["worker"].text("backend_model")
        or config["backend"].text("model")
        or config["spec"]["backend"].text("model")
        or report["args"].text("model")
    )


def _mean(metrics: Fields, name: str) -> float | None:
    return metrics[name]["successful"].number("mean")


def _percentiles(metrics: Fields, name: str, scale: float = 1) -> dict[str, float]:
    group = metrics[name]["successful"]
    ranked = {_HIGH_RANKS.get(key, key): value for key, value in group["percentiles"].data.items()}
    stated = {key: group.data.get(key) for key in ("mean", "median")}
    return percentiles({**stated, **ranked}, scale, name)
