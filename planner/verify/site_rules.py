"""What stands at a site holds its replicas, has its spare nodes, and can be had there."""

from collections.abc import Iterator

from planner.quote import Check, SitePart
from planner.verify.bins import Room, SearchTooLong, fits
from planner.verify.case import Case
from planner.verify.checking import at_most, claim, equal


def site_checks(case: Case) -> Iterator[Check]:
    """The rules of each kind of hardware at each site."""
    for part in case.quote.sites:
        packed = replicas_by_hardware(case, part.name)
        for kind in sorted({*packed, *part.nodes, *part.chips}):
            name = f"{part.name}/{kind}"
            yield _provisioned(case, part, kind, name)
            yield _packing(case, part, kind, packed.get(kind, {}))
            is_used = bool(packed.get(kind))
            needed = case.policy.spare_nodes_per_site if is_used else 0
            yield equal(f"spare_nodes.{name}", part.spare_nodes.get(kind, 0), needed)
            yield from _purchase(case, part, kind, name)
            stock = case.sites[part.name].stock
            if stock is not None:
                yield at_most(f"stock.{name}", provisioned(case, part, kind), stock.get(kind, 0))


def replicas_by_hardware(case: Case, site: str) -> dict[str, dict[int, int]]:
    """Replicas at a site by hardware and by the chips that one needs of it."""
    table: dict[str, dict[int, int]] = {}
    for pool in case.quote.pools:
        if pool.site == site:
            for kind, chips in case.deployment_of(pool.id).chips_by_hardware.items():
                sizes = table.setdefault(kind, {})
                sizes[chips] = sizes.get(chips, 0) + pool.replicas
    return table


def provisioned(case: Case, part: SitePart, kind: str) -> int:
    """Chips in the nodes at a site."""
    return part.nodes.get(kind, 0) * case.hardware[kind].chips_per_node


def owned_nodes(part: SitePart, kind: str) -> int:
    """Nodes that are bought."""
    return part.nodes.get(kind, 0) - part.rented_nodes.get(kind, 0)


def _provisioned(case: Case, part: SitePart, kind: str, name: str) -> Check:
    """Provisioned chips = nodes × chips per node; rented and spare nodes are among the nodes."""
    nodes = part.nodes.get(kind, 0)
    for among in ("rented_nodes", "spare_nodes"):
        count = getattr(part, among).get(kind, 0)
        if count > nodes:
            return at_most(f"provisioned.{name}", count, nodes)
    return equal(f"provisioned.{name}", part.chips.get(kind, 0), provisioned(case, part, kind))


def _packing(case: Case, part: SitePart, kind: str, replicas: dict[int, int]) -> Check:
    """Whole replicas in whole scale-up domains, in the nodes that are no spares."""
    hardware, nodes = case.hardware[kind], part.nodes.get(kind, 0)
    per_domain = hardware.domain_chips // hardware.chips_per_node
    is_fixed = hardware.purchase_unit == "rack" or per_domain == 1
    room = Room(
        node_chips=hardware.chips_per_node,
        domain_chips=hardware.domain_chips,
        nodes=nodes - part.spare_nodes.get(kind, 0),
        domains=nodes // per_domain if is_fixed else None,
    )
    try:
        holds, right = fits(replicas, room), f"{room.nodes} nodes of {room.node_chips} chips"
    except SearchTooLong:
        holds, right = False, "not proven: too many ways to pack"
    sizes = [f"{count} x {size}" for size, count in sorted(replicas.items(), reverse=True)]
    return claim(f"packing.{part.name}/{kind}", " + ".join(sizes) or "nothing", right, holds=holds)


def _purchase(case: Case, part: SitePart, kind: str, name: str) -> Iterator[Check]:
    """Bought or rented as the policy says, in whole racks where the rack is the unit."""
    owned, rented = owned_nodes(part, kind), part.rented_nodes.get(kind, 0)
    if case.policy.acquisition == "own":
        yield equal(f"acquisition.{name}", rented, 0)
    elif case.policy.acquisition == "rent":
        yield equal(f"acquisition.{name}", owned, 0)
    hardware = case.hardware[kind]
    if hardware.purchase_unit == "rack":
        per_rack = hardware.nodes_per_rack or 1
        yield equal(f"rack_purchase.{name}", owned % per_rack + rented % per_rack, 0)
