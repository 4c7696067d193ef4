"""Options, offers and limits as one fleet problem, with what stands behind each position."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from planner import problem as numbers
from planner.candidates.candidates import Candidates, PoolCandidate, ServiceCandidate
from planner.candidates.doubts import doubts_of
from planner.candidates.entries import Entries
from planner.candidates.limits import Grid, rack_limits, site_power, stock_limits
from planner.candidates.offers import Holding, Place, unit_usd_per_year, unit_weight
from planner.candidates.options import Option
from planner.candidates.pools import Ground, pool_of, services_of, standings
from planner.demand import Demand
from planner.loads import StageLoad
from planner.problem import FleetProblem
from planner.quote import Note, Rejection, UsedCosts
from planner.units import exact

_UNITS: Final = {"cost": "USD/year", "chips": "chips", "power": "W", "carbon": "t CO2/year"}


@dataclass(frozen=True, slots=True)
class Ask:
    """What is asked, with all that may be drawn on."""

    demand: Demand
    entries: Entries
    costs: UsedCosts
    places: dict[tuple[str, str], Place]
    asked: tuple[StageLoad, ...]
    """Every load above 0."""
    idle: tuple[StageLoad, ...]
    """Those of 0."""


def assemble(ask: Ask, options: Sequence[Option], rejected: list[Rejection]) -> Candidates:
    """The problem and its candidates."""
    sites = tuple(sorted(site.name for site in ask.demand.sites))
    ground = Ground(ask.demand, ask.entries, ask.places, ask.asked, sites)
    rows = _rows(ground, options)
    used = sorted({(h, p.site) for p, _ in rows.pools for h in p.deployment.chips_by_hardware})
    offers = [(ask.places[key], holding) for key in used for holding in ask.places[key].holdings]
    grid = Grid(ask.demand, ask.places, tuple(used), sites, rows.hardware)
    return Candidates(
        demand=ask.demand,
        entries=ask.entries,
        costs=ask.costs,
        loads=tuple(ask.asked[i] for i in rows.loads),
        idle=ask.idle,
        unserved=tuple(load for i, load in enumerate(ask.asked) if i not in rows.loads),
        pools=tuple(candidate for candidate, _ in rows.pools),
        services=tuple(candidate for candidate, _ in rows.services),
        offers=tuple(offers),
        places=ask.places,
        problem=_problem(ask, rows, grid, offers),
        rejected=tuple(rejected),
        notes=ask.entries.notes,
        warnings=tuple(dict.fromkeys((*_rack_warnings(ask), *doubts_of(ask.demand, ask.entries)))),
    )


@dataclass(frozen=True, slots=True)
class _Rows:
    """What the problem holds, each with the candidate behind it."""

    loads: dict[int, int]
    """Position in the problem by position among those asked; only of those that are served."""
    hardware: dict[str, int]
    pools: list[tuple[PoolCandidate, numbers.Pool]]
    services: list[tuple[ServiceCandidate, numbers.Service]]


def _rows(ground: Ground, options: Sequence[Option]) -> _Rows:
    standing = standings(ground, options)
    served = sorted({load for stand in standing for load in stand.loads})
    hardware = {name: position for position, name in enumerate(ground.entries.hardware)}
    loads = {load: position for position, load in enumerate(served)}
    services = [
        pair
        for position, stand in enumerate(standing)
        for pair in services_of(ground, stand, position, loads)
    ]
    pools = [pool_of(ground, stand, hardware) for stand in standing]
    return _Rows(loads, hardware, pools, services)


def _problem(
    ask: Ask, rows: _Rows, grid: Grid, offers: Sequence[tuple[Place, Holding]]
) -> FleetProblem:
    demand = ask.demand
    return FleetProblem(
        loads=tuple(_load(demand, ask.asked[i]) for i in rows.loads),
        pools=tuple(pool for _, pool in rows.pools),
        services=tuple(service for _, service in rows.services),
        hardware=tuple(_hardware(ask, name) for name in rows.hardware),
        sites=grid.sites,
        offers=tuple(_offer(grid, place, holding) for place, holding in offers),
        stock=tuple(stock_limits(grid)),
        power=tuple(site_power(grid)),
        racks=tuple(rack_limits(grid)),
        spare_replicas_per_pool=demand.policy.spare_replicas_per_pool,
        spare_nodes_per_site=demand.policy.spare_nodes_per_site,
        site_loss_headroom=_site_loss_headroom(demand),
        max_pools=demand.policy.max_pools,
        budget_usd_per_year=_budget(demand),
        objective_unit=_UNITS[demand.objective],
        gap_fraction=demand.solver.gap_fraction,
        time_limit_s=demand.solver.time_limit_s,
    )


def _site_loss_headroom(demand: Demand) -> Fraction | None:
    policy = demand.policy
    return exact(policy.site_loss_headroom) if policy.survive_site_loss else None


def _budget(demand: Demand) -> Fraction | None:
    budget = demand.policy.budget_usd_per_year
    return None if budget is None else exact(budget)


def _load(demand: Demand, load: StageLoad) -> numbers.Load:
    name = demand.workloads[load.workload].name
    shown = name if load.stage == "serve" else f"{name}/{load.stage}"
    return numbers.Load(shown, load.peak, load.headroom)


def _hardware(ask: Ask, name: str) -> numbers.Hardware:
    entry = ask.entries.hardware[name]
    unit = (entry.nodes_per_rack or 1) if entry.purchase_unit == "rack" else 1
    return numbers.Hardware(name, entry.chips_per_node, entry.domain_chips, unit)


def _offer(grid: Grid, place: Place, holding: Holding) -> numbers.Offer:
    return numbers.Offer(
        grid.hardware[place.hardware.id],
        grid.sites.index(place.site.name),
        holding.is_owned,
        unit_weight(place, holding, grid.demand.objective),
        unit_usd_per_year(place, holding),
    )


def _rack_warnings(ask: Ask) -> Iterator[Note]:
    for site in sorted(ask.demand.sites, key=lambda s: s.name):
        for name in ask.entries.hardware:
            if ask.places[name, site.name].nodes_per_rack_position() == 0:
                text = (
                    f"One rack position of {site.name} ({site.rack_power_kw:g} kW) cannot take a "
                    f"node of {name}: it was left out there."
                )
                yield Note(code="rack_power_too_small", text=text)
