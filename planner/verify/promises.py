"""What a plan keeps of each limit at a concurrency, with the words that are true of it."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from planner.verify.ask import Limit
from planner.verify.forms import Form
from planner.verify.percentiles import LOWER
from planner.verify.plan import Lone, Plan

INTERPOLATED: Final = "interpolated"


@dataclass(frozen=True, slots=True)
class Promise:
    """One limit at one operating point."""

    limit: Limit
    achieved_ms: Fraction
    truths: frozenset[str]
    """Each basis that may be stated."""


def promises_of(plan: Plan | Lone, concurrency: Fraction, *, is_bound: bool) -> list[Promise]:
    """Each limit with what it comes to.

    Args:
        plan: how the workload is served.
        concurrency: the pool's cap; of no account where a point stands alone.
        is_bound: whether sums of percentiles were taken as bounds.
    """
    if isinstance(plan, Lone):
        rows = zip(plan.forms, plan.sums_ms, plan.rests_on, strict=True)
        return [
            Promise(form[0], value, _truths(form, near, {"measured"}, is_bound=is_bound))
            for form, value, near in rows
        ]
    return [_promise(plan, form, concurrency, is_bound=is_bound) for form in plan.forms]


def _promise(plan: Plan, form: Form, concurrency: Fraction, *, is_bound: bool) -> Promise:
    held = max(concurrency, plan.first)
    near = frozenset(
        basis
        for track in plan.tracks
        for _, latency in form[1]
        for basis in track.rests_on[latency][track.around(held)]
    )
    places = {"measured" if held in track.knots else INTERPOLATED for track in plan.tracks}
    if plan.fit or concurrency < plan.first:
        places.add(INTERPOLATED)  # between two shapes, or as at a point above
    value = plan.sum_ms(form, concurrency)
    return Promise(form[0], value, _truths(form, near, places, is_bound=is_bound))


def _truths(
    form: Form, near: frozenset[str], places: set[str], *, is_bound: bool
) -> frozenset[str]:
    """The strongest reservation first: a lower percentile, a sum, a higher percentile, a place."""
    limit, terms = form
    if not terms:
        return frozenset({"constant"})
    if LOWER in near:
        return frozenset({LOWER})
    if len(terms) > 1 and limit.percentile != "mean":
        return frozenset({"sum_bound" if is_bound else "sum_of_percentiles"})
    bounded = {basis for basis in near if basis.startswith("bounded_by")}
    sums = {"sum_of_percentiles"} if len(terms) > 1 else set[str]()
    return frozenset(bounded | sums | (set() if places == {"measured"} and bounded else places))
