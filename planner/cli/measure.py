"""`planner measure`: the benchmark runs that would settle a quote."""

import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

if TYPE_CHECKING:
    from planner.report.measure import Run


def measure(
    demand: Annotated[
        str, typer.Argument(metavar="DEMAND", help="demand.json or .yaml; - reads stdin.")
    ],
    tool: Annotated[
        Literal["vllm", "aiperf", "guidellm"], typer.Option(help="Whose command lines.")
    ] = "vllm",
    limit: Annotated[int, typer.Option(min=1, help="Print at most so many runs.")] = 5,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, and nothing else.")] = False,
    profiles: Annotated[
        Path | None,
        typer.Option("--profiles", metavar="DIR", help="Another catalog than the one that ships."),
    ] = None,
) -> None:
    """Print the benchmark runs that would settle the quote of a demand, the dearest first."""
    from planner.cli.quote import answer
    from planner.report.measure import runs_for

    runs = runs_for(answer(demand, profiles))
    if as_json:
        import json

        rows = [asdict(run) | {"commands": run.commands(tool)} for run in runs]
        sys.stdout.write(json.dumps(rows, indent=2) + "\n")
        return
    if not runs:
        typer.echo(
            "Nothing to measure: every rate and latency of this quote was measured by you as it "
            "stands."
        )
    for position, run in enumerate(runs[:limit], start=1):
        _print(position, run, tool)
    if len(runs) > limit:
        typer.echo(f"… {len(runs) - limit} more (--limit).")


def _print(position: int, run: "Run", tool: str) -> None:
    stake = (
        f"${run.usd_per_year:,.0f} a year rest on it"
        if run.usd_per_year is not None
        else "not in the fleet yet"
    )
    typer.echo(f"{position}. {run.deployment} for {run.workload}: {stake}")
    typer.echo(f"   Why: {run.why}.".replace("..", "."))
    cached = (
        f", {run.cached_input_fraction:.0%} of the input cached"
        if run.cached_input_fraction
        else ""
    )
    typer.echo(f"   {run.input_tokens} x {run.output_tokens} tokens{cached}; plan on the median:")
    typer.echo("     for run in 1 2 3; do")
    for line in run.commands(tool):
        typer.echo(f"       {line}")
    typer.echo("     done")
    typer.echo(f"   Then: {run.import_command()}\n")
