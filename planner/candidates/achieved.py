"""What each limit comes to at a concurrency, with the words that are true of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from planner.candidates.promise import Form, Promised, Rules, bounds_of
from planner.loads import Limit
from planner.sizing.curve import interpolate


@dataclass(frozen=True, slots=True)
class Achieved:
    """What one limit comes to at a cap, ms, and how it is known."""

    limit: Limit
    value: Fraction | None
    basis: str


def achieved_at(
    at: Fraction, promised: Sequence[Promised], forms: Sequence[Form], rules: Rules
) -> tuple[Achieved, ...]:
    """Each limit at a concurrency: of each latency the worst of one curve, or of two brackets."""
    values = tuple(
        (max(_value(track, row, at) for track in promised),)
        for row in range(len(promised[0].needed))
    )
    bounds = bounds_of(forms, promised[0].needed)
    return tuple(
        Achieved(form.limit, bound.along(values, 1)[0], _basis(form, at, promised, rules))
        for form, bound in zip(forms, bounds, strict=True)
    )


def _value(promised: Promised, row: int, at: Fraction) -> Fraction:
    return interpolate(at, promised.sweep.concurrency, promised.sweep.latency[row])


def _basis(form: Form, at: Fraction, promised: Sequence[Promised], rules: Rules) -> str:
    """The strongest reservation: a lower percentile, a sum, a higher percentile, a place."""
    if not form.terms:
        return "constant"
    near = [b for track in promised for _, latency in form.terms for b in track.around(latency, at)]
    if "not_measured" in near:
        return "not_measured"
    if len(form.terms) > 1 and form.limit.percentile != "mean":
        return "sum_bound" if rules.sums_are_bounds else "sum_of_percentiles"
    bounded = [basis for basis in near if basis != "measured"]
    if bounded:
        return bounded[-1]
    is_measured = len(promised) == 1 and at in promised[0].sweep.concurrency
    return "measured" if is_measured else "interpolated"
