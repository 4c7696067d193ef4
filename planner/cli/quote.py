"""`planner quote`: the fleet for a demand, proven, as a table or as JSON."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from planner.cli.reading import STDIN, read_path, write_text
from planner.errors import InvalidDemand, InvalidInput

if TYPE_CHECKING:
    from planner.quote import Quote

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
        typer.Option("-o", "--output", metavar="FILE", help="Write the quote to FILE as JSON."),
    ] = None,
    profiles: Annotated[
        Path | None,
        typer.Option("--profiles", metavar="DIR", help="Another catalog than the one that ships."),
    ] = None,
) -> None:
    """Quote the cheapest fleet that keeps every promise of a demand."""
    found = answer(demand, profiles)
    if output is not None:
        write_text(output, found.to_json() + "\n")
    if as_json:
        sys.stdout.write(found.to_json() + "\n")
    else:
        from planner.report.table import print_quote

        print_quote(found)
    if found.status == "infeasible":
        raise typer.Exit(INFEASIBLE_EXIT)


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
