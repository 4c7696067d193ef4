"""Figures of money: per hour, per million tokens, per session, and the price of it all."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from planner.demand import VoiceWorkload
from planner.quote import Check, Totals
from planner.units import HOURS_PER_YEAR
from planner.verify.case import Case
from planner.verify.checking import MONEY, agrees, claim, close, number_text
from planner.verify.numbers import exact
from planner.verify.tokens import tokens_of

CENT: Final = Fraction(1, 100)
MILLION: Final = 10**6


def figure_checks(case: Case, totals: Totals, capex: Fraction) -> Iterator[Check]:
    """Rule `totals` of each figure of money or tokens that is there, `cost.split`."""
    true = {"capex_usd": capex}
    if totals.usd_per_year is not None:
        true |= _per_year(case, totals, exact(totals.usd_per_year))
    tokens = tokens_of(case)
    true |= {
        "input_tokens_per_year": tokens.read,
        "cached_input_tokens_per_year": tokens.cached,
        "output_tokens_per_year": tokens.accepted,
    }
    for name, value in true.items():
        told = getattr(totals, name)
        if told is not None:
            yield close(f"totals.{name}", told, value, MONEY)
    yield from _split(case, totals)


def _per_year(case: Case, totals: Totals, usd: Fraction) -> dict[str, Fraction]:
    """What the total comes to per hour, per million tokens and per session."""
    tokens = tokens_of(case)
    units = {
        "usd_per_million_tokens": (tokens.read + tokens.accepted) / MILLION,
        "usd_per_million_uncached_tokens": (tokens.read - tokens.cached + tokens.accepted)
        / MILLION,
        "usd_per_million_output_tokens_all_in": tokens.accepted / MILLION,
        "usd_per_session_hour": _session_hours(case),
        "usd_per_hour": Fraction(HOURS_PER_YEAR),
    }
    figures = {name: usd / count for name, count in units.items() if count}
    if usd and totals.output_tokens_per_s is not None:
        per_hour = usd / HOURS_PER_YEAR
        figures["output_tokens_per_s_per_usd_hour"] = exact(totals.output_tokens_per_s) / per_hour
    return figures


def _session_hours(case: Case) -> Fraction:
    """Of voice sessions in a year; 0 where not all workloads are voice."""
    hours = Fraction(0)
    for load in case.loads.values():
        if not isinstance(load.workload, VoiceWorkload):
            return Fraction(0)
        if load.stage == "serve":
            sessions = exact(load.workload.concurrent_sessions)
            hours += sessions / exact(load.workload.peak_to_mean or 1) * HOURS_PER_YEAR
    return hours


def _split(case: Case, totals: Totals) -> Iterator[Check]:
    """What input and output cost adds up to the total; input counts whole, or uncached."""
    told = (totals.usd_per_million_input_tokens, totals.usd_per_million_output_tokens)
    speech = any(load.stage != "serve" for load in case.loads.values())
    if told[0] is None or told[1] is None or totals.usd_per_year is None or speech:
        return
    tokens = tokens_of(case)
    sums = [
        (exact(told[0]) * count + exact(told[1]) * tokens.accepted) / MILLION
        for count in (tokens.read, tokens.read - tokens.cached)
    ]
    year = exact(totals.usd_per_year)
    is_sum = any(agrees(total, year, MONEY, CENT) for total in sums)
    yield claim("cost.split", number_text(sums[0]), number_text(year), holds=is_sum)
