"""`planner demand`: demands from problems in the formats of other tools."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from planner.cli.reading import STDIN, read_path, write_text
from planner.errors import InvalidInput

app = typer.Typer(
    help="Make demands from the problems of other tools.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


@app.callback()
def demand() -> None:
    """Make demands from the problems of other tools."""


@app.command("from-melange")
def from_melange(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="A problem of Mélange, JSON; - reads stdin.")
    ],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="OUT", help="Write the demand to OUT.")
    ] = None,
    gap: Annotated[
        float | None,
        typer.Option(min=0, max=0.5, help="Prove the fleet within this share of the best (1e-3)."),
    ] = None,
) -> None:
    """Print the demand that asks what a Mélange problem asks; totals.usd_per_hour is its cost.

    Buckets become workloads, GPU types deployments of one chip that are rented; nothing is added.
    Token lengths, memory and power are stand-ins, so no other figure of the quote means much.
    """
    from planner.demand.melange import demand_from_melange

    source = "stdin" if file == STDIN else file
    text = json.dumps(demand_from_melange(read_path(file), source, gap), ensure_ascii=False)
    if output is None:
        sys.stdout.write(text + "\n")
    elif output.is_dir():
        raise InvalidInput.at("", "is a folder; name a file in it", str(output))
    else:
        write_text(output, text + "\n")
