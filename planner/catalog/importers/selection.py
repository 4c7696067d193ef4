"""Which measurements go into the deployment: no duplicates, no halves of a whole, one layout."""

from collections.abc import Callable, Mapping, Sequence
from math import isclose
from typing import Final

from planner.catalog.importers.finding import Finding
from planner.catalog.importers.labels import combinations, labels, same_hardware
from planner.catalog.importers.measurement import Measurement
from planner.catalog.importers.options import ImportOptions

Points = tuple[Measurement, ...]
Chosen = tuple[Points, tuple[Finding, ...]]
_MERGED: Final = 1.2
_SHOWN: Final = 12


def without_duplicates(points: Points) -> Chosen:
    """The first of those that agree in every figure: a sweep's summary repeats its runs."""
    kept: dict[object, Measurement] = {}
    findings: list[Finding] = []
    for point in points:
        latencies = tuple(tuple(sorted(p.items())) for p in point.latencies.by_name.values())
        said = tuple(sorted(labels(point).items()))
        key = (point.date, point.load, point.rates, point.shape, latencies, point.run, said)
        first = kept.setdefault(key, point)
        if first is not point:
            text = f"the same run as {first.origin}; counted once"
            findings.append(_note("duplicate", text, point))
    return tuple(kept.values()), tuple(findings)


def without_parts(points: Points) -> Chosen:
    """Without the clients of a run whose merged file is there too: their counts sum up to its."""
    merged = [p for p in points if (_little_ratio(p) or 0) > _MERGED and p.counts.ok]
    parts = {id(part): whole for whole in merged for part in _parts_of(whole, points)}
    findings = tuple(
        _note("part_of_a_run", f"one client of the run in {parts[id(p)].origin}; left out", p)
        for p in points
        if id(p) in parts
    )
    return tuple(p for p in points if id(p) not in parts), findings


def _parts_of(whole: Measurement, points: Points) -> Points:
    """All other points of the same day and load, if together they have the whole's requests."""
    alike = tuple(p for p in points if p is not whole and _session(p) == _session(whole))
    sums = [sum(p.counts.ok or 0 for p in alike), sum(p.load.requests_sent or 0 for p in alike)]
    is_whole = len(alike) > 1 and sums == [whole.counts.ok, whole.load.requests_sent or 0]
    return alike if is_whole else ()


def _session(point: Measurement) -> object:
    load = (point.load.kind, point.load.concurrency_cap, point.load.offered_requests_per_s)
    return (
        *load,
        (point.date or "")[:8],
        point.origin.format,
        tuple(sorted(labels(point).items())),
    )


def _little_ratio(point: Measurement) -> float | None:
    cap, in_flight = point.load.concurrency_cap, point.little_concurrency
    return in_flight / cap if cap and in_flight else None


def without_cold_runs(points: Points) -> Chosen:
    """Without run 0 of a sweep where later runs of the same load exist: a fresh server is cold."""
    later = {_run_key(p) for p in points if p.run not in {None, "0"}}
    cold = [p for p in points if p.run == "0" and _run_key(p) in later]
    text = "the first run of a fresh server, and later ones exist: left out as cold"
    left_out = {id(p) for p in cold}
    kept = tuple(p for p in points if id(p) not in left_out)
    return kept, tuple(_note("cold_run", text, p) for p in cold)


def _run_key(point: Measurement) -> object:
    load = (point.load.concurrency_cap, point.load.offered_requests_per_s, point.load.requests_sent)
    return (point.origin.format, *load, tuple(sorted(labels(point).items())))


def chosen_by(points: Points, only: Mapping[str, str]) -> Chosen:
    """Those whose labels have the values asked for."""
    kept = points
    for name, value in only.items():
        kept = tuple(p for p in kept if labels(p).get(name, "").lower() == value.lower())
        if not kept:
            known = sorted({labels(p).get(name, "(not said)") for p in points})
            text = f"--only {name}={value}: no point says so; they say {', '.join(known[:_SHOWN])}"
            return (), (Finding("question", "nothing_chosen", text),)
    return kept, ()


