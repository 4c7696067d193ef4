"""What is missing when there is no fleet, in the user's units, and the least change that would do."""

from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from planner.candidates import Candidates
from planner.fleet import Fleet, Shortfall
from planner.loads import StageLoad
from planner.quote import Rejection, ShortfallNote


def shortfall_notes(candidates: Candidates, fleet: Fleet) -> tuple[ShortfallNote, ...]:
    """Loads that nothing may serve first, then what the limits forbid."""
    return tuple(
        [note for load in candidates.unserved for note in _unserved(candidates, load)]
        + [_limit(candidates, shortfall) for shortfall in fleet.shortfalls]
    )


def _unserved(candidates: Candidates, load: StageLoad) -> Iterator[ShortfallNote]:
    workload = candidates.workload_of(load)
    mine = [r for r in candidates.rejected if r.workload in {workload.name, None}]
    missed = sorted(
        (r for r in mine if r.best is not None and r.limit),
        key=lambda r: (r.best or 0) / (r.limit or 1),
    )
    promise = next((r for r in missed if r.reason == "slo_out_of_reach"), None)
    if promise is not None and promise.metric is not None:
        yield _slo(candidates, load, promise)
        return
    reasons = "; ".join(f"{r.deployment}: {r.text}" for r in mine[:3])
    more = f" (and {len(mine) - 3} more)" if len(mine) > 3 else ""
    yield ShortfallNote(
        constraint="no_deployment",
        subject=workload.name,
        missing=None,
        unit="",
        text=f"{workload.name}: no deployment may serve {workload.model}. "
        + (
            f"{reasons}{more}"
            if mine
            else f"None for {workload.model} is in the demand or the catalog."
        ),
        remedy="Bring a deployment with curves of this model and shape (`planner profiles import`), or loosen what rejects them.",
        path=f"workloads[{load.workload}]",
    )


def _slo(candidates: Candidates, load: StageLoad, best: Rejection) -> ShortfallNote:
    name = candidates.workload_of(load).name
    reached, limit = best.best or 0.0, best.limit or 0.0
    at = f" at concurrency {best.at_concurrency:g}" if best.at_concurrency else ""
    return ShortfallNote(
        constraint="slo",
        subject=name,
        missing=reached - limit,
        unit="ms",
        text=f"{name}: no deployment reaches {best.metric} {best.percentile} <= {limit:,.6g} ms; the best is {reached:,.6g} ms{at} on {best.deployment}.",
        remedy=f"Allow {best.metric} {best.percentile} of {reached:,.6g} ms, or bring a faster deployment.",
        path=_slo_path(load, best),
        value=_slo_value(best),
    )


def _slo_path(load: StageLoad, best: Rejection) -> str | None:
    at = f"workloads[{load.workload}]"
    if best.metric in {"time_to_first_audio_ms", "interruption_ms"}:
        return f"{at}.{best.metric}.{best.percentile}"
    if best.metric == "task_ms":
        return f"{at}.task_s.{best.percentile}"
    if best.metric == "keeping_up_tpot_ms":
        return f"{at}.tokens_per_audio_s"
    return f"{at}.slo.{best.metric}.{best.percentile}"


def _slo_value(best: Rejection) -> float | None:
    if best.best is None:
        return None
    if best.metric == "keeping_up_tpot_ms":
        return 1000 / best.best
    return best.best / 1000 if best.metric == "task_ms" else best.best


def _limit(candidates: Candidates, shortfall: Shortfall) -> ShortfallNote:
    """One broken limit of the program in the user's words."""
    problem, demand = candidates.problem, candidates.demand
    rule, missing, needed = shortfall.rule, shortfall.missing, shortfall.needed
    order = {site.name: i for i, site in enumerate(demand.sites)}
    if rule in {"site_power", "site_racks", "stock"}:
        name = problem.sites[shortfall.subject[-1]]
        at = f"sites[{order[name]}]"
    if rule == "site_power":
        return _note(
            rule,
            f"site {name}",
            missing / 10**6,
            "MW",
            f"site {name}: facility power short by {_mega(missing)} MW.",  # pyright: ignore
            f"Raise the power cap of {name} to {_mega(needed)} MW.",
            f"{at}.power_cap_megawatts",
            _round_up(needed / 10**6, 6),  # pyright: ignore
        )
    if rule == "site_racks":
        return _note(
            rule,
            f"site {name}",
            missing,
            "racks",
            f"site {name}: {ceil(missing)} rack positions are missing.",  # pyright: ignore
            f"Give {name} {ceil(needed)} rack positions.",
            f"{at}.racks",
            float(ceil(needed)),  # pyright: ignore
        )
    if rule == "stock":
        hardware = problem.hardware[shortfall.subject[0]].id
        return _note(
            rule,
            f"{hardware} at {name}",
            missing,
            "chips",
            f"site {name}: {ceil(missing)} chips of {hardware} are missing in stock.",  # pyright: ignore
            f"Get {ceil(needed)} chips of {hardware} at {name}.",
            f"{at}.stock.{hardware}",
            float(ceil(needed)),  # pyright: ignore
        )
    if rule == "budget":
        return _note(
            rule,
            "budget",
            missing,
            "USD/year",
            f"The budget is short by {float(missing):,.0f} USD a year.",
            f"Raise the budget to {float(needed):,.0f} USD a year.",
            "policy.budget_usd_per_year",
            _round_up(needed, 2),
        )
    if rule == "max_pools":
        return _note(
            rule,
            "pools",
            missing,
            "pools",
            f"{ceil(missing)} more pools are needed.",
            f"Allow {ceil(needed)} pools.",
            "policy.max_pools",
            float(ceil(needed)),
        )
    return _demand_or_loss(candidates, shortfall)


def _demand_or_loss(candidates: Candidates, shortfall: Shortfall) -> ShortfallNote:
    problem = candidates.problem
    load = problem.loads[shortfall.subject[0]]
    missing = shortfall.missing
    if shortfall.rule == "site_loss":
        lost = problem.sites[shortfall.subject[-1]]
        return _note(
            "site_loss",
            load.name,
            missing,
            "requests/s",
            f"After the loss of {lost}, {float(missing):,.6g} requests/s of {load.name} have no place.",
            "Add a site, allow the workload at another one, or do not ask to survive a site loss.",
            "policy.survive_site_loss",
            0.0,
        )
    position = candidates.loads[shortfall.subject[0]].workload
    return _note(
        "demand",
        load.name,
        missing,
        "requests/s",
        f"{load.name}: {float(missing):,.6g} requests/s with headroom cannot be served.",
        "Raise the limits of the sites, lower the demand, or allow another deployment.",
        f"workloads[{position}]",
        None,
    )


def _note(
    rule: str,
    subject: str,
    missing: Fraction,
    unit: str,
    text: str,
    remedy: str,
    path: str,
    value: float | None,
) -> ShortfallNote:
    return ShortfallNote(
        constraint=rule,
        subject=subject,
        missing=float(missing),
        unit=unit,
        text=text,
        remedy=remedy,
        path=path,
        value=value,
    )


def _mega(watts: Fraction) -> str:
    return f"{_round_up(watts / 10**6, 6):,.6g}"


def _round_up(value: Fraction, digits: int) -> float:
    """Rounded up, so that the remedy is enough."""
    return ceil(value * 10**digits) / 10**digits
