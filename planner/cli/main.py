"""The command `planner`: subcommands, each loaded when it is called, and how errors end."""

import os
import sys
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Any, Final

import typer
from typer.core import TyperGroup

from planner.cli.streams import make_streams_safe
from planner.errors import PlannerError
from planner.version import __version__

COMMANDS: Final = {
    "quote": "planner.cli.quote:quote",
    "verify": "planner.cli.verify:verify",
    "plot": "planner.cli.plot:plot",
    "init": "planner.cli.init:init",
    "demand": "planner.cli.demand:app",
    "profiles": "planner.cli.profiles:app",
    "claims": "planner.cli.claims:app",
    "fit": "planner.cli.fit:fit",
    "measure": "planner.cli.measure:measure",
}
"""Name: module and attribute; a function, or a typer app with commands of its own."""
INTERRUPTED: Final = 130
READER_LEFT: Final = 0
BAD_STREAM: Final = 2


class LazyGroup(TyperGroup):
    """A group that imports a subcommand when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Every subcommand, in the order of `COMMANDS`."""
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The subcommand of that name, `None` where there is none."""
        del ctx
        if cmd_name not in COMMANDS:
            return None
        module, attribute = COMMANDS[cmd_name].split(":")
        found = getattr(import_module(module), attribute)
        if not isinstance(found, typer.Typer):
            single = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
            single.command(cmd_name)(found)
            found = single
        command = typer.main.get_command(found)
        command.name = cmd_name
        return command

    def invoke(self, ctx: Any) -> Any:
        """One command to its last byte; a reader that has left is no error, Ctrl-C is told."""
        try:
            try:
                return super().invoke(ctx)
            finally:
                sys.stdout.flush()
        except (BrokenPipeError, SystemExit):  # rich leaves with SystemExit there
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(READER_LEFT) from None
        except OSError as error:
            typer.echo(f"Error: cannot be read or written: {error.strerror}", err=True)
            raise typer.Exit(BAD_STREAM) from None
        except KeyboardInterrupt:
            typer.echo("Stopped.", err=True)
            raise typer.Exit(INTERRUPTED) from None


app = typer.Typer(
    cls=LazyGroup,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"planner {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=False)
def root(
    version: bool = typer.Option(
        False,
        "--version",
        callback=_print_version,
        is_eager=True,
        help="Print the version and stop.",
    ),
) -> None:
    """How many accelerators a language-model service needs, and what a million tokens will cost.

    Exit status: 0 a fleet, 2 bad input, 3 no fleet keeps every limit, 4 no answer in time,
    1 a fault of planner.
    """
    del version


def _name_own_fault(
    kind: type[BaseException], error: BaseException, trace: TracebackType | None
) -> None:
    """An error that nobody foresaw is a fault of planner: one line that a report can quote."""
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    code = trace.tb_frame.f_code if trace else None
    place = f" in {code.co_qualname}, {Path(code.co_filename).name}" if code and trace else ""
    line = f" line {trace.tb_lineno}" if trace else ""
    text = (
        f"Error: a fault of planner: {kind.__name__}: {error}{place}{line}. Please report it with "
        "the demand."
    )
    typer.echo(text, err=True)


def main() -> None:
    """Runs the command line; an error of ours is a message and an exit status."""
    make_streams_safe()
    sys.excepthook = _name_own_fault
    try:
        typer.main.get_command(app)()  # not `app()`, which sets an excepthook of its own
    except PlannerError as error:
        typer.echo(f"Error: {error}", err=True)
        sys.exit(error.exit_code)
