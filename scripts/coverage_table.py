"""Write docs/coverage.md: which models the catalog can plan on which hardware, and how well.

`--check` writes nothing, and fails where the file is not what the catalog says.
"""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from planner.catalog import Catalog, load_catalog
from planner.entries import Curve, Deployment, OperatingPoint

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "coverage.md"
AUDIO = ("asr", "tts")
HEAD = """\
# What the catalog covers

Written by `scripts/coverage_table.py` from `profiles/`; do not edit it.

{deployments} deployments with {curves} curves and {points} operating points; {hardware} kinds of
hardware, of which {unmeasured} have no curve yet and serve for deployments of your own.
"""


def page(catalog: Catalog) -> str:
    """Return the whole page."""
    text = [d for d in catalog.deployments.values() if d.role not in AUDIO]
    audio = [d for d in catalog.deployments.values() if d.role in AUDIO]
    parts = [_head(catalog), "## Language models", *_models(text), "## Voice", *_voice(audio)]
    unmeasured = _unmeasured(catalog)
    if unmeasured:
        parts += ["## Hardware without curves", ", ".join(unmeasured) + "."]
    return "\n\n".join(part.strip("\n") for part in parts) + "\n"


def _head(catalog: Catalog) -> str:
    curves = [curve for entry in catalog.deployments.values() for curve in entry.curves]
    return HEAD.format(
        deployments=len(catalog.deployments),
        curves=len(curves),
        points=sum(len(curve.points) for curve in curves),
        hardware=len(catalog.hardware),
        unmeasured=len(_unmeasured(catalog)),
    )


def _unmeasured(catalog: Catalog) -> list[str]:
    used = {name for d in catalog.deployments.values() for name in d.chips_by_hardware}
    return [name for name in catalog.hardware if name not in used]


def _models(deployments: list[Deployment]) -> Iterator[str]:
    yield (
        "Shapes are mean input × output tokens. A limit on a percentile that is not listed cannot"
        "\nbe proven; a higher one that is listed proves a lower one."
    )
    head = (
        "model",
        "hardware",
        "precision",
        "chips",
        "shapes",
        "TTFT",
        "TPOT",
        "evidence",
        "until",
    )
    groups: dict[tuple[str, str, str], list[Deployment]] = {}
    for entry in deployments:
        hardware = " + ".join(entry.chips_by_hardware)
        groups.setdefault((entry.model, hardware, entry.precision or ""), []).append(entry)
    yield _table(head, ((*key, *_facts(entries)) for key, entries in sorted(groups.items())))


def _facts(entries: list[Deployment]) -> tuple[str, ...]:
    curves = [curve for entry in entries for curve in entry.curves]
    return (
        ", ".join(map(str, sorted({entry.chips for entry in entries}))),
        ", ".join(dict.fromkeys(map(_shape, sorted(curves, key=_lengths)))),
        _percentiles(curves, "ttft_ms"),
        _percentiles(curves, "tpot_ms"),
        ", ".join(sorted({(entry.evidence or "").replace("_", " ") for entry in entries})),
        max(c.date or entry.date or "" for entry in entries for c in entry.curves),
    )


def _lengths(curve: Curve) -> tuple[float, float]:
    return curve.input_tokens or 0, curve.output_tokens or 0


def _shape(curve: Curve) -> str:
    if curve.input_tokens is None or curve.output_tokens is None:
        return "any"
    return f"{curve.input_tokens:g} × {curve.output_tokens:g}"


def _percentiles(curves: list[Curve], metric: str) -> str:
    first, *others = (_known(point, metric) for curve in curves for point in curve.points)
    everywhere = first.intersection(*others)
    somewhere = first.union(*others) - everywhere
    return ", ".join([*sorted(everywhere), *(f"({name})" for name in sorted(somewhere))])


def _known(point: OperatingPoint, metric: str) -> set[str]:
    return set(getattr(point, metric) or ())


def _voice(deployments: list[Deployment]) -> Iterator[str]:
    yield "Streams are those that a replica kept in real time, one chip a replica."
    head = ("model", "role", "hardware", "streams up to", "first audio", "evidence", "date")
    yield _table(head, (_voice_row(entry) for entry in deployments))


def _voice_row(entry: Deployment) -> tuple[str, ...]:
    streams = [point.streams or 0 for curve in entry.curves for point in curve.points]
    return (
        entry.model,
        entry.role,
        " + ".join(entry.chips_by_hardware),
        f"{max(streams):g}",
        _percentiles(list(entry.curves), "first_audio_ms"),
        (entry.evidence or "").replace("_", " "),
        entry.date or "",
    )


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    lines = [head, ("---",) * len(head), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def main() -> int:
    """Write the page, or hold it against the catalog."""
    wanted = page(load_catalog(ROOT / "profiles"))
    if "--check" not in sys.argv[1:]:
        PAGE.write_text(wanted, "utf-8")
        return 0
    if PAGE.is_file() and PAGE.read_text("utf-8") == wanted:
        return 0
    print(f"{PAGE.relative_to(ROOT)} is not current: run python scripts/coverage_table.py")
    return 1


if __name__ == "__main__":
    sys.exit(main())
