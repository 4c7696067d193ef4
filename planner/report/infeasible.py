"""What is missing where there is no fleet, and the least change that would do."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import ceil, floor
from typing import Final

from planner.candidates import Candidates
from planner.demand import AgentWorkload, UsersWorkload, VoiceWorkload
from planner.entries import Deployment
from planner.fleet import Fleet, Shortfall
from planner.loads import Limit, StageLoad
from planner.quote import Rejection, ShortfallNote
from planner.report.figures import rate
from planner.report.relax import Relaxed, nearest_relaxation


def shortfall_notes(candidates: Candidates, fleet: Fleet) -> tuple[ShortfallNote, ...]:
    """Loads that nothing may serve first, then what the limits forbid."""
    unserved = [note for load in candidates.unserved for note in _unserved(candidates, load)]
    return (*unserved, *(_LIMITS[item.rule](candidates, item) for item in fleet.shortfalls))


def _unserved(candidates: Candidates, load: StageLoad) -> Iterator[ShortfallNote]:
    fixed = [_fixed(candidates, load, limit) for limit in load.limits if _is_missed(limit)]
    if fixed:
        yield from fixed
        return
    nearest = nearest_relaxation(candidates, load)
    if nearest is None:
        yield _no_deployment(candidates, load)
        return
    for item in nearest.limits:
        yield _slo(candidates, load, item, nearest.deployment.id)


def _is_missed(limit: Limit) -> bool:
    """Whether its constant parts alone break it, whatever serves."""
    return not limit.forms[0].terms and limit.forms[0].constant > limit.limit_ms


def _fixed(candidates: Candidates, load: StageLoad, limit: Limit) -> ShortfallNote:
    name = candidates.workload_of(load).name
    reached, promised = float(limit.forms[0].constant), float(limit.limit_ms)
    return ShortfallNote(
        constraint="slo",
        subject=name,
        missing=float(limit.forms[0].constant - limit.limit_ms),
        unit="ms",
        text=(
            f"{name}: {limit.metric} {limit.percentile} is {reached:,.6g} ms before any model is "
            f"asked; the limit is {promised:,.6g} ms."
        ),
        remedy=f"Allow {reached:,.6g} ms, or shorten endpoint_ms, network_ms or cancel_ms.",
        path=f"workloads[{load.workload}].{limit.metric}.{limit.percentile}",
        value=reached,
    )


def _rack_power(candidates: Candidates, load: StageLoad) -> ShortfallNote | None:
    """Racks too weak for a single node, where that is what keeps a workload out."""
    workload = candidates.workload_of(load)
    sites = {site.name: position for position, site in enumerate(candidates.demand.sites)}
    weak = [
        (place.least_rack_w, place)
        for place in candidates.places.values()
        if place.nodes_per_rack_position() == 0
        and (workload.sites is None or place.site.name in workload.sites)
        and any(place.hardware.id in d.chips_by_hardware for d in _of_model(candidates, load))
    ]
    if not weak:
        return None
    watts, place = min(weak, key=lambda pair: (pair[0], pair[1].hardware.id, pair[1].site.name))
    needed, room = _up(watts / 1000, 3), place.site.rack_power_kw or 0.0
    name = place.site.name
    return ShortfallNote(
        constraint="rack_power",
        subject=f"site {name}",
        missing=needed - room,
        unit="kW",
        text=f"site {name}: a rack position of {room:g} kW takes no node of {place.hardware.id}.",
        remedy=f"Give a rack position of {name} {needed:g} kW.",
        path=f"sites[{sites[name]}].rack_power_kw",
        value=needed,
    )


def _of_model(candidates: Candidates, load: StageLoad) -> list[Deployment]:
    model = candidates.workload_of(load).model
    refused = {r.deployment for r in candidates.rejected}
    return [d for d in candidates.entries.deployments if d.model == model and d.id not in refused]


def _no_deployment(candidates: Candidates, load: StageLoad) -> ShortfallNote:
    weak = _rack_power(candidates, load)
    if weak is not None:
        return weak
    workload = candidates.workload_of(load)
    mine = [r for r in candidates.rejected if r.workload in {workload.name, None}]
    path, value, remedy = _switch(load, mine)
    return ShortfallNote(
        constraint="no_deployment",
        subject=workload.name,
        missing=None,
        unit="",
        text=(
            f"{workload.name}: no deployment may serve {workload.model}. "
            f"{_why(candidates, workload.model, mine)}"
        ),
        remedy=remedy,
        path=path,
        value=value,
    )


def _why(candidates: Candidates, model: str, rejected: list[Rejection]) -> str:
    if not rejected and candidates.demand.deployments is not None:
        return f"None of the deployments that the demand names is of {model}."
    if not rejected:
        return f"None for {model} is in the demand or the catalog."
    by_reason: dict[str, list[Rejection]] = {}
    for item in rejected:
        by_reason.setdefault(item.reason, []).append(item)
    parts = [
        f"{items[0].deployment}{f' (and {len(items) - 1} like it)' if len(items) > 1 else ''}: "
        f"{items[0].text}"
        for items in by_reason.values()
    ]
    return " ".join(parts[:3])


def _switch(load: StageLoad, rejected: list[Rejection]) -> tuple[str, bool | str | None, str]:
    """The setting that would let one of them in, where there is one."""
    reasons = {item.reason for item in rejected}
    if "metric_not_measured" in reasons:
        remedy = "Measure the percentile, or let a lower one stand in for it (that warns)."
        return "policy.missing_percentile", "use_lower", remedy
    if "shape_not_covered" in reasons:
        remedy = "Measure the shape, or allow the token rate of an unlike one (that warns)."
        return "policy.allow_shape_mismatch", True, remedy
    if reasons == {"context_beyond_model"}:
        most = max(item.best or 0 for item in rejected)
        remedy = f"Shorten input and output to {most:,.0f} tokens together, or take another model."
        return f"workloads[{load.workload}]", None, remedy
    remedy = (
        "Bring a deployment with curves of this model and shape (`planner profiles import`), "
        "or loosen what rejects those there are."
    )
    return f"workloads[{load.workload}]", None, remedy


def _slo(candidates: Candidates, load: StageLoad, item: Relaxed, deployment: str) -> ShortfallNote:
    name = candidates.workload_of(load).name
    limit, unit, scale = item.limit, "ms", Fraction(1)
    if limit.metric == "task_ms":
        unit, scale = "s", Fraction(1, 1000)
    promised, reached, allowed = (
        float(x * scale) for x in (limit.limit_ms, item.reached, item.allowed)
    )
    at = f" at concurrency {float(item.at_concurrency):g}" if item.at_concurrency else ""
    path, value = _slo_place(load, item)
    return ShortfallNote(
        constraint="slo",
        subject=name,
        missing=reached - promised,
        unit=unit,
        text=(
            f"{name}: no deployment reaches {limit.metric} {limit.percentile} <= {promised:,.6g} "
            f"{unit}; "
            f"the nearest is {reached:,.6g} {unit}{at} on {deployment}."
        ),
        remedy=(
            f"Allow {limit.metric} {limit.percentile} of {allowed:,.6g} {unit}, or bring a faster "
            "deployment."
        ),
        path=path,
        value=value,
    )


def _slo_place(load: StageLoad, item: Relaxed) -> tuple[str, float]:
    at, metric, percentile = f"workloads[{load.workload}]", item.limit.metric, item.limit.percentile
    if metric == "task_ms":
        return f"{at}.task_s.{percentile}", float(item.allowed / 1000)
    if metric == "time_to_first_audio_ms":
        return f"{at}.{metric}.{percentile}", float(item.allowed)
    if metric == "keeping_up_tpot_ms":
        return f"{at}.tokens_per_audio_s", floor(1_000_000 / item.allowed) / 1000
    if metric == "first_audio_ms":
        return f"{at}.{'asr_ms' if load.stage == 'asr' else 'tts_first_audio_ms'}", float(
            item.allowed
        )
    return f"{at}.slo.{metric}.{percentile}", float(item.allowed)


def _site(candidates: Candidates, item: Shortfall) -> tuple[str, str]:
    """The name of the site that a shortfall is about, and its place in the demand."""
    name = candidates.problem.sites[item.subject[-1]]
    order = [site.name for site in candidates.demand.sites]
    return name, f"sites[{order.index(name)}]"


def _site_power(candidates: Candidates, item: Shortfall) -> ShortfallNote:
    name, at = _site(candidates, item)
    missing, needed = _up(item.missing / 10**6), _up(item.needed / 10**6)
    return ShortfallNote(
        constraint="site_power",
        subject=f"site {name}",
        missing=missing,
        unit="MW",
        text=f"site {name}: facility power short by {missing:,.6g} MW.",
        remedy=f"Raise the power cap of {name} to {needed:,.6g} MW.",
        path=f"{at}.power_cap_megawatts",
        value=needed,
    )


def _site_racks(candidates: Candidates, item: Shortfall) -> ShortfallNote:
    name, at = _site(candidates, item)
    return ShortfallNote(
        constraint="site_racks",
        subject=f"site {name}",
        missing=ceil(item.missing),
        unit="racks",
        text=f"site {name}: {ceil(item.missing):,} rack positions are missing.",
        remedy=f"Give {name} {ceil(item.needed):,} rack positions.",
        path=f"{at}.racks",
        value=ceil(item.needed),
    )


def _stock(candidates: Candidates, item: Shortfall) -> ShortfallNote:
    name, at = _site(candidates, item)
    hardware = candidates.problem.hardware[item.subject[0]].id
    return ShortfallNote(
        constraint="stock",
        subject=f"{hardware} at {name}",
        missing=ceil(item.missing),
        unit="chips",
        text=(
            f"site {name}: {ceil(item.missing):,} provisioned chips of {hardware} are missing in "
            "stock."
        ),
        remedy=f"Get {ceil(item.needed):,} chips of {hardware} at {name}.",
        path=f"{at}.stock.{hardware}",
        value=ceil(item.needed),
    )


def _budget(candidates: Candidates, item: Shortfall) -> ShortfallNote:
    del candidates
    return ShortfallNote(
        constraint="budget",
        subject="budget",
        missing=_up(item.missing, 2),
        unit="USD/year",
        text=f"The budget is short by {float(item.missing):,.0f} USD a year.",
        remedy=f"Raise the budget to {_up(item.needed, 2):,.2f} USD a year.",
        path="policy.budget_usd_per_year",
        value=_up(item.needed, 2),
    )


def _max_pools(candidates: Candidates, item: Shortfall) -> ShortfallNote:
    del candidates
    return ShortfallNote(
        constraint="max_pools",
        subject="pools",
        missing=ceil(item.missing),
        unit="pools",
        text=f"{ceil(item.missing)} more pools are needed.",
        remedy=f"Allow {ceil(item.needed)} pools.",
        path="policy.max_pools",
        value=ceil(item.needed),
    )


def _site_loss(candidates: Candidates, item: Shortfall) -> ShortfallNote:
    load, lost = (
        candidates.problem.loads[item.subject[0]],
        candidates.problem.sites[item.subject[-1]],
    )
    return ShortfallNote(
        constraint="site_loss",
        subject=load.name,
        missing=float(item.missing),
        unit="requests/s",
        text=(
            f"After the loss of {lost}, {rate(float(item.missing))} requests/s of {load.name} "
            "have no place."
        ),
        remedy=(
            "Add a site, let the workload run at another one, or do not ask to survive a site loss."
        ),
        path="policy.survive_site_loss",
        value=False,
    )


_COUNT: Final[dict[type, str]] = {
    UsersWorkload: "active_users",
    AgentWorkload: "tasks_per_s",
    VoiceWorkload: "concurrent_sessions",
}


def _demand(candidates: Candidates, item: Shortfall) -> ShortfallNote:
    load = candidates.loads[item.subject[0]]
    workload = candidates.workload_of(load)
    name = _COUNT.get(type(workload), "requests_per_s")
    carried = Fraction(str(getattr(workload, name))) * item.needed / load.peak
    value = floor(carried * 10**6) / 10**6
    return ShortfallNote(
        constraint="demand",
        subject=workload.name,
        missing=float(item.missing),
        unit="requests/s" if load.stage == "serve" else "streams",
        text=(
            f"{workload.name}: {rate(float(item.missing))} of {rate(float(load.peak))} requests/s "
            "at the peak "
            "find no place within the limits."
        ),
        remedy=(
            f"Lower {name} to {value:,.6g}, give the sites more room, or allow another deployment."
        ),
        path=f"workloads[{load.workload}].{name}",
        value=value,
    )


_LIMITS: Final[dict[str, Callable[[Candidates, Shortfall], ShortfallNote]]] = {
    "site_power": _site_power,
    "site_racks": _site_racks,
    "stock": _stock,
    "budget": _budget,
    "max_pools": _max_pools,
    "site_loss": _site_loss,
    "demand": _demand,
}


def _up(value: Fraction, digits: int = 6) -> float:
    """Rounded up, so that the remedy is enough."""
    return ceil(value * 10**digits) / 10**digits
