"""NVIDIA AIPerf `profile_export_aiperf.json`."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from planner.catalog.importers import nvidia
from planner.catalog.importers.fields import Fields, plain_text
from planner.catalog.importers.finding import Finding, Refused, warning
from planner.catalog.importers.measurement import Counts, Layout, Measurement, Origin

_MARKS: Final = (
    "aiperf_version",
    "schema_version",
    "telemetry_data",
    "inter_chunk_latency",
    "benchmark_duration",
)


def recognises(record: Mapping[str, Any]) -> bool:
    """Whether AIPerf wrote this summary."""
    return (
        "input_config" in record and _has_metrics(record) and any(mark in record for mark in _MARKS)
    )


def _has_metrics(record: Mapping[str, Any]) -> bool:
    return any(isinstance(value, Mapping) and "avg" in value for value in record.values())


def read(record: Mapping[str, Any], origin: Origin) -> Iterator[Measurement]:
    """The operating point of one run."""
    fields = Fields(record)
    ok, failed = (
        nvidia.mean(fields, "request_count"),
        nvidia.mean(fields, "error_request_count") or 0,
    )
    yield Measurement(
        origin=origin,
        load=nvidia.load(_phase(fields["input_config"]), None if ok is None else ok + failed),
        counts=Counts(ok=ok, failed=failed),
        rates=nvidia.rates(fields),
        shape=nvidia.shape(fields),
        latencies=nvidia.latencies(fields),
        layout=Layout(model=_model(fields["input_config"]), hardware=_hardware(fields)),
        date=fields.text("start_time"),
        findings=tuple(_remarks(fields)),
    )


def _phase(config: Fields) -> Fields:
    """The load of the measured phase; newer files list a warm-up phase beside it."""
    for phase in config.list("phases"):
        if Fields(phase).text("name", "type") == "profiling":
            return Fields(phase)
    return config["loadgen"]


def _model(config: Fields) -> str | None:
    names = config["endpoint"].list("model_names") or [
        Fields(item).text("name") for item in config["models"].list("items")
    ]
    return plain_text(names[0]) if names and isinstance(names[0], str) else None


def _hardware(fields: Fields) -> str | None:
    """The kind of GPU, where the host has only one; how many served is not in the file."""
    hosts = fields["telemetry_data"]["endpoints"]
    names = {
        Fields(gpu).text("gpu_name")
        for host in hosts.data
        for gpu in hosts[host]["gpus"].data.values()
    }
    names.discard(None)
    return names.pop() if len(names) == 1 else None


def _remarks(fields: Fields) -> Iterator[Finding]:
    if fields.data.get("was_cancelled") is True or fields.data.get("is_complete") is False:
        reason = fields.text("incomplete_reason") or "cancelled"
        yield warning("cancelled", f"the run was not finished ({reason})")
    if len(fields["input_config"]["endpoint"].list("model_names")) > 1:
        yield warning(
            "several_models", "several models were asked in turn; their figures are mixed"
        )


def recognises_records(record: Mapping[str, Any]) -> bool:
    """Whether this is one line of `profile_export.jsonl`."""
    metadata = record.get("metadata")
    return "metrics" in record and isinstance(metadata, Mapping) and "benchmark_phase" in metadata


def read_records(_: Mapping[str, Any], __: Origin) -> Iterator[Measurement]:
    """Single requests; their summary lies beside them."""
    raise Refused(
        "per_request_records", "single requests: give profile_export_aiperf.json, their summary"
    )
    yield  # pragma: no cover - an importer is a generator
