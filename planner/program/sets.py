"""The index sets and bounds of the program, derived from the problem once."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from planner.problem import FleetProblem, Service
from planner.sizing.packing import Packing, plan_packing

Place = tuple[int, int]
"""(hardware, site)."""


@dataclass(frozen=True, slots=True)
class Alike:
    """Pools that carry the same loads in the same way, at different sites or not.

    A routing over them divides evenly, so that one share stands for all of them.
    """

    services: tuple[int, ...]
    """Those of the first pool; the others' are like them."""
    pools: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sets:
    """What the rules run over."""

    problem: FleetProblem
    needed: tuple[Fraction, ...]
    """Replicas that carry the whole load of a service, headroom included."""
    most_replicas: tuple[int, ...]
    """Replicas that a pool needs if it carries all of its loads alone."""
    packings: dict[Place, Packing]
    alike_at_peak: tuple[Alike, ...]
    """Pools with the same rates and the same costs that follow load."""
    alike_after_loss: tuple[Alike, ...]
    """Pools with the same rates; empty where no site loss need be survived."""
    has_switches: bool
    """Whether the program must know which pools are in use."""

    @property
    def lost_sites(self) -> range:
        """Sites whose loss the fleet must survive."""
        survives = self.problem.site_loss_headroom is not None
        return range(len(self.problem.sites) if survives else 0)

    @property
    def pools(self) -> range:
        """Positions of the pools."""
        return range(len(self.problem.pools))

    @property
    def loss_factor(self) -> Fraction:
        """What is carried after the loss of a site, per unit of peak."""
        return 1 + (self.problem.site_loss_headroom or Fraction(0))

    def elsewhere(self, group: Alike, lost: int) -> tuple[int, ...]:
        """The pools of a group that a lost site leaves standing."""
        return tuple(p for p in group.pools if self.problem.pools[p].site != lost)


def derive_sets(problem: FleetProblem, always_switches: bool = False) -> Sets:
    """Work out sets and bounds; `always_switches` asks for the binaries even where no rule does."""
    switches = problem.spare_replicas_per_pool > 0 or problem.max_pools is not None
    required = [load.required for load in problem.loads]
    needed = tuple(required[service.load] / service.rate for service in problem.services)
    no_loss = problem.site_loss_headroom is None
    return Sets(
        problem=problem,
        needed=needed,
        most_replicas=tuple(_most_replicas(problem, p, needed) for p in range(len(problem.pools))),
        packings={place: _packing(problem, place) for place in _places(problem)},
        alike_at_peak=_alike(problem, lambda s: (s.load, s.rate, s.weight, s.usd_per_year)),
        alike_after_loss=() if no_loss else _alike(problem, lambda s: (s.load, s.rate)),
        has_switches=switches or always_switches,
    )


def _most_replicas(problem: FleetProblem, pool: int, needed: Sequence[Fraction]) -> int:
    """No cheapest fleet has more: these carry every load of the pool, at peak or after a loss."""
    services = problem.services_of_pool(pool)
    most = sum((needed[j] for j in services), Fraction(0))
    if problem.site_loss_headroom is not None:
        carried = (problem.services[j] for j in services)
        peak = sum(problem.loads[s.load].peak / s.rate for s in carried)
        most = max(most, peak * (1 + problem.site_loss_headroom))
    return ceil(most)


def _places(problem: FleetProblem) -> tuple[Place, ...]:
    """Where hardware is used or offered; what is used and not offered cannot be bought."""
    used = ((part.hardware, pool.site) for pool in problem.pools for part in pool.parts)
    return tuple(sorted({*used, *problem.places}))


def _packing(problem: FleetProblem, place: Place) -> Packing:
    hardware = problem.hardware[place[0]]
    sizes = [chips for _, chips in problem.pools_with(*place)]
    return plan_packing(hardware.domain_chips, hardware.chips_per_unit, sizes)


def _alike(problem: FleetProblem, way: Callable[[Service], Hashable]) -> tuple[Alike, ...]:
    """Group pools by how they carry what, in the order of their first pool."""
    groups: dict[Hashable, list[int]] = {}
    for pool in range(len(problem.pools)):
        services = problem.services_of_pool(pool)
        ways = frozenset(way(problem.services[j]) for j in services)
        if ways:
            groups.setdefault(ways, []).append(pool)
    return tuple(
        Alike(problem.services_of_pool(pools[0]), tuple(pools)) for pools in groups.values()
    )
