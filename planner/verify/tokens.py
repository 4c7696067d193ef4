"""Tokens that are delivered in a year, at the mean rates."""

from dataclasses import dataclass
from fractions import Fraction

from planner.demand import AnyWorkload, VoiceWorkload
from planner.units import SECONDS_PER_YEAR
from planner.verify.ask import planned_output
from planner.verify.case import Case
from planner.verify.numbers import exact


@dataclass(frozen=True, slots=True)
class Tokens:
    """Per year."""

    read: Fraction
    """All input."""
    cached: Fraction
    """Input that a prefix cache served."""
    accepted: Fraction
    """Output that the users got."""


def tokens_of(case: Case, duty: int = 1) -> Tokens:
    """Of all workloads together; `duty` is the peak to mean of those that give none."""
    read = cached = accepted = Fraction(0)
    for load in case.loads.values():
        if load.stage == "serve":
            workload, requests = load.workload, load.mean_at(duty) * SECONDS_PER_YEAR
            read += requests * exact(workload.input_tokens)
            cached += (
                requests * exact(workload.input_tokens) * exact(workload.cached_input_fraction)
            )
            accepted += requests * planned_output(workload) * accepted_fraction(workload)
    return Tokens(read, cached, accepted)


def accepted_fraction(workload: AnyWorkload) -> Fraction:
    """Share of the output that the user gets; of a voice turn, what was heard of it."""
    accepted = exact(workload.accepted_fraction)
    if isinstance(workload, VoiceWorkload):
        unheard = 1 - exact(workload.barge_in_heard_fraction)
        accepted *= 1 - exact(workload.barge_in_fraction) * unheard
    return accepted
