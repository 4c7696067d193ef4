"""Reports 0.1 and 0.2 of llm-d-benchmark: units stand beside each figure and are read with it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from planner.catalog.importers.fields import Fields
from planner.catalog.importers.finding import Refused
from planner.catalog.importers.llmd_layout import layout_v01, layout_v02
from planner.catalog.importers.measurement import (
    Counts,
    Latencies,
    Load,
    Measurement,
    Origin,
    Rates,
    Shape,
    latencies_of,
)
from planner.catalog.importers.numbers import offered_rate

_TO_MS: Final = {"ms": 1.0, "s": 1000.0, "us": 0.001, "ns": 1e-6}
_LATENCIES: Final = {
    "ttft_ms": "time_to_first_token",
    "tpot_ms": "time_per_output_token",
    "itl_ms": "inter_token_latency",
    "e2e_ms": "request_latency",
}


def recognises(record: Mapping[str, Any]) -> bool:
    """Whether this is a benchmark report of llm-d."""
    return (
        "scenario" in record
        and "version" in record
        and ("metrics" in record or "results" in record)
    )


def read(record: Mapping[str, Any], origin: Origin) -> Iterator[Measurement]:
    """The operating point of one report."""
    fields = Fields(record)
    yield _point(_report_v02(fields) if "results" in fields else _report_v01(fields), origin)


@dataclass(frozen=True, slots=True)
class _Report:
    """The parts of a report, whichever version put them where."""

    body: Fields
    tool: str
    load: Load
    layout: Any
    rate: float | None
    output_rate: float | None
    input_rate: float | None
    total_rate: float | None
    duration_s: float | None


def _report_v01(fields: Fields) -> _Report:
    metrics = fields["metrics"]
    throughput, load = metrics["throughput"], fields["scenario"]["load"]
    tool = load.text("name") or ""
    sends_only = tool == "inference-perf"  # its duration ends with the last request sent
    return _Report(
        body=metrics,
        tool=tool,
        load=_load_v01(load, metrics["requests"].number("total")),
        layout=layout_v01(fields["scenario"]),
        rate=throughput.number("requests_per_sec"),
        output_rate=throughput.number("output_tokens_per_sec"),
        input_rate=throughput.number("input_tokens_per_sec"),
        total_rate=throughput.number("total_tokens_per_sec"),
        duration_s=None if sends_only else metrics["time"].number("duration"),
    )


def _report_v02(fields: Fields) -> _Report:
    body = fields["results"]["request_performance"]["aggregate"]
    throughput, load = body["throughput"], fields["scenario"]["load"]["standardized"]
    rate = offered_rate(load.data.get("rate_qps"), "rate_qps")
    cap = load.number("concurrency")
    kind = "open" if rate else "closed" if cap else None
    return _Report(
        body=body,
        tool=load.text("tool") or "",
        load=Load(
            kind=kind,
            concurrency_cap=cap,
            offered_requests_per_s=rate,
            requests_sent=body["requests"].number("total"),
        ),
        layout=layout_v02(fields["scenario"]),
        rate=_first_mean(throughput, "request_rate", "requests_rate"),
        output_rate=_first_mean(throughput, "output_token_rate"),
        input_rate=_first_mean(throughput, "input_token_rate"),
        total_rate=_first_mean(throughput, "total_token_rate"),
        duration_s=None,
    )


def _first_mean(throughput: Fields, *names: str) -> float | None:
    return next(
        (mean for name in names if (mean := throughput[name].number("mean")) is not None), None
    )


def _load_v01(load: Fields, sent: float | None) -> Load:
    arguments = load["args"]
    stages = arguments["load"].list("stages")
    stage = load["metadata"].number("stage")
    if stages and stage is not None and 0 <= stage < len(stages):
        chosen = Fields(stages[int(stage)])
    else:
        chosen = Fields(stages[0]) if len(stages) == 1 else arguments
    rate = offered_rate(chosen.data.get("rate", chosen.data.get("request_rate")), "rate")
    cap = chosen.number("concurrency_level", "max_concurrency")
    kind = "open" if rate else "closed" if cap else None
    return Load(kind=kind, concurrency_cap=cap, offered_requests_per_s=rate, requests_sent=sent)


def _point(report: _Report, origin: Origin) -> Measurement:
    requests = report.body["requests"]
    total, failed = requests.number("total"), requests.number("failures")
    if report.output_rate is None:
        raise Refused(
            "field_missing", "the output token rate is missing, and no point can be made without"
        )
    input_rate = report.input_rate
    if input_rate is None and report.total_rate is not None:
        input_rate = report.total_rate - report.output_rate
    return Measurement(
        origin=origin,
        load=report.load,
        counts=Counts(
            ok=None if total is None else total - (failed or 0),
            failed=failed,
            incomplete=requests.number("incomplete"),
        ),
        rates=Rates(
            requests_per_s=report.rate,
            output_tokens_per_s=report.output_rate,
            input_tokens_per_s=input_rate,
            duration_s=report.duration_s,
        ),
        shape=Shape(
            input_tokens=requests["input_length"].number("mean"),
            output_tokens=requests["output_length"].number("mean"),
        ),
        latencies=_latencies(report.body["latency"], report.tool),
        layout=report.layout,
    )


def _latencies(times: Fields, tool: str) -> Latencies:
    """A report made from GuideLLM keeps its `time_per_output_token`, which may hold the TTFT."""
    names = {**_LATENCIES, **({"tpot_ms": "inter_token_latency"} if tool == "guidellm" else {})}
    read_ = {ours: _in_ms(times, theirs) for ours, theirs in names.items()}
    if tool == "guidellm":
        read_["itl_ms"] = {}
    return latencies_of(read_)


def _in_ms(times: Fields, name: str) -> dict[str, float]:
    if not times[name].data:
        return {}
    units = (times[name].text("units") or "").removesuffix("/token")
    if units not in _TO_MS:
        raise Refused("unit_unknown", f"{name}: the unit {units!r} is none of {', '.join(_TO_MS)}")
    return times.percentiles(name, _TO_MS[units])
