"""What is bought stays within a site's meter and floor, and the stated megawatts are right."""

from collections.abc import Iterator
from fractions import Fraction

from planner.entries import Hardware
from planner.quote import Check, SitePart
from planner.verify.case import Case
from planner.verify.checking import agrees, at_most, claim, number_text
from planner.verify.numbers import exact
from planner.verify.site_rules import owned_nodes


def power_checks(case: Case) -> Iterator[Check]:
    """Rules `site`, and where the site limits them `site_power`, `racks`, `rack_power`."""
    for part in case.quote.sites:
        yield _site(case, part)
        site = case.sites[part.name]
        if site.power_cap_megawatts is not None:
            cap_w = exact(site.power_cap_megawatts) * 10**6
            yield at_most(f"site_power.{part.name}", facility_w(case, part), cap_w)
        if site.racks is not None:
            yield at_most(f"racks.{part.name}", _positions(case, part), site.racks)
        yield from _rack_power(case, part)


def full_node_w(hardware: Hardware) -> Fraction:
    """A node at full load, W; of hardware bought by the rack its part of the rack."""
    if hardware.purchase_unit == "rack":
        return exact(hardware.rack_power_w or 0) / (hardware.nodes_per_rack or 1)
    return exact(hardware.node_power_w)


def it_w(case: Case, part: SitePart) -> Fraction:
    """IT power of the owned nodes, spares and network included, W."""
    network_w = exact(case.quote.inputs.costs.network_power_w_per_chip)
    return sum(
        (
            owned_nodes(part, kind) * (full_node_w(hardware) + network_w * hardware.chips_per_node)
            for kind, hardware in _kinds(case, part)
        ),
        Fraction(0),
    )


def facility_w(case: Case, part: SitePart) -> Fraction:
    """IT power × design PUE, W."""
    return it_w(case, part) * exact(case.sites[part.name].cap_pue)


def racks_of(case: Case, part: SitePart) -> set[int | None]:
    """Racks that may be stated: by space alone or by power too, of the owned nodes or of all.

    None, not known, where that is so of any hardware.
    """
    counts: set[int | None] = set()
    for nodes_of in (owned_nodes, _all_nodes):
        for by_power in (True, False):
            racks: int | None = 0
            for kind, hardware in _kinds(case, part):
                fitting = _nodes_in_a_rack(case, part, hardware, by_power=by_power)
                nodes = nodes_of(part, kind)
                if racks is not None and nodes:
                    racks = racks - (-nodes // max(fitting, 1)) if fitting is not None else None
            counts.add(racks)
    return counts


def _all_nodes(part: SitePart, kind: str) -> int:
    return part.nodes[kind]


def _kinds(case: Case, part: SitePart) -> Iterator[tuple[str, Hardware]]:
    for kind in part.nodes:
        yield kind, case.hardware[kind]


def _site(case: Case, part: SitePart) -> Check:
    """Megawatts, racks and PUEs are those of the demand and the nodes."""
    site = case.sites[part.name]
    racks = racks_of(case, part)
    if part.racks not in racks:
        right = " or ".join(str(count) for count in racks)
        return claim(f"site.{part.name}", f"racks {part.racks}", right, holds=False)
    pairs: tuple[tuple[str, float | None, Fraction | None], ...] = (
        ("it_megawatts", part.it_megawatts, it_w(case, part) / 10**6),
        ("facility_megawatts", part.facility_megawatts, facility_w(case, part) / 10**6),
        ("pue", part.pue, exact(site.pue)),
        ("design_pue", part.design_pue, exact(site.cap_pue)),
        ("power_cap_megawatts", part.power_cap_megawatts, _or_none(site.power_cap_megawatts)),
    )
    for name, told, true in pairs:
        if (told is None) != (true is None) or not agrees(told or 0, true or 0):
            right = number_text(true) if true is not None else "none"
            return claim(f"site.{part.name}", f"{name} {told}", right, holds=False)
    left = f"{number_text(part.facility_megawatts)} MW"
    return claim(f"site.{part.name}", left, "as its nodes", holds=True)


def _or_none(value: float | None) -> Fraction | None:
    return None if value is None else exact(value)


def _positions(case: Case, part: SitePart) -> int:
    """Rack positions that the owned nodes need, at the least."""
    positions = 0
    for kind, hardware in _kinds(case, part):
        if nodes := owned_nodes(part, kind):
            fitting = _nodes_in_a_rack(case, part, hardware, by_power=True)
            positions += 1 if fitting is None else -(-nodes // max(fitting, 1))
    return positions


def _nodes_in_a_rack(
    case: Case, part: SitePart, hardware: Hardware, *, by_power: bool
) -> int | None:
    """Nodes that one rack position takes, by space and by power; None where neither is known."""
    power_kw = case.sites[part.name].rack_power_kw
    limits = [] if hardware.nodes_per_rack is None else [hardware.nodes_per_rack]
    if by_power and power_kw is not None and hardware.purchase_unit == "node":
        limits.append(int(exact(power_kw) * 1000 / exact(hardware.node_power_w)))
    return min(limits, default=None)


def _rack_power(case: Case, part: SitePart) -> Iterator[Check]:
    """One node, or a rack that is bought whole, stays within a rack position's power."""
    power_kw = case.sites[part.name].rack_power_kw
    for kind, hardware in _kinds(case, part):
        if power_kw is not None and owned_nodes(part, kind):
            least = hardware.node_power_w
            if hardware.purchase_unit == "rack":
                least = hardware.rack_power_w or 0
            yield at_most(f"rack_power.{part.name}/{kind}", least, exact(power_kw) * 1000)
