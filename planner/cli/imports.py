"""`planner profiles import`: result files of benchmark tools as a deployment of the catalog."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from planner.catalog.importers import (
    TOOLS,
    Finding,
    ImportOptions,
    ImportResult,
    conclude,
    deployment_json,
    deployment_yaml,
    finding_json,
    point_json,
    read_results,
)
from planner.catalog.importers.mapped_csv import is_target, targets
from planner.catalog.importers.paths import ResultFile, read_bytes, result_files
from planner.cli.reading import write_text
from planner.entries.base import Evidence
from planner.entries.deployment import Deployment
from planner.errors import Fault, InvalidInput

if TYPE_CHECKING:
    from planner.catalog.importers.reading import FileReading

SHOWN_OF_A_KIND: Final = 5
"""Findings with one code that are printed; the rest are counted, and all stand in `--json`."""
EVIDENCE: Final = (
    "measured",
    "third_party",
    "vendor",
    "modeled",
    "target",
    "estimate",
    "unspecified",
)


def _option(name: str, text: str, **more: Any) -> Any:
    return typer.Option(name, help=text, show_default=False, **more)


def import_files(
    paths: Annotated[
        list[Path], typer.Argument(metavar="FILE|DIR…", help="Result files, or folders of them.")
    ],
    model: Annotated[str | None, _option("--model", "Id of the model in the catalog.")] = None,
    hardware: Annotated[
        str | None, _option("--hardware", "Id of the hardware in the catalog.")
    ] = None,
    chips: Annotated[int | None, _option("--chips", "Chips of one replica.", min=1)] = None,
    replicas: Annotated[
        int | None,
        _option("--replicas", "Replicas that were measured together; omitted: one.", min=1),
    ] = None,
    precision: Annotated[
        str | None, _option("--precision", "Of the weights: bf16, fp8, nvfp4 …")
    ] = None,
    kv_precision: Annotated[str | None, _option("--kv-precision", "Of the KV cache.")] = None,
    tensor: Annotated[int | None, _option("--tensor", "Tensor parallel degree.", min=1)] = None,
    pipeline: Annotated[
        int | None, _option("--pipeline", "Pipeline parallel degree.", min=1)
    ] = None,
    data: Annotated[int | None, _option("--data", "Data parallel degree.", min=1)] = None,
    expert: Annotated[int | None, _option("--expert", "Expert parallel degree.", min=1)] = None,
    engine: Annotated[
        str | None, _option("--engine", "What served: vllm, sglang, trtllm …")
    ] = None,
    engine_version: Annotated[str | None, _option("--engine-version", "Its version.")] = None,
    speculation: Annotated[
        str | None, _option("--speculation", "Speculative decoding, by its method.")
    ] = None,
    input_tokens: Annotated[
        float | None, _option("--input-tokens", "Mean as measured, where files count none.", min=0)
    ] = None,
    output_tokens: Annotated[
        float | None, _option("--output-tokens", "Mean as measured, where files count none.", min=1)
    ] = None,
    cached_input_fraction: Annotated[
        float, typer.Option(help="Share of the input that a prefix cache served.", min=0, max=0.999)
    ] = 0.0,
    entry_id: Annotated[
        str | None, _option("--id", "Id of the deployment; omitted: made from the rest.")
    ] = None,
    evidence: Annotated[
        str, typer.Option(help=f"How it is known: {', '.join(EVIDENCE)}.")
    ] = "measured",
    source: Annotated[
        str | None, _option("--source", "Id of the source, where it is not you.")
    ] = None,
    tool: Annotated[
        str | None, _option("--format", f"Instead of detection: {', '.join(TOOLS)}.")
    ] = None,
    columns: Annotated[
        list[str] | None, _option("--map", "For --format csv: NAME=COLUMN, once for each column.")
    ] = None,
    only: Annotated[
        list[str] | None,
        _option("--only", "Of several deployments in the files: NAME=VALUE it must say."),
    ] = None,
    shape_tolerance: Annotated[
        float, typer.Option(help="Lengths that differ by this share are one shape.", min=0, max=1)
    ] = 0.02,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output",
            "-o",
            help="A .yaml or .json file, or a folder of profiles.",
            show_default=False,
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print every point as JSON.")] = False,
) -> None:
    """Read result files of benchmark tools: vLLM, SGLang, GuideLLM, AIPerf, InferenceX and others.

    What is odd about a point is told on stderr, with its figure; what no file says is asked for.
    """
    degrees = {"tensor": tensor, "pipeline": pipeline, "data": data, "expert": expert}
    options = ImportOptions(
        model=model,
        hardware=hardware,
        chips=chips,
        replicas=replicas,
        precision=precision,
        kv_precision=kv_precision,
        parallelism={name: degree for name, degree in degrees.items() if degree is not None},
        engine=engine,
        engine_version=engine_version,
        speculation=speculation,
        input_tokens=input_tokens,
        output_tokens=output_tokens,
        cached_input_fraction=cached_input_fraction,
        id=entry_id,
        evidence=_evidence(evidence),
        source=source,
        format=_tool(tool),
        columns=_columns(columns or []),
        only=_pairs("--only", only or []),
        shape_tolerance=shape_tolerance,
    )
    files = result_files(paths)
    result = conclude(_read_all(files, options), options)
    _tell(result.findings, files, wants_deployment=output is not None or not as_json)
    _deliver(result, output, as_json=as_json)


def _evidence(text: str) -> Evidence:
    if text not in EVIDENCE:
        raise InvalidInput.at("", f"{text}; choose one of {', '.join(EVIDENCE)}", "--evidence")
    return text


def _tool(text: str | None) -> str | None:
    if text is not None and text not in TOOLS:
        raise InvalidInput.at("", f"{text}; choose one of {', '.join(TOOLS)}", "--format")
    return text


def _columns(pairs: Sequence[str]) -> Mapping[str, str]:
    columns = _pairs("--map", pairs)
    for name in columns:
        if not is_target(name):
            raise InvalidInput.at(
                "", f"{name} is no figure of a point; choose from {targets()}", "--map"
            )
    return columns


def _pairs(option: str, pairs: Sequence[str]) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name or not value:
            raise InvalidInput.at("", f"{pair!r}; write NAME=VALUE", option)
        if name in found:
            raise InvalidInput.at("", f"{name} is given twice", option)
        found[name] = value
    return found


def _read_all(files: Sequence[ResultFile], options: ImportOptions) -> "list[FileReading]":
    """Every file, with a bar on stderr where somebody watches a long import."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    watched = track(
        files,
        description="Reading",
        console=console,
        transient=True,
        disable=not console.is_terminal or len(files) < 2,
    )
    return [read_results(file.name, read_bytes(file), options) for file in watched]


