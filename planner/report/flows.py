"""Who serves whom, in numbers that every part of the report reads."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from planner.candidates import Candidates
from planner.candidates.economics import load_usd_per_chip_year
from planner.candidates.offers import Holding, Place
from planner.entries import Curve, Deployment
from planner.fleet import Fleet
from planner.loads import StageLoad


@dataclass(frozen=True, slots=True)
class Flow:
    """The part of one load that one pool carries."""

    service: int
    load: int
    pool: int
    share: Fraction
    replicas: Fraction
    """Replicas that it keeps busy at the peak, without headroom."""
    required: Fraction
    """The same with headroom."""
    mean_replicas: Fraction
    """The same in the yearly mean."""


@dataclass(frozen=True)
class Standing:
    """What stands at one (hardware, site), and what it carries."""

    place: Place
    owned_nodes: int
    rented_nodes: int
    spare_nodes: int
    holdings: tuple[tuple[Holding, int], ...]
    """Each way in which nodes are had, with how many."""
    mean_busy_chips: Fraction

    @property
    def nodes(self) -> int:
        """Paid for, spares included."""
        return self.owned_nodes + self.rented_nodes

    @property
    def chips(self) -> int:
        """Provisioned."""
        return self.nodes * self.place.hardware.chips_per_node

    @property
    def it_w(self) -> Fraction:
        """IT power provisioned at the owned nodes."""
        return self.owned_nodes * self.place.power.provisioned_w

    @property
    def facility_w(self) -> Fraction:
        """The same at the meter, on the hottest day."""
        return self.it_w * self.place.rates.design_pue

    def mean_it_w(self, nodes: int) -> Fraction:
        """IT power that so many of these nodes draw in the yearly mean."""
        if not self.nodes:
            return Fraction(0)
        busy = self.mean_busy_chips * nodes / self.nodes
        return nodes * self.place.power.resting_w + busy * self.place.power.active_w_per_chip


@dataclass(frozen=True)
class Flows:
    """The fleet with its candidates."""

    candidates: Candidates
    fleet: Fleet

    @cached_property
    def all(self) -> tuple[Flow, ...]:
        """Every flow, in the order of services."""
        return tuple(self._flows())

    def _flows(self) -> Iterator[Flow]:
        problem = self.candidates.problem
        for position, share in sorted(self.fleet.shares.items()):
            if not share:
                continue
            service, load = (
                problem.services[position],
                self.candidates.loads[problem.services[position].load],
            )
            replicas = share * load.peak / service.rate
            yield Flow(
                position,
                service.load,
                service.pool,
                share,
                replicas,
                replicas * (1 + load.headroom),
                replicas / load.peak_to_mean,
            )

    def of_pool(self, pool: int) -> tuple[Flow, ...]:
        """What one pool carries."""
        return self._by_pool.get(pool, ())

    def of_load(self, load: int) -> tuple[Flow, ...]:
        """Who carries one load."""
        return self._by_load.get(load, ())

    @cached_property
    def _by_pool(self) -> dict[int, tuple[Flow, ...]]:
        return {p: tuple(f for f in self.all if f.pool == p) for p in {f.pool for f in self.all}}

    @cached_property
    def _by_load(self) -> dict[int, tuple[Flow, ...]]:
        return {i: tuple(f for f in self.all if f.load == i) for i in {f.load for f in self.all}}

    @cached_property
    def pools_in_use(self) -> tuple[int, ...]:
        """Pools with a replica, in order of their ids."""
        used = (p for p, n in enumerate(self.fleet.replicas) if n or self.fleet.spares[p])
        return tuple(sorted(used, key=lambda p: self.candidates.problem.pools[p].id))

    @cached_property
    def curves_in_use(self) -> tuple[tuple[Deployment, Curve], ...]:
        """Every curve that a rate of this fleet rests on, once, by deployment and position."""
        used = {
            (self.candidates.pools[flow.pool].deployment.id, position): flow.pool
            for flow in self.all
            for position in self.candidates.services[flow.service].plan.curves
        }
        found = ((self.candidates.pools[p].deployment, i) for (_, i), p in sorted(used.items()))
        return tuple((deployment, deployment.curves[i]) for deployment, i in found)

    def replicas(self, pool: int) -> int:
        """Working and spare."""
        return self.fleet.replicas[pool] + self.fleet.spares[pool]

    def load_of(self, flow: Flow) -> StageLoad:
        """The load that a flow is part of."""
        return self.candidates.loads[flow.load]

    @cached_property
    def standings(self) -> dict[tuple[str, str], Standing]:
        """By (hardware, site), those with nodes."""
        problem = self.candidates.problem
        found: dict[tuple[str, str], Standing] = {}
        for h, s in problem.places:
            offers = problem.offers_at(h, s)
            holdings = tuple((self.candidates.offers[o][1], self._nodes(o)) for o in offers)
            owned = sum(n for holding, n in holdings if holding.is_owned)
            rented = sum(n for holding, n in holdings if not holding.is_owned)
            if owned + rented:
                place = self.candidates.offers[offers[0]][0]
                spare = self.fleet.spare_nodes.get((h, s), 0)
                busy = self._mean_busy_chips(h, s)
                key = (place.hardware.id, place.site.name)
                found[key] = Standing(place, owned, rented, spare, holdings, busy)
        return found

    def load_energy_usd(self, flow: Flow) -> Fraction:
        """Metered energy that a flow adds in a year, at the owned nodes."""
        pool, problem = self.candidates.problem.pools[flow.pool], self.candidates.problem
        usd = Fraction(0)
        for part in pool.parts:
            key = (problem.hardware[part.hardware].id, problem.sites[pool.site])
            standing = self.standings[key]
            each = load_usd_per_chip_year(standing.place.power, standing.place.rates)
            usd += flow.mean_replicas * part.chips * each * standing.owned_nodes / standing.nodes
        return usd

    def _nodes(self, offer: int) -> int:
        place, _ = self.candidates.offers[offer]
        return self.fleet.units[offer] * place.nodes_per_unit

    def _mean_busy_chips(self, hardware: int, site: int) -> Fraction:
        pools = dict(self.candidates.problem.pools_with(hardware, site))
        return sum(
            (f.mean_replicas * pools[f.pool] for f in self.all if f.pool in pools), Fraction(0)
        )
