"""Counts of the fleet: replicas, chips, nodes, and how busy the replicas are."""

from collections.abc import Iterator
from fractions import Fraction

from api.lab.explain.parts import Explained, Line, line
from planner.quote import PoolPart, Quote, Route, SitePart, Totals
from planner.units import exact

type Carried = list[tuple[str, Fraction, Route]]
"""(workload, 1 + headroom, route) of a pool."""


def figures(quote: Quote, totals: Totals) -> Iterator[Explained]:
    """Of the fleet, and of each pool and site."""
    replicas = [_replicas(quote, n, pool) for n, pool in enumerate(quote.pools)]
    curves = tuple(dict.fromkeys(f"deployment:{pool.deployment}" for pool in quote.pools))
    hardware = tuple(dict.fromkeys(f"hardware:{h}" for pool in quote.pools for h in pool.hardware))
    yield Explained(
        "totals.replicas",
        "Replicas",
        totals.replicas,
        "replicas",
        "for each pool: demand with headroom ÷ rate of one replica, rounded up, and spares",
        tuple(line for each in replicas for line in each.worked),
        curves,
        ("headroom", "no_redundancy"),
    )
    yield Explained(
        "totals.chips",
        "Chips in replicas",
        totals.chips,
        "chips",
        "for each pool: replicas × chips of one replica",
        tuple(_chips(quote, pool) for pool in quote.pools),
        curves,
    )
    yield Explained(
        "totals.provisioned_chips",
        "Chips provisioned",
        totals.provisioned_chips,
        "chips",
        "nodes paid for × chips of one node",
        tuple(_provisioned(quote)),
        hardware,
    )
    yield Explained(
        "totals.nodes",
        "Nodes",
        totals.nodes,
        "nodes",
        "as many as hold the replicas, none of which straddles two fabrics, and spare nodes",
        tuple(each for site in quote.sites for each in _nodes(quote, site)),
        hardware,
    )
    yield from replicas
    for number, pool in enumerate(quote.pools):
        yield from _busy(quote, number, pool)


def _carried(quote: Quote, pool: PoolPart) -> Carried:
    return [
        (workload.name, 1 + exact(workload.headroom), route)
        for workload in quote.workloads
        for route in workload.routes
        if route.pool == pool.id
    ]


def _replicas(quote: Quote, number: int, pool: PoolPart) -> Explained:
    carried = _carried(quote, pool)
    worked: list[Line] = []
    for name, factor, route in carried:
        unit = " requests/s" if route.stage == "serve" else " streams"
        rate = float(Fraction(route.rate_per_replica))
        needed = float(factor * exact(route.requests_per_s) / Fraction(route.rate_per_replica))
        terms = (route.requests_per_s, unit, " × ", float(factor), " ÷ ", rate, " a replica = ")
        worked.append(line(f"{name} on {pool.deployment}: ", *terms, needed))
        worked.append(line("    rate: ", route.derivation))
    working = pool.replicas - pool.spare_replicas
    worked.append(
        line(f"{pool.id}: ", working, " working + ", pool.spare_replicas, " spare = ")
        + line(pool.replicas, " replicas")
    )
    return Explained(
        f"pools[{number}].replicas",
        f"Replicas of {pool.id}",
        pool.replicas,
        "replicas",
        "load × (1 + headroom) ÷ rate of one replica, rounded up, and spares; more where a site "
        "may be lost",
        tuple(worked),
        (f"deployment:{pool.deployment}",),
        ("headroom",),
    )


def _chips(quote: Quote, pool: PoolPart) -> Line:
    entry = next(d for d in quote.inputs.deployments if d.id == pool.deployment)
    head = (f"{pool.id}: ", pool.replicas, " replicas × ", entry.chips, " chips = ")
    return line(*head, pool.chips, " chips")


def _provisioned(quote: Quote) -> Iterator[Line]:
    per_node = {entry.id: entry.chips_per_node for entry in quote.inputs.hardware}
    for site in quote.sites:
        for name, nodes in site.nodes.items():
            if nodes:
                head = (f"{name} at {site.name}: ", nodes, " nodes × ", per_node[name], " chips = ")
                yield line(*head, site.chips[name], " chips")


def _nodes(quote: Quote, site: SitePart) -> Iterator[Line]:
    for name, nodes in site.nodes.items():
        if not nodes:
            continue
        pools = [p for p in quote.pools if p.site == site.name and name in p.hardware]
        chips = sum(p.chips for p in pools if len(p.hardware) == 1)
        entry = next(h for h in quote.inputs.hardware if h.id == name)
        spare = site.spare_nodes.get(name, 0)
        held = (chips, " chips in replicas, ", entry.chips_per_node, " chips a node: ")
        yield line(f"{name} at {site.name}: ", *held, nodes, " nodes, of which ", spare, " spare")


def _busy(quote: Quote, number: int, pool: PoolPart) -> Iterator[Explained]:
    yield Explained(
        f"pools[{number}].chips",
        f"Chips of {pool.id}",
        pool.chips,
        "chips",
        "replicas × chips of one replica",
        (_chips(quote, pool),),
        (f"deployment:{pool.deployment}",),
    )
    if pool.utilization_fraction is None:
        return
    terms: list[Line] = []
    for name, _, route in _carried(quote, pool):
        rate = Fraction(route.rate_per_replica)
        busy = float(exact(route.requests_per_s) / rate)
        head = (f"{name}: ", route.requests_per_s, " ÷ ", float(rate), " = ")
        terms.append(line(*head, busy, " replicas busy"))
    working = pool.replicas - pool.spare_replicas
    whole = line("of ", working, " working replicas: ", pool.utilization_fraction)
    yield Explained(
        f"pools[{number}].utilization_fraction",
        f"Utilization of {pool.id}",
        pool.utilization_fraction,
        "1",
        "load at the peak, without headroom ÷ what the working replicas can carry",
        (*terms, whole),
        (f"deployment:{pool.deployment}",),
    )
