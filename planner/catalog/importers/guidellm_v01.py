"""GuideLLM 0.1: per-request results without a summary."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from planner.catalog.importers.fields import Fields, as_list, as_mapping
from planner.catalog.importers.finding import Refused
from planner.catalog.importers.measurement import (
    Counts,
    Latencies,
    Layout,
    Load,
    LoadKind,
    Measurement,
    Origin,
    Rates,
    Shape,
)
from planner.catalog.importers.numbers import offered_rate
from planner.catalog.importers.per_request import summary

_KINDS: Final[Mapping[str, LoadKind]] = {
    "asynchronous": "open",
    "synchronous": "closed",
    "throughput": "burst",
}


def recognises(record: Mapping[str, Any]) -> bool:
    """Whether GuideLLM 0.1 wrote this report."""
    benchmarks = as_list(record.get("benchmarks"))
    return any({"results", "mode"} <= as_mapping(b).keys() for b in benchmarks)


def read(record: Mapping[str, Any], origin: Origin) -> Iterator[Measurement]:
    """One operating point a benchmark, from the times and token counts of its requests."""
    report = Fields(record)
    for index, benchmark in enumerate(report.list("benchmarks")):
        place = f"{origin.place} benchmarks[{index}]".strip()
        yield _read(Fields(benchmark), report, Origin(origin.file, place, origin.format))


def _read(benchmark: Fields, report: Fields, origin: Origin) -> Measurement:
    results = [
        Fields(result, f"results[{i}]") for i, result in enumerate(benchmark.list("results"))
    ]
    if not results:
        raise Refused(
            "no_successful_request", "no request succeeded: there is nothing to measure", 0
        )
    started = [result.needed("start_time") for result in results]
    ended = [result.needed("end_time") for result in results]
    duration = max(ended) - min(started)
    if duration <= 0:
        raise Refused("no_duration", "all requests start and end at the same time", duration)
    tokens_in = [result.needed("prompt_token_count") for result in results]
    tokens_out = [result.needed("output_token_count") for result in results]
    count = len(results)
    rate = offered_rate(benchmark.data.get("rate"), "rate")
    return Measurement(
        origin=origin,
        load=Load(
            kind=_KINDS.get(benchmark.text("mode") or ""),
            offered_requests_per_s=rate if benchmark.text("mode") == "asynchronous" else None,
            drops_unfinished=True,
        ),
        counts=Counts(ok=count, failed=len(benchmark.list("errors"))),
        rates=Rates(
            requests_per_s=count / duration,
            output_tokens_per_s=sum(tokens_out) / duration,
            input_tokens_per_s=sum(tokens_in) / duration,
            duration_s=duration,
        ),
        shape=Shape(input_tokens=sum(tokens_in) / count, output_tokens=sum(tokens_out) / count),
        latencies=_latencies(results),
        layout=Layout(model=report["args"].text("model")),
    )


def _latencies(results: list[Fields]) -> Latencies:
    ttft: list[float] = []
    tpot: list[float] = []
    e2e: list[float] = []
    for result in results:
        total_s = result.needed("end_time") - result.needed("start_time")
        first_s, tokens = result.number("first_token_time"), result.needed("output_token_count")
        e2e.append(1000 * total_s)
        if first_s is not None:
            ttft.append(1000 * first_s)
            if tokens > 1:
                tpot.append(1000 * (total_s - first_s) / (tokens - 1))
    return Latencies(ttft_ms=summary(ttft), tpot_ms=summary(tpot), e2e_ms=summary(e2e))
