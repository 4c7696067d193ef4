"""`planner init`: a commented demand to start from."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from planner.cli.reading import write_text
from planner.cli.starters import STARTERS
from planner.errors import InvalidInput


def init(
    kind: Annotated[
        Literal["requests", "users", "voice", "agent"],
        typer.Option(help="What the demand is counted in."),
    ] = "requests",
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="Write it to FILE, which must not exist."
        ),
    ] = None,
) -> None:
    """Print a commented demand in YAML that can be quoted as it stands."""
    text = STARTERS[kind]
    if output is None:
        typer.echo(text, nl=False)
        return
    if output.exists():
        raise InvalidInput.at("", "exists already; it is not overwritten", str(output))
    write_text(output, text)
