"""FleetProblem: everything that the integer program reads, as plain exact numbers.

Indices are positions in these tuples. Nothing here is looked up, converted or decided later:
an upper bound that does not apply is `None`, a rule that does not apply has no data.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property


@dataclass(frozen=True, slots=True)
class Load:
    """What one workload asks of one stage of serving."""

    name: str
    """The workload's name, with the stage where it has several (`voice/asr`); for messages only."""
    peak: Fraction
    """requests/s (or concurrent streams) at the peak, without headroom; above 0."""
    headroom: Fraction
    """0.30 plans for 1.3 x the peak."""

    @property
    def required(self) -> Fraction:
        """requests/s to plan for, headroom included."""
        return self.peak * (1 + self.headroom)


@dataclass(frozen=True, slots=True)
class Part:
    """The chips of one kind in a replica."""

    hardware: int
    chips: int


@dataclass(frozen=True, slots=True)
class Pool:
    """A place where replicas of one deployment may stand: one site, one concurrency cap."""

    id: str
    """`deployment@site/c64`; for messages only."""
    deployment: str
    cap: int | None
    """Requests in flight that one replica is held to; `None` where no concurrency was measured."""
    site: int
    parts: tuple[Part, ...]

    @property
    def chips(self) -> int:
        """Chips of one replica."""
        return sum(part.chips for part in self.parts)


@dataclass(frozen=True, slots=True)
class Service:
    """A load that a pool can carry within its promises."""

    load: int
    pool: int
    rate: Fraction
    """requests/s of one replica; above 0."""
    weight: Fraction = Fraction(0)
    """Units of the objective if this pool carries the whole load (energy that follows load)."""
    usd_per_year: Fraction = Fraction(0)
    """USD per year if this pool carries the whole load."""


@dataclass(frozen=True, slots=True)
class Hardware:
    """The sizes that packing needs."""

    id: str
    chips_per_node: int
    domain_chips: int
    """Chips of one scale-up domain, a whole number of nodes."""
    nodes_per_unit: int
    """Nodes in what is bought: 1, or those of a rack."""

    @property
    def nodes_per_domain(self) -> int:
        """Nodes of one scale-up domain."""
        return self.domain_chips // self.chips_per_node

    @property
    def chips_per_unit(self) -> int:
        """Chips in what is bought."""
        return self.nodes_per_unit * self.chips_per_node


@dataclass(frozen=True, slots=True)
class Offer:
    """One way to have a unit (a node, or a rack) of one kind of hardware at one site."""

    hardware: int
    site: int
    is_owned: bool
    """Rented units use no power, space or floor of the site."""
    weight: Fraction
    """Units of the objective per unit."""
    usd_per_year: Fraction
    """USD per year and unit, without what follows load."""


@dataclass(frozen=True, slots=True)
class Stock:
    """How many provisioned chips of one kind a site can have, owned and rented together."""

    hardware: int
    site: int
    chips: int


@dataclass(frozen=True, slots=True)
class SitePower:
    """The meter of one site."""

    site: int
    cap_w: Fraction
    """Facility power, W."""
    unit_w: tuple[tuple[int, Fraction], ...]
    """(hardware, facility W of one owned unit, cooling and network included)."""


@dataclass(frozen=True, slots=True)
class SiteRacks:
    """The rack positions of one site."""

    site: int
    racks: int
    nodes_per_rack: tuple[tuple[int, int], ...]
    """(hardware, nodes in one rack position here)."""


@dataclass(frozen=True)
class FleetProblem:
    """The fleet program in numbers."""

    loads: tuple[Load, ...]
    pools: tuple[Pool, ...]
    services: tuple[Service, ...]
    hardware: tuple[Hardware, ...]
    sites: tuple[str, ...]
    """Names, for messages only."""
    offers: tuple[Offer, ...]
    stock: tuple[Stock, ...] = ()
    power: tuple[SitePower, ...] = ()
    racks: tuple[SiteRacks, ...] = ()
    spare_replicas_per_pool: int = 0
    spare_nodes_per_site: int = 0
    site_loss_headroom: Fraction | None = None
    """`None`: no site loss need be survived."""
    max_pools: int | None = None
    budget_usd_per_year: Fraction | None = None
    objective_unit: str = "USD/year"
    gap_fraction: float = 1e-3
    time_limit_s: float = 30

    def services_of_load(self, load: int) -> tuple[int, ...]:
        """Positions of the services that carry a load."""
        return self._services_by_load[load]

    def services_of_pool(self, pool: int) -> tuple[int, ...]:
        """Positions of the services that a pool gives."""
        return self._services_by_pool[pool]

    def pools_with(self, hardware: int, site: int) -> tuple[tuple[int, int], ...]:
        """(pool, chips of one replica) for each pool at a site that uses a kind of hardware."""
        return self._pools_by_place.get((hardware, site), ())

    def offers_at(self, hardware: int, site: int) -> tuple[int, ...]:
        """Positions of the offers of one kind of hardware at one site."""
        return self._offers_by_place.get((hardware, site), ())

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        """Each (hardware, site) that has an offer, in order."""
        return tuple(self._offers_by_place)

    @cached_property
    def _services_by_load(self) -> tuple[tuple[int, ...], ...]:
        found: list[list[int]] = [[] for _ in self.loads]
        for position, service in enumerate(self.services):
            found[service.load].append(position)
        return tuple(map(tuple, found))

    @cached_property
    def _services_by_pool(self) -> tuple[tuple[int, ...], ...]:
        found: list[list[int]] = [[] for _ in self.pools]
        for position, service in enumerate(self.services):
            found[service.pool].append(position)
        return tuple(map(tuple, found))

    @cached_property
    def _pools_by_place(self) -> dict[tuple[int, int], tuple[tuple[int, int], ...]]:
        found: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for position, pool in enumerate(self.pools):
            for part in pool.parts:
                found.setdefault((part.hardware, pool.site), []).append((position, part.chips))
        return {place: tuple(pools) for place, pools in found.items()}

    @cached_property
    def _offers_by_place(self) -> dict[tuple[int, int], tuple[int, ...]]:
        found: dict[tuple[int, int], list[int]] = {}
        for position, offer in enumerate(self.offers):
            found.setdefault((offer.hardware, offer.site), []).append(position)
        return {place: tuple(offers) for place, offers in found.items()}
