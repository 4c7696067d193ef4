"""Every promise of the demand stands in the quote, with what the operating points keep of it."""

from collections.abc import Iterator
from fractions import Fraction

from planner.quote import Check, SloPart
from planner.verify.case import Case
from planner.verify.checking import agrees, claim, number_text
from planner.verify.loads import Load
from planner.verify.plan import Refused
from planner.verify.promises import Promise, promises_of


def slo_checks(case: Case) -> Iterator[Check]:
    """Rule `slo` of each limit of each workload that is carried."""
    for load in case.loads.values():
        if load.stage == "serve" and load.peak:
            rows = {(r.metric, r.percentile): r for r in case.workloads[load.workload.name].slo}
            for promises in _promises(case, load).values():
                limit = promises[0].limit
                if limit.name != "tokens_per_audio_s":  # keeping up is settled by the cap
                    row = rows.get((limit.name, limit.percentile))
                    yield _slo(f"slo.{load.label}.{limit.name}.{limit.percentile}", row, promises)


def _promises(case: Case, load: Load) -> dict[tuple[str, str], list[Promise]]:
    """By metric and percentile, what each pool keeps."""
    table: dict[tuple[str, str], list[Promise]] = {}
    is_bound = case.policy.percentile_sums == "bound"
    for pool in case.routes.get(load.key, {}):
        plan = case.book.plan(load.workload, case.pools[pool])
        if isinstance(plan, Refused):
            continue
        cap = Fraction(case.pools[pool].concurrency_cap or 0)
        for promise in promises_of(plan, cap, is_bound=is_bound):
            key = (promise.limit.name, promise.limit.percentile)
            table.setdefault(key, []).append(promise)
    return table


def _slo(rule: str, row: SloPart | None, promises: list[Promise]) -> Check:
    """The worst of the pools counts; the basis is true of one where it is reached."""
    worst = max(promise.achieved_ms for promise in promises)
    limit = promises[0].limit
    right = number_text(limit.ceiling_ms)
    if row is None or row.achieved is None:
        return claim(rule, "not stated", right, holds=False)
    truths = {t for p in promises if p.achieved_ms == worst for t in p.truths}
    is_true = agrees(row.achieved, worst) and agrees(row.limit, limit.ceiling_ms)
    is_kept = worst <= limit.ceiling_ms
    left = f"{number_text(row.achieved)} {row.basis}"
    if not (is_true and row.basis in truths):
        left += f"; reckoned {number_text(worst)} {' or '.join(sorted(truths))}"
    return claim(rule, left, right, holds=is_true and is_kept and row.basis in truths)
