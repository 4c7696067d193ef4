"""Every workload is carried whole, as much of it as the demand asks."""

from collections.abc import Iterator
from fractions import Fraction

from planner.demand import RequestsWorkload
from planner.quote import Check
from planner.verify.ask import planned_output
from planner.verify.case import Case
from planner.verify.checking import agrees, at_least, claim, equal, number_text
from planner.verify.loads import Load
from planner.verify.numbers import exact


def demand_checks(case: Case) -> Iterator[Check]:
    """Rules `demand`, `route`, `somebody_serves` of each stage, `load` of each workload."""
    for load in case.loads.values():
        yield _demand(case, load)
        if load.peak:
            yield _route(case, load)
            yield _somebody_serves(case, load)
        if load.stage == "serve":
            yield _load(case, load)


def _demand(case: Case, load: Load) -> Check:
    """Σ shares = 1, so that what is routed is the peak; without demand there may be no route."""
    shares = case.shares.get(load.key, {})
    routed = sum(shares.values(), Fraction(0)) if shares or load.peak else Fraction(1)
    return equal(f"demand.{load.label}", routed * (load.peak or 1), load.peak or 1)


def _route(case: Case, load: Load) -> Check:
    """Each route's requests/s is its share of the peak."""
    routes = case.routes.get(load.key, {})
    for pool, route in routes.items():
        carried = load.peak * case.shares[load.key][pool]
        if not agrees(route.requests_per_s, carried):
            left = f"{pool}: {number_text(route.requests_per_s)}"
            return claim(f"route.{load.label}", left, number_text(carried), holds=False)
    count = f"{len(routes)} routes"
    return claim(f"route.{load.label}", count, "each its share of the peak", holds=True)


def _somebody_serves(case: Case, load: Load) -> Check:
    """At least one working replica."""
    working = sum(case.working(pool) for pool in case.routes.get(load.key, {}))
    return at_least(f"somebody_serves.{load.label}", working, 1)


def _load(case: Case, load: Load) -> Check:
    """What the quote says that the workload asks is what it asks."""
    part, workload = case.workloads[load.workload.name], load.workload
    tokens = planned_output(workload)
    true: dict[str, Fraction] = {
        "requests_per_s": load.peak,
        "mean_requests_per_s": load.mean,
        "output_tokens_per_s": load.peak * tokens,
        "required_output_tokens_per_s": load.required * tokens,
        "headroom": load.headroom,
        "utilization_cap": 1 / (1 + load.headroom),
    }
    if isinstance(workload, RequestsWorkload):
        true["active_users"] = load.peak * exact(workload.active_user_cadence_s)
    for name, value in true.items():
        if not agrees(getattr(part, name), value):
            left = f"{name} {number_text(getattr(part, name))}"
            return claim(f"load.{load.label}", left, number_text(value), holds=False)
    return claim(f"load.{load.label}", number_text(part.requests_per_s), "as asked", holds=True)
