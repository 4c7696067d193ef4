"""Candidates and fleet into the quote."""

import secrets
from datetime import UTC, datetime

from planner.candidates import Candidates
from planner.digest import digest_of
from planner.fleet import Fleet
from planner.quote import (
    Certificate,
    Inputs,
    LossRoute,
    Quote,
    ShortfallNote,
    SiteLoss,
    SolverReport,
)
from planner.report.assumptions import assumptions_of
from planner.report.flows import Flows
from planner.report.pools import pool_parts, site_parts
from planner.report.prices import used_prices
from planner.report.totals import cost_of, totals_of
from planner.report.warnings import warnings_of
from planner.report.workloads import workload_parts
from planner.version import __version__


def build_quote(candidates: Candidates, fleet: Fleet, catalog_digest: str) -> Quote:
    """The quote of a fleet, its checks still to be made."""
    flows = Flows(candidates, fleet)
    has_fleet = fleet.status != "infeasible"
    workloads = workload_parts(flows)
    pools = pool_parts(flows) if has_fleet else ()
    return Quote(
        id=f"q_{secrets.token_hex(10)}",
        name=candidates.demand.name,
        created_at=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        planner_version=__version__,
        status=fleet.status,
        gap_fraction=fleet.run.gap_fraction if has_fleet else None,
        demand=candidates.demand,
        totals=totals_of(flows) if has_fleet else None,
        workloads=workloads,
        pools=pools,
        sites=site_parts(flows) if has_fleet else (),
        site_losses=_losses(flows),
        cost=cost_of(flows) if has_fleet else None,
        rejected=candidates.rejected,
        assumptions=assumptions_of(flows) if has_fleet else candidates.notes,
        warnings=warnings_of(flows, pools, workloads) if has_fleet else candidates.warnings,
        shortfalls=() if has_fleet else _shortfalls(candidates, fleet),
        inputs=_inputs(candidates),
        certificate=Certificate(
            checks=(),
            solver=_solver(candidates, fleet),
            demand_digest=digest_of(candidates.demand.model_dump(mode="json", exclude_unset=True)),
            catalog_digest=catalog_digest,
        ),
    )


def _shortfalls(candidates: Candidates, fleet: Fleet) -> tuple[ShortfallNote, ...]:
    from planner.report.infeasible import shortfall_notes

    return shortfall_notes(candidates, fleet)


def _solver(candidates: Candidates, fleet: Fleet) -> SolverReport:
    run = fleet.run
    return SolverReport(
        name=run.name,
        version=run.version,
        status=run.status,
        objective=f"{candidates.demand.objective}, {candidates.problem.objective_unit}",
        best_bound=run.best_bound,
        gap_fraction=run.gap_fraction,
        seconds=run.seconds,
    )


def _losses(flows: Flows) -> tuple[SiteLoss, ...]:
    problem, loads = flows.candidates.problem, flows.candidates.loads
    return tuple(
        SiteLoss(
            site=problem.sites[site],
            routes=tuple(
                LossRoute(
                    workload=flows.candidates.workload_of(loads[service.load]).name,
                    stage=loads[service.load].stage,
                    pool=problem.pools[service.pool].id,
                    requests_per_s=float(share * loads[service.load].peak),
                    share=str(share),
                )
                for position, share in sorted(shares.items())
                if share and (service := problem.services[position])
            ),
        )
        for site, shares in sorted(flows.fleet.loss_shares.items())
    )


def _inputs(candidates: Candidates) -> Inputs:
    """Whole entries of all that was weighed, so that the choice can be made again."""
    entries = candidates.entries
    weighed = {pool.deployment.id for pool in candidates.pools}
    deployments = tuple(d for d in entries.deployments if d.id in weighed)
    hardware = {h for d in deployments for h in d.chips_by_hardware}
    return Inputs(
        deployments=deployments,
        hardware=tuple(h for h in entries.hardware.values() if h.id in hardware),
        prices=used_prices(candidates),
        models=tuple(entries.models.values()),
        costs=candidates.costs,
    )
