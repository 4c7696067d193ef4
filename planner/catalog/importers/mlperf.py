"""MLPerf inference `mlperf_log_summary.txt`: `key : value` text, in nanoseconds."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from planner.catalog.importers.fields import Fields, canonical_key
from planner.catalog.importers.finding import Refused, warning
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
from planner.catalog.importers.numbers import number
from planner.catalog.importers.parsing import Table

_MARK: Final = "MLPerf Results Summary"
_LINE: Final = re.compile(r"^\s*(.+?)\s*:\s*(.*?)\s*$")
_MS_PER_NS: Final = 1e-6
_METRICS: Final = {
    "ttft_ms": "first token latency (ns)",
    "tpot_ms": "time to output token (ns)",
    "e2e_ms": "latency (ns)",
}
_PERCENTILE: Final = re.compile(r"^(\d{1,2}(?:\.\d{1,2})?) percentile (.+)$")


def recognises(record: Any) -> bool:
    """Whether this is the summary that LoadGen writes."""
    return isinstance(record, str) and _MARK in record


def read(text: str, origin: Origin) -> Iterator[Measurement]:
    """The certified point of a Server run, or the rate of an Offline run; never an invalid one."""
    lines = dict(_pairs(text))
    if lines.get("result is", "").upper() != "VALID":
        reason = "; ".join(
            line.strip() for line in text.splitlines() if line.strip().startswith("* TTFT")
        )
        said = lines.get("result is", "absent")
        raise Refused(
            "invalid_run", f"`Result is : {said}`: the run does not count. {reason}".strip()
        )
    fields = Fields(lines)
    is_offline = lines.get("scenario", "").lower() == "offline"
    rate = fields.number("completed samples per second", "samples per second")
    output_rate = fields.needed("completed tokens per second", "tokens per second")
    yield Measurement(
        origin=origin,
        load=Load(
            kind="burst" if is_offline else "open",
            offered_requests_per_s=None if is_offline else fields.number("target_qps"),
        ),
        rates=Rates(requests_per_s=rate, output_tokens_per_s=output_rate),
        shape=Shape(),
        latencies=Latencies() if is_offline else _latencies(lines),
        findings=tuple(_remarks(lines, is_offline=is_offline)),
    )


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    """Keys in lower case; of a key that stands twice, the first (both say the same)."""
    seen: set[str] = set()
    for line in text.splitlines():
        match = _LINE.match(line)
        key = match.group(1).lower() if match else ""
        if match and key not in seen:
            seen.add(key)
            yield key, match.group(2)


def _latencies(lines: Mapping[str, str]) -> Latencies:
    return latencies_of({ours: _percentiles(lines, theirs) for ours, theirs in _METRICS.items()})


def _percentiles(lines: Mapping[str, str], name: str) -> dict[str, float]:
    found: dict[str, float] = {}
    for key, raw in lines.items():
        ours = "mean" if key == f"mean {name}" else _rank(key, name)
        value = number(raw, key) if ours else None
        if ours and value is not None:
            found[ours] = value * _MS_PER_NS
    return found


def _rank(key: str, name: str) -> str | None:
    match = _PERCENTILE.match(key)
    if not match or match.group(2) != name:
        return None
    return canonical_key(f"p{float(match.group(1)):g}")


def _remarks(lines: Mapping[str, str], *, is_offline: bool) -> Iterator[Any]:
    if is_offline:
        text = "an Offline run sends all at once: its rate is a bound, its latencies are left out"
        yield warning("offline_run", text)
        return
    limits = [number(lines.get(f"{name}_latency (ns)"), name) for name in ("ttft", "tpot")]
    shown = " and ".join(
        f"{name} p99 ≤ {limit * _MS_PER_NS:g} ms"
        for name, limit in zip(("TTFT", "TPOT"), limits, strict=True)
        if limit
    )
    yield warning("single_point", f"the greatest rate that kept {shown}: one point, not a curve")


def recognises_system(record: Any) -> bool:
    """Whether this is the `system.json` that lies beside the logs."""
    return (
        isinstance(record, Mapping)
        and "accelerators_per_node" in record
        and "number_of_nodes" in record
    )


def read_system(record: Mapping[str, Any]) -> Layout:
    """Chips and hardware of the machine."""
    fields = Fields(record)
    per_node, nodes = fields.whole("accelerators_per_node"), fields.whole("number_of_nodes")
    return Layout(
        hardware=fields.text("accelerator_model_name"),
        chips=per_node * nodes if per_node and nodes else None,
    )


def recognises_table(record: Any) -> bool:
    """Whether this is a table of published results, from the site or the repository."""
    if isinstance(record, Table):
        heads = {cell.lower() for row in record.rows[:5] for cell in row}
        return (
            {"submitter", "scenario"} <= heads or "public id" in heads or "division/power" in heads
        )
    return isinstance(record, Mapping) and "Performance_Result" in record


def read_table(_: Any, __: Origin) -> Iterator[Measurement]:
    """A table of rates without latency; says where the latencies are."""
    text = "published MLPerf results: rates of whole systems, in mixed units, without latency"
    raise Refused("no_operating_point", f"{text}. Give the mlperf_log_summary.txt of the run")
    yield  # pragma: no cover - an importer is a generator
