"""Optimum-Benchmark `benchmark.json`: one static batch, no server."""

from collections.abc import Iterator, Mapping
from typing import Any

from planner.catalog.importers.fields import Fields
from planner.catalog.importers.finding import Refused, warning
from planner.catalog.importers.measurement import (
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
    """Whether optimum-benchmark wrote this."""
    report = record.get("report")
    return (
        "config" in record
        and isinstance(report, Mapping)
        and "prefill" in report
        and "decode" in report
    )


def read(record: Mapping[str, Any], origin: Origin) -> Iterator[Measurement]:
    """The operating point of the batch: output / (prefill + decode), not the decode rate alone."""
    fields = Fields(record)
    report, config = fields["report"], fields["config"]
    shapes = config["scenario"]["input_shapes"]
    batch, tokens_in = shapes.needed("batch_size"), shapes.number("sequence_length")
    tokens_out = config["scenario"]["generate_kwargs"].needed("max_new_tokens")
    seconds = _seconds(report, "prefill") + _seconds(report, "decode")
    text = (
        "a static batch without a server: no queue, no arrivals, the latencies of an idle machine"
    )
    yield Measurement(
        origin=origin,
        load=Load(kind="batch", concurrency_cap=batch),
        rates=Rates(
            output_tokens_per_s=batch * tokens_out / seconds,
            input_tokens_per_s=None if tokens_in is None else batch * tokens_in / seconds,
            concurrency=batch,
        ),
        shape=Shape(input_tokens=tokens_in, output_tokens=tokens_out),
        latencies=Latencies(
            ttft_ms=report["prefill"].percentiles("latency", 1000),
            tpot_ms=report["per_token"].percentiles("latency", 1000),
        ),
        layout=_layout(config),
        findings=(warning("static_batch", text),),
    )


def _seconds(report: Fields, stage: str) -> float:
    seconds = report[stage]["latency"].needed("mean")
    if report[stage]["latency"].text("unit") not in {None, "s"}:
        raise Refused("unit_unknown", f"report.{stage}.latency: seconds are expected")
    return seconds


def _layout(config: Fields) -> Layout:
    """`torch_dtype` is that of the computation, so precision comes from the quantization alone."""
    backend, machine = config["backend"], config["environment"]
    gpus = [gpu for gpu in machine.list("gpu") if isinstance(gpu, str)]
    return Layout(
        model=backend.text("model"),
        hardware=gpus[0] if len(set(gpus)) == 1 else None,
        chips=machine.whole("gpu_count"),
        precision=precision_name(backend.text("quantization_scheme")),
        engine=backend.text("name"),
        engine_version=backend.text("version"),
    )
