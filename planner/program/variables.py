"""What the program decides; names are indices, so that no two collide whatever users write."""

from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil

from pulp import LpProblem, LpVariable

from planner.program.rows import Term
from planner.program.sets import Place, Sets


@dataclass(slots=True)
class Variables:
    """The columns of the program, by position in `FleetProblem`."""

    shares: dict[int, LpVariable] = field(default_factory=dict[int, LpVariable])
    """Share of a load that pools alike carry, 0 to 1, by the service of the first of them."""
    replicas: list[LpVariable] = field(default_factory=list[LpVariable])
    """Working replicas of a pool."""
    spares: dict[int, LpVariable] = field(default_factory=dict[int, LpVariable])
    """Spare replicas of a pool; empty where the policy wants none."""
    in_use: dict[int, LpVariable] = field(default_factory=dict[int, LpVariable])
    """1 for a pool that has replicas; empty where no rule asks."""
    units: list[LpVariable] = field(default_factory=list[LpVariable])
    """Nodes or racks of an offer."""
    bins: dict[Place, LpVariable] = field(default_factory=dict[Place, LpVariable])
    """Scale-up domains that hold replicas, or units where a domain may be partly populated."""
    patterns: dict[Place, list[LpVariable]] = field(default_factory=dict[Place, list[LpVariable]])
    """Domains filled in each way, where sums are not exact."""
    keeps_spares: dict[Place, LpVariable] = field(default_factory=dict[Place, LpVariable])
    """1 where hardware is in use, so that spare nodes stand by; empty where none are wanted."""
    racks: dict[Place, LpVariable] = field(default_factory=dict[Place, LpVariable])
    """Rack positions for one kind of hardware, at sites that count them."""
    loss_shares: dict[tuple[int, int], LpVariable] = field(
        default_factory=dict[tuple[int, int], LpVariable]
    )
    """The same after the loss of a site, by (site, service)."""

    def standing(self, pool: int) -> list[Term]:
        """Working and spare replicas of a pool."""
        spares = [(self.spares[pool], 1)] if pool in self.spares else []
        return [(self.replicas[pool], 1), *spares]


def add_variables(program: LpProblem, sets: Sets) -> Variables:
    """Create every variable of the program."""
    v = Variables()
    problem = sets.problem
    together = (j for group in sets.alike_at_peak for j in group.services)
    v.shares = {j: _share(program, f"share_{j}") for j in together}
    v.replicas = [_whole(program, f"replicas_{p}", sets.most_replicas[p]) for p in sets.pools]
    spares = problem.spare_replicas_per_pool
    if spares:
        v.spares = {p: _whole(program, f"spares_{p}", spares) for p in sets.pools}
    if sets.has_switches:
        v.in_use = {p: _whole(program, f"in_use_{p}", 1) for p in sets.pools}
    _add_purchases(program, sets, v)
    _add_loss_shares(program, sets, v)
    return v


def _add_purchases(program: LpProblem, sets: Sets, v: Variables) -> None:
    """Create units, bins, patterns and what says where spare nodes stand."""
    most = {place: most_bins(sets, place) for place in sets.packings}
    for o, offer in enumerate(sets.problem.offers):
        v.units.append(
            _whole(program, f"units_{o}", most_units(sets, (offer.hardware, offer.site)))
        )
    for place, packing in sets.packings.items():
        label = f"{place[0]}_{place[1]}"
        v.bins[place] = _whole(program, f"bins_{label}", most[place])
        v.patterns[place] = [
            _whole(program, f"pattern_{label}_{i}", most[place])
            for i in range(len(packing.patterns))
        ]
        if sets.problem.spare_nodes_per_site:
            v.keeps_spares[place] = _whole(program, f"keeps_spares_{label}", 1)

    for floor in sets.problem.racks:
        for hardware, _ in floor.nodes_per_rack:
            name = f"racks_{hardware}_{floor.site}"
            v.racks[hardware, floor.site] = _whole(program, name, None)


def _add_loss_shares(program: LpProblem, sets: Sets, v: Variables) -> None:
    """Create the routing after each loss."""
    for lost in sets.lost_sites:
        for group in sets.alike_after_loss:
            for j in group.services if sets.elsewhere(group, lost) else ():
                v.loss_shares[lost, j] = _share(program, f"loss_share_{lost}_{j}")


def most_bins(sets: Sets, place: Place) -> int:
    """Bins that hold as many replicas as all pools of a place could want, one to a bin at worst."""
    packing = sets.packings[place]
    spares = sets.problem.spare_replicas_per_pool
    widest = -(-packing.domain_chips // packing.bin_chips)
    return sum(
        (sets.most_replicas[pool] + spares) * packing.whole_bins.get(chips, widest)
        for pool, chips in sets.problem.pools_with(*place)
    )


def most_units(sets: Sets, place: Place) -> int:
    """Units that hold those bins and the spare nodes."""
    packing, hardware = sets.packings[place], sets.problem.hardware[place[0]]
    bins = ceil(Fraction(most_bins(sets, place), packing.bins_per_unit))
    return bins + ceil(Fraction(sets.problem.spare_nodes_per_site, hardware.nodes_per_unit))


def _share(program: LpProblem, name: str) -> LpVariable:
    return program.add_variable(name, 0, 1)


def _whole(program: LpProblem, name: str, most: int | None) -> LpVariable:
    return program.add_variable(name, 0, most, "Integer")
