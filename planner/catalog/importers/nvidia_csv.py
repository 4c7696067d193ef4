"""The CSV exports of GenAI-Perf and AIPerf: two tables in one file, units in the names."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from planner.catalog.importers import nvidia
from planner.catalog.importers.fields import Fields
from planner.catalog.importers.finding import Finding, Refused, warning
from planner.catalog.importers.measurement import Counts, Load, Measurement, Origin, Rates
from planner.catalog.importers.parsing import Table

_ROUNDED: Final = 0.001
_NAME: Final = re.compile(r"^(?P<name>.+?)(?: \((?P<unit>[^()]*)\))?$")


def recognises(table: Any) -> bool:
    """Whether a table begins with `Metric, avg, …`."""
    if not isinstance(table, Table) or not table.rows:
        return False
    head = [cell.lower() for cell in table.rows[0]]
    return head[:1] == ["metric"] and ("avg" in head or head[1:2] == ["value"])


def recognises_aiperf(table: Any) -> bool:
    """Whether such a table is AIPerf's: only it has a column `sum`."""
    return recognises(table) and "sum" in (cell.lower() for cell in table.rows[0])


def read(table: Table, origin: Origin) -> Iterator[Measurement]:
    """The operating point; the request rate is rounded to 2 decimals, and there is no load."""
    fields = Fields(_metrics(table))
    stated, shape = nvidia.rates(fields), nvidia.shape(fields)
    tokens_in, tokens_out = shape.input_tokens, shape.output_tokens
    exact = stated.output_tokens_per_s / tokens_out if tokens_out else None
    yield Measurement(
        origin=origin,
        load=Load(),
        counts=Counts(
            ok=nvidia.mean(fields, "request_count"),
            failed=nvidia.mean(fields, "error_request_count"),
        ),
        rates=replace(
            stated, input_tokens_per_s=exact * tokens_in if exact and tokens_in else None
        ),
        shape=shape,
        latencies=nvidia.latencies(fields),
        findings=tuple(_remarks(stated, exact)),
    )


def _remarks(stated: Rates, exact: float | None) -> Iterator[Finding]:
    yield warning("load_unknown", "the file names no concurrency and no offered rate")
    rounded = stated.requests_per_s
    if exact and rounded and abs(exact / rounded - 1) > _ROUNDED:
        text = f"request throughput {rounded} is rounded; from tokens it is {exact:.5g}"
        yield warning("rounded_rate", text, exact)


def _metrics(table: Table) -> dict[str, dict[str, Any]]:
    """The rows as the metric objects of the JSON export: `{unit, avg, p99, …}` by name."""
    metrics: dict[str, dict[str, Any]] = {}
    header: list[str] = []
    for row in table.rows:
        if not any(row):
            header = []
        elif row[0].lower() == "metric":
            header = [cell.lower() for cell in row]
        elif header:
            name, unit = _named(row[0])
            values = dict(zip(header[1:], row[1:], strict=False))
            metrics.setdefault(name, {"unit": unit, "avg": values.get("value"), **values})
    return metrics


def _named(cell: str) -> tuple[str, str | None]:
    """`Time To First Token (ms)` as (`time_to_first_token`, `ms`)."""
    match = _NAME.match(cell)
    if not match:
        return cell, None
    return match.group("name").strip().lower().replace(" ", "_"), match.group("unit")


def recognises_analysis(table: Any) -> bool:
    """Whether this is `analyze_export_genai_perf.csv`: one row a configuration."""
    return isinstance(table, Table) and bool(table.rows) and "Config Name" in table.rows[0]


def read_analysis(_: Table, __: Origin) -> Iterator[Measurement]:
    """Rows with p99 only, of several configurations; the single files say more."""
    text = "a table of several configurations with one percentile: give the file of each run"
    raise Refused("no_operating_point", text)
    yield  # pragma: no cover - an importer is a generator
