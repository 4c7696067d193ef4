"""The deployment that the selected points make, or what must be said before there is one."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from pydantic import ValidationError

from planner.catalog.importers.curves import Lengths, curves, lengths_of
from planner.catalog.importers.finding import Finding
from planner.catalog.importers.labels import labels
from planner.catalog.importers.measurement import Measurement
from planner.catalog.importers.options import ImportOptions
from planner.entries.deployment import Deployment
from planner.validation import faults_of

_DATE: Final = re.compile(r"(20\d\d)-?(\d\d)-?(\d\d)")
_NOT_IN_AN_ID: Final = re.compile(r"[^A-Za-z0-9._-]+")

Points = Sequence[Measurement]


def assemble(points: Points, options: ImportOptions) -> tuple[Deployment | None, list[Finding]]:
    """A valid deployment and findings; None with the questions that stand in its way."""
    chips, replicas = _copies(points, options)
    missing = list(_missing(points, options, chips))
    shaped = [(m, lengths) for m in points if (lengths := lengths_of(m, options)) is not None]
    if missing or not shaped or options.model is None or options.hardware is None or chips is None:
        return None, missing
    return _validated(points, shaped, options, (chips, replicas))


def _copies(points: Points, options: ImportOptions) -> tuple[int | None, int]:
    """Chips of one replica, and replicas measured: as stated, else as the file has them."""
    measured = next((m.layout.chips for m in points if m.layout.chips is not None), None)
    if options.chips is None:
        whole = None if measured is None else measured // (options.replicas or 1)
        return whole, options.replicas or 1
    if options.replicas is None and measured and measured % options.chips == 0:
        return options.chips, measured // options.chips
    return options.chips, options.replicas or 1


def _missing(points: Points, options: ImportOptions, chips: int | None) -> Iterator[Finding]:
    """What no file says and the options do not either."""
    served = _said(points, "model")
    on = _said(points, "hardware")
    if options.model is None:
        yield _question("model", f"which model of the catalog is this{served}? Give --model ID")
    if options.hardware is None:
        yield _question(
            "hardware", f"which hardware of the catalog is this{on}? Give --hardware ID"
        )
    if chips is None:
        yield _question("chips", "no file says how many chips one replica has. Give --chips N")
    without = [m for m in points if lengths_of(m, options) is None]
    if without:
        yield _lengths_question(without[0], len(without))


def _lengths_question(measured: Measurement, count: int) -> Finding:
    shape = measured.shape
    absent = [
        option
        for option, value in (
            ("--input-tokens", shape.input_tokens),
            ("--output-tokens", shape.output_tokens),
        )
        if value is None
    ]
    nominal = ""
    if shape.nominal_input_tokens and shape.nominal_output_tokens:
        asked = f"{shape.nominal_input_tokens:g} × {shape.nominal_output_tokens:g}"
        nominal = f" (asked for were {asked}; the mean of what was sent may be lower)"
    remedy = f"Give {' and '.join(absent)} as measured"
    text = f"{count} points have no measured mean lengths{nominal}. {remedy}"
    return Finding("question", "lengths", text, measured.origin.file, measured.origin.place)


def _question(code: str, text: str) -> Finding:
    return Finding("question", code, text)


def _said(points: Points, name: str) -> str:
    values = sorted({labels(m)[name] for m in points if name in labels(m)})
    return f" (the files say {', '.join(values[:4])})" if values else ""


def _validated(
    points: Points,
    shaped: Sequence[tuple[Measurement, Lengths]],
    options: ImportOptions,
    copies: tuple[int, int],
) -> tuple[Deployment | None, list[Finding]]:
    built, findings = curves(shaped, options, copies[1])
    fields = _fields(points, options, copies) | {"curves": built}
    findings += _open_questions(fields, options, copies, points)
    try:
        return Deployment.model_validate(fields), findings
    except ValidationError as error:
        faults = [Finding("refusal", "not_a_deployment", str(fault)) for fault in faults_of(error)]
        return None, findings + faults


def _fields(points: Points, options: ImportOptions, copies: tuple[int, int]) -> dict[str, Any]:
    parallelism = (
        dict(options.parallelism) or _common(m.layout.parallelism or None for m in points) or {}
    )
    fields: dict[str, Any] = {
        "model": options.model,
        "hardware": options.hardware,
        "chips_per_replica": copies[0],
        "precision": options.precision or _common(m.layout.precision for m in points),
        "kv_precision": options.kv_precision or _common(m.layout.kv_precision for m in points),
        "parallelism": {
            name: degree for name, degree in parallelism.items() if degree > 1 or name == "tensor"
        },
        "engine": options.engine or _common(m.layout.engine for m in points),
        "engine_version": options.engine_version
        or _common(m.layout.engine_version for m in points),
        "speculation": options.speculation or _common(m.layout.speculation for m in points),
        "evidence": options.evidence,
        "source": options.source,
        "date": _date(points),
        "note": _note(points, copies[1]),
    }
    stated = {name: value for name, value in fields.items() if value not in (None, {}, "")}
    return {"id": options.id or _id(stated)} | stated


def _common(values: Any) -> Any:
    """The value that all who state one agree on, else None."""
    stated: list[Any] = []
    for value in values:
        if value is not None and value not in stated:
            stated.append(value)
    return stated[0] if len(stated) == 1 else None


def _id(fields: dict[str, Any]) -> str:
    degrees = "-".join(
        f"{name[0]}p{degree}" for name, degree in fields.get("parallelism", {}).items()
    )
    layout = "-".join(part for part in (fields.get("precision"), degrees) if part)
    parts = (fields["model"], fields["hardware"], layout, fields.get("engine"))
    return "--".join(_NOT_IN_AN_ID.sub("-", part).strip("-") for part in parts if part)[:200]


def _date(points: Points) -> str | None:
    """Day of the newest run."""
    days = [f"{m[1]}-{m[2]}-{m[3]}" for p in points if p.date and (m := _DATE.search(p.date))]
    return max(days, default=None)


def _note(points: Points, replicas: int) -> str:
    files = sorted({m.origin.file for m in points})
    tools = ", ".join(sorted({m.origin.format for m in points}))
    one = (
        f"; {replicas} replicas were measured together, this is one of them" if replicas > 1 else ""
    )
    return f"imported from {len(files)} result file{'s' if len(files) > 1 else ''} of {tools}{one}"


def _open_questions(
    fields: dict[str, Any], options: ImportOptions, copies: tuple[int, int], points: Points
) -> Iterator[Finding]:
    """What a quote would want to know, though the deployment is valid without it."""
    stated = next((m.layout.replicas for m in points if (m.layout.replicas or 1) > 1), None)
    if "precision" not in fields:
        yield _question("precision", "no file says the precision of the weights. Give --precision")
    if copies[0] > 1 and "parallelism" not in fields:
        yield _question(
            "parallelism", "no file says how the chips are used. Give --tensor N, --data N, …"
        )
    if options.evidence != "measured" and options.source is None:
        yield _question("source", f"evidence {options.evidence} needs its source. Give --source ID")
    if stated and copies[1] == 1:
        text = f"the files say {stated} replicas, taken as one of {copies[0]} chips."
        remedy = f"--chips {copies[0] // stated} --replicas {stated} makes it one of them"
        yield Finding("warning", "replicas", f"{text} {remedy}", value=stated)
