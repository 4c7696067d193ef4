"""What stands at each site: nodes, chips, racks, and which of them are spare or rented."""

from collections.abc import Iterator
from typing import Final

from api.lab.explain.parts import Explained, Line, line
from planner.quote import Quote, SitePart
from planner.report.busy import chips_of
from planner.report.lots import racks_at

_AMONG: Final = (
    ("rented_nodes", "rented", "those that are cheaper to rent, or that the policy rents"),
    ("spare_nodes", "spare", "as the policy asks of each hardware in use at a site"),
)
"""(field, word, why) of what some of the nodes are."""


def figures(quote: Quote) -> Iterator[Explained]:
    """Of each site, by hardware."""
    for number, site in enumerate(quote.sites):
        path = f"sites[{number}]"
        for name in site.nodes:
            yield from _of_hardware(quote, path, site, name)
        if site.racks is not None:
            yield Explained(
                f"{path}.racks",
                f"Racks at {site.name}",
                site.racks,
                "racks",
                "for each hardware: nodes ÷ nodes that a rack takes, rounded up",
                tuple(racks_lines(quote, site)),
                tuple(f"hardware:{name}" for name in site.nodes),
            )


def _of_hardware(quote: Quote, path: str, site: SitePart, name: str) -> Iterator[Explained]:
    about, hardware = f"{name} at {site.name}", (f"hardware:{name}",)
    yield Explained(
        f"{path}.nodes.{name}",
        f"Nodes: {about}",
        site.nodes[name],
        "nodes",
        "as many as hold the replicas, none of which straddles two fabrics, and spare nodes",
        (nodes_line(quote, site, name),),
        hardware,
    )
    yield Explained(
        f"{path}.chips.{name}",
        f"Chips provisioned: {about}",
        site.chips[name],
        "chips",
        "nodes paid for × chips of one node",
        (provisioned_line(quote, site, name),),
        hardware,
    )
    for key, word, why in _AMONG:
        counts: dict[str, int] = getattr(site, key)
        if name in counts:
            found = counts[name]
            yield Explained(
                f"{path}.{key}.{name}",
                f"{word.capitalize()} nodes: {about}",
                found,
                "nodes",
                why,
                (line(f"{about}: of ", site.nodes[name], " nodes ", found, f" are {word}"),),
                hardware,
            )


def provisioned_line(quote: Quote, site: SitePart, name: str) -> Line:
    """Nodes times chips."""
    per_node = next(h.chips_per_node for h in quote.inputs.hardware if h.id == name)
    head = (f"{name} at {site.name}: ", site.nodes[name], " nodes × ", per_node, " chips = ")
    return line(*head, site.chips[name], " chips")


def nodes_line(quote: Quote, site: SitePart, name: str) -> Line:
    """What the nodes hold."""
    pools = [p for p in quote.pools if p.site == site.name and name in p.hardware]
    chips = sum(
        pool.replicas * held for pool in pools for key, held in chips_of(quote, pool) if key == name
    )
    per_node = next(h.chips_per_node for h in quote.inputs.hardware if h.id == name)
    held = (chips, " chips in replicas, ", per_node, " chips a node; of which ")
    spare = (site.spare_nodes.get(name, 0), " spare: ")
    return line(f"{name} at {site.name}: ", *held, *spare, site.nodes[name], " nodes")


def racks_lines(quote: Quote, site: SitePart) -> Iterator[Line]:
    """Racks by hardware."""
    for name, found in racks_at(quote, site.name).items():
        head = (f"{name} at {site.name}: ", found.nodes, " nodes ÷ ", found.nodes_per_rack)
        yield line(*head, " a rack: ", found.racks, " racks")
