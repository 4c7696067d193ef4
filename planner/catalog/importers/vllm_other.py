"""Other outputs of vLLM: nightly tables with display names, and what makes no operating point."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from planner.catalog.importers.fields import Fields, percentiles
from planner.catalog.importers.finding import Refused
from planner.catalog.importers.measurement import (
    Latencies,
    Layout,
    Load,
    Measurement,
    Origin,
    Rates,
    Shape,
    latencies_of,
)
from planner.catalog.importers.metadata import counted
from planner.catalog.importers.numbers import offered_rate

_COLUMN: Final = re.compile(r"^(mean|median|p\d{1,2}(?:\.\d)?) (ttft|tpot|itl|e2el) \(ms\)$")
_SHORT: Final = re.compile(r"^(mean|median|p\d{1,2}(?:\.\d)?)$")
_METRICS: Final = {"ttft": "ttft_ms", "tpot": "tpot_ms", "itl": "itl_ms", "e2el": "e2e_ms"}


def recognises_nightly(record: Mapping[str, Any]) -> bool:
    """Whether this is a row of `benchmark_results.json`, or the whole of it."""
    return "Test name" in record or ("serving" in record and isinstance(record["serving"], list))


def read_nightly(record: Mapping[str, Any], origin: Origin) -> Iterator[Measurement]:
    """A row with display names; rows of latency and throughput tests have no output rate."""
    rows = record.get("serving", [record])
    for index, row in enumerate(rows):
        place = f"serving[{index}]" if "serving" in record else origin.place
        yield _nightly(Fields(row), Origin(origin.file, place, origin.format))


def _nightly(fields: Fields, origin: Origin) -> Measurement:
    chips, hardware = counted(fields.text("GPU"))
    rate = offered_rate(fields.data.get("qps"), "qps")
    cap = fields.number("# of max concurrency.", "# of max concurrency")
    return Measurement(
        origin=origin,
        load=Load(
            kind="open" if rate else "closed" if cap else None,
            concurrency_cap=cap,
            offered_requests_per_s=rate,
            requests_sent=fields.number("# of req."),
        ),
        rates=Rates(
            requests_per_s=fields.number("Tput (req/s)"),
            output_tokens_per_s=fields.needed("Output Tput (tok/s)"),
        ),
        shape=Shape(
            nominal_input_tokens=fields.number("Input Len"),
            nominal_output_tokens=fields.number("Output Len"),
        ),
        latencies=_nightly_latencies(fields),
        layout=Layout(
            model=fields.text("Model"),
            hardware=hardware,
            chips=chips,
            parallelism=_parallelism(fields),
        ),
    )


def _parallelism(fields: Fields) -> dict[str, int]:
    degree = fields.whole("TP Size")
    return {"tensor": degree} if degree else {}


def _nightly_latencies(fields: Fields) -> Latencies:
    named: dict[str, dict[str, Any]] = {metric: {} for metric in _METRICS}
    for key, value in fields.data.items():
        match = _COLUMN.match(key.lower())
        if match:
            named[match.group(2)][match.group(1)] = value
        elif _SHORT.match(key.lower()):  # newer tables write the TPOT columns without its name
            named["tpot"].setdefault(key.lower(), value)
    read = {ours: percentiles(named[theirs], 1, theirs) for theirs, ours in _METRICS.items()}
    return latencies_of(read)


def recognises_offline(record: Mapping[str, Any]) -> bool:
    """Whether `vllm bench throughput` or `latency` wrote this."""
    return {"elapsed_time", "total_num_tokens"} <= record.keys() or {
        "avg_latency",
        "latencies",
    } <= record.keys()


def read_offline(record: Mapping[str, Any], _: Origin) -> Iterator[Measurement]:
    """No point can be made of these; says why."""
    if "avg_latency" in record:
        text = "`vllm bench latency` times one static batch, without its size or tokens"
    else:
        text = "`vllm bench throughput` counts input and output tokens together, and has no latency"
    raise Refused("no_operating_point", f"{text}. Measure with `vllm bench serve --save-result`")
    yield  # pragma: no cover - an importer is a generator
