"""A quote with its parts at hand by name, and its exact numbers read."""

from dataclasses import dataclass, field
from fractions import Fraction

from planner.demand import Demand, Policy, Site
from planner.entries import Deployment, Hardware, LanguageModel
from planner.quote import LossRoute, PoolPart, Quote, Route, SitePart, WorkloadPart
from planner.verify.loads import Load, Stage, loads_of
from planner.verify.numbers import rounded_up_unless_tiny
from planner.verify.ratebook import RateBook

Key = tuple[str, Stage]
"""A stage of a workload."""


@dataclass(frozen=True)
class Case:
    """Everything that the rules read; every name in it resolves."""

    quote: Quote
    loads: dict[Key, Load]
    deployments: dict[str, Deployment]
    hardware: dict[str, Hardware]
    models: dict[str, LanguageModel]
    sites: dict[str, Site]
    pools: dict[str, PoolPart]
    site_parts: dict[str, SitePart]
    workloads: dict[str, WorkloadPart]
    routes: dict[Key, dict[str, Route]]
    """By pool."""
    shares: dict[Key, dict[str, Fraction]]
    rates: dict[tuple[Key, str], Fraction]
    """requests/s (streams) of one replica, as stated."""
    book: RateBook = field(compare=False)

    @property
    def demand(self) -> Demand:
        """What was asked."""
        return self.quote.demand

    @property
    def policy(self) -> Policy:
        """The demand's policy."""
        return self.quote.demand.policy

    def deployment_of(self, pool: str) -> Deployment:
        """What a replica of a pool is."""
        return self.deployments[self.pools[pool].deployment]

    def working(self, pool: str) -> int:
        """Replicas without the spares."""
        return self.pools[pool].replicas - self.pools[pool].spare_replicas

    def replicas_asked(self, key: Key, pool: str) -> Fraction:
        """Replicas that the routed share of a load keeps busy at the peak, without headroom.

        Rounded up at 40 decimals, so that sums of many stay short; less than that stays exact.
        """
        return rounded_up_unless_tiny(
            self.loads[key].peak * self.shares[key][pool] / self.rates[key, pool]
        )


def case_of(quote: Quote) -> Case:
    """The parts of a quote by name; its references have been checked."""
    deployments = {entry.id: entry for entry in quote.inputs.deployments}
    routes: dict[Key, dict[str, Route]] = {}
    for workload in quote.workloads:
        for route in workload.routes:
            routes.setdefault((workload.name, route.stage), {})[route.pool] = route
    return Case(
        quote=quote,
        loads={load.key: load for load in loads_of(quote.demand)},
        deployments=deployments,
        hardware={entry.id: entry for entry in quote.inputs.hardware},
        models={entry.id: entry for entry in quote.inputs.models},
        sites={site.name: site for site in quote.demand.sites},
        pools={pool.id: pool for pool in quote.pools},
        site_parts={site.name: site for site in quote.sites},
        workloads={workload.name: workload for workload in quote.workloads},
        routes=routes,
        shares={key: shares_of(tuple(by_pool.values())) for key, by_pool in routes.items()},
        rates={
            (key, pool): Fraction(route.rate_per_replica)
            for key, by_pool in routes.items()
            for pool, route in by_pool.items()
        },
        book=RateBook(quote.demand.policy, deployments),
    )


def shares_of(routes: tuple[Route | LossRoute, ...]) -> dict[str, Fraction]:
    """The share of each pool."""
    return {route.pool: Fraction(route.share) for route in routes}
