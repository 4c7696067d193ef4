"""Every stated rate follows from the curves, at a cap that keeps the workload's limits."""

from collections.abc import Iterator
from fractions import Fraction

from planner.quote import Check, PoolPart, RatePart, Route
from planner.verify.case import Case
from planner.verify.checking import agrees, at_most, claim, close, number_text
from planner.verify.loads import Load
from planner.verify.plan import Lone, Plan, Refused


def rate_checks(case: Case) -> Iterator[Check]:
    """Rules `rate` and `derivation` of each route, `cap` where the pool has one."""
    for key, by_pool in case.routes.items():
        load = case.loads[key]
        for pool, route in by_pool.items():
            name = f"{load.label}@{pool}"
            yield from _route_checks(case, name, load, route)


def _route_checks(case: Case, name: str, load: Load, route: Route) -> Iterator[Check]:
    pool, stated = case.pools[route.pool], case.rates[load.key, route.pool]
    if load.stage != "serve":
        yield _stream_rate(case, name, load, route)
        return
    plan = case.book.plan(load.workload, pool)
    if isinstance(plan, Plan):
        cap = pool.concurrency_cap or 0
        yield at_most(f"cap.{name}", cap, plan.cap if cap >= 1 else -1)
        true: Fraction | Refused = plan.rate(Fraction(max(cap, 1)))
    else:
        true = plan.rate if isinstance(plan, Lone) else plan
    if isinstance(true, Refused) or isinstance(plan, Refused):
        reason = plan.reason if isinstance(plan, Refused) else "no rate"
        yield claim(f"rate.{name}", number_text(stated), reason, holds=False)
        return
    yield close(f"rate.{name}", stated, true)
    fault = _fault(route.rate, plan, pool, true)
    yield claim(f"derivation.{name}", fault or route.rate.rule, plan.rule, holds=not fault)


def _stream_rate(case: Case, name: str, load: Load, route: Route) -> Check:
    stated = case.rates[load.key, route.pool]
    kept = case.book.streams(load, case.pools[route.pool])
    if not kept:
        reason = "no point keeps up in real time"
        return claim(f"rate.{name}", number_text(stated), reason, holds=False)
    true = min(kept, key=lambda streams: abs(streams - stated))
    return close(f"rate.{name}", stated, true)


def _fault(stated: RatePart, plan: Plan | Lone, pool: PoolPart, rate: Fraction) -> str:
    """What the stated derivation says wrongly; empty: nothing."""
    if stated.rule != plan.rule:
        return f"rule {stated.rule}"
    if isinstance(plan, Lone):
        is_right = (stated.curves[:1], stated.point) == ((plan.curve,), plan.point)
        return "" if is_right else f"curves {stated.curves}, point {stated.point}"
    if not set(plan.curves) <= set(stated.curves) or stated.curves[0] not in plan.curves:
        return f"curves {stated.curves}"
    cap = Fraction(pool.concurrency_cap or 0)
    if stated.basis != _basis(plan, cap) and not (plan.fit and stated.basis == "interpolated"):
        return f"basis {stated.basis}"
    if stated.residence_s is not None and not agrees(stated.residence_s, cap / rate):
        return f"residence {stated.residence_s} s"
    return _fit_fault(stated, plan, cap)


def _basis(plan: Plan, cap: Fraction) -> str:
    if cap < plan.first:
        return "below_first_point"
    is_measured = all(cap in track.knots for track in plan.tracks)
    return "measured" if is_measured else "interpolated"


def _fit_fault(stated: RatePart, plan: Plan, cap: Fraction) -> str:
    """α and β need not be ours (one ratio of lengths has many), but must give the same rate."""
    if plan.fit is None:
        return ""
    if plan.rule == "padded" and not _is_padded_alike(stated, plan):
        return f"planned on {stated.planned_input_tokens} x {stated.planned_output_tokens}"
    held = max(cap, plan.first)
    alpha, beta, residual = plan.fit.at(held)
    told = stated.replica_s_per_uncached_input_token, stated.replica_s_per_output_token
    if told[0] is not None and told[1] is not None:
        uncached, output = plan.lengths.uncached_tokens, plan.lengths.output_tokens
        true = alpha * uncached + beta * output
        if not agrees(Fraction(told[0]) * uncached + Fraction(told[1]) * output, true):
            return f"alpha {told[0]}, beta {told[1]}"
    error = stated.fit_residual_fraction
    if error is not None and not agrees(error, residual, by=Fraction(1, 10**9)):
        return f"residual {error}"
    return ""


def _is_padded_alike(stated: RatePart, plan: Plan) -> bool:
    told = (stated.planned_input_tokens, stated.planned_output_tokens)
    true = (plan.lengths.input_tokens, plan.lengths.output_tokens)
    return all(
        one is not None and agrees(one, other) for one, other in zip(told, true, strict=True)
    )
