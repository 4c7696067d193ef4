"""NVIDIA GenAI-Perf `profile_export_genai_perf.json`, whole or cut off."""

from collections.abc import Iterator, Mapping
from typing import Any

from planner.catalog.importers import nvidia
from planner.catalog.importers.fields import Fields, plain_text
from planner.catalog.importers.measurement import Counts, Layout, Load, Measurement, Origin
from planner.catalog.importers.numbers import offered_rate


def recognises(record: Mapping[str, Any]) -> bool:
    """Whether GenAI-Perf wrote this summary."""
    return any(
        isinstance(record.get(name), Mapping) and "avg" in record[name]
        for name in ("output_token_throughput", "request_throughput")
    )


def read(record: Mapping[str, Any], origin: Origin) -> Iterator[Measurement]:
    """The operating point; the file counts no failures, and a cut one has no lengths."""
    fields = Fields(record)
    config = fields["input_config"]
    yield Measurement(
        origin=origin,
        load=_load(config),
        counts=Counts(ok=nvidia.mean(fields, "request_count")),
        rates=nvidia.rates(fields),
        shape=nvidia.shape(fields),
        latencies=nvidia.latencies(fields),
        layout=Layout(model=_model(config)),
    )


def _load(config: Fields) -> Load:
    flat = nvidia.load(config, None)
    if flat.kind is not None:
        return flat
    stimulus = config["perf_analyzer"]["stimulus"]
    rate = offered_rate(stimulus.data.get("request_rate"), "request_rate")
    cap = stimulus.number("concurrency")
    kind = "open" if rate else "closed" if cap else None
    return Load(kind=kind, concurrency_cap=cap, offered_requests_per_s=rate)


def _model(config: Fields) -> str | None:
    names = (
        config.list("model") or config.list("model_names") or config["endpoint"].list("model_names")
    )
    return plain_text(names[0]) if names and isinstance(names[0], str) else config.text("model")
