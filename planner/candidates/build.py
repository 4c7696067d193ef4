"""Demand and catalog into candidates: every decision that is not the program's."""

from planner.candidates.assemble import Ask, assemble
from planner.candidates.candidates import Candidates
from planner.candidates.dominance import Contender, dominated_by
from planner.candidates.economics import used_costs
from planner.candidates.entries import Entries, entries_of
from planner.candidates.gate import rejection
from planner.candidates.matching import match
from planner.candidates.offers import places_of
from planner.candidates.options import Option, options_of
from planner.candidates.pricing import drop_what_has_no_price
from planner.catalog.library import Catalog
from planner.demand import Demand
from planner.loads import loads_of
from planner.quote import Rejection


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
    asked = tuple(load for load in every if load.peak > 0)
    matches = match(demand, entries, asked)
    places = places_of(demand, entries, costs)
    drop_what_has_no_price(demand, entries, places, matches)
    options = _without_dominated(options_of(matches), entries, matches.rejected)
    idle = tuple(load for load in every if load.peak == 0)
    return assemble(Ask(demand, entries, costs, places, asked, idle), options, matches.rejected)


def _without_dominated(
    options: list[Option], entries: Entries, rejected: list[Rejection]
) -> list[Option]:
    losers = dominated_by([_contender(option, entries) for option in options])
    for loser, winner in losers.items():
        mine, other = options[loser], options[winner]
        if mine.deployment != other.deployment:
            better = entries.deployments[other.deployment].id
            text = (
                f"At {mine.cap_word} it delivers no more from the same chips than {better} "
                f"at {other.cap_word}."
            )
            rejected.append(
                rejection(entries.deployments[mine.deployment], None, "dominated", text)
            )
    return [option for position, option in enumerate(options) if position not in losers]


def _contender(option: Option, entries: Entries) -> Contender:
    deployment = entries.deployments[option.deployment]
    hardware = tuple(deployment.chips_by_hardware)
    rates = {load: use.rate for load, use in option.uses.items()}
    domain = entries.hardware[hardware[0]].domain_chips
    return Contender(deployment.model, hardware, deployment.chips, domain, rates)
