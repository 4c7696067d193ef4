"""How many chips of a quote work, stand ready or wait for a failure, site by site."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil
from typing import final

from planner.entries import Deployment
from planner.loads import StageLoad, loads_of
from planner.quote import PoolPart, Quote, Route

type Place = tuple[str, str]
"""(site, hardware id)."""
type Load = tuple[str, str]
"""(workload, stage)."""


@dataclass(frozen=True, slots=True)
class Use:
    """Chips at one place by what they are for; they add up to what is provisioned."""

    serving: Fraction = Fraction(0)
    """At the peak."""
    headroom: Fraction = Fraction(0)
    redundancy: Fraction = Fraction(0)
    """Spare replicas and nodes, and what is held for the loss of a site."""
    rounding: Fraction = Fraction(0)
    """Of whole replicas, nodes and racks."""

    def __add__(self, other: "Use") -> "Use":
        return Use(
            self.serving + other.serving,
            self.headroom + other.headroom,
            self.redundancy + other.redundancy,
            self.rounding + other.rounding,
        )

    def times(self, factor: int) -> "Use":
        """The same of something that is so many times as large."""
        return Use(*(part * factor for part in self.parts.values()))

    @property
    def parts(self) -> dict[str, Fraction]:
        """By purpose."""
        return {
            "serving": self.serving,
            "headroom": self.headroom,
            "redundancy": self.redundancy,
            "rounding": self.rounding,
        }

    @property
    def total(self) -> Fraction:
        """All four."""
        return sum(self.parts.values(), Fraction(0))


@dataclass(frozen=True, slots=True)
class Busy:
    """Replicas of one pool that one route keeps busy."""

    workload: str
    load: StageLoad
    route: Route
    replicas: Fraction
    """At the peak, without headroom."""
    required: Fraction
    """The same with headroom."""
    mean: Fraction

    @property
    def key(self) -> Load:
        """Whose load it carries."""
        return self.workload, self.load.stage


def use_by_place(quote: Quote) -> dict[Place, Use]:
    """What every provisioned chip is for, by (site, hardware)."""
    found: dict[Place, Use] = {}
    for pool in quote.pools:
        for hardware, chips in chips_of(quote, pool):
            place = (pool.site, hardware)
            found[place] = found.get(place, Use()) + replicas_by_use(quote, pool).times(chips)
    for site in quote.sites:
        for name, chips in site.chips.items():
            used = found.get((site.name, name), Use())
            per_node = Fraction(chips, site.nodes[name]) if site.nodes[name] else Fraction(0)
            spare = site.spare_nodes.get(name, 0) * per_node
            empty = chips - used.total - spare
            found[site.name, name] = used + Use(redundancy=spare, rounding=empty)
    return found


def busy_chips(quote: Quote) -> dict[Place, Fraction]:
    """Chips that are busy in the yearly mean, by (site, hardware)."""
    found: dict[Place, Fraction] = {}
    for pool, routes in busy_by_pool(quote):
        mean = sum((busy.mean for busy in routes), Fraction(0))
        for hardware, chips in chips_of(quote, pool):
            place = (pool.site, hardware)
            found[place] = found.get(place, Fraction(0)) + mean * chips
    return found


def replicas_by_use(quote: Quote, pool: PoolPart) -> Use:
    """The replicas of a pool by what they are for."""
    routes = busy_in(quote, pool)
    serving = sum((busy.replicas for busy in routes), Fraction(0))
    required = sum((busy.required for busy in routes), Fraction(0))
    whole = ceil(required)
    return Use(serving, required - serving, Fraction(pool.replicas - whole), whole - required)


def busy_in(quote: Quote, pool: PoolPart) -> tuple[Busy, ...]:
    """What each route of a pool keeps busy."""
    return next(routes for part, routes in busy_by_pool(quote) if part.id == pool.id)


def busy_by_pool(quote: Quote) -> tuple[tuple[PoolPart, tuple[Busy, ...]], ...]:
    """What each route keeps busy, pool by pool; reckoned once for all figures of a quote."""
    return _reckoned(_ByIdentity(quote))


@final
class _ByIdentity:
    """A quote as a key: it holds mappings, so that it cannot be one itself."""

    def __init__(self, quote: Quote) -> None:
        self.quote = quote

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ByIdentity) and other.quote is self.quote

    def __hash__(self) -> int:
        return id(self.quote)


@lru_cache(maxsize=2)
def _reckoned(key: _ByIdentity) -> tuple[tuple[PoolPart, tuple[Busy, ...]], ...]:
    quote = key.quote
    loads = loads_by_stage(quote)
    found: dict[str, list[Busy]] = {pool.id: [] for pool in quote.pools}
    for workload in quote.workloads:
        for route in workload.routes:
            load = loads[workload.name, route.stage]
            replicas = Fraction(route.share) * load.peak / Fraction(route.rate_per_replica)
            required = replicas * (1 + load.headroom)
            mean = replicas / load.peak_to_mean
            found[route.pool].append(Busy(workload.name, load, route, replicas, required, mean))
    return tuple((pool, tuple(found[pool.id])) for pool in quote.pools)


def loads_by_stage(quote: Quote) -> dict[Load, StageLoad]:
    """Every load by workload and stage."""
    names = [workload.name for workload in quote.demand.workloads]
    return {(names[load.workload], load.stage): load for load in loads_of(quote.demand)}


def chips_of(quote: Quote, pool: PoolPart) -> Iterator[tuple[str, int]]:
    """Chips of one replica by hardware."""
    yield from deployment_of(quote, pool.deployment).chips_by_hardware.items()


def deployment_of(quote: Quote, name: str) -> Deployment:
    """The deployment that a quote carries under this id."""
    return next(entry for entry in quote.inputs.deployments if entry.id == name)
