"""A home-made sheet whose columns the user names: `--format csv --map requests_per_s=COLUMN`."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from planner.catalog.importers.fields import Fields, percentiles
from planner.catalog.importers.finding import Refused
from planner.catalog.importers.measurement import (
    Counts,
    Latencies,
    Layout,
    Load,
    Measurement,
    Origin,
    Rates,
    Shape,
    latencies_of,
)
from planner.catalog.importers.metadata import precision_name
from planner.catalog.importers.numbers import offered_rate
from planner.catalog.importers.parsing import Table

NUMBERS: Final = frozenset(
    {
        *("concurrency", "offered_requests_per_s", "requests_per_s", "output_tokens_per_s"),
        *("input_tokens_per_s", "input_tokens", "output_tokens", "requests_sent", "requests_ok"),
        *("requests_failed", "duration_s", "power_w", "chips", "tensor"),
    }
)
TEXTS: Final = frozenset({"model", "hardware", "precision", "engine", "tag"})
_LATENCY: Final = re.compile(r"^(ttft|tpot|itl|e2e)_(mean|p\d{1,2}(?:\.\d{1,3})?)_(ms|s)$")


def is_target(name: str) -> bool:
    """Whether a column may be mapped to this name.

    >>> is_target("ttft_p99_ms"), is_target("e2e_mean_s"), is_target("throughput")
    (True, True, False)
    """
    return name in NUMBERS or name in TEXTS or bool(_LATENCY.match(name))


def targets() -> str:
    """The names that columns may be mapped to, for a message."""
    listed = ", ".join(sorted(NUMBERS | TEXTS))
    return f"{listed}, and latencies such as ttft_p99_ms, tpot_p50_ms, e2e_mean_s"


def read(table: Table, origin: Origin, columns: Mapping[str, str]) -> Iterator[Measurement]:
    """One operating point a row; an empty line ends nothing, a row without a rate is refused."""
    if not columns:
        raise Refused(
            "map_missing", f"say which column is what: --map NAME=COLUMN. Names: {targets()}"
        )
    header_at, positions = _positions(table, columns)
    for index, row in enumerate(table.rows[header_at + 1 :], start=header_at + 2):
        if any(row):
            place = f"line {index}"
            values = {name: row[at] if at < len(row) else "" for name, at in positions.items()}
            yield _point(Fields(values, place), Origin(origin.file, place, origin.format))


def _positions(table: Table, columns: Mapping[str, str]) -> tuple[int, dict[str, int]]:
    """The header's row, and where each mapped column stands in it."""
    wanted = set(columns.values())
    for index, row in enumerate(table.rows[:20]):
        if wanted <= set(row):
            twice = sorted(name for name in wanted if row.count(name) > 1)
            if twice:
                raise Refused(
                    "column_twice",
                    f"line {index + 1}: the column {twice[0]!r} stands twice; rename one",
                )
            return index, {name: row.index(column) for name, column in columns.items()}
    head = next((row for row in table.rows if any(row)), ())
    missing = sorted(wanted - set(head))
    raise Refused(
        "column_missing", f"no column {missing[0]!r}; there are {', '.join(filter(None, head))}"
    )


def _point(fields: Fields, origin: Origin) -> Measurement:
    rate = offered_rate(fields.data.get("offered_requests_per_s"), "offered_requests_per_s")
    cap = fields.number("concurrency")
    return Measurement(
        origin=origin,
        load=Load(
            kind="open" if rate else "closed" if cap else None,
            concurrency_cap=cap,
            offered_requests_per_s=rate,
            requests_sent=fields.number("requests_sent"),
        ),
        counts=Counts(ok=fields.number("requests_ok"), failed=fields.number("requests_failed")),
        rates=Rates(
            requests_per_s=fields.number("requests_per_s"),
            output_tokens_per_s=fields.needed("output_tokens_per_s"),
            input_tokens_per_s=fields.number("input_tokens_per_s"),
            duration_s=fields.number("duration_s"),
            power_w=fields.number("power_w"),
        ),
        shape=Shape(
            input_tokens=fields.number("input_tokens"), output_tokens=fields.number("output_tokens")
        ),
        latencies=_latencies(fields.data),
        layout=_layout(fields),
        tags={"tag": tag} if (tag := fields.text("tag")) else {},
    )


def _latencies(row: Mapping[str, Any]) -> Latencies:
    read_: dict[str, dict[str, float]] = {"ttft_ms": {}, "tpot_ms": {}, "itl_ms": {}, "e2e_ms": {}}
    for name, value in row.items():
        match = _LATENCY.match(name)
        if match:
            scale = 1000 if match.group(3) == "s" else 1
            read_[f"{match.group(1)}_ms"] |= percentiles({match.group(2): value}, scale, name)
    return latencies_of(read_)


def _layout(fields: Fields) -> Layout:
    tensor = fields.whole("tensor")
    return Layout(
        model=fields.text("model"),
        hardware=fields.text("hardware"),
        chips=fields.whole("chips"),
        parallelism={"tensor": tensor} if tensor else {},
        precision=precision_name(fields.text("precision")),
        engine=fields.text("engine"),
    )