def fitting(points: Points, options: ImportOptions) -> Chosen:
    """Those that do not contradict what the user states, where at least one agrees with it."""
    findings: list[Finding] = []
    for name, stated, agrees in _statements(options):
        verdicts = [agrees(p) for p in points]
        if False not in verdicts:
            continue
        if True not in verdicts:
            findings.append(_contradiction(name, stated, points))
            continue
        left_out = sum(verdict is False for verdict in verdicts)
        text = f"{left_out} points are of other {name} than {stated}, and left out"
        findings.append(Finding("note", "left_out", text, value=left_out))
        points = tuple(
            p for p, verdict in zip(points, verdicts, strict=True) if verdict is not False
        )
    if any(finding.kind == "refusal" for finding in findings):
        return (), tuple(findings)
    return points, tuple(findings)


Statement = tuple[str, str, Callable[[Measurement], bool | None]]


def _statements(options: ImportOptions) -> list[Statement]:
    """Each thing that the user states, asked of a point: True, False, or None for not said."""
    found: list[Statement] = []
    chips, hardware, precision = options.chips, options.hardware, options.precision
    if chips is not None:
        found.append(("chips", str(chips), lambda p: _chips_agree(p, chips, options.replicas)))
    if hardware is not None:
        found.append(("hardware", hardware, lambda p: _hardware_agrees(p, hardware)))
    if precision is not None:
        found.append(("precision", precision, lambda p: _equal(p.layout.precision, precision)))
    for name, degree in options.parallelism.items():
        found.append((name, str(degree), _degree_agrees(name, degree)))
    return found


def _degree_agrees(name: str, degree: int) -> Callable[[Measurement], bool | None]:
    return lambda point: _equal(point.layout.parallelism.get(name), degree)


def _hardware_agrees(point: Measurement, hardware: str) -> bool | None:
    return None if point.layout.hardware is None else same_hardware(point.layout.hardware, hardware)


def _chips_agree(point: Measurement, chips: int, replicas: int | None) -> bool | None:
    measured = point.layout.chips
    if measured is None:
        return None
    copies = {replicas} if replicas else {1, point.layout.replicas or 1}
    return any(isclose(measured, chips * n) for n in copies)


def _equal(left: object, right: object) -> bool | None:
    return None if left is None else left == right


def _contradiction(name: str, stated: str, points: Points) -> Finding:
    said = sorted({labels(p).get(name, "") for p in points} - {""})
    text = f"{name}: the files say {', '.join(said[:_SHOWN])}, the options {stated}"
    if name in {"hardware", "precision"}:
        return Finding("warning", "contradiction", f"{text}; the options are taken")
    remedy = (
        "chips are those of one replica; --replicas says how many were measured"
        if name == "chips"
        else "correct one"
    )
    return Finding("refusal", "contradiction", f"{text}: {remedy}")


def one_deployment(points: Points) -> Chosen:
    """The points, if they are of one deployment; else a question that lists which there are."""
    found = combinations(points)
    if len(found) <= 1:
        return points, ()
    listed = "; ".join(
        " ".join(f"--only {name}={value}" for name, value in c.items()) for c in found[:_SHOWN]
    )
    more = f"; and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    text = f"these are {len(found)} deployments, and a file holds one. Choose: {listed}{more}"
    return (), (Finding("question", "several_deployments", text, value=len(found)),)


def _note(code: str, text: str, point: Measurement) -> Finding:
    return Finding("note", code, text, point.origin.file, point.origin.place)


def select(points: Sequence[Measurement], options: ImportOptions) -> Chosen:
    """The points of the one deployment that the options mean, and what was left out on the way."""
    findings: tuple[Finding, ...] = ()
    kept: Points = tuple(points)
    steps: tuple[Callable[[Points], Chosen], ...] = (
        lambda found: chosen_by(found, options.only),
        lambda found: fitting(found, options),
        without_parts,
        one_deployment,
        without_cold_runs,
    )
    for step in steps:
        kept, told = step(kept)
        findings += told
        if not kept:
            break
    return kept, findings
