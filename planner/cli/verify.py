"""`planner verify`: proves a quote again from its file alone."""

import json
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from planner.cli.reading import STDIN, read_path
from planner.errors import InvalidInput, InvalidQuote
from planner.quote import Check, Quote, read_quote
from planner.verify import broken, check_quote

NOT_PROVEN_EXIT = 1
SHOWN = 20
"""Rules that are shown without `--all`; those that do not hold are shown first."""
NAMED = 10
"""Broken rules that the message names."""


def verify(
    quote: Annotated[
        str, typer.Argument(metavar="QUOTE", help="quote.json or .yaml; - reads stdin.")
    ],
    as_json: Annotated[
        bool, typer.Option("--json", help="Print every check as JSON, and nothing else.")
    ] = False,
    show_all: Annotated[bool, typer.Option("--all", help="Show every rule.")] = False,
) -> None:
    """Prove a quote again, in exact arithmetic, from its file alone.

    Exit status: 0 every rule holds, 1 one does not, 2 the file is no quote.
    """
    checks = check_quote(_read(quote))
    if as_json:
        _print_json(checks)
    else:
        _print_table(checks, len(checks) if show_all else SHOWN)
    if broken(checks):
        typer.echo(_message(checks), err=True)
        raise typer.Exit(NOT_PROVEN_EXIT)


def _read(path: str) -> Quote:
    try:
        return read_quote(read_path(path), "stdin" if path == STDIN else path)
    except InvalidQuote:
        raise
    except InvalidInput as error:
        raise InvalidQuote(error.faults, error.source or path) from None


def _print_json(checks: Sequence[Check]) -> None:
    rows = [check.model_dump(mode="json") for check in checks]
    text = json.dumps({"holds": not broken(checks), "checks": rows}, indent=2, ensure_ascii=False)
    sys.stdout.write(text + "\n")


def _print_table(checks: Sequence[Check], shown: int) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table("rule", "", "left", "right", "slack", box=box.SIMPLE_HEAD)
    ordered = sorted(checks, key=lambda check: check.holds)
    for check in ordered[:shown]:
        cells = (check.rule, "holds" if check.holds else "BROKEN", check.left, check.right)
        table.add_row(*(Text(cell, overflow="fold") for cell in (*cells, check.slack)))
    console = Console(highlight=False)
    console.print(table)
    if len(checks) > shown:
        console.print(f"… and {len(checks) - shown} more; --all shows them.")
    held = len(checks) - len(broken(checks))
    console.print(f"{held} of {len(checks)} rules hold.")


def _message(checks: Sequence[Check]) -> str:
    """What does not hold, one rule a line."""
    faults = [check for check in checks if not check.holds]
    lines = [f"Error: the quote does not keep {len(faults)} of {len(checks)} rules:"]
    lines += [f"  {fault.rule}: {fault.left} against {fault.right}" for fault in faults[:NAMED]]
    if len(faults) > NAMED:
        lines.append(f"  … and {len(faults) - NAMED} more")
    return "\n".join(lines)
