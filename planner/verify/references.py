"""Whether a quote can be followed at all: every name resolves, every exact number can be read."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from planner.quote import Check, LossRoute, Quote, Route
from planner.verify.checking import claim
from planner.verify.loads import loads_of

_DECIMAL: Final = re.compile(r"\d{1,40}(\.\d{1,400})?", re.ASCII)
_SHARE: Final = re.compile(r"\d{1,2000}(/0*[1-9]\d{0,2000}|\.\d{1,400})?", re.ASCII)
_ZERO: Final = re.compile(r"[0.]+")


def references(quote: Quote) -> Check:
    """One check; without it no other rule can be read."""
    faults = [*_inputs(quote), *_parts(quote), *_routes(quote), *_losses(quote), *_counts(quote)]
    left = faults[0] if faults else "every name resolves, every number can be read"
    return claim("references", left, f"{len(faults)} faults", holds=not faults)


def _inputs(quote: Quote) -> Iterator[str]:
    yield from _twice("inputs.deployments", (entry.id for entry in quote.inputs.deployments))
    yield from _twice("inputs.hardware", (entry.id for entry in quote.inputs.hardware))
    yield from _twice("inputs.models", (entry.id for entry in quote.inputs.models))
    yield from _twice("inputs.prices", (price.hardware for price in quote.inputs.prices))
    known = {entry.id for entry in quote.inputs.hardware}
    for deployment in quote.inputs.deployments:
        yield from _unknown(f"deployment {deployment.id}", deployment.chips_by_hardware, known)


def _parts(quote: Quote) -> Iterator[str]:
    deployments = {entry.id for entry in quote.inputs.deployments}
    sites = {site.name for site in quote.demand.sites}
    shown = {site.name for site in quote.sites}
    yield from _twice("pools", (pool.id for pool in quote.pools))
    for pool in quote.pools:
        yield from _unknown(f"pool {pool.id}", [pool.deployment], deployments)
        yield from _unknown(f"pool {pool.id}", [pool.site], sites & shown)
    yield from _twice("sites", (site.name for site in quote.sites))
    yield from _unknown("sites", shown, sites)
    hardware = {entry.id for entry in quote.inputs.hardware}
    for site in quote.sites:
        named = {*site.nodes, *site.chips, *site.rented_nodes, *site.spare_nodes}
        yield from _unknown(f"site {site.name}", sorted(named), hardware)


def _routes(quote: Quote) -> Iterator[str]:
    asked = [workload.name for workload in quote.demand.workloads]
    given = [workload.name for workload in quote.workloads]
    if Counter(asked) != Counter(given):
        yield "the workloads of the quote are not those of the demand"
    stages = {load.key for load in loads_of(quote.demand)}
    pools = {pool.id for pool in quote.pools}
    for workload in quote.workloads:
        keys = [(route.stage, route.pool) for route in workload.routes]
        yield from _twice(f"routes of {workload.name}", keys)
        yield from _unreadable(workload.routes, pools)
        for route in workload.routes:
            if (workload.name, route.stage) not in stages:
                yield f"{workload.name} has no stage {route.stage}"
            rate, per_token = route.rate_per_replica, _per_token(route)
            if not _DECIMAL.fullmatch(rate) or _is_zero(rate):
                yield f"{workload.name}: the rate {rate[:40]!r} is not above 0"
            if not all(_DECIMAL.fullmatch(text) for text in per_token):
                yield f"{workload.name}: {per_token} are no exact decimals"


def _per_token(route: Route) -> list[str]:
    told = route.rate.replica_s_per_uncached_input_token, route.rate.replica_s_per_output_token
    return [text for text in told if text is not None]


def _losses(quote: Quote) -> Iterator[str]:
    yield from _twice("site_losses", (loss.site for loss in quote.site_losses))
    yield from _unknown(
        "site_losses",
        (loss.site for loss in quote.site_losses),
        {site.name for site in quote.demand.sites},
    )
    stages = {load.key for load in loads_of(quote.demand)}
    pools = {pool.id for pool in quote.pools}
    for loss in quote.site_losses:
        keys = [(route.workload, route.stage, route.pool) for route in loss.routes]
        yield from _twice(f"routes after the loss of {loss.site}", keys)
        yield from _unreadable(loss.routes, pools)
        for route in loss.routes:
            if (route.workload, route.stage) not in stages:
                yield f"after the loss of {loss.site}: {route.workload} has no stage {route.stage}"


def _unreadable(routes: Iterable[Route | LossRoute], pools: set[str]) -> Iterator[str]:
    for route in routes:
        if route.pool not in pools:
            yield f"a route names {route.pool}, which is not there"
        if not _SHARE.fullmatch(route.share):
            yield f"the share {route.share[:40]!r} is not an exact fraction"


def _counts(quote: Quote) -> Iterator[str]:
    for pool in quote.pools:
        if not 0 <= pool.spare_replicas <= pool.replicas:
            yield f"pool {pool.id}: {pool.spare_replicas} spare of {pool.replicas} replicas"
    for site in quote.sites:
        for name in ("nodes", "chips", "rented_nodes", "spare_nodes"):
            for hardware, count in getattr(site, name).items():
                if count < 0:
                    yield f"site {site.name}: {count} {name} of {hardware}"


def _twice(where: str, names: Iterable[object]) -> Iterator[str]:
    for name, times in Counter(names).items():
        if times > 1:
            yield f"{where}: {name} stands {times} times"


def _unknown(where: str, names: Iterable[str], known: set[str]) -> Iterator[str]:
    for name in names:
        if name not in known:
            yield f"{where} names {name}, which is not there"


def _is_zero(text: str) -> bool:
    return _ZERO.fullmatch(text) is not None
