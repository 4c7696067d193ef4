"""One file as measurements: decode, parse, detect, read, complete, check; refusals are findings."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from planner.catalog.importers import formats, mapped_csv, mlperf
from planner.catalog.importers.checks import check
from planner.catalog.importers.completion import completed
from planner.catalog.importers.decoding import decode
from planner.catalog.importers.finding import Finding, Refused
from planner.catalog.importers.measurement import Layout, Measurement, Origin
from planner.catalog.importers.options import ImportOptions
from planner.catalog.importers.parsing import Parsed, Table, parse


@dataclass(frozen=True, slots=True)
class FileReading:
    """What one file gave."""

    file: str
    measurements: tuple[Measurement, ...] = ()
    findings: tuple[Finding, ...] = ()
    machine: Layout | None = None
    """From a file that describes the machine of the results beside it."""


def read_results(file: str, raw: bytes, options: ImportOptions) -> FileReading:
    """The measurements of one file; whatever is wrong with it is among the findings."""
    try:
        parsed = parse(file, decode(raw), as_table=options.format == formats.CSV)
        machine = _machine(parsed)
    except Refused as refused:
        return FileReading(file, findings=(refused.finding.at(file, ""),))
    if machine is not None:
        return FileReading(file, machine=machine)
    told = (*parsed.findings, *_read_records(file, parsed, options))
    return FileReading(
        file,
        measurements=tuple(item for item in told if isinstance(item, Measurement)),
        findings=tuple(item.at(file, "") for item in told if isinstance(item, Finding)),
    )


def _machine(parsed: Parsed) -> Layout | None:
    records = [record for _, record in parsed.records]
    return (
        mlperf.read_system(records[0])
        if len(records) == 1 and mlperf.recognises_system(records[0])
        else None
    )


def _read_records(
    file: str, parsed: Parsed, options: ImportOptions
) -> Iterator[Measurement | Finding]:
    unknown = 0
    for place, record in _candidates(parsed):
        try:
            entry = _format(record, options)
            if entry is None:
                unknown += 1
                continue
            yield from _read_record(entry, record, Origin(file, place, entry.tool))
        except Refused as refused:
            yield refused.finding.at(file, place)
    if unknown:
        yield _unknown(unknown, len(parsed.records))


def _candidates(parsed: Parsed) -> Iterator[tuple[str, Any]]:
    """The records; of a text that may also be a table, whichever a format recognises."""
    records = parsed.records
    if len(records) == 2 and isinstance(records[0][1], str) and isinstance(records[1][1], Table):
        yield records[1] if formats.detect(records[0][1]) is None else records[0]
    else:
        yield from records


def _format(record: Any, options: ImportOptions) -> formats.Format | None:
    if options.format == formats.CSV:
        columns = options.columns
        return formats.Format(
            formats.CSV,
            lambda _: True,
            lambda table, origin: mapped_csv.read(table, origin, columns),
        )
    return formats.forced(options.format, record) if options.format else formats.detect(record)


def _read_record(
    entry: formats.Format, record: Any, origin: Origin
) -> Iterator[Measurement | Finding]:
    """The measurements of a record, each checked; one that a check refuses is told instead."""
    for measured in entry.read(record, origin):
        whole = completed(measured)
        findings = tuple(
            f.at(whole.origin.file, whole.origin.place) for f in (*whole.findings, *check(whole))
        )
        refused = [finding for finding in findings if finding.kind == "refusal"]
        if refused:
            yield from refused
        else:
            yield replace(whole, findings=findings)


def _unknown(unknown: int, records: int) -> Finding:
    known = ", ".join(formats.TOOLS)
    what = (
        "no known result"
        if unknown == records
        else f"{unknown} of {records} records are no known results"
    )
    remedy = "name one with --format, or the columns of a sheet with --format csv --map"
    return Finding("refusal", "unknown_format", f"{what}. Known tools: {known}; {remedy}")


def with_machines(readings: tuple[FileReading, ...]) -> tuple[Measurement, ...]:
    """All measurements; logs take chips and hardware from the machine's file beside or above."""
    machines = {_folder(r.file): r.machine for r in readings if r.machine is not None}
    return tuple(_on_machine(m, machines) for r in readings for m in r.measurements)


def _on_machine(measured: Measurement, machines: Mapping[str, Layout]) -> Measurement:
    folder = _folder(measured.origin.file)
    above = [
        path for path in machines if folder == path or folder.startswith(f"{path}/") or path == ""
    ]
    if not above or measured.origin.format != "mlperf":
        return measured
    machine = machines[max(above, key=len)]
    layout = replace(measured.layout, hardware=machine.hardware, chips=machine.chips)
    return replace(measured, layout=layout)


def _folder(file: str) -> str:
    return file.replace("\\", "/").rpartition("/")[0]
