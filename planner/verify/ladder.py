"""The rules of shape, in their order: how a deployment may speak for a workload's requests."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Final

from planner.verify.ask import Ask
from planner.verify.bracket import fitted, padded
from planner.verify.forms import forms_on, needed
from planner.verify.lengths import lengths_asked
from planner.verify.nearness import larger, nearest, nearly_same, shapeless
from planner.verify.plan import Plan, Refused
from planner.verify.readings import Readings


def planned_with_cap(readings: Readings, ask: Ask) -> Plan | Refused:
    """How a deployment serves a workload in pools with a concurrency cap."""
    for rule in _RULES:
        outcome = rule(readings, ask)
        if outcome is not None:
            return outcome
    return Refused("no curve gives a rate for this shape with the latencies it needs")


def _any_shape(readings: Readings, ask: Ask) -> Plan | Refused | None:
    return _first_of("any_shape", readings, ask, shapeless(readings))


def _same_shape(readings: Readings, ask: Ask) -> Plan | Refused | None:
    return _first_of("same_shape", readings, ask, nearly_same(readings, ask))


def _mismatch(readings: Readings, ask: Ask) -> Plan | Refused | None:
    return _first_of("shape_mismatch", readings, ask, nearest(readings, ask))


def _larger_shape(readings: Readings, ask: Ask) -> Plan | Refused | None:
    plans = _on_each("larger_shape", readings, ask, larger(readings, ask))
    if not plans:
        return None
    capped = [(plan, Fraction(plan.cap)) for plan in plans]
    rates = [(plan.rate(cap), plan) for plan, cap in capped if cap >= 1]
    return max(rates, key=lambda pair: pair[0])[1] if rates else _broken(plans[0])


def _first_of(
    rule: str, readings: Readings, ask: Ask, positions: Sequence[int]
) -> Plan | Refused | None:
    plans = _on_each(rule, readings, ask, positions)
    return kept(plans[0]) if plans else None


def _on_each(rule: str, readings: Readings, ask: Ask, positions: Sequence[int]) -> list[Plan]:
    plans: list[Plan] = []
    between = rule == "shape_mismatch"
    for position in positions:
        forms = forms_on(readings, ask, (position,), is_between=between)
        track = readings.track(position, needed(forms))
        if track is not None:
            is_floor = rule == "larger_shape"
            lengths = readings.lengths[position] if is_floor else lengths_asked(ask)
            plans.append(Plan(rule, forms, (track,), lengths))
    return plans


def kept(plan: Plan) -> Plan | Refused:
    """A plan, unless it breaks a limit at every concurrency."""
    return plan if plan.cap >= 1 else _broken(plan)


def _broken(plan: Plan) -> Refused:
    for form in plan.forms:
        limit, value = form[0], plan.sum_ms(form, plan.first)
        if value > limit.ceiling_ms:
            return Refused(f"{limit.name} {limit.percentile} is {float(value):g} ms at the least")
    return Refused("less than one request in flight")


def _between(readings: Readings, ask: Ask) -> Plan | Refused | None:
    plan = fitted(readings, ask)
    return kept(plan) if plan else None


def _padded(readings: Readings, ask: Ask) -> Plan | Refused | None:
    plan = padded(readings, ask)
    return kept(plan) if plan else None


_RULES: Final[tuple[Callable[[Readings, Ask], Plan | Refused | None], ...]] = (
    _any_shape,
    _same_shape,
    _between,
    _padded,
    _larger_shape,
    _mismatch,
)
