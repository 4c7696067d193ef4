"""After the loss of any one site the others carry the peak, spares included."""

from collections.abc import Iterator
from fractions import Fraction

from planner.quote import Check, SiteLoss
from planner.units import stated
from planner.verify.case import Case, Key
from planner.verify.checking import agrees, at_most, claim
from planner.verify.numbers import exact
from planner.verify.plan import Refused
from planner.verify.routing import Routing, Shares, settled


class _Unsound(Exception):
    """A stated routing that is none."""


def site_loss_checks(case: Case) -> Iterator[Check]:
    r"""Rule `site_loss` of each site; of its pools the fullest one is shown.

    $$\sum_w \frac{r_w (1 + h) x^f_{wp}}{\mu_{wp}} \le n_p + k_p \quad [\text{replicas}]$$
    """
    if not case.policy.survive_site_loss or not any(load.peak for load in case.loads.values()):
        return
    losses = {loss.site: loss for loss in case.quote.site_losses}
    for site in case.sites:
        rule = f"site_loss.{site}"
        try:
            shares = _stated(case, site, losses.get(site))
            routing = _without(case, site, shares)
            _check_requests(case, losses.get(site))
            yield _fullest(rule, routing)
        except _Unsound as fault:
            yield claim(rule, str(fault), "a routing over the other sites", holds=False)


def _fullest(rule: str, routing: Routing) -> Check:
    slacks = {
        pool: (routing.capacities[pool] - used, used) for pool, used in settled(routing).items()
    }
    slack, used = min(slacks.values())
    return at_most(rule, used, used + slack)


def _stated(case: Case, site: str, loss: SiteLoss | None) -> dict[Key, dict[str, Fraction]]:
    """Shares after a loss; a site that carries nothing needs none, those of the peak remain."""
    if loss is None:
        if any(pool.site == site for pool in case.quote.pools):
            raise _Unsound("no routing is stated")
        return case.shares
    shares: dict[Key, dict[str, Fraction]] = {}
    for route in loss.routes:
        key: Key = (route.workload, route.stage)
        shares.setdefault(key, {})[route.pool] = Fraction(route.share)
    return shares


def _without(case: Case, site: str, shares: dict[Key, dict[str, Fraction]]) -> Routing:
    remaining = {pool.id: pool.replicas for pool in case.quote.pools if pool.site != site}
    if not remaining:
        raise _Unsound("no pool remains")
    for key, load in case.loads.items():
        _check_shares(load.label, shares.get(key, {}), remaining, is_needed=load.peak > 0)
    factor = 1 + exact(case.policy.site_loss_headroom)
    return Routing(_busy(case, shares, remaining, factor), shares, remaining)


def _check_requests(case: Case, loss: SiteLoss | None) -> None:
    """Stated requests/s are what the stated shares come to."""
    for route in loss.routes if loss else ():
        carried = case.loads[route.workload, route.stage].peak * Fraction(route.share)
        if not agrees(route.requests_per_s, carried):
            told = f"{route.requests_per_s:g} requests/s of {route.workload} in {route.pool}"
            raise _Unsound(f"{told} are {float(carried):g} by their share")


def _check_shares(
    label: str, shares: dict[str, Fraction], remaining: dict[str, int], *, is_needed: bool
) -> None:
    if not shares.keys() <= remaining.keys():
        raise _Unsound(f"{label} is routed to the lost site")
    total = sum(shares.values(), Fraction(0))
    if total != 1 and (is_needed or shares):
        raise _Unsound(f"shares of {label} add up to {float(total):.12g}")
    if is_needed and not any(remaining[pool] for pool in shares):
        raise _Unsound(f"nobody serves {label}")


def _busy(
    case: Case, shares: Shares, remaining: dict[str, int], factor: Fraction
) -> dict[Key, dict[str, Fraction]]:
    """Replicas that each load would keep busy: in the stated pools, and in those of the peak."""
    busy: dict[Key, dict[str, Fraction]] = {}
    for key, by_pool in shares.items():
        options = [*by_pool, *(p for p in case.shares.get(key, {}) if p not in by_pool)]
        carried = case.loads[key].peak * factor
        busy[key] = {p: carried / _rate(case, key, p) for p in options if p in remaining}
    return busy


def _rate(case: Case, key: Key, pool: str) -> Fraction:
    """As stated for the peak, else reckoned and stated in the same way."""
    told = case.rates.get((key, pool))
    if told is not None:
        return told
    rate = case.book.rate(case.loads[key], case.pools[pool])
    if isinstance(rate, Refused):
        raise _Unsound(f"{case.loads[key].label} in {pool}: {rate.reason}")
    return Fraction(stated(rate))
