"""What headroom and speed cost: variations of a demand, and what each would cost."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from planner.demand import AnyWorkload, Demand
from planner.demand.slo import Slo
from planner.errors import NoFleetInTime
from planner.loads import headroom_of
from planner.quote import Quote

HEADROOMS: Final = (0.0, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0)
FACTORS: Final = (0.5, 0.6, 0.75, 0.9, 1.0, 1.15, 1.35, 1.7, 2.0)
"""Of the TPOT limit of today."""
MOST_WORKLOADS: Final = 3
MOST_SECONDS_A_SOLVE: Final = 5.0

type Solve = Callable[[Demand], Quote]
type Varied = Literal["headroom", "tpot_ms"]


@dataclass(frozen=True, slots=True)
class Variant:
    """The demand with one thing changed."""

    value: float
    """Headroom, or the limit in ms."""
    is_today: bool
    demand: Demand


@dataclass(frozen=True, slots=True)
class Tradeoff:
    """One thing that is varied, from its least value to its greatest."""

    varied: Varied
    workload: str | None
    """Whose limit; `None`: all workloads share the headroom."""
    percentile: str | None
    """Of the limit."""
    variants: tuple[Variant, ...]

    @property
    def order(self) -> tuple[int, ...]:
        """Positions of the variants in the order to solve them in: today's first."""
        places = range(len(self.variants))
        return tuple(sorted(places, key=lambda place: not self.variants[place].is_today))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a variant costs."""

    value: float
    is_today: bool
    has_fleet: bool
    """Whether any fleet keeps every limit."""
    usd_per_year: float | None
    """`None` without a fleet, or where a price is missing."""
    usd_per_million_tokens: float | None


def tradeoffs_of(demand: Demand) -> tuple[Tradeoff, ...]:
    """Headroom, where all workloads share one, and the limit on TPOT of a few workloads."""
    headroom = headroom_variants(demand)
    shared = (Tradeoff("headroom", None, None, headroom),) if headroom else ()
    limits = tpot_limits(demand)
    return shared + tuple(
        Tradeoff("tpot_ms", name, percentile, tpot_variants(demand, name, percentile, limit))
        for name, percentile, limit in limits
    )


def outcome_of(variant: Variant, solve: Solve) -> Outcome | None:
    """What a variant costs; `None` where its solve came to no answer in time."""
    try:
        totals = solve(variant.demand).totals
    except NoFleetInTime:
        return None
    return Outcome(
        variant.value,
        variant.is_today,
        totals is not None,
        totals.usd_per_year if totals else None,
        totals.usd_per_million_tokens if totals else None,
    )


def outcomes(tradeoff: Tradeoff, solve: Solve, until: float) -> tuple[Outcome, ...]:
    """What the variants cost, as many as there is time for, from the least value to the greatest.

    Args:
        tradeoff: any.
        solve: a demand into its quote.
        until: `time.monotonic()` after which no further one is solved.
    """
    found = _solved([tradeoff.variants[place] for place in tradeoff.order], solve, until)
    return in_order(found)


def in_order(found: Iterable[Outcome]) -> tuple[Outcome, ...]:
    """From the least value to the greatest."""
    return tuple(sorted(found, key=lambda outcome: outcome.value))


def _solved(variants: Sequence[Variant], solve: Solve, until: float) -> Iterator[Outcome]:
    for variant in variants:
        if time.monotonic() > until:
            return
        found = outcome_of(variant, solve)
        if found is not None:
            yield found


def headroom_variants(demand: Demand) -> tuple[Variant, ...]:
    """All workloads at one headroom; none where today they do not share one."""
    todays = {headroom_of(workload, demand.policy) for workload in demand.workloads}
    if len(todays) != 1:
        return ()
    today = float(todays.pop())
    values = sorted({*HEADROOMS, today})
    return tuple(Variant(value, value == today, _with_headroom(demand, value)) for value in values)


def _with_headroom(demand: Demand, value: float) -> Demand:
    policy = demand.policy.model_copy(update={"headroom": value, "utilization_cap": None})
    workloads = tuple(w.model_copy(update={"headroom": None}) for w in demand.workloads)
    return _bounded(demand, policy=policy, workloads=workloads)


def tpot_limits(demand: Demand) -> tuple[tuple[str, str, float], ...]:
    """(workload, percentile, limit in ms) of those with a limit on TPOT, its strictest one."""
    found: list[tuple[str, str, float]] = []
    for workload in demand.workloads:
        limits = (workload.slo and workload.slo.tpot_ms) or {}
        if limits:
            percentile, limit = min(limits.items(), key=lambda item: item[1])
            found.append((workload.name, percentile, limit))
    return tuple(found[:MOST_WORKLOADS])


def tpot_variants(demand: Demand, name: str, percentile: str, limit: float) -> tuple[Variant, ...]:
    """One workload with another limit on TPOT, all else as it is."""
    return tuple(
        Variant(limit * factor, factor == 1, _with_tpot(demand, name, percentile, limit * factor))
        for factor in FACTORS
    )


def _with_tpot(demand: Demand, name: str, percentile: str, limit: float) -> Demand:
    def changed(workload: AnyWorkload) -> AnyWorkload:
        if workload.name != name or workload.slo is None:
            return workload
        tpot = {**(workload.slo.tpot_ms or {}), percentile: limit}
        slo: Slo = workload.slo.model_copy(update={"tpot_ms": tpot})
        return workload.model_copy(update={"slo": slo})

    return _bounded(demand, workloads=tuple(changed(w) for w in demand.workloads))


def _bounded(demand: Demand, **changes: object) -> Demand:
    seconds = min(demand.solver.time_limit_s, MOST_SECONDS_A_SOLVE)
    solver = demand.solver.model_copy(update={"time_limit_s": seconds})
    return demand.model_copy(update={**changes, "solver": solver})
