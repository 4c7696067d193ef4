"""Tokens of a year, and what a million of them costs."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from api.lab.explain.bearers import hours_line
from api.lab.explain.money import prices_of
from api.lab.explain.parts import Explained, Line, aside, line
from planner.demand import AnyWorkload, VoiceWorkload
from planner.loads import accepted_fraction, planned_output_tokens
from planner.quote import Quote, Totals
from planner.report.busy import loads_by_stage
from planner.report.charges import Ledger, TokenCharge
from planner.report.lots import lots_of
from planner.report.tokens import MILLION, Tokens, tokens_a_year
from planner.report.totals import session_hours
from planner.units import SECONDS_PER_YEAR

_MEAN: Final = "at the mean rate"
_NOTES: Final = ("full_duty", "cost_book")


def figures(quote: Quote, totals: Totals) -> Iterator[Explained]:
    """Tokens always; their cost where everything has a price."""
    yield from _counts(quote, totals)
    if totals.usd_per_year is None:
        return
    rests_on = (*prices_of(lots_of(quote)), "costs")
    for key, name, tokens, formula in _whole(totals):
        value: float | None = getattr(totals, key)
        if value is not None:
            head = (totals.usd_per_year, " USD ÷ ", tokens, f" {name} × ", MILLION, " = ")
            worked = (line(*head, value, " USD"),)
            about, unit = f"Cost per million, {name}", "USD per million tokens"
            yield Explained(f"totals.{key}", about, value, unit, formula, worked, rests_on, _NOTES)
    ledger = Ledger(quote)
    yield from _split(ledger, totals, rests_on)
    yield from _at_duties(ledger, totals, rests_on)
    yield from _per_session_hour(quote, totals, rests_on)


def _counts(quote: Quote, totals: Totals) -> Iterator[Explained]:
    for key, name, formula, term in _COUNTED:
        yield Explained(
            f"totals.{key}",
            name,
            getattr(totals, key),
            "tokens a year",
            f"{formula} × {SECONDS_PER_YEAR:,} s, {_MEAN}, all workloads",
            tuple(_TERMS[term](quote)),
            notes=("full_duty",),
        )


_COUNTED: Final = (
    ("input_tokens_per_year", "Input tokens", "mean requests/s × input tokens", "input"),
    (
        "cached_input_tokens_per_year",
        "Cached input tokens",
        "mean requests/s × input tokens × share that a prefix cache serves",
        "cached",
    ),
    (
        "output_tokens_per_year",
        "Accepted output tokens",
        "mean requests/s × output tokens, hidden reasoning included × share that the user gets",
        "output",
    ),
)


def _inputs(quote: Quote) -> Iterator[Line]:
    for head, asked, tokens in _rates(quote):
        yield line(*head, asked.input_tokens, " × ", SECONDS_PER_YEAR, " s = ", float(tokens.input))


def _rates(quote: Quote) -> Iterator[tuple[tuple[str | float, ...], AnyWorkload, Tokens]]:
    loads = loads_by_stage(quote)
    for part, asked in zip(quote.workloads, quote.demand.workloads, strict=True):
        head = (f"{part.name}: ", part.mean_requests_per_s, " requests/s × ")
        yield head, asked, tokens_a_year(asked, loads[part.name, "serve"])


def _cached(quote: Quote) -> Iterator[Line]:
    for head, asked, tokens in _rates(quote):
        share = (" × ", asked.cached_input_fraction, " × ")
        end = (SECONDS_PER_YEAR, " s = ", float(tokens.cached))
        yield line(*head, asked.input_tokens, *share, *end)


def _outputs(quote: Quote) -> Iterator[Line]:
    for head, asked, tokens in _rates(quote):
        share = (" × ", float(accepted_fraction(asked)), " accepted × ")
        length = float(planned_output_tokens(asked))
        yield line(*head, length, *share, SECONDS_PER_YEAR, " s = ", float(tokens.output))


_TERMS: Final = {"input": _inputs, "cached": _cached, "output": _outputs}


def _whole(totals: Totals) -> Iterator[tuple[str, str, float, str]]:
    """What the whole cost is divided by: (field, tokens, how many, formula)."""
    into, out = totals.input_tokens_per_year or 0, totals.output_tokens_per_year or 0
    cached = totals.cached_input_tokens_per_year or 0
    yield (
        "usd_per_million_tokens",
        "all tokens",
        into + out,
        f"whole cost ÷ (input + accepted output), {_MEAN}",
    )
    yield (
        "usd_per_million_uncached_tokens",
        "uncached tokens",
        into + out - cached,
        f"whole cost ÷ (uncached input + accepted output), {_MEAN}",
    )
    yield (
        "usd_per_million_output_tokens_all_in",
        "output tokens, all in",
        out,
        f"whole cost, that of input too ÷ accepted output, {_MEAN}",
    )


def _split(ledger: Ledger, totals: Totals, rests_on: tuple[str, ...]) -> Iterator[Explained]:
    charges = ledger.token_charges
    for which in ("input", "output"):
        value: float | None = getattr(totals, f"usd_per_million_{which}_tokens")
        tokens: float | None = getattr(totals, f"{which}_tokens_per_year")
        if value is None or not tokens:
            continue
        name = "input tokens" if which == "input" else "output tokens"
        usd = float(sum(getattr(charge, f"{which}_usd") for charge in charges))
        head = (usd, " USD ÷ ", tokens, f" {name} × ", MILLION, " = ")
        yield Explained(
            f"totals.usd_per_million_{which}_tokens",
            f"Cost per million, {name}",
            value,
            "USD per million tokens",
            f"the part of the cost that {which} takes ÷ {'accepted ' * (which == 'output')}"
            f"{name}, {_MEAN}; an output token weighs as many uncached input tokens as it was "
            "measured to, else as the cost book says",
            (line(*head, value, " USD"), *(_part(charge, which) for charge in charges)),
            rests_on,
            ("token_split", *_NOTES),
        )


def _part(charge: TokenCharge, which: str) -> Line:
    ratio, how = float(charge.ratio), "measured" if charge.is_measured else "cost book"
    weight = charge.output * charge.ratio
    own = charge.uncached if which == "input" else weight
    usd = charge.input_usd if which == "input" else charge.output_usd
    return aside(
        f"{charge.busy.workload} on {charge.pool.id}: ",
        *(float(charge.usd), " USD × ", float(own), " ÷ (", float(charge.uncached), " + "),
        *(float(charge.output), " × ", ratio, f" {how}) = ", float(usd), " USD"),
    )


def _at_duties(ledger: Ledger, totals: Totals, rests_on: tuple[str, ...]) -> Iterator[Explained]:
    for times, value in (totals.usd_per_million_tokens_at_peak_to_mean or {}).items():
        yield Explained(
            f"totals.usd_per_million_tokens_at_peak_to_mean.{times}",
            f"Cost per million, all tokens, if the peak is {times} × the mean",
            value,
            "USD per million tokens",
            "the same fleet, with the energy and the tokens of that mean where the demand leaves "
            "it open",
            () if value is None else tuple(_at_duty(ledger, totals, Fraction(times), value)),
            rests_on,
            _NOTES,
        )


def _at_duty(ledger: Ledger, totals: Totals, duty: Fraction, value: float) -> Iterator[Line]:
    quote, energy = ledger.quote, ledger.load_energy_usd
    loads = loads_by_stage(quote)
    is_open = {w.name: w.peak_to_mean is None for w in quote.demand.workloads}
    load_usd = sum((usd for name, usd in energy.items() if is_open[name]), Fraction(0))
    saved = load_usd * (1 - 1 / duty)
    tokens = sum(
        tokens_a_year(w, loads[w.name, "serve"], duty if is_open[w.name] else None).all
        for w in quote.demand.workloads
    )
    usd = totals.usd_per_year or 0
    head = ("(", usd, " − ", float(saved), ") USD ÷ ", float(tokens), " tokens × ", MILLION)
    yield line(*head, " = ", value, " USD")
    text = (" USD of energy that follows load × (", 1, " − ", 1, " ÷ ", float(duty), ") = ")
    yield aside(float(load_usd), *text, float(saved), " USD saved")


def _per_session_hour(
    quote: Quote, totals: Totals, rests_on: tuple[str, ...]
) -> Iterator[Explained]:
    voice = [w for w in quote.demand.workloads if isinstance(w, VoiceWorkload)]
    if totals.usd_per_session_hour is None or totals.usd_per_year is None:
        return
    hours = float(sum(session_hours(workload) for workload in voice))
    head = (totals.usd_per_year, " USD ÷ ", hours, " session-hours = ")
    yield Explained(
        "totals.usd_per_session_hour",
        "Cost per session-hour",
        totals.usd_per_session_hour,
        "USD per session-hour",
        "whole cost ÷ hours of sessions in a year, at the mean",
        (
            line(*head, totals.usd_per_session_hour, " USD"),
            *(hours_line(workload) for workload in voice),
        ),
        rests_on,
        _NOTES,
    )
