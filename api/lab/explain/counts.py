"""Counts of the fleet: replicas, chips, nodes, racks, and which of them are spare or rented."""

from collections.abc import Callable, Iterator
from typing import Final

from api.lab.explain.parts import Explained, Line, line
from api.lab.explain.pools import chips_line, replicas_of
from api.lab.explain.sites import nodes_line, provisioned_line, racks_lines
from planner.quote import Quote, SitePart, Totals


def figures(quote: Quote, totals: Totals) -> Iterator[Explained]:
    """Of the whole fleet."""
    replicas = [replicas_of(quote, n, pool) for n, pool in enumerate(quote.pools)]
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
        tuple(chips_line(quote, pool) for pool in quote.pools),
        curves,
    )
    yield Explained(
        "totals.provisioned_chips",
        "Chips provisioned",
        totals.provisioned_chips,
        "chips",
        "nodes paid for × chips of one node",
        tuple(_each(quote, provisioned_line)),
        hardware,
    )
    yield Explained(
        "totals.nodes",
        "Nodes",
        totals.nodes,
        "nodes",
        "as many as hold the replicas, none of which straddles two fabrics, and spare nodes",
        tuple(_each(quote, nodes_line)),
        hardware,
    )
    yield from _some(quote, totals)
    if totals.racks is not None:
        yield Explained(
            "totals.racks",
            "Racks",
            totals.racks,
            "racks",
            "for each hardware at each site: nodes ÷ nodes that a rack takes, rounded up",
            tuple(each for site in quote.sites for each in racks_lines(quote, site)),
            hardware,
        )


def _some(quote: Quote, totals: Totals) -> Iterator[Explained]:
    yield Explained(
        "totals.spare_replicas",
        "Spare replicas",
        totals.spare_replicas,
        "replicas",
        "as the policy asks of each pool in use",
        tuple(line(f"{pool.id}: ", pool.spare_replicas, " spare") for pool in quote.pools),
        notes=("no_redundancy",),
    )
    for key, name, formula in _SOME:
        yield Explained(
            f"totals.{key}",
            name,
            getattr(totals, key),
            "nodes",
            formula,
            tuple(
                line(f"{hardware} at {site.name}: ", nodes, " nodes")
                for site in quote.sites
                for hardware, nodes in getattr(site, key).items()
            ),
        )


_SOME: Final = (
    ("spare_nodes", "Spare nodes", "as the policy asks of each hardware in use at a site"),
    ("rented_nodes", "Rented nodes", "those that are cheaper to rent, or that the policy rents"),
)


def _each(quote: Quote, term: Callable[[Quote, SitePart, str], Line]) -> Iterator[Line]:
    for site in quote.sites:
        for name, nodes in site.nodes.items():
            if nodes:
                yield term(quote, site, name)
