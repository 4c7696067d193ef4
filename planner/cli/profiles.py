"""`planner profiles`: what the catalog holds, one entry of it, and whether it can be relied on."""

import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from planner.catalog import Catalog, load_catalog
from planner.cli.imports import import_files
from planner.entries import Deployment, Hardware
from planner.entries.base import Schema
from planner.errors import InvalidInput

if TYPE_CHECKING:
    from rich.console import Console

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    help="The catalog: list it, show an entry, check it.",
)

Folder = Annotated[
    Path | None,
    typer.Option("--profiles", metavar="DIR", help="Another catalog than the one that ships."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]


@app.command("list")
def list_entries(
    model: Annotated[str | None, typer.Option(help="Only deployments of this model.")] = None,
    hardware: Annotated[str | None, typer.Option(help="Only deployments on this hardware.")] = None,
    profiles: Folder = None,
    as_json: AsJson = False,
) -> None:
    """List the hardware, the models and the deployments of the catalog."""
    catalog = load_catalog(profiles)
    chosen = [
        entry
        for entry in catalog.deployments.values()
        if model in (None, entry.model) and hardware in (None, *entry.chips_by_hardware)
    ]
    rows: dict[str, list[dict[str, Any]]] = {}
    if model is None and hardware is None:
        rows["hardware"] = [_hardware_row(entry) for entry in catalog.hardware.values()]
        rows["models"] = [_model_row(catalog, name) for name in catalog.models]
    rows["deployments"] = [_deployment_row(entry) for entry in chosen]
    if as_json:
        _echo_json({"folder": str(catalog.folder), "digest": catalog.digest, **rows})
        return
    console = _console()
    for title, entries in rows.items():
        _print_table(console, title, entries)


@app.command("show")
def show_entry(
    entry_id: Annotated[str, typer.Argument(metavar="ID")],
    profiles: Folder = None,
    as_json: AsJson = False,
) -> None:
    """Print an entry as the catalog has it, with the sources that it names."""
    catalog = load_catalog(profiles)
    found = _find(catalog, entry_id)
    if as_json:
        _echo_json([{"kind": k, "entry": e, "sources": _sources(catalog, e)} for k, e in found])
        return
    console = _console()
    for kind, entry in found:
        console.print(f"{kind} {entry_id}", style="bold")
        console.print(_yaml(entry), markup=False)
        for source_id, source in _sources(catalog, entry).items():
            console.print(f"source {source_id}", style="bold")
            console.print(_yaml(source), markup=False)


@app.command("check")
def check_entries(
    as_of: Annotated[
        datetime | None,
        typer.Option(formats=["%Y-%m-%d"], help="Warn of what is too old on this day."),
    ] = None,
    max_age_months: Annotated[int, typer.Option(min=1, help="What is older warns.")] = 6,
    profiles: Folder = None,
    as_json: AsJson = False,
) -> None:
    """Check every entry: schemas, ids, sources, layouts, and rates against their ceilings."""
    from planner.catalog.check import check_catalog

    catalog = load_catalog(profiles)
    day = as_of.date() if as_of else None
    findings = check_catalog(catalog, as_of=day, max_age_months=max_age_months)
    errors = sum(finding.severity == "error" for finding in findings)
    if as_json:
        _echo_json([vars(finding) for finding in findings])
    else:
        for finding in findings:
            typer.echo(str(finding))
        kept = f"{len(catalog.deployments)} deployments, {len(catalog.hardware)} kinds of hardware"
        typer.echo(f"{kept}: {errors} errors, {len(findings) - errors} warnings")
    if errors:
        raise typer.Exit(InvalidInput.exit_code)


def _find(catalog: Catalog, entry_id: str) -> list[tuple[str, dict[str, Any]]]:
    shelves: Mapping[str, Mapping[str, Schema]] = {
        "hardware": catalog.hardware,
        "model": catalog.models,
        "deployment": catalog.deployments,
        "price list": catalog.price_lists,
        "claim": catalog.claims,
        "source": catalog.sources,
        "cost parameter": catalog.cost_parameters,
    }
    found = [(k, _plain(shelf[entry_id])) for k, shelf in shelves.items() if entry_id in shelf]
    if not found:
        from difflib import get_close_matches

        near = get_close_matches(entry_id, [name for shelf in shelves.values() for name in shelf])
        hint = f"; did you mean {' or '.join(near)}?" if near else "; see planner profiles list"
        raise InvalidInput.at("", f"{entry_id} is not in the catalog{hint}", str(catalog.folder))
    return found


def _plain(entry: Schema) -> dict[str, Any]:
    return entry.model_dump(mode="json", exclude_unset=True)


def _sources(catalog: Catalog, entry: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Every source that an entry names, wherever in it."""
    named = sorted(set(_named_sources(entry)))
    return {name: _plain(catalog.sources[name]) for name in named if name in catalog.sources}


def _named_sources(value: Any) -> Iterable[str]:
    if isinstance(value, Mapping):
        for key, inner in cast("Mapping[str, Any]", value).items():
            if key == "source" and isinstance(inner, str):
                yield inner
            elif key == "sources":
                yield from cast("dict[str, str]", inner).values()
            else:
                yield from _named_sources(inner)
    elif isinstance(value, list):
        for inner in cast("list[Any]", value):
            yield from _named_sources(inner)


def _hardware_row(entry: Hardware) -> dict[str, Any]:
    return {
        "id": entry.id,
        "memory_gb": entry.memory_gb,
        "chips_per_node": entry.chips_per_node,
        "node_power_w": entry.node_power_w,
        "bought_by": entry.purchase_unit,
    }


def _model_row(catalog: Catalog, model_id: str) -> dict[str, Any]:
    entry = catalog.models[model_id]
    return {
        "id": model_id,
        "total_billions": round(entry.total_parameters / 1e9, 2),
        "active_billions": round(entry.active_parameters / 1e9, 2),
        "max_context_tokens": entry.max_context_tokens,
        "deployments": len(catalog.deployments_of(model_id)),
    }


def _deployment_row(entry: Deployment) -> dict[str, Any]:
    return {
        "id": entry.id,
        "role": entry.role,
        "chips": entry.chips,
        "curves": len(entry.curves),
        "points": sum(len(curve.points) for curve in entry.curves),
        "evidence": entry.evidence,
        "date": entry.date,
    }


def _print_table(console: "Console", title: str, rows: list[dict[str, Any]]) -> None:
    from rich.table import Table

    table = Table(title=f"{title} ({len(rows)})", title_justify="left", box=None, pad_edge=False)
    for name in rows[0] if rows else ():
        is_number = isinstance(rows[0][name], int | float)
        justify = "right" if is_number else "left"
        table.add_column(name, justify=justify, no_wrap=True, overflow="fold")
    for row in rows:
        table.add_row(*(_cell(value) for value in row.values()))
    console.print(table)


def _cell(value: Any) -> str:
    return f"{value:,.10g}" if isinstance(value, int | float) else str(value or "")


def _yaml(entry: Mapping[str, Any]) -> str:
    import yaml

    text = yaml.safe_dump(dict(entry), sort_keys=False, allow_unicode=True, width=96)
    return "  " + text.rstrip().replace("\n", "\n  ")


def _console() -> "Console":
    from rich.console import Console

    console = Console(highlight=False, soft_wrap=True)
    if not console.is_terminal:
        console.width = 200  # a pipe is as wide as its lines
    return console


def _echo_json(value: Any) -> None:
    typer.echo(json.dumps(value, indent=2, ensure_ascii=False))


app.command("import")(import_files)
