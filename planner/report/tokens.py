"""Tokens a year, and how the cost splits between input and output."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from planner.candidates.curves import curve_set
from planner.candidates.plans import FittedPlan
from planner.candidates.promise import Promised, Rules, read_promises
from planner.demand import AnyWorkload
from planner.entries import Deployment
from planner.loads import StageLoad, accepted_fraction
from planner.report.flows import Flow, Flows
from planner.sizing.curve import rate_at
from planner.sizing.shape import MeasuredTime, TokenTimes, fit_token_times
from planner.units import SECONDS_PER_YEAR

MILLION: Final = 10**6


@dataclass(frozen=True, slots=True)
class Tokens:
    """Tokens per year at the mean rate."""

    input: Fraction = Fraction(0)
    cached: Fraction = Fraction(0)
    output: Fraction = Fraction(0)
    """Accepted, hidden reasoning included."""

    @property
    def all(self) -> Fraction:
        """Input and accepted output."""
        return self.input + self.output

    def __add__(self, other: "Tokens") -> "Tokens":
        return Tokens(
            self.input + other.input, self.cached + other.cached, self.output + other.output
        )


def tokens_of(flows: Flows, load: StageLoad, duty: Fraction | None = None) -> Tokens:
    """Tokens per year of one load; none for audio stages.

    Args:
        flows: the fleet.
        load: the load.
        duty: peak / mean to reckon with, instead of the workload's.
    """
    return tokens_a_year(flows.candidates.workload_of(load), load, duty)


def tokens_a_year(workload: AnyWorkload, load: StageLoad, duty: Fraction | None = None) -> Tokens:
    """The same of the workload that a load belongs to."""
    if load.stage != "serve":
        return Tokens()
    requests = load.peak / (duty or load.peak_to_mean) * SECONDS_PER_YEAR
    length = load.shape.input_tokens
    accepted = accepted_fraction(workload)
    output = load.shape.output_tokens * accepted
    return Tokens(requests * length, requests * length * load.shape.cached, requests * output)


def total_tokens(flows: Flows, loads: Iterable[StageLoad] | None = None) -> Tokens:
    """Tokens per year of all loads."""
    return sum((tokens_of(flows, load) for load in loads or flows.candidates.loads), Tokens())


def per_million(usd: Fraction, tokens: Fraction) -> float | None:
    """USD per million tokens; `None` where there are none."""
    return float(usd * MILLION / tokens) if tokens else None


@dataclass(frozen=True, slots=True)
class Split:
    """What input and output cost, USD per year."""

    input_usd: Fraction
    output_usd: Fraction
    measured_ratios: tuple[Fraction, ...]
    """beta / alpha of the flows that curves tell it of."""


def split_by_token(flows: Flows, costs: dict[int, Fraction]) -> Split:
    """The language-model part of the cost, between input and output.

    By alpha and beta of the deployment where its curves tell them, else by the cost book's ratio.
    """
    book_ratio = Fraction(str(flows.candidates.costs.output_to_input_cost_ratio))
    parts = [Fraction(0), Fraction(0)]
    ratios: list[Fraction] = []
    for load, usd in costs.items():
        if flows.candidates.loads[load].stage != "serve":
            continue
        total = sum(flow.required for flow in flows.of_load(load)) or Fraction(1)
        for flow in flows.of_load(load):
            measured = measured_ratio(flows, flow)
            ratios += [measured] if measured is not None else []
            shape = flows.load_of(flow).shape
            output = shape.output_tokens * (book_ratio if measured is None else measured)
            whole = shape.uncached + output
            part = usd * flow.required / total
            parts[0] += part * shape.uncached / whole
            parts[1] += part * output / whole
    return Split(parts[0], parts[1], tuple(ratios))


def measured_ratio(flows: Flows, flow: Flow) -> Fraction | None:
    """Beta / alpha of the deployment of a flow; `None` where its curves do not tell both."""
    service = flows.candidates.services[flow.service]
    if isinstance(service.plan, FittedPlan):
        return _ratio(service.plan.times(service.cap))
    return ratio_of_curves(flows.candidates.pools[flow.pool].deployment, service.cap)


def _ratio(times: TokenTimes | None) -> Fraction | None:
    if times is None or not times.per_uncached_input or not times.per_output:
        return None
    return times.per_output / times.per_uncached_input


def ratio_of_curves(deployment: Deployment, cap: int | None) -> Fraction | None:
    """Beta / alpha by all curves of a deployment that span the cap."""
    if cap is None:
        return None
    measured: list[MeasuredTime] = []
    for curve in curve_set(deployment).shaped:
        promised = (
            read_promises(curve.sweep, (), Rules(use_lower=False, sums_are_bounds=False))
            if curve.sweep
            else None
        )
        if isinstance(promised, Promised) and curve.output_tokens and _spans(promised, cap):
            seconds = curve.output_tokens / rate_at(promised.sweep, Fraction(cap))
            measured.append(
                MeasuredTime(curve.uncached or Fraction(0), curve.output_tokens, seconds)
            )
    return _ratio(fit_token_times(measured)) if len(measured) > 1 else None


def _spans(promised: Promised, cap: int) -> bool:
    return promised.sweep.concurrency[0] <= cap <= promised.sweep.concurrency[-1]
