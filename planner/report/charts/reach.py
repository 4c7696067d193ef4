"""What each candidate reaches for one workload: rate per chip against the speed of one stream."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Final, Literal

from planner.candidates.choose import Refused, choose_plans
from planner.candidates.curves import CurveSet, curve_set
from planner.candidates.plans import Plan
from planner.candidates.promise import Rules
from planner.candidates.shapes import nearest_shape, wanted_lengths
from planner.catalog.library import Catalog
from planner.entries import Curve, Deployment
from planner.loads import StageLoad
from planner.quote import Quote, Route

Status = Literal["in the fleet", "could serve", "rejected"]
STATUSES: Final[tuple[Status, ...]] = ("in the fleet", "could serve", "rejected")
FROM_RATE: Final = "rate / requests in flight"
"""What stands for the speed of one stream where no curve states a TPOT."""


@dataclass(frozen=True, slots=True)
class Spot:
    """One operating point."""

    concurrency: float
    per_user: float
    """Output tokens/s of one stream."""
    per_chip: float
    """Output tokens/s over all streams, per chip of the replica."""


@dataclass(frozen=True, slots=True)
class Reach:
    """The curve of one deployment, and how far the SLO lets it go."""

    deployment: str
    hardware: str
    status: Status
    spots: tuple[Spot, ...]
    bounded: tuple[Spot, ...]
    """At each cap that the fleet runs it at, else at the largest that keeps the SLO."""


def reaches_of(
    quote: Quote, load: StageLoad, catalog: Catalog | None
) -> tuple[str, tuple[Reach, ...]]:
    """The statistic that speeds are drawn at, and every candidate that states it."""
    workload = quote.demand.workloads[load.workload]
    found = [
        _Candidate(quote, entry, load)
        for entry in _deployments(quote, catalog)
        if entry.model == workload.model and entry.role == "serve"
    ]
    drawn = [candidate for candidate in found if candidate.curve is not None]
    statistic = _common_statistic([c.curve for c in drawn if c.curve is not None])
    reached = [candidate.reach(statistic) for candidate in drawn]
    return statistic, tuple(reach for reach in reached if reach is not None)


def _deployments(quote: Quote, catalog: Catalog | None) -> Iterator[Deployment]:
    """What the quote carries, and what it names as rejected where its catalog is at hand."""
    yield from quote.inputs.deployments
    carried = {entry.id for entry in quote.inputs.deployments}
    own = {entry.id: entry for entry in quote.demand.inline_deployments}
    is_same = catalog is not None and catalog.digest == quote.certificate.catalog_digest
    nothing: Mapping[str, Deployment] = {}
    shelf = catalog.deployments if catalog is not None and is_same else nothing
    for name in dict.fromkeys(item.deployment for item in quote.rejected):
        if name not in carried and (entry := own.get(name) or shelf.get(name)) is not None:
            yield entry


def _common_statistic(curves: Sequence[Curve]) -> str:
    """The percentile (or mean) of TPOT that most curves state; of equals the lower."""
    counts = Counter(
        key
        for curve in curves
        for key in {key for point in curve.points for key in point.tpot_ms or {}}
    )
    if not counts:
        return FROM_RATE
    return max(counts, key=lambda key: (counts[key], key == "p50", key == "mean"))


class _Candidate:
    """One deployment looked at for one workload."""

    def __init__(self, quote: Quote, entry: Deployment, load: StageLoad) -> None:
        self.quote, self.entry, self.load = quote, entry, load
        curves = curve_set(entry)
        self.routes = tuple(_routes(quote, entry, load))
        self.plan = _plan(quote, curves, load)
        position = self._position(curves)
        self.curve = None if position is None else entry.curves[position]

    def _position(self, curves: CurveSet) -> int | None:
        if self.routes:
            return self.routes[0].rate.curves[0]
        if self.plan is not None:
            return self.plan.curves[0]
        if curves.shapeless is not None:
            return curves.shapeless.position
        nearest = nearest_shape(curves, wanted_lengths(self.load.shape))
        return None if nearest is None else nearest.position

    @property
    def status(self) -> Status:
        """Whether it is used, might be, or may not be."""
        if self.routes:
            return "in the fleet"
        name = self.quote.demand.workloads[self.load.workload].name
        refused = any(
            item.deployment == self.entry.id
            and item.workload in (None, name)
            and item.reason != "dominated"
            for item in self.quote.rejected
        )
        return "rejected" if refused or self.plan is None else "could serve"

    def reach(self, statistic: str) -> Reach | None:
        """The curve at a statistic; `None` where it states none."""
        spots = tuple(self._spots(statistic))
        if not spots:
            return None
        hardware = " + ".join(self.entry.chips_by_hardware)
        return Reach(self.entry.id, hardware, self.status, spots, tuple(self._bounded(spots)))

    def _spots(self, statistic: str) -> Iterator[Spot]:
        points = self.curve.points if self.curve else ()
        for point in sorted(points, key=lambda p: p.concurrency or 0):
            rate, held = point.output_tokens_per_s, point.concurrency
            if rate is None or held is None:
                continue
            tpot_ms = (point.tpot_ms or {}).get(statistic)
            speed = 1000 / tpot_ms if tpot_ms else rate / held if statistic == FROM_RATE else None
            if speed is not None:
                yield Spot(held, speed, rate / self.entry.chips)

    def _bounded(self, spots: Sequence[Spot]) -> Iterator[Spot]:
        if self.status == "rejected" or self.plan is None:
            return
        rates = {r.rate.concurrency_cap: Fraction(r.rate_per_replica) for r in self.routes}
        for cap, rate in (rates or {self.plan.cap: self.plan.rate(self.plan.cap)}).items():
            if cap is not None:
                per_chip = float(rate * self.load.shape.output_tokens / self.entry.chips)
                yield Spot(cap, _speed_at(cap, spots), per_chip)


def _speed_at(cap: float, spots: Sequence[Spot]) -> float:
    """The speed of one stream between measured points, by the time of a token."""
    for low, high in pairwise(spots):
        if low.concurrency <= cap <= high.concurrency:
            share = (cap - low.concurrency) / (high.concurrency - low.concurrency)
            return 1 / ((1 - share) / low.per_user + share / high.per_user)
    return spots[0].per_user if cap < spots[0].concurrency else spots[-1].per_user


def _plan(quote: Quote, curves: CurveSet, load: StageLoad) -> Plan | None:
    policy = quote.demand.policy
    plans = choose_plans(curves, load, Rules.of(policy), allow_mismatch=policy.allow_shape_mismatch)
    if isinstance(plans, Refused):
        return None
    return next((plan for plan in plans if plan.cap is not None), None)


def _routes(quote: Quote, entry: Deployment, load: StageLoad) -> Iterator[Route]:
    pools = {pool.id for pool in quote.pools if pool.deployment == entry.id}
    name = quote.demand.workloads[load.workload].name
    for workload in quote.workloads:
        if workload.name == name:
            yield from (r for r in workload.routes if r.pool in pools and r.stage == "serve")
