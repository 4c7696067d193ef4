"""From files to points and a deployment, without reading or writing anything."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from planner.catalog.importers.assembly import assemble
from planner.catalog.importers.finding import Finding
from planner.catalog.importers.measurement import Measurement
from planner.catalog.importers.options import ImportOptions
from planner.catalog.importers.reading import FileReading, read_results, with_machines
from planner.catalog.importers.selection import select, without_duplicates
from planner.entries.deployment import Deployment


@dataclass(frozen=True, slots=True)
class ImportResult:
    """What came out of an import."""

    points: tuple[Measurement, ...]
    """Every operating point that was read, whether or not it is in the deployment."""
    deployment: Deployment | None
    """None where a question is open or nothing could be read; the findings say which."""
    findings: tuple[Finding, ...]
    """Of the files, of the points in the deployment (of all, where there is none), of the whole."""


def import_results(files: Iterable[tuple[str, bytes]], options: ImportOptions) -> ImportResult:
    """Read result files of benchmark tools, given as names with contents.

    Names count: an ending says JSON, YAML or table; a folder ties a machine's file to its logs.
    Nothing is raised over what the files contain; every refusal is a finding.
    """
    return conclude([read_results(name, raw, options) for name, raw in files], options)


def conclude(readings: Sequence[FileReading], options: ImportOptions) -> ImportResult:
    """The points of files that were read, and the deployment that they make."""
    points, repeated = without_duplicates(with_machines(tuple(readings)))
    chosen, selected = select(points, options)
    deployment, assembled = assemble(chosen, options) if chosen else (None, [])
    refused = [finding for reading in readings for finding in reading.findings]
    own = [finding for point in chosen or points for finding in point.findings]
    findings = (*refused, *own, *repeated, *selected, *assembled)
    return ImportResult(points, deployment, tuple(dict.fromkeys(findings)))
