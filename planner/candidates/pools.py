"""Options at sites as the pools of the problem, with the services that each gives."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from planner import problem as numbers
from planner.candidates.candidates import PoolCandidate, ServiceCandidate
from planner.candidates.entries import Entries
from planner.candidates.offers import Place, load_usd_per_chip, load_weight_per_chip
from planner.candidates.options import Option
from planner.demand import Demand
from planner.entries import Deployment
from planner.loads import StageLoad


@dataclass(frozen=True)
class Ground:
    """What pools are made from."""

    demand: Demand
    entries: Entries
    places: dict[tuple[str, str], Place]
    asked: tuple[StageLoad, ...]
    """Every load above 0."""
    sites: tuple[str, ...]
    """In order of their names, as in the problem."""

    @cached_property
    def means(self) -> tuple[Fraction, ...]:
        """requests/s of each load in the yearly mean."""
        return tuple(load.peak / load.peak_to_mean for load in self.asked)


@dataclass(frozen=True, slots=True)
class Standing:
    """An option at a site, with the loads that may run there."""

    option: Option
    site: int
    loads: tuple[int, ...]


def standings(ground: Ground, options: Sequence[Option]) -> list[Standing]:
    """Where each option may stand: the site can take its hardware, and some load may run there."""
    allowed = [_sites_of(ground, load) for load in ground.asked]
    found: list[Standing] = []
    for option in options:
        hardware = ground.entries.deployments[option.deployment].chips_by_hardware
        for s, site in enumerate(ground.sites):
            if any(ground.places[h, site].nodes_per_rack_position() == 0 for h in hardware):
                continue
            loads = tuple(load for load in option.uses if site in allowed[load])
            if loads:
                found.append(Standing(option, s, loads))
    return found


def _sites_of(ground: Ground, load: StageLoad) -> frozenset[str]:
    allowed = ground.demand.workloads[load.workload].sites
    return frozenset(ground.sites if allowed is None else allowed)


def pool_of(
    ground: Ground, standing: Standing, hardware: dict[str, int]
) -> tuple[PoolCandidate, numbers.Pool]:
    """A standing as a pool; `hardware` gives the position of each kind."""
    deployment = ground.entries.deployments[standing.option.deployment]
    site, cap = ground.sites[standing.site], standing.option.cap
    parts = tuple(numbers.Part(hardware[h], n) for h, n in deployment.chips_by_hardware.items())
    name = f"{deployment.id}@{site}" + ("" if cap is None else f"/c{cap}")
    pool = numbers.Pool(name, deployment.id, cap, standing.site, parts)
    return PoolCandidate(deployment, cap, site), pool


def services_of(
    ground: Ground, standing: Standing, pool: int, loads: dict[int, int]
) -> Iterator[tuple[ServiceCandidate, numbers.Service]]:
    """What a pool gives to each load; `loads` gives their positions in the problem."""
    deployment = ground.entries.deployments[standing.option.deployment]
    weight, usd = _per_replica(ground, deployment, ground.sites[standing.site])
    per_request: dict[int, tuple[Fraction, Fraction]] = {}  # by rate, which loads share
    for load in standing.loads:
        use, mean = standing.option.uses[load], ground.means[load]
        if id(use.rate) not in per_request:
            per_request[id(use.rate)] = (weight / use.rate, usd / use.rate)
        weighs, spends = per_request[id(use.rate)]
        usd_per_year = mean * spends if spends else spends
        adds = usd_per_year if weight is usd else mean * weighs
        service = numbers.Service(loads[load], pool, use.rate, adds, usd_per_year)
        match = use.match
        yield ServiceCandidate(match.plan, standing.option.cap, use.rate, match.warnings), service


def _per_replica(ground: Ground, deployment: Deployment, site: str) -> tuple[Fraction, Fraction]:
    """What one replica in full use all year adds to the objective, and in USD."""
    here = [(ground.places[h, site], n) for h, n in deployment.chips_by_hardware.items()]
    usd = sum((n * load_usd_per_chip(place) for place, n in here), Fraction(0))
    objective = ground.demand.objective
    if objective == "cost":
        return usd, usd
    return sum((n * load_weight_per_chip(place, objective) for place, n in here), Fraction(0)), usd
