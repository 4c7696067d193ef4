"""SGLang `bench_serving` of all eras: one JSON object a line, appended."""

from collections.abc import Iterator, Mapping
from math import prod
from typing import Any, Final

from planner.catalog.importers.fields import Fields
from planner.catalog.importers.finding import Finding, Refused, warning
from planner.catalog.importers.measurement import (
    Counts,
    Latencies,
    Layout,
    Load,
    Measurement,
    Origin,
    Rates,
    latencies_of,
)
from planner.catalog.importers.metadata import precision_name
from planner.catalog.importers.numbers import is_yes, offered_rate
from planner.catalog.importers.per_request import RequestTimes, request_times, summary
from planner.catalog.importers.vllm import shape_of

_MARKS: Final = ("random_range_ratio", "sharegpt_output_len", "total_output_tokens_retokenized")
_METRICS: Final = {
    "ttft_ms": "ttft_ms",
    "tpot_ms": "tpot_ms",
    "itl_ms": "itl_ms",
    "e2e_ms": "e2e_latency_ms",
}
_DEGREES: Final = {
    "tensor": "tp_size",
    "pipeline": "pp_size",
    "data": "dp_size",
    "expert": "ep_size",
}


def recognises(record: Mapping[str, Any]) -> bool:
    """Whether `sglang.bench_serving` wrote this."""
    return (
        "output_throughput" in record
        and "num_prompts" not in record
        and any(m in record for m in _MARKS)
    )


def read(record: Mapping[str, Any], origin: Origin) -> Iterator[Measurement]:
    """The operating point of one line; what its era did not write stays absent."""
    fields = Fields(record)
    completed = fields.number("completed")
    times = request_times(fields)
    duration = fields.number("duration")
    tokens_in = fields.number("total_input_tokens")
    per_s = 1 / duration if duration else None
    yield Measurement(
        origin=origin,
        load=_load(fields),
        counts=_counts(fields, completed),
        rates=Rates(
            requests_per_s=completed * per_s if completed is not None and per_s else None,
            output_tokens_per_s=fields.needed("output_throughput"),
            input_tokens_per_s=tokens_in * per_s if tokens_in is not None and per_s else None,
            goodput_requests_per_s=fields.number("request_goodput")
            if "goodput_slos_ms" in fields
            else None,
            duration_s=duration,
        ),
        shape=shape_of(fields, completed),
        latencies=_latencies(fields, times),
        layout=_layout(fields),
        findings=tuple(_remarks(fields)),
    )


def _load(fields: Fields) -> Load:
    rate = offered_rate(fields.data.get("request_rate"), "request_rate")
    cap = fields.number("max_concurrency")
    is_trace = fields.text("request_rate") == "trace"
    kind = "open" if rate or is_trace else "closed" if cap else "burst"
    return Load(kind=kind, concurrency_cap=cap, offered_requests_per_s=rate)


def _counts(fields: Fields, completed: float | None) -> Counts:
    errors = fields.list("errors")
    return Counts(ok=completed, failed=float(sum(map(bool, errors))) if errors else None)


def _latencies(fields: Fields, times: RequestTimes | None) -> Latencies:
    stated = {ours: fields.flat_percentiles(theirs) for ours, theirs in _METRICS.items()}
    if times is None:
        return latencies_of(stated)
    return latencies_of(
        {ours: {**summary(getattr(times, ours)), **stated[ours]} for ours in _METRICS}
    )


def _layout(fields: Fields) -> Layout:
    server = fields["server_info"]
    engine = (fields.text("backend") or "").split("-")[0] or None
    if server.list("prefill") or server.list("decode"):
        return Layout(engine=engine)  # prefill and decode apart, without their machines
    degrees = {ours: server.whole(theirs) for ours, theirs in _DEGREES.items()}
    parallelism = {ours: degree for ours, degree in degrees.items() if degree is not None}
    return Layout(
        model=server.text("model_path", "served_model_name"),
        chips=_chips(parallelism, data_is_inside=is_yes(server.data.get("enable_dp_attention"))),
        parallelism=parallelism,
        precision=precision_name(server.text("quantization") or server.text("dtype")),
        kv_precision=precision_name(server.text("kv_cache_dtype")),
        engine=engine,
        engine_version=server.text("version"),
        speculation=server.text("speculative_algorithm"),
        acceptance_length=fields.number("accept_length"),
    )


def _chips(parallelism: Mapping[str, int], *, data_is_inside: bool) -> int | None:
    """Expert ranks, and data ranks of attention only, lie inside the tensor ranks."""
    outer = ("tensor", "pipeline") if data_is_inside else ("tensor", "pipeline", "data")
    degrees = [parallelism[name] for name in outer if name in parallelism]
    return prod(degrees) if "tensor" in parallelism else None


def _remarks(fields: Fields) -> Iterator[Finding]:
    server = fields["server_info"]
    if server.list("prefill") or server.list("decode"):
        yield warning(
            "split_serving", "prefill and decode run apart, and the file names no machines"
        )
    if fields.text("request_rate") == "trace":
        yield warning("trace_replay", "requests followed a trace: the offered rate is no constant")
    if fields.number("total_input_tokens") == fields.number("completed"):
        yield warning(
            "synthetic_input", "every request has one input token: prefill was not measured", 1
        )


def recognises_offline(record: Mapping[str, Any]) -> bool:
    """Whether `bench_one_batch` or `bench_offline_throughput` wrote this."""
    return "last_gen_throughput" in record or {"batch_size", "overall_throughput"} <= record.keys()


def read_offline(_: Mapping[str, Any], __: Origin) -> Iterator[Measurement]:
    """A static batch: fine for a roofline, no operating point."""
    text = "a static batch without a server: it has no queue, and no latency that users would see"
    raise Refused("no_operating_point", f"{text}. Measure with sglang.bench_serving")
    yield  # pragma: no cover - an importer is a generator
