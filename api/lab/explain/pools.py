"""Counts of each pool: replicas, spares, chips, nodes, requests in flight, and how busy it is."""

from collections.abc import Iterator
from fractions import Fraction

from api.lab.explain.parts import Explained, Line, aside, line
from api.lab.explain.routes import unit_of
from planner.quote import PoolPart, Quote
from planner.report.busy import busy_in, chips_of, deployment_of
from planner.report.pools import nodes_alone


def figures(quote: Quote) -> Iterator[Explained]:
    """Of each pool."""
    for number, pool in enumerate(quote.pools):
        path, curve = f"pools[{number}]", (f"deployment:{pool.deployment}",)
        yield replicas_of(quote, number, pool)
        yield Explained(
            f"{path}.spare_replicas",
            f"Spare replicas of {pool.id}",
            pool.spare_replicas,
            "replicas",
            "as the policy asks of each pool in use",
            (line(f"{pool.id}: ", pool.spare_replicas, " spare"),),
            notes=("no_redundancy",),
        )
        yield Explained(
            f"{path}.chips",
            f"Chips of {pool.id}",
            pool.chips,
            "chips",
            "replicas × chips of one replica",
            (chips_line(quote, pool),),
            curve,
        )
        yield from _nodes(quote, path, pool)
        yield from _cap(path, pool)
        yield from _busy(quote, path, pool)


def replicas_of(quote: Quote, number: int, pool: PoolPart) -> Explained:
    """Working and spare, with the rate that each load needs them at."""
    worked: list[Line] = []
    for busy in busy_in(quote, pool):
        route, factor = busy.route, float(1 + busy.load.headroom)
        rate = float(Fraction(route.rate_per_replica))
        head = (f"{busy.workload} on {pool.deployment}: ", route.requests_per_s)
        terms = (f" {unit_of(route)}", " × ", factor, " ÷ ", rate, " a replica = ")
        worked.append(line(*head, *terms, float(busy.required)))
        worked.append(aside("rate: ", route.derivation))
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


def chips_line(quote: Quote, pool: PoolPart) -> Line:
    """Replicas times chips."""
    entry = deployment_of(quote, pool.deployment)
    head = (f"{pool.id}: ", pool.replicas, " replicas × ", entry.chips, " chips = ")
    return line(*head, pool.chips, " chips")


def _nodes(quote: Quote, path: str, pool: PoolPart) -> Iterator[Explained]:
    if pool.nodes is None:
        return
    worked: list[Line] = []
    for name, chips in chips_of(quote, pool):
        entry = next(h for h in quote.inputs.hardware if h.id == name)
        alone = nodes_alone(pool.replicas, chips, entry)
        head = (f"{name}: ", pool.replicas, " replicas of ", chips, " chips, ")
        worked.append(line(*head, entry.chips_per_node, " chips a node: ", alone, " nodes"))
    yield Explained(
        f"{path}.nodes",
        f"Nodes of {pool.id}",
        pool.nodes,
        "nodes",
        "as many as its replicas would fill with nothing beside them",
        tuple(worked),
        tuple(f"hardware:{name}" for name in pool.hardware),
    )


def _cap(path: str, pool: PoolPart) -> Iterator[Explained]:
    if pool.concurrency_cap is not None:
        yield Explained(
            f"{path}.concurrency_cap",
            f"Requests in flight in {pool.id}",
            pool.concurrency_cap,
            "a replica",
            "at most what keeps every promise of all that it serves, and never beyond what was "
            "measured",
            (line(pool.concurrency_cap, " in flight in each replica"),),
            (f"deployment:{pool.deployment}",),
        )


def _busy(quote: Quote, path: str, pool: PoolPart) -> Iterator[Explained]:
    if pool.utilization_fraction is None:
        return
    terms: list[Line] = []
    for busy in busy_in(quote, pool):
        rate = float(Fraction(busy.route.rate_per_replica))
        head = (f"{busy.workload}: ", busy.route.requests_per_s, " ÷ ", rate, " = ")
        terms.append(line(*head, float(busy.replicas), " replicas busy"))
    working = pool.replicas - pool.spare_replicas
    whole = line("of ", working, " working replicas: ", pool.utilization_fraction)
    yield Explained(
        f"{path}.utilization_fraction",
        f"Utilization of {pool.id}",
        pool.utilization_fraction,
        "1",
        "load at the peak, without headroom ÷ what the working replicas can carry",
        (*terms, whole),
        (f"deployment:{pool.deployment}",),
    )
