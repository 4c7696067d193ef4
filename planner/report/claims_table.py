"""Published claims as tables for a terminal: 80 columns, readable without colours."""

from collections.abc import Iterator, Mapping
from textwrap import shorten

from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from planner.catalog.checklist import QUESTIONS, Answer, checklist
from planner.catalog.claims import (
    HEADINGS,
    UNITS,
    implied_concurrency,
    stated,
    time_per_token_ms,
)
from planner.catalog.verdict import Verdict, verdict
from planner.entries.claim import Claim, Measure
from planner.entries.figure import Figure, ends
from planner.entries.hardware import Hardware

WIDTH = 80
_WHOLE = (0, 2, 3, 4)
"""Columns that are never folded."""
_WIDEST = {1: 20}
_MARKS = {"given": "y", "partly": "p", "missing": "-"}


def print_claims(
    groups: Mapping[Measure, list[Claim]],
    hardware: Mapping[str, Hardware],
    console: Console | None = None,
) -> None:
    """A table for each kind of claim, and what their columns mean."""
    out = console or _console()
    for measure, claims in groups.items():
        out.print(_group(measure, claims, hardware))
        out.print()
    if not groups:
        out.print("No claims.")
        return
    out.print("Groups measure different things: no figure of one ranks with one of another.")
    out.print("A percentile (p50, p80 …) is no maximum. Streams = aggregate / per stream.")
    out.print("Checklist: y given, p partly, - missing.")
    for number, question in enumerate(QUESTIONS, 1):
        out.print(_hanging(f"{number} {question.text}"))


def print_claim(
    claim: Claim, hardware: Mapping[str, Hardware], console: Console | None = None
) -> None:
    """One claim: its figures, what it says to each question, and what is missing to plan on it."""
    out = console or _console()
    out.print(Text(claim.id, style="bold"))
    for name, value in _facts(claim):
        out.print(_hanging(f"{name}: {value}"))
    out.print(_answers(checklist(claim)))
    for line in _verdict_lines(claim, verdict(claim, hardware)):
        out.print(Text(line))


def _hanging(text: str) -> Padding:
    return Padding(Text(text), (0, 0, 0, 2))


def _console() -> Console:
    console = Console(highlight=False, soft_wrap=False)
    if not console.is_terminal:
        console.width = WIDTH
    return console


def _table(title: str, *columns: tuple[str, bool]) -> Table:
    table = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        box=None,
        padding=(0, 1, 0, 0),
        pad_edge=False,
    )
    for name, is_number in columns:
        table.add_column(name, justify="right" if is_number else "left", overflow="fold")
    return table


def _group(measure: Measure, claims: list[Claim], hardware: Mapping[str, Hardware]) -> Table:
    """Columns that would be empty are left out."""
    columns = (
        ("claim\n  model", False),
        (f"{UNITS[measure]}\nknown by", True),
        ("a token", True),
        ("streams", True),
        ("1234567", False),
        ("plan on it?", False),
    )
    rows = [_row(claim, hardware) for claim in claims]
    used = [i for i, cells in enumerate(zip(*rows, strict=True)) if set(cells) != {"-"}]
    table = _table(f"{HEADINGS[measure]} ({len(claims)})", *(columns[i] for i in used))
    for column, i in zip(table.columns, used, strict=True):
        column.no_wrap = i in _WHOLE
        column.max_width = _WIDEST.get(i)
    for row in rows:
        table.add_row(*(Text(row[i]) for i in used))
    return table


def _row(claim: Claim, hardware: Mapping[str, Hardware]) -> tuple[str, ...]:
    model = shorten(claim.model or claim.model_wording or "no model named", 25, placeholder="…")
    evidence = claim.evidence.replace("_", " ")
    found = verdict(claim, hardware)
    lacking = ", ".join(gap.name for gap in found.missing)
    return (
        f"{claim.id}\n  {model}",
        f"{stated(claim)}\n{evidence}",
        time_of(claim),
        _streams(claim),
        marks(claim),
        "yes" if found.is_plannable else f"no: {lacking}",
    )


def time_of(claim: Claim) -> str:
    """Time between two tokens of one stream: `59 µs`, `4–5.05 ms`; a dash where unknown."""
    rate = claim.per_stream_tokens_per_s
    if rate is None:
        return "-"
    low, high = ends(time_per_token_ms(rate))
    if high < 1:
        return f"{_words((low * 1000, high * 1000))} µs"
    return f"{_words((low, high))} ms"


def marks(claim: Claim) -> str:
    """Seven letters, one a question: `pyp---y`."""
    return "".join(_MARKS[answer.status] for answer in checklist(claim))


def _streams(claim: Claim) -> str:
    implied = implied_concurrency(claim)
    return "-" if implied is None else _words(implied)


def _words(figure: Figure) -> str:
    low, high = (f"{end:,.0f}" if end >= 10 else f"{end:.3g}" for end in ends(figure))
    return low if low == high else f"{low}–{high}"


def _facts(claim: Claim) -> Iterator[tuple[str, str]]:
    yield "system", f"{claim.name} ({claim.system or 'not named'})"
    yield "measures", HEADINGS[claim.measure]
    yield "states", stated(claim)
    if claim.per_stream_tokens_per_s is not None:
        yield "time per token of one stream", time_of(claim)
    if implied_concurrency(claim) is not None:
        yield "streams at once that the two rates imply", _streams(claim)
    yield "model", claim.model or claim.model_wording or "not named"
    for name, chips in claim.chips_by_hardware.items():
        yield "chips", f"{chips:,} {name}"
    yield "known by", f"{claim.evidence.replace('_', ' ')}, {claim.date or 'no date'}"
    yield "source", claim.source
    if claim.note:
        yield "note", claim.note


def _answers(answers: tuple[Answer, ...]) -> Table:
    table = _table("Checklist", ("", False), ("", False), ("given", False), ("left out", False))
    for number, answer in enumerate(answers, 1):
        cells = (
            f"{number} {answer.item.replace('_', ' ')}",
            answer.status,
            ", ".join(answer.given) or "-",
            ", ".join(answer.left_out) or "-",
        )
        table.add_row(*(Text(cell) for cell in cells))
    return table


def _verdict_lines(claim: Claim, found: Verdict) -> Iterator[str]:
    if found.is_plannable:
        how = f"as {claim.deployment}" if claim.deployment else "once it is written as a deployment"
        yield f"Plannable {how}, where policy.evidence is {claim.evidence} or weaker."
        yield from (f"Caution: {caution}" for caution in found.cautions)
    else:
        yield "Not plannable. Missing:"
        yield from (f"- {gap.text}" for gap in found.missing)
