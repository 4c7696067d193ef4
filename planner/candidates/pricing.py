"""Deployments that cannot be paid for."""

from planner.candidates.entries import Entries
from planner.candidates.gate import rejection
from planner.candidates.matching import Matches
from planner.candidates.offers import Place
from planner.demand import Demand, Policy
from planner.entries import Deployment
from planner.errors import InvalidDemand
from planner.quote import Rejection


def drop_what_has_no_price(
    demand: Demand, entries: Entries, places: dict[tuple[str, str], Place], matches: Matches
) -> None:
    """Rejects each deployment that matched a load but has no price.

    Raises:
        InvalidDemand: the demand names or brings it.
    """
    site = demand.sites[0].name
    unpriced: set[int] = set()
    for d in sorted({d for d, _ in matches.plans}):
        deployment = entries.deployments[d]
        bare = [h for h in deployment.chips_by_hardware if not places[h, site].holdings]
        if not bare:
            continue
        found = no_price(deployment, bare[0], demand.policy)
        if deployment.id in entries.named:
            position = (demand.deployment_ids or ()).index(deployment.id)
            raise InvalidDemand.at(f"deployments[{position}]", f"{deployment.id}: {found.text}")
        matches.rejected.append(found)
        unpriced.add(d)
    if unpriced:
        matches.plans = {p: plans for p, plans in matches.plans.items() if p[0] not in unpriced}


def no_price(deployment: Deployment, hardware: str, policy: Policy) -> Rejection:
    """A deployment whose hardware cannot be paid for."""
    what = f"rent for {policy.rent_term}" if policy.acquisition == "rent" else "price"
    text = (
        f"{hardware} has no {what} in the demand or the catalog. "
        "Give one under hardware, or choose another objective, acquisition or rent_term."
    )
    return rejection(deployment, None, "no_price", text)
