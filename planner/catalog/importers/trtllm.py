"""TensorRT-LLM `trtllm-bench --report_json`: the engine in process, without HTTP."""

from collections.abc import Iterator, Mapping
from math import prod
from typing import Any

from planner.catalog.importers.fields import Fields
from planner.catalog.importers.finding import warning
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
from planner.catalog.importers.metadata import precision_name


def recognises(record: Mapping[str, Any]) -> bool:
    """Whether trtllm-bench wrote this report."""
    return {"engine", "world_info", "performance"} <= record.keys()


def read(record: Mapping[str, Any], origin: Origin) -> Iterator[Measurement]:
    """The operating point; rates are the system's, not `…_per_user` or `…_per_gpu`."""
    fields = Fields(record)
    performance, requests = fields["performance"], fields["request_info"]
    output_rate = performance.needed("system_output_throughput_tok_s")
    total = performance.number("system_total_throughput_tok_s")
    duration_ms = performance.number("total_latency_ms")
    text = "measured in process, without HTTP and tokenizer: TTFT is lower than users would see"
    yield Measurement(
        origin=origin,
        load=Load(),
        counts=Counts(
            ok=requests.number("num_requests") or fields["dataset"].number("num_requests")
        ),
        rates=Rates(
            requests_per_s=performance.number("request_throughput_req_s"),
            output_tokens_per_s=output_rate,
            input_tokens_per_s=None if total is None else total - output_rate,
            concurrency=requests.number("avg_num_concurrent_requests"),
            duration_s=None if duration_ms is None else duration_ms / 1000,
        ),
        shape=Shape(
            input_tokens=requests.number("avg_input_length") or fields["dataset"].number("avg_isl"),
            output_tokens=requests.number("avg_output_length")
            or fields["dataset"].number("avg_osl"),
        ),
        latencies=_latencies(performance, fields["streaming_metrics"]),
        layout=_layout(fields),
        findings=(warning("in_process", text),),
    )


def _latencies(performance: Fields, streaming: Fields) -> Latencies:
    return Latencies(
        ttft_ms=_with_mean(streaming, "ttft_percentiles", "avg_ttft_ms"),
        tpot_ms=_with_mean(streaming, "tpot_percentiles", "avg_tpot_ms"),
        e2e_ms=_with_mean(performance, "request_latency_percentiles_ms", "avg_request_latency_ms"),
    )


def _with_mean(fields: Fields, name: str, mean_name: str) -> dict[str, float]:
    mean = fields.number(mean_name)
    stated = fields.percentiles(name)
    return stated if mean is None else {**stated, "mean": mean}


def _layout(fields: Fields) -> Layout:
    engine, world = fields["engine"], fields["world_info"]
    names = {"tensor": "tp_size", "pipeline": "pp_size", "expert": "ep_size"}
    stated = {ours: world.whole(theirs) for ours, theirs in names.items()}
    parallelism = {ours: degree for ours, degree in stated.items() if degree is not None}
    outer = [parallelism[name] for name in ("tensor", "pipeline") if name in parallelism]
    return Layout(
        model=engine.text("model"),
        hardware=fields["machine"].text("name"),
        chips=world.whole("world_size") or (prod(outer) if outer else None),
        parallelism=parallelism,
        precision=precision_name(engine.text("quantization") or engine.text("dtype")),
        kv_precision=precision_name(engine.text("kv_cache_dtype")),
        engine="trtllm",
        engine_version=engine.text("version"),
    )
