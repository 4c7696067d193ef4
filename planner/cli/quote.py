"""`planner quote`: the fleet for a demand, proven, as a table or as JSON."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from planner.cli.reading import STDIN, read_path
from planner.errors import InvalidDemand, InvalidInput

if TYPE_CHECKING:
    from planner.quote import Quote
    from planner.report.documents import Kind

INFEASIBLE_EXIT = 3


def quote(
    demand: Annotated[
        str, typer.Argument(metavar="DEMAND", help="demand.json or .yaml; - reads stdin.")
    ],
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the quote as JSON, and nothing else.")
    ] = False,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o",
            "--output",
            metavar="FILE",
            help="Write the quote to FILE: .json, .xlsx, .html, .pdf, .csv or .md.",
        ),
    ] = None,
    profiles: Annotated[
        Path | None,
        typer.Option("--profiles", metavar="DIR", help="Another catalog than the one that ships."),
    ] = None,
) -> None:
    """Quote the cheapest fleet that keeps every promise of a demand."""
    kind = None if output is None else _kind(output)
    found = answer(demand, profiles)
    if output is not None and kind is not None:
        _write(found, output, kind, profiles)
    if as_json:
        sys.stdout.write(found.to_json() + "\n")
    else:
        from planner.report.table import print_quote

        print_quote(found)
    if found.status == "infeasible":
        raise typer.Exit(INFEASIBLE_EXIT)


def _kind(path: Path) -> "Kind":
    """The kind of document that a name asks for, JSON where it has no ending; before any work."""
    from planner.report.documents import check_can_make, kind_of_path

    kind = kind_of_path(path) if path.suffix else "json"
    check_can_make(kind)
    return kind


def _write(found: "Quote", path: Path, kind: "Kind", profiles: Path | None) -> None:
    from planner.catalog.library import load_catalog
    from planner.cli.writing import write_bytes
    from planner.report.documents import document_of

    catalog = None if kind == "json" else load_catalog(profiles)
    write_bytes(path, document_of(found, kind, catalog))


def answer(path: str, profiles: Path | None) -> "Quote":
    """The proven quote of a demand that stands at a path, or on stdin."""
    from planner.catalog.library import load_catalog
    from planner.cli.progress import progress_on_terminal
    from planner.demand import read_demand
    from planner.service import make_quote

    source = "stdin" if path == STDIN else path
    asked = read_demand(read_path(path), source)
    with progress_on_terminal() as progress:
        try:
            return make_quote(asked, load_catalog(profiles), progress)
        except InvalidDemand as error:
            raise InvalidInput(error.faults, error.source or source) from None
