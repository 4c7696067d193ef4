"""The shape rules: on which curves, and how, a deployment would serve a workload."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from planner.candidates.curves import CurveData, CurveSet
from planner.candidates.plans import (
    AlonePlan,
    CurvePlan,
    FittedPlan,
    Measurement,
    Plan,
    planned_shape,
    whole_cap,
)
from planner.candidates.promise import Lacking, Promised, Rules, read_promises
from planner.loads import Limit, Shape, StageLoad
from planner.sizing.curve import Miss, interpolate
from planner.sizing.shape import pad_to_ratio

WITHIN = Fraction(2, 100)
"""Lengths that differ by no more are the same shape."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Why no plan was found: a limit missed, a latency not measured, or no shape near enough."""

    reason: str
    miss: Miss | None = None
    limit: Limit | None = None
    lacking: Lacking | None = None
    nearest: CurveData | None = None

    @property
    def weight(self) -> int:
        """Which of several refusals says most."""
        return {"slo_out_of_reach": 3, "metric_not_measured": 2}.get(self.reason, 1)


Choice = Plan | Refused


def choose_plans(
    curves: CurveSet, load: StageLoad, rules: Rules, *, allow_mismatch: bool
) -> tuple[Plan, ...] | Refused:
    """The plans of a deployment for one load: at most one with a cap and one that stands alone."""
    if load.stage != "serve":
        choices = [_alone(c, load, rules, "streams", Fraction(1)) for c in curves.curves]
        return _sort_out(choices, load, curves)
    refusals: list[Refused] = []
    for choices in _by_rule(curves, load, rules, allow_mismatch):
        plans = tuple(choice for choice in choices if not isinstance(choice, Refused))
        if plans:
            return _best_of_each(plans)
        refusals += [choice for choice in choices if isinstance(choice, Refused)]
        if any(refused.reason == "slo_out_of_reach" for refused in refusals):
            break
    return _worst(refusals, load.shape, curves)


def _sort_out(
    choices: list[Choice], load: StageLoad, curves: CurveSet
) -> tuple[Plan, ...] | Refused:
    plans = tuple(choice for choice in choices if not isinstance(choice, Refused))
    if plans:
        return _best_of_each(plans)
    return _worst([c for c in choices if isinstance(c, Refused)], load.shape, curves)


def _best_of_each(plans: tuple[Plan, ...]) -> tuple[Plan, ...]:
    """The best rate with a cap, and the best that stands alone; the first of equals."""
    capped = [plan for plan in plans if plan.cap is not None]
    alone = [plan for plan in plans if plan.cap is None]
    return tuple(
        max(group, key=lambda plan: plan.rate(plan.cap)) for group in (capped, alone) if group
    )


def _worst(refusals: list[Refused], shape: Shape, curves: CurveSet) -> Refused:
    if not refusals:
        return Refused("shape_not_covered", nearest=_nearest(curves, shape))
    top = max(refused.weight for refused in refusals)
    chosen = [refused for refused in refusals if refused.weight == top]
    return min(chosen, key=lambda refused: refused.miss.value if refused.miss else Fraction(0))


def _by_rule(
    curves: CurveSet, load: StageLoad, rules: Rules, allow_mismatch: bool
) -> Iterator[list[Choice]]:
    shape = load.shape
    if curves.shapeless is not None:
        yield _on_curve(curves.shapeless, load, rules, "any_shape", shape.output_tokens)
    same = _same_shape(curves, shape)
    if same is not None:
        yield _on_curve(same, load, rules, "same_shape", shape.output_tokens)
    yield _fitted(curves, load, rules)
    yield [choice for curve in _larger(curves, shape) for choice in _on_larger(curve, load, rules)]
    nearest = _nearest(curves, shape)
    if allow_mismatch and nearest is not None:
        yield _on_curve(nearest, load, rules, "shape_mismatch", shape.output_tokens)


def _on_larger(curve: CurveData, load: StageLoad, rules: Rules) -> list[Choice]:
    lengths = (curve.input_tokens or Fraction(0), curve.output_tokens or Fraction(1))
    return _on_curve(curve, load, rules, "larger_shape", lengths[1], lengths)


