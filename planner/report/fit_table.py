"""The answer of `planner fit` as a table for a terminal."""

from rich import box
from rich.console import Console
from rich.table import Table

from planner.fit import Fit, FitLayout

_COLUMNS = (
    "layout",
    "chips",
    "weights\nGB/chip",
    "free\nGB/chip",
    "KV B/tok\n/chip",
    "seqs",
    "stream\n≤ tok/s",
    "system\n≤ tok/s",
    "prefill\n≤ tok/s",
)
"""At most 80 columns wide, as terminals are."""


def print_fit(found: Fit, console: Console | None = None) -> None:
    """The layouts with what each holds, or why none fits."""
    console = console or Console()
    console.print(_head(found), highlight=False)
    if found.reason:
        console.print(found.reason, highlight=False)
    if found.layouts:
        console.print(_table(found))
    for line in [*_notes(found), *found.assumptions]:
        console.print(f"- {line}", highlight=False)


def _head(found: Fit) -> str:
    return (
        f"{found.model} in {found.precision} on {found.hardware}: weights "
        f"{found.weights_gb:,.1f} GB (at least {found.chips_by_capacity:,} × "
        f"{found.memory_gb_per_chip:g} GB), KV {found.kv_bytes_per_token:,} B a token in "
        f"{found.kv_precision}, {found.kv_gb_per_sequence:,.2f} GB a sequence of "
        f"{found.context_tokens:,} tokens."
    )


def _table(found: Fit) -> Table:
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for column in _COLUMNS:
        table.add_column(column, justify="right", no_wrap=True)
    for row in found.layouts:
        table.add_row(*_cells(row), style=None if row.fits else "dim")
    return table


def _cells(row: FitLayout) -> tuple[str, ...]:
    return (
        layout_name(row),
        f"{row.chips:,}",
        f"{row.weights_gb_per_chip:,.1f}",
        f"{row.free_gb_per_chip:,.1f}",
        f"{row.kv_bytes_per_token_per_chip:,}",
        f"{row.sequences:,}",
        _rate(row.one_stream_ceiling_tokens_per_s),
        _rate(row.system_ceiling_tokens_per_s),
        _rate(row.prefill_ceiling_tokens_per_s),
    )


def layout_name(row: FitLayout) -> str:
    """Degrees of a layout: `TP8 PP3`, or `DP8` where attention is data-parallel."""
    return f"DP{row.data}" if row.data > 1 else f"TP{row.tensor} PP{row.pipeline}"


def _rate(tokens_per_s: float | None) -> str:
    if tokens_per_s is None:
        return "-"
    return f"{tokens_per_s:,.0f}" if tokens_per_s >= 100 else f"{tokens_per_s:,.1f}"


def _notes(found: Fit) -> list[str]:
    notes = [f"{layout_name(row)}: {row.note}" for row in found.layouts if row.note]
    notes += [
        f"{layout_name(row)}: crosses the scale-up domain"
        for row in found.layouts
        if row.crosses_scale_up_domain
    ]
    return notes + [refusal.reason for refusal in found.refused]
