"""`vllm bench serve` (old and new, appended, swept, detailed): one JSON object a run."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from planner.catalog.importers.fields import Fields
from planner.catalog.importers.finding import Finding, Refused
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
from planner.catalog.importers.metadata import layout_of, tags_of
from planner.catalog.importers.numbers import offered_rate
from planner.catalog.importers.per_request import request_times, summary

KNOWN: Final = frozenset(
    {
        *("date", "endpoint_type", "backend", "label", "model_id", "tokenizer_id", "best_of"),
        *("dataset_name", "num_prompts", "request_rate", "burstiness", "max_concurrency"),
        *("ramp_up_strategy", "ramp_up_start_rps", "ramp_up_end_rps", "run_number", "duration"),
        *("completed", "failed", "good_completed", "total_input_tokens", "total_output_tokens"),
        *("request_throughput", "request_goodput", "request_goodput:", "input_throughput"),
        *("output_throughput", "total_token_throughput", "rtfx", "total_input", "total_output"),
        *("max_output_tokens_per_s", "max_concurrent_requests", "peak_concurrent_requests"),
    }
)
"""Keys that the tool itself writes; any other is the user's `--metadata`, or a sweep's override."""


def recognises(record: Mapping[str, Any]) -> bool:
    """Whether `vllm bench serve` wrote this."""
    times = ("mean_ttft_ms", "median_ttft_ms", "mean_tpot_ms", "mean_e2el_ms", "output_throughput")
    return "num_prompts" in record and "completed" in record and any(key in record for key in times)


def read(record: Mapping[str, Any], origin: Origin) -> Iterator[Measurement]:
    """The operating point of one run; TPOT is `tpot`, never `itl`."""
    fields = Fields(record)
    _refuse_warmup_and_ramp(fields)
    counts, counted = _counts(fields)
    latencies, detailed = _latencies(fields)
    yield Measurement(
        origin=origin,
        load=load_of(fields),
        counts=counts,
        rates=_rates(fields),
        shape=shape_of(fields, counts.ok),
        latencies=latencies,
        layout=layout_of(record, model=fields.text("model_id")),
        tags=tags_of(record, KNOWN),
        run=_run(fields),
        date=fields.text("date"),
        findings=(*counted, *detailed),
    )


def load_of(fields: Fields) -> Load:
    """Closed with `max_concurrency` and no finite rate, open with one, a burst with neither."""
    rate = offered_rate(fields.data.get("request_rate"), "request_rate")
    cap = fields.number("max_concurrency")
    kind = "open" if rate else "closed" if cap else "burst"
    return Load(
        kind=kind,
        concurrency_cap=cap,
        offered_requests_per_s=rate,
        requests_sent=fields.number("num_prompts"),
    )


def shape_of(fields: Fields, completed: float | None) -> Shape:
    """Tokens per successful request."""
    if not completed:
        return Shape()
    tokens_in, tokens_out = (
        fields.number("total_input_tokens"),
        fields.number("total_output_tokens"),
    )
    return Shape(
        input_tokens=None if tokens_in is None else tokens_in / completed,
        output_tokens=None if tokens_out is None else tokens_out / completed,
    )


def _refuse_warmup_and_ramp(fields: Fields) -> None:
    run = fields.number("run_number")
    if run is not None and run < 0:
        raise Refused("warmup", "a warm-up run, not a measurement")
    if fields.text("ramp_up_strategy"):
        start, end = fields.number("ramp_up_start_rps"), fields.number("ramp_up_end_rps")
        text = f"the offered rate rose from {start} to {end} requests/s: no operating point"
        raise Refused("ramped_rate", f"{text}. Measure at constant rates")


def _counts(fields: Fields) -> tuple[Counts, tuple[Finding, ...]]:
    sent, ok, failed = (fields.number(key) for key in ("num_prompts", "completed", "failed"))
    if failed is not None or sent is None or ok is None:
        return Counts(ok=ok, failed=failed), ()
    return Counts(ok=ok, failed=sent - ok, failed_is_derived=True), ()


def _rates(fields: Fields) -> Rates:
    duration = fields.number("duration")
    tokens_in = fields.number("total_input_tokens")
    return Rates(
        requests_per_s=fields.number("request_throughput"),
        output_tokens_per_s=fields.needed("output_throughput"),
        input_tokens_per_s=tokens_in / duration if tokens_in is not None and duration else None,
        duration_s=duration,
    )


def _latencies(fields: Fields) -> tuple[Latencies, tuple[Finding, ...]]:
    stated = {ours: fields.flat_percentiles(f"{theirs}_ms") for ours, theirs in _METRICS.items()}
    times = request_times(fields)
    if times is None:
        return latencies_of(stated), ()
    listed = {ours: summary(getattr(times, ours)) for ours in _METRICS}
    merged = {ours: {**listed[ours], **stated[ours]} for ours in _METRICS}
    text = "percentiles that the summary lacks were taken from the per-request lists"
    return latencies_of(merged), (Finding("note", "from_per_request_lists", text),)


_METRICS: Final = {"ttft_ms": "ttft", "tpot_ms": "tpot", "itl_ms": "itl", "e2e_ms": "e2el"}


def _run(fields: Fields) -> str | None:
    run = fields.number("run_number")
    return None if run is None else f"{run:g}"
