"""Demand and catalog into candidates: every decision that is not the program's."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from planner import problem as numbers
from planner.candidates.candidates import Candidates, PoolCandidate, ServiceCandidate
from planner.candidates.caps import merged_caps
from planner.candidates.dominance import Contender, dominated_by
from planner.candidates.economics import used_costs
from planner.candidates.entries import Entries, entries_of
from planner.candidates.gate import rejection
from planner.candidates.limits import rack_limits, site_power, stock_limits
from planner.candidates.matching import Matches, match, no_price
from planner.candidates.offers import (
    Holding,
    Place,
    load_usd_per_chip,
    load_weight_per_chip,
    places_of,
    unit_usd_per_year,
    unit_weight,
)
from planner.candidates.plans import Plan
from planner.catalog.library import Catalog
from planner.demand import Demand
from planner.errors import InvalidDemand
from planner.loads import StageLoad, loads_of
from planner.problem import FleetProblem
from planner.quote import Note, Rejection
from planner.units import exact, stated


@dataclass(frozen=True, slots=True)
class _Option:
    """A deployment at a cap, with its plan and stated rate for each load that may use it."""

    deployment: int
    cap: int | None
    plans: dict[int, tuple[Plan, Fraction]]


def find_candidates(demand: Demand, catalog: Catalog) -> Candidates:
    """Everything that may serve the demand, as a fleet problem with what stands behind it.

    Raises:
        InvalidDemand: an id that nobody knows, or a named deployment without a price.
    """
    entries = entries_of(demand, catalog)
    costs = used_costs(demand, catalog.cost_book)
    every = sorted(
        loads_of(demand), key=lambda load: (demand.workloads[load.workload].name, load.stage)
    )
    asked = [load for load in every if load.peak > 0]
    matches = match(demand, entries, asked)
    places = places_of(demand, entries, costs)
    _drop_what_has_no_price(demand, entries, places, matches)
    options = _without_dominated(_options(matches), entries, len(asked), matches.rejected)
    served = sorted({load for option in options for load in option.plans})
    unserved = tuple(load for i, load in enumerate(asked) if i not in set(served))
    return _assemble(
        _Parts(demand, entries, places, options, asked, served),
        costs=costs,
        idle=tuple(load for load in every if load.peak == 0),
        unserved=unserved,
        rejected=tuple(matches.rejected),
    )


def _drop_what_has_no_price(
    demand: Demand, entries: Entries, places: dict[tuple[str, str], Place], matches: Matches
) -> None:
    site = demand.sites[0].name
    for d, deployment in enumerate(entries.deployments):
        bare = [h for h in deployment.chips_by_hardware if not places[h, site].holdings]
        if not bare or not any(pair[0] == d for pair in matches.plans):
            continue
        found = no_price(deployment, bare[0], demand.policy.acquisition, demand.policy.rent_term)
        if deployment.id in entries.named:
            position = (demand.deployment_ids or ()).index(deployment.id)
            raise InvalidDemand.at(f"deployments[{position}]", f"{deployment.id}: {found.text}")
        matches.rejected.append(found)
        matches.plans = {pair: plans for pair, plans in matches.plans.items() if pair[0] != d}


def _options(matches: Matches) -> list[_Option]:
    by_deployment: dict[int, list[tuple[int, Plan]]] = {}
    for (d, load), plans in sorted(matches.plans.items()):
        by_deployment.setdefault(d, []).extend((load, plan) for plan in plans)
    options: list[_Option] = []
    for d, pairs in sorted(by_deployment.items()):
        caps: list[int | None] = list(merged_caps(p.cap for _, p in pairs if p.cap is not None))
        if any(plan.cap is None for _, plan in pairs):
            caps.append(None)
        options += [_Option(d, cap, _plans_at(cap, pairs)) for cap in caps]
    return options


def _plans_at(
    cap: int | None, pairs: Sequence[tuple[int, Plan]]
) -> dict[int, tuple[Plan, Fraction]]:
    def allows(plan: Plan) -> bool:
        return plan.cap is None if cap is None else plan.cap is not None and cap <= plan.cap

    return {load: (plan, Fraction(stated(plan.rate(cap)))) for load, plan in pairs if allows(plan)}


def _without_dominated(
    options: list[_Option], entries: Entries, loads: int, rejected: list[Rejection]
) -> list[_Option]:
    contenders: list[Contender] = []
    for option in options:
        deployment = entries.deployments[option.deployment]
        hardware = tuple(deployment.chips_by_hardware)
        rates = np.zeros(loads)
        for load, (_, rate) in option.plans.items():
            rates[load] = float(rate)
        domain = entries.hardware[hardware[0]].domain_chips
        contenders.append(Contender(hardware, deployment.chips, domain, rates))
    losers = dominated_by(contenders)
    for loser, winner in losers.items():
        mine, other = options[loser], options[winner]
        if mine.deployment != other.deployment:
            better = entries.deployments[other.deployment].id
            text = f"At cap {_cap_word(mine.cap)} it delivers no more from the same chips than {better} at cap {_cap_word(other.cap)}."
            rejected.append(
                rejection(entries.deployments[mine.deployment], None, "dominated", text)
            )
    return [option for position, option in enumerate(options) if position not in losers]


def _cap_word(cap: int | None) -> str:
    return "none" if cap is None else str(cap)


@dataclass(frozen=True, slots=True)
class _Parts:
    demand: Demand
    entries: Entries
    places: dict[tuple[str, str], Place]
    options: list[_Option]
    asked: list[StageLoad]
    served: list[int]

    def sites_of(self, load: int) -> tuple[str, ...]:
        """Where a load may run, in order."""
        allowed = self.demand.workloads[self.asked[load].workload].sites
        return tuple(
            sorted(
                site.name for site in self.demand.sites if allowed is None or site.name in allowed
            )
        )


def _assemble(parts: _Parts, **rest: object) -> Candidates:
    demand, entries = parts.demand, parts.entries
    sites = tuple(sorted(site.name for site in demand.sites))
    hardware = tuple(entries.hardware)
    pools, services = _pools_and_services(parts, sites, hardware)
    standing = {
        (hardware[part.hardware], sites[pool.site]) for _, pool in pools for part in pool.parts
    }
    offered = [
        (place, holding)
        for key in sorted(standing)
        if (place := parts.places[key])
        for holding in place.holdings
    ]
    problem = FleetProblem(
        loads=tuple(_load(parts, i) for i in parts.served),
        pools=tuple(pool for _, pool in pools),
        services=tuple(service for _, service in services),
        hardware=tuple(_hardware(entries, name) for name in hardware),
        sites=sites,
        offers=tuple(_offer(place, holding, demand, sites, hardware) for place, holding in offered),
        stock=tuple(stock_limits(demand, standing, sites, hardware)),
        power=tuple(site_power(demand, parts.places, standing, sites, hardware)),
        racks=tuple(rack_limits(demand, parts.places, standing, sites, hardware)),
        spare_replicas_per_pool=demand.policy.spare_replicas_per_pool,
        spare_nodes_per_site=demand.policy.spare_nodes_per_site,
        site_loss_headroom=exact(demand.policy.site_loss_headroom)
        if demand.policy.survive_site_loss
        else None,
        max_pools=demand.policy.max_pools,
        budget_usd_per_year=_budget(demand),
        objective_unit=_UNITS[demand.objective],
        gap_fraction=demand.solver.gap_fraction,
        time_limit_s=demand.solver.time_limit_s,
    )
    return Candidates(
        demand=demand,
        entries=entries,
        loads=tuple(parts.asked[i] for i in parts.served),
        pools=tuple(candidate for candidate, _ in pools),
        services=tuple(candidate for candidate, _ in services),
        offers=tuple(offered),
        places=parts.places,
        problem=problem,
        notes=entries.notes,
        warnings=tuple(_warnings(parts)),
        **rest,  # type: ignore[arg-type]
    )


_UNITS = {"cost": "USD/year", "chips": "chips", "power": "W", "carbon": "t CO2/year"}


def _budget(demand: Demand) -> Fraction | None:
    budget = demand.policy.budget_usd_per_year
    return None if budget is None else exact(budget)


def _load(parts: _Parts, position: int) -> numbers.Load:
    load = parts.asked[position]
    name = parts.demand.workloads[load.workload].name
    return numbers.Load(
        name if load.stage == "serve" else f"{name}/{load.stage}", load.peak, load.headroom
    )


def _hardware(entries: Entries, name: str) -> numbers.Hardware:
    entry = entries.hardware[name]
    unit = (entry.nodes_per_rack or 1) if entry.purchase_unit == "rack" else 1
    return numbers.Hardware(name, entry.chips_per_node, entry.domain_chips, unit)


def _pools_and_services(
    parts: _Parts, sites: tuple[str, ...], hardware: tuple[str, ...]
) -> tuple[
    list[tuple[PoolCandidate, numbers.Pool]], list[tuple[ServiceCandidate, numbers.Service]]
]:
    pools: list[tuple[PoolCandidate, numbers.Pool]] = []
    services: list[tuple[ServiceCandidate, numbers.Service]] = []
    positions = {load: position for position, load in enumerate(parts.served)}
    for option in parts.options:
        deployment = parts.entries.deployments[option.deployment]
        for s, site in enumerate(sites):
            used = [load for load in option.plans if site in parts.sites_of(load)]
            if not used or not all(
                parts.places[h, site].nodes_per_rack_position() != 0
                for h in deployment.chips_by_hardware
            ):
                continue
            chips = tuple(
                numbers.Part(hardware.index(h), n) for h, n in deployment.chips_by_hardware.items()
            )
            name = f"{deployment.id}@{site}" + ("" if option.cap is None else f"/c{option.cap}")
            pool = numbers.Pool(name, deployment.id, option.cap, s, chips)
            for load in sorted(used):
                plan, rate = option.plans[load]
                service = _service(
                    parts,
                    load,
                    (positions[load], len(pools)),
                    rate,
                    deployment.chips_by_hardware,
                    site,
                )
                services.append((ServiceCandidate(plan, option.cap, rate), service))
            pools.append((PoolCandidate(deployment, option.cap, site), pool))
    return pools, services


def _service(
    parts: _Parts, load: int, at: tuple[int, int], rate: Fraction, chips: dict[str, int], site: str
) -> numbers.Service:
    asked = parts.asked[load]
    mean_replicas = asked.peak / rate / asked.peak_to_mean
    here = [(parts.places[h, site], n) for h, n in chips.items()]
    objective = parts.demand.objective
    weight = sum((n * load_weight_per_chip(place, objective) for place, n in here), Fraction(0))
    usd = sum((n * load_usd_per_chip(place) for place, n in here), Fraction(0))
    return numbers.Service(*at, rate, weight * mean_replicas, usd * mean_replicas)


def _offer(
    place: Place,
    holding: Holding,
    demand: Demand,
    sites: tuple[str, ...],
    hardware: tuple[str, ...],
) -> numbers.Offer:
    return numbers.Offer(
        hardware.index(place.hardware.id),
        sites.index(place.site.name),
        holding.is_owned,
        unit_weight(place, holding, demand.objective),
        unit_usd_per_year(place, holding),
    )


def _warnings(parts: _Parts) -> Iterator[Note]:
    for site in parts.demand.sites:
        for name, place in ((h, parts.places[h, site.name]) for h in parts.entries.hardware):
            if place.nodes_per_rack_position() == 0:
                text = f"One rack position of {site.name} ({site.rack_power_kw:g} kW) cannot take a node of {name}: it was left out there."
                yield Note(code="rack_power_too_small", text=text)
