"""How a deployment would serve a load: the first shape rule that gives a plan, or why none does."""

from collections.abc import Iterable, Sequence

from planner.candidates.alone import alone_by_rule, alone_mismatch, streams
from planner.candidates.book import CurveBook, Promises
from planner.candidates.capped import capped_by_rule, capped_mismatch
from planner.candidates.curves import CurveSet
from planner.candidates.plans import AlonePlan, CurvePlan, FittedPlan, Plan
from planner.candidates.promise import Rules
from planner.candidates.refused import Refused, most_telling
from planner.candidates.request import Request
from planner.candidates.shapes import nearest_shape, wanted_lengths
from planner.loads import StageLoad

__all__ = ["Refused", "choose_plans", "plans_of"]

type Choices = Sequence[CurvePlan | FittedPlan | AlonePlan | Refused]


def choose_plans(
    curves: CurveSet, load: StageLoad, rules: Rules, *, allow_mismatch: bool
) -> tuple[Plan, ...] | Refused:
    """The plans of a deployment for one load, where nothing is remembered from others."""
    promises = Promises(load.limits, 0)
    request = Request(load, wanted_lengths(load.shape), promises, allow_mismatch)
    return plans_of(CurveBook(curves, rules), request)


def plans_of(book: CurveBook, request: Request) -> tuple[Plan, ...] | Refused:
    """The plans of a deployment for one load: at most one with a cap and one that stands alone."""
    if not book.has_sweeps and not book.has_lone_points:
        return Refused("saturated")
    refusals: list[Refused] = []
    if request.load.stage != "serve":
        found = [_first_of([streams(book, request)], refusals)]
    else:
        found = [
            _first_of(capped_by_rule(book, request), refusals) if book.has_sweeps else None,
            _first_of(alone_by_rule(book, request), refusals) if book.has_lone_points else None,
        ]
        if request.allow_mismatch and not any([*found, *(r.is_final for r in refusals)]):
            found = [
                _first_of([capped_mismatch(book, request)], refusals),
                _first_of([alone_mismatch(book, request)], refusals),
            ]
    plans = tuple(plan for plan in found if plan is not None)
    if plans:
        return plans
    if refusals and most_telling(refusals).reason != "saturated":
        return most_telling(refusals)
    nearest = nearest_shape(book.curves, request.lengths)
    return refusals[0] if refusals else Refused("shape_not_covered", nearest=nearest)


def _first_of(rules: Iterable[Choices], refusals: list[Refused]) -> Plan | None:
    """The best plan of the first rule that has one; a limit that a rule breaks ends the search."""
    for choices in rules:
        plans = [choice for choice in choices if not isinstance(choice, Refused)]
        if plans:
            return max(plans, key=lambda plan: plan.rate(plan.cap)) if len(plans) > 1 else plans[0]
        refused = [choice for choice in choices if isinstance(choice, Refused)]
        refusals += refused
        if any(choice.is_final for choice in refused):
            break
    return None