def _on_curve(
    curve: CurveData,
    load: StageLoad,
    rules: Rules,
    rule: str,
    tokens: Fraction,
    lengths: tuple[Fraction, Fraction] | None = None,
) -> list[Choice]:
    choices: list[Choice] = []
    if curve.sweep:
        choices.append(_capped(curve, load, rules, rule, tokens, lengths))
    if curve.alone:
        choices.append(_alone(curve, load, rules, rule, tokens, lengths))
    return choices or [Refused("saturated")]


def _capped(
    curve: CurveData,
    load: StageLoad,
    rules: Rules,
    rule: str,
    tokens: Fraction,
    lengths: tuple[Fraction, Fraction] | None,
) -> Choice:
    promised = read_promises(curve.sweep, load.limits, rules)
    if isinstance(promised, Lacking):
        return Refused("metric_not_measured", limit=promised.limit, lacking=promised)
    cap = whole_cap(promised, load.limits)
    if isinstance(cap, Miss):
        return Refused("slo_out_of_reach", miss=cap, limit=load.limits[cap.limit])
    if cap < 1:
        return Refused("below_one_in_flight")
    return CurvePlan(rule, load.limits, curve.position, promised, cap, tokens, lengths)


def _alone(
    curve: CurveData,
    load: StageLoad,
    rules: Rules,
    rule: str,
    tokens: Fraction,
    lengths: tuple[Fraction, Fraction] | None = None,
) -> Choice:
    refusals: list[Refused] = []
    plans: list[AlonePlan] = []
    for point in curve.alone:
        promised = read_promises((point,), load.limits, rules)
        if isinstance(promised, Lacking):
            refusals.append(Refused("metric_not_measured", limit=promised.limit, lacking=promised))
            continue
        broken = _first_broken(promised, load.limits)
        if broken is not None:
            refusals.append(broken)
            continue
        plans.append(AlonePlan(rule, load.limits, curve.position, promised, tokens, lengths))
    if plans:
        return max(plans, key=lambda plan: plan.rate(None))
    return max(refusals, key=lambda r: r.weight) if refusals else Refused("saturated")


def _first_broken(promised: Promised, limits: tuple[Limit, ...]) -> Refused | None:
    for position, limit in enumerate(limits):
        value = promised.sweep.latency[position][0]
        if value > limit.limit_ms:
            return Refused("slo_out_of_reach", miss=Miss(position, value, Fraction(0)), limit=limit)
    return None


def _same_shape(curves: CurveSet, shape: Shape) -> CurveData | None:
    wanted = (shape.input_tokens, shape.output_tokens, shape.uncached)
    if wanted in curves.by_shape:
        return curves.by_shape[wanted]
    near = float(WITHIN) * 1.001
    rough = tuple(float(length) for length in wanted)
    shaped = curves.shaped
    options = [
        shaped[i]
        for i, lengths in enumerate(curves.lengths)
        if all(abs(a - b) <= near * b + 1e-9 for a, b in zip(rough, lengths, strict=True))
    ]
    exact_ones = [(d, c) for c in options if (d := _difference(c, wanted)) is not None]
    return min(exact_ones, key=lambda pair: pair[0])[1] if exact_ones else None


def _difference(curve: CurveData, wanted: tuple[Fraction, Fraction, Fraction]) -> Fraction | None:
    total = Fraction(0)
    for length, measured in zip(
        wanted, (curve.input_tokens, curve.output_tokens, curve.uncached), strict=True
    ):
        if measured is None or abs(length - measured) > WITHIN * measured:
            return None
        total += abs(length - measured) / measured if measured else Fraction(0)
    return total


def _larger(curves: CurveSet, shape: Shape) -> list[CurveData]:
    return [
        curve
        for curve, lengths in zip(curves.shaped, curves.lengths, strict=True)
        if lengths[0] >= float(shape.input_tokens) * 0.999999
        and (curve.input_tokens or 0) >= shape.input_tokens
        and (curve.output_tokens or 0) >= shape.output_tokens
        and (curve.uncached or 0) >= shape.uncached
    ]


