"""Hugging Face inference-benchmarker: one result a step, the warm-up among them."""

from collections.abc import Iterator, Mapping
from typing import Any

from planner.catalog.importers.fields import Fields, as_list, as_mapping
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


def recognises(record: Mapping[str, Any]) -> bool:
    """Whether inference-benchmarker wrote this."""
    return any("executor_type" in as_mapping(r) for r in as_list(record.get("results")))


def read(record: Mapping[str, Any], origin: Origin) -> Iterator[Measurement]:
    """One operating point a step; its ITL is sum of gaps / (tokens − 1), so TPOT."""
    report = Fields(record)
    for index, step in enumerate(report.list("results")):
        fields = Fields(step)
        if fields.text("id") != "warmup":
            place = f"{origin.place} results[{index}]".strip()
            yield _read(fields, report, Origin(origin.file, place, origin.format))


def _read(fields: Fields, report: Fields, origin: Origin) -> Measurement:
    ok, failed = fields.number("successful_requests"), fields.number("failed_requests")
    duration_ms = fields.number("duration_ms")
    seconds = duration_ms / 1000 if duration_ms else None
    sent, made = fields.number("total_tokens_sent"), fields.number("total_tokens")
    return Measurement(
        origin=origin,
        load=_load(fields),
        counts=Counts(ok=ok, failed=failed),
        rates=Rates(
            requests_per_s=fields.number("request_rate"),
            output_tokens_per_s=fields.needed("token_throughput_secs"),
            input_tokens_per_s=sent / seconds if sent is not None and seconds else None,
            duration_s=seconds,
        ),
        shape=Shape(
            input_tokens=sent / ok if sent is not None and ok else None,
            output_tokens=made / ok if made is not None and ok else None,
        ),
        latencies=Latencies(
            ttft_ms=fields.percentiles("time_to_first_token_ms"),
            tpot_ms=fields.percentiles("inter_token_latency_ms"),
            e2e_ms=fields.percentiles("e2e_latency_ms"),
        ),
        layout=Layout(model=report["config"].text("model_name")),
    )


def _load(fields: Fields) -> Load:
    config = fields["config"]
    is_open = fields.text("executor_type") == "ConstantArrivalRate"
    return Load(
        kind="open" if is_open else "closed",
        concurrency_cap=config.number("max_vus"),
        offered_requests_per_s=offered_rate(config.data.get("rate"), "rate") if is_open else None,
        requests_sent=fields.number("total_requests"),
        drops_unfinished=True,
    )