def _tell(
    findings: Sequence[Finding], files: Sequence[ResultFile], *, wants_deployment: bool
) -> None:
    """Findings on stderr, alike ones together; files of a folder that are no results as a count."""
    in_folders = {file.name for file in files if not file.is_named}
    passed = [f for f in findings if f.code == "unknown_format" and f.file in in_folders]
    told = [f for f in findings if f not in passed and (wants_deployment or f.kind != "question")]
    for kind in ("note", "warning", "refusal", "question"):
        _tell_kind(kind, [finding for finding in told if finding.kind == kind])
    if passed:
        typer.echo(f"note: {len(passed)} other files are no results of a known tool", err=True)


def _tell_kind(kind: str, findings: Sequence[Finding]) -> None:
    for code in dict.fromkeys(finding.code for finding in findings):
        alike = [finding for finding in findings if finding.code == code]
        for finding in alike[:SHOWN_OF_A_KIND]:
            typer.echo(f"{kind}: {finding}", err=True)
        if len(alike) > SHOWN_OF_A_KIND:
            more = len(alike) - SHOWN_OF_A_KIND
            typer.echo(f"{kind}: {more} more like it ({code}); --json has them all", err=True)


def _deliver(result: ImportResult, output: Path | None, *, as_json: bool) -> None:
    """The points on stdout, the deployment in its file, or on stdout if nothing else goes there.

    Raises:
        InvalidInput: there is nothing to deliver; says what stands in the way.
    """
    if as_json:
        document = {
            "points": [point_json(point) for point in result.points],
            "findings": [finding_json(finding) for finding in result.findings],
        }
        typer.echo(json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False))
    if not result.points or (result.deployment is None and (output is not None or not as_json)):
        raise InvalidInput(
            _obstacles(result), "no deployment" if result.points else "no operating point"
        )
    if result.deployment is None:
        return
    if output is not None:
        _write(result.deployment, output)
    elif not as_json:
        typer.echo(deployment_yaml(result.deployment), nl=False)


def _write(deployment: Deployment, output: Path) -> None:
    """Into the file that was named, or into the folder, under the name that catalogs want."""
    name = f"{deployment.id}.yaml"
    target = output / name if output.is_dir() else output
    is_json = target.suffix == ".json"
    write_text(target, (deployment_json if is_json else deployment_yaml)(deployment))
    points = sum(len(curve.points) for curve in deployment.curves)
    typer.echo(f"{target}: curves {len(deployment.curves)}, points {points}", err=True)
    if not is_json and (target.name != name or deployment.source is None):
        needs = "" if deployment.source else ", with a source (--source ID)"
        place = f"deployments/{deployment.model}/{name}"
        typer.echo(f"note: a folder of profiles has it as {place}{needs}", err=True)


def _obstacles(result: ImportResult) -> list[Fault]:
    standing = [f for f in result.findings if f.kind in {"refusal", "question"}]
    faults = [Fault(finding.where, finding.text) for finding in standing[:SHOWN_OF_A_KIND]]
    return faults or [Fault("", "the files hold no record of a known tool")]