def _nearest(curves: CurveSet, shape: Shape) -> CurveData | None:
    def distance(position: int) -> float:
        length, output, _ = curves.lengths[position]
        return abs(_log_ratio(length, float(shape.input_tokens))) + abs(
            _log_ratio(output, float(shape.output_tokens))
        )

    return curves.shaped[min(range(len(curves.lengths)), key=distance)] if curves.lengths else None


def _log_ratio(a: float, b: float) -> float:
    return math.log(max(a, 1e-9) / max(b, 1e-9))


def _fitted(curves: CurveSet, load: StageLoad, rules: Rules) -> list[Choice]:
    shape = load.shape
    usable = [c for c in curves.shaped if c.sweep and c.uncached and c.output_tokens]
    if len(usable) < 2 or not shape.uncached:
        return []
    measured: list[Measurement] = []
    lacking: list[Lacking] = []
    for curve in usable:
        promised = read_promises(curve.sweep, load.limits, rules, as_measured=False)
        if isinstance(promised, Lacking):
            lacking.append(promised)
        else:
            measured.append(
                Measurement(
                    curve.position,
                    curve.uncached or Fraction(0),
                    curve.output_tokens or Fraction(1),
                    promised,
                )
            )
    if len(measured) < 2:
        return [
            Refused("metric_not_measured", limit=item.limit, lacking=item) for item in lacking[:1]
        ]
    return _between(curves, measured, load)


def _between(curves: CurveSet, measured: list[Measurement], load: StageLoad) -> list[Choice]:
    shape = load.shape
    ratios = [m.uncached / m.output for m in measured]
    uncached, output = pad_to_ratio(shape.uncached, shape.output_tokens, min(ratios), max(ratios))
    lengths = planned_shape(shape, uncached, output)
    total = shape.input_tokens if lengths is None else lengths[0]
    inputs = [curves.curves[m.curve].input_tokens or Fraction(0) for m in measured]
    if total > max(inputs) or output > max(m.output for m in measured):
        return []
    brackets = _brackets(measured, uncached / output)
    first = max(m.promised.sweep.concurrency[0] for m in brackets)
    last = min(m.promised.sweep.concurrency[-1] for m in brackets)
    if first > last:
        return []
    cap = _shared_cap(brackets, load.limits, first)
    if isinstance(cap, Refused):
        return [cap]
    rule = "fitted" if lengths is None else "padded"
    plan = FittedPlan(
        rule, load.limits, brackets, tuple(measured), uncached, output, first, cap, lengths
    )
    return [plan] if cap >= 1 else [Refused("below_one_in_flight")]


def _brackets(measured: list[Measurement], ratio: Fraction) -> tuple[Measurement, ...]:
    """The nearest ratio at or below, and the nearest at or above; of equal ratios the longer shape."""

    def key(m: Measurement) -> tuple[Fraction, Fraction]:
        return m.uncached / m.output, m.output

    below = [m for m in measured if m.uncached / m.output <= ratio]
    above = [m for m in measured if m.uncached / m.output >= ratio]
    low = max(below, key=key)
    high = min(above, key=lambda m: (m.uncached / m.output, -m.output))
    return (low,) if low is high else (low, high)


def _shared_cap(
    brackets: tuple[Measurement, ...], limits: tuple[Limit, ...], first: Fraction
) -> int | Refused:
    """The cap that both brackets allow, each limit taken from the worse of the two."""
    caps: list[int] = []
    for bracket in brackets:
        sweep = bracket.promised.sweep
        for position, limit in enumerate(limits):
            value = interpolate(first, sweep.concurrency, sweep.latency[position])
            if value > limit.limit_ms:
                return Refused("slo_out_of_reach", miss=Miss(position, value, first), limit=limit)
        cap = whole_cap(bracket.promised, limits)
        if isinstance(cap, Miss):
            return Refused("slo_out_of_reach", miss=cap, limit=limits[cap.limit])
        caps.append(cap)
    return min(caps)
