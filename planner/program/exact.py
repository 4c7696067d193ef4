"""Every rule once more in exact numbers, from the problem and the fleet alone."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from planner.fleet import Fleet
from planner.problem import FleetProblem

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Broken:
    """A rule that a fleet breaks."""

    rule: str
    subject: tuple[int, ...]
    left: Fraction
    sense: Literal["<=", "==", ">="]
    right: Fraction

    @property
    def row(self) -> str:
        """The name of the row of the program that should have kept it."""
        return "_".join([self.rule, *map(str, self.subject)])


Side = Fraction | int
Claim = tuple[tuple[int, ...], Side, Literal["<=", "==", ">="], Side]
Check = Callable[[FleetProblem, Fleet], Iterator[Claim]]


def broken_rules(problem: FleetProblem, fleet: Fleet) -> list[Broken]:
    """List what a fleet breaks; nothing, for a fleet that may be shown."""
    return [
        Broken(rule, subject, Fraction(left), sense, Fraction(right))
        for rule, check in CHECKS.items()
        for subject, left, sense, right in check(problem, fleet)
        if not _holds(left, sense, right)
    ]


def _holds(left: Side, sense: str, right: Side) -> bool:
    if sense == "==":
        return left == right
    return left <= right if sense == "<=" else left >= right


def _demand(problem: FleetProblem, fleet: Fleet) -> Iterator[Claim]:
    for load in range(len(problem.loads)):
        shares = [fleet.shares.get(j, Fraction(0)) for j in problem.services_of_load(load)]
        yield (load,), sum(shares, Fraction(0)), "==", 1
        yield (load,), min(shares, default=Fraction(0)), ">=", 0


def _capacity(problem: FleetProblem, fleet: Fleet) -> Iterator[Claim]:
    used: defaultdict[int, Fraction] = defaultdict(Fraction)
    for j, share in fleet.shares.items():
        service = problem.services[j]
        used[service.pool] += share * problem.loads[service.load].required / service.rate
    for pool, replicas in enumerate(fleet.replicas):
        yield (pool,), used[pool], "<=", replicas


def _spares(problem: FleetProblem, fleet: Fleet) -> Iterator[Claim]:
    for pool, spares in enumerate(fleet.spares):
        wanted = problem.spare_replicas_per_pool if fleet.replicas[pool] else 0
        yield (pool,), spares, "==", wanted


def _max_pools(problem: FleetProblem, fleet: Fleet) -> Iterator[Claim]:
    if problem.max_pools is not None:
        yield (), sum(n > 0 for n in fleet.replicas), "<=", problem.max_pools


def _site_loss(problem: FleetProblem, fleet: Fleet) -> Iterator[Claim]:
    if problem.site_loss_headroom is None:
        return
    for lost in range(len(problem.sites)):
        shares = fleet.loss_shares.get(lost, {})
        for load in range(len(problem.loads)):
            carried = [shares.get(j, Fraction(0)) for j in problem.services_of_load(load)]
            yield (load, lost), sum(carried, Fraction(0)), "==", 1
            yield (load, lost), min(carried, default=Fraction(0)), ">=", 0


def _site_loss_capacity(problem: FleetProblem, fleet: Fleet) -> Iterator[Claim]:
    if problem.site_loss_headroom is None:
        return
    factor = 1 + problem.site_loss_headroom
    for lost in range(len(problem.sites)):
        used: defaultdict[int, Fraction] = defaultdict(Fraction)
        for j, share in fleet.loss_shares.get(lost, {}).items():
            service = problem.services[j]
            used[service.pool] += share * problem.loads[service.load].peak * factor / service.rate
        for pool, replicas in used.items():
            stands = problem.pools[pool].site != lost
            room = fleet.replicas[pool] + fleet.spares[pool] if stands else 0
            yield (pool, lost), replicas, "<=", room


def _packing(problem: FleetProblem, fleet: Fleet) -> Iterator[Claim]:
    for pool, replicas in enumerate(fleet.replicas):
        for part in problem.pools[pool].parts:
            place = (part.hardware, problem.pools[pool].site)
            if replicas:
                yield place, len(fleet.packings.get(place, ())), ">=", 1
    for place, domains in fleet.packings.items():
        standing: Counter[int] = Counter()
        for pool, chips in problem.pools_with(*place):
            standing[chips] += fleet.replicas[pool] + fleet.spares[pool]
        for chips, count in standing.items():
            packed = sum(domain.times * dict(domain.contents).get(chips, 0) for domain in domains)
            yield (*place, chips), count, "<=", packed


def _domains(problem: FleetProblem, fleet: Fleet) -> Iterator[Claim]:
    for place, domains in fleet.packings.items():
        hardware = problem.hardware[place[0]]
        for domain in domains:
            chips = sum(size * count for size, count in domain.contents)
            if chips > hardware.domain_chips:
                whole = -(-chips // hardware.domain_chips) * hardware.nodes_per_domain
                yield place, domain.nodes, ">=", whole
                yield place, sum(count for _, count in domain.contents), "==", 1
            else:
                yield place, chips, "<=", domain.nodes * hardware.chips_per_node
                yield place, domain.nodes, "<=", hardware.nodes_per_domain


def _provisioned(problem: FleetProblem, fleet: Fleet) -> Iterator[Claim]:
    for place, domains in fleet.packings.items():
        hardware = problem.hardware[place[0]]
        units = sum(fleet.units[o] for o in problem.offers_at(*place))
        packed = sum(domain.times * domain.nodes for domain in domains)
        nodes = packed + fleet.spare_nodes.get(place, 0)
        yield (*place, 0), nodes, "<=", units * hardware.nodes_per_unit
        if hardware.nodes_per_unit >= hardware.nodes_per_domain:
            whole = hardware.nodes_per_unit // hardware.nodes_per_domain
            yield (*place, 1), packed, "<=", units * whole * hardware.nodes_per_domain


def _spare_nodes(problem: FleetProblem, fleet: Fleet) -> Iterator[Claim]:
    for pool, replicas in enumerate(fleet.replicas):
        for part in problem.pools[pool].parts if replicas else ():
            place = (part.hardware, problem.pools[pool].site)
            yield place, fleet.spare_nodes.get(place, 0), ">=", problem.spare_nodes_per_site


def _stock(problem: FleetProblem, fleet: Fleet) -> Iterator[Claim]:
    for limit in problem.stock:
        units = sum(fleet.units[o] for o in problem.offers_at(limit.hardware, limit.site))
        chips = units * problem.hardware[limit.hardware].chips_per_unit
        yield (limit.hardware, limit.site), chips, "<=", limit.chips


def _site_power(problem: FleetProblem, fleet: Fleet) -> Iterator[Claim]:
    for meter in problem.power:
        watts = dict(meter.unit_w)
        drawn = sum(
            fleet.units[o] * watts.get(offer.hardware, Fraction(0))
            for o, offer in enumerate(problem.offers)
            if offer.is_owned and offer.site == meter.site
        )
        yield (meter.site,), drawn, "<=", meter.cap_w


def _site_racks(problem: FleetProblem, fleet: Fleet) -> Iterator[Claim]:
    for floor in problem.racks:
        positions = 0
        for hardware, nodes_per_rack in floor.nodes_per_rack:
            offers = problem.offers_at(hardware, floor.site)
            units = sum(fleet.units[o] for o in offers if problem.offers[o].is_owned)
            nodes = units * problem.hardware[hardware].nodes_per_unit
            positions += -(-nodes // nodes_per_rack)
        yield (floor.site,), positions, "<=", floor.racks


def _budget(problem: FleetProblem, fleet: Fleet) -> Iterator[Claim]:
    if problem.budget_usd_per_year is not None:
        yield (), usd_per_year(problem, fleet), "<=", problem.budget_usd_per_year


def usd_per_year(problem: FleetProblem, fleet: Fleet) -> Fraction:
    """What a fleet costs, exactly."""
    units = sum(n * o.usd_per_year for n, o in zip(fleet.units, problem.offers, strict=True))
    loads = sum(x * problem.services[j].usd_per_year for j, x in fleet.shares.items())
    return Fraction(units + loads)


def objective_value(problem: FleetProblem, fleet: Fleet) -> Fraction:
    """What a fleet is judged by, exactly."""
    units = sum(n * o.weight for n, o in zip(fleet.units, problem.offers, strict=True))
    loads = sum(x * problem.services[j].weight for j, x in fleet.shares.items())
    return Fraction(units + loads)


CHECKS: dict[str, Check] = {
    "demand": _demand,
    "capacity": _capacity,
    "spares": _spares,
    "max_pools": _max_pools,
    "site_loss": _site_loss,
    "site_loss_capacity": _site_loss_capacity,
    "packing": _packing,
    "domains": _domains,
    "provisioned": _provisioned,
    "spare_nodes": _spare_nodes,
    "stock": _stock,
    "site_power": _site_power,
    "site_racks": _site_racks,
    "budget": _budget,
}
