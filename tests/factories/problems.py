"""The smallest right fleet problems; a test overrides what it is about."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from planner.problem import FleetProblem, Hardware, Load, Offer, Part, Pool, Service

NODE_USD = 100_000


def exact(value: Any) -> Fraction:
    """Read a decimal exactly: 0.7 is 7/10."""
    return Fraction(str(value))


def load(peak: Any = 10, headroom: Any = 0, name: str = "chat") -> Load:
    return Load(name, exact(peak), exact(headroom))


def pool(chips: int = 8, site: int = 0, hardware: int = 0, name: str = "d") -> Pool:
    return Pool(f"{name}@{site}", name, None, site, (Part(hardware, chips),))


def node(chips: int = 8, domain: int | None = None, per_unit: int = 1) -> Hardware:
    return Hardware("h", chips, domain or chips, per_unit)


def owned(hardware: int = 0, site: int = 0, usd: Any = NODE_USD) -> Offer:
    return Offer(hardware, site, is_owned=True, weight=exact(usd), usd_per_year=exact(usd))


def rented(hardware: int = 0, site: int = 0, usd: Any = 2 * NODE_USD) -> Offer:
    return Offer(hardware, site, is_owned=False, weight=exact(usd), usd_per_year=exact(usd))


def problem(
    loads: Sequence[Load] = (load(),),
    pools: Sequence[Pool] = (pool(),),
    rates: Sequence[Sequence[Any]] = ((1,),),
    **more: Any,
) -> FleetProblem:
    """One load of 10 requests/s on replicas of one node and 1 request/s: ten nodes.

    `rates[load][pool]` is requests/s of one replica, 0 where the pool may not serve the load.
    """
    sites = 1 + max(p.site for p in pools)
    kinds = 1 + max(part.hardware for p in pools for part in p.parts)
    more.setdefault("hardware", tuple(node() for _ in range(kinds)))
    more.setdefault("sites", tuple(f"site {s}" for s in range(sites)))
    places = sorted({(part.hardware, p.site) for p in pools for part in p.parts})
    more.setdefault("offers", tuple(owned(h, s) for h, s in places))
    more.setdefault("services", services(rates))
    return FleetProblem(loads=tuple(loads), pools=tuple(pools), **more)


def services(rates: Sequence[Sequence[Any]]) -> tuple[Service, ...]:
    return tuple(
        Service(w, p, exact(rate))
        for w, row in enumerate(rates)
        for p, rate in enumerate(row)
        if rate
    )
