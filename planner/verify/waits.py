"""How long requests would wait for a slot, and how many at least keep every promise at once."""

import math
from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from planner.demand import AnyWorkload
from planner.quote import Check, PoolPart
from planner.verify.ask import ask_of
from planner.verify.case import Case
from planner.verify.checking import claim, close, equal, number_text
from planner.verify.pool_rules import busy_replicas

RELATIVE: Final = Fraction(1, 10**6)
"""Products of thousands of floats go into a wait."""
TINY: Final = 1e-9
"""A probability, or ms of a wait, that is none."""
FORGOTTEN: Final = 8
"""Roots of the offered load below it, from which on e^-32 is left of a start."""
NEVER: Final = 1e18
"""One request in so many."""
MANY: Final = 1e10
"""Offered load from which on the recursion has too many steps."""


def wait_checks(case: Case) -> Iterator[Check]:
    """Rules `wait` of each pool and `goodput` of each workload that states one."""
    busy = busy_replicas(case)
    for pool in case.quote.pools:
        if pool.concurrency_cap is not None and pool.wait_probability is not None:
            yield from _waits(case, pool, float(busy[pool.id] * pool.concurrency_cap))
    for workload in case.demand.workloads:
        yield from _goodput(case, workload)


def erlang_c(slots: int, offered: float) -> float:
    r"""Share of requests that find all slots taken, by the recursion over one slot more each time.

    $$y_0 = 1, \quad y_n = 1 + \frac{n}{a} \, y_{n-1}, \quad B = 1 / y_N$$

    Where it starts below the offered load by many times its root, the start is forgotten: at slot
    n, y lies between 1 and 1 / (1 - n / a). Where even that is too many steps, the limit for many
    slots stands for it.

    >>> erlang_c(1, 0.5), round(erlang_c(2, 1.0), 4), erlang_c(10**9, 1e8)
    (0.5, 0.3333, 0.0)
    """
    if offered >= slots:
        return 1.0
    inverse = _stepped(slots, offered) if offered < MANY else _limiting(slots, offered)
    if inverse > NEVER:
        return 0.0
    blocked = 1 / inverse
    return blocked / (1 - offered / slots * (1 - blocked))


def _stepped(slots: int, offered: float) -> float:
    """1 / B, one slot more each time."""
    start = max(0, math.floor(offered - FORGOTTEN * math.sqrt(offered)))
    inverse = 1 / (1 - start / offered) if start else 1.0
    for slot in range(start + 1, slots + 1):
        inverse = 1 + slot / offered * inverse if offered else math.inf
        if inverse > NEVER:
            break
    return inverse


def _limiting(slots: int, offered: float) -> float:
    r"""1 / B of many slots, to a relative 1 / a: c roots of the offered load are to spare.

    $$\frac{1}{B} = \sqrt a \, m_0 + \frac{m_3}{3} - \frac{c \, m_2}{2}, \qquad
      m_k = \int_0^\infty u^k e^{c u - u^2 / 2} du$$
    """
    root = math.sqrt(offered)
    spare = (slots - offered) / root
    if spare * spare > 2 * math.log(NEVER):
        return math.inf
    below = math.erfc(-spare / math.sqrt(2)) / 2
    zeroth = math.sqrt(2 * math.pi) * math.exp(spare * spare / 2) * below
    first = 1 + spare * zeroth
    second = zeroth + spare * first
    third = 2 * first + spare * second
    return root * zeroth + third / 3 - spare * second / 2


def _waits(case: Case, pool: PoolPart, offered: float) -> Iterator[Check]:
    """Poisson arrivals at the peak; a request holds its slot for a mean time."""
    slots = (pool.concurrency_cap or 0) * case.working(pool.id)
    probability = erlang_c(slots, offered)
    yield close(f"wait.{pool.id}", pool.wait_probability or 0, probability, RELATIVE, TINY)
    told = {50: pool.queue_ms.p50, 95: pool.queue_ms.p95, 99: pool.queue_ms.p99}
    for percentile, wait_ms in told.items():
        rule = f"wait.{pool.id}.p{percentile}"
        tail = 1 - percentile / 100
        if wait_ms is None:
            continue
        if offered >= slots:
            yield claim(rule, number_text(wait_ms), "without end", holds=False)
        elif probability <= tail * (1 - 1e-9):
            yield equal(rule, wait_ms, 0)
        else:
            held_ms = _held_ms(case, pool, offered)
            true = held_ms / (slots - offered) * math.log(probability / tail)
            yield close(rule, wait_ms, max(0.0, true), RELATIVE, TINY)


def _held_ms(case: Case, pool: PoolPart, offered: float) -> float:
    """The mean time of a request in its slot, ms."""
    requests = sum(
        (case.loads[key].peak * by_pool[pool.id] for key, by_pool in case.shares.items()
         if pool.id in by_pool),
        Fraction(0),
    )  # fmt: skip
    return offered / float(requests) * 1000 if requests else 0.0


def _goodput(case: Case, workload: AnyWorkload) -> Iterator[Check]:
    r"""What keeps every limit at least, whatever depends on what: $1 - \sum (1 - p)$.

    The limits are those of the demand: a workload of no requests keeps them too, with no fleet. One
    that depends on no latency lets nothing pass.
    """
    tails = [
        1 - Fraction(limit.percentile.removeprefix("p")) / 100
        for limit in ask_of(workload, case.policy).limits
        if limit.percentile != "mean" and limit.terms
    ]
    told = case.workloads[workload.name].goodput_fraction_lower_bound
    rule = f"goodput.{workload.name}"
    true = max(Fraction(0), 1 - sum(tails, Fraction(0))) if tails else None
    if told is not None and true is None:
        yield claim(rule, number_text(told), "no promise to keep", holds=False)
    elif told is not None and true is not None:
        yield close(rule, told, true)
