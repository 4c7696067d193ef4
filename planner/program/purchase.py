"""The rules about what is bought or rented, where it stands, and what it may take."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from planner.program.rows import Row, Term
from planner.program.sets import Place, Sets
from planner.program.variables import Variables


def packing(sets: Sets, v: Variables) -> Iterator[Row]:
    r"""Whole replicas, spares too, stand in whole scale-up domains.

    $$\sum_{c_p \ge c} c_p (n_p + k_p) \le C_c \Big(b - \sum_{c_p > C} m_p (n_p + k_p)\Big)
    \quad [\text{chips}] \;\; \forall c$$

    $b$ counts domains, $C$ is their size in chips and $C_c = \lfloor C / c \rfloor \, c$ what
    replicas of $c$ chips and more can use of one. These sums are exact where each size divides the
    next. Elsewhere there is one integer $z_i$ per maximal packing pattern of $a_{i,c}$ replicas:

    $$\sum_{c_p = c} (n_p + k_p) \le \sum_i a_{i,c} z_i \quad [\text{replicas}], \qquad
    \sum_i b_i z_i + \sum_{c_p > C} m_p (n_p + k_p) \le b \quad [\text{domains}]$$

    A replica larger than a domain takes $m_p = \lceil c_p / C \rceil$ whole ones. Where nodes of a
    domain are bought one by one, $b$ counts nodes, $m_p$ and $b_i$ the nodes that are filled.
    """
    for place in sets.packings:
        yield from _by_sums(sets, v, place)
        yield from _by_patterns(sets, v, place)


def _by_sums(sets: Sets, v: Variables, place: Place) -> Iterator[Row]:
    plan = sets.packings[place]
    for i, level in enumerate(plan.levels):
        sizes = [chips for _, chips in sets.problem.pools_with(*place)]
        small = {c: c for c in sizes if c >= level.smallest_chips and c not in plan.whole_bins}
        whole = {c: level.usable_chips * bins for c, bins in plan.whole_bins.items()}
        terms = [*_standing(sets, v, place, small | whole), (v.bins[place], -level.usable_chips)]
        yield Row("packing", (*place, i), terms, "<=")
    if plan.whole_bins and not plan.levels and not plan.patterns:
        terms = [*_standing(sets, v, place, plan.whole_bins), (v.bins[place], -1)]
        yield Row("packing", (*place, 0), terms, "<=")


def _by_patterns(sets: Sets, v: Variables, place: Place) -> Iterator[Row]:
    plan = sets.packings[place]
    chosen = list(zip(plan.patterns, v.patterns[place], strict=True))
    for chips in plan.small_chips:
        counts = [(variable, dict(pattern.counts)[chips]) for pattern, variable in chosen]
        held = [(variable, -count) for variable, count in counts if count]
        yield Row("packing", (*place, chips), [*_standing(sets, v, place, {chips: 1}), *held], "<=")
    if chosen:
        filled = [(variable, pattern.bins) for pattern, variable in chosen]
        whole = _standing(sets, v, place, plan.whole_bins)
        yield Row("packing", (*place, 0), [*filled, *whole, (v.bins[place], -1)], "<=")


def _standing(sets: Sets, v: Variables, place: Place, weights: Mapping[int, int]) -> list[Term]:
    """Replicas of each size of a place, working and spare, times what a size weighs."""
    return [
        (variable, count * weights[chips])
        for pool, chips in sets.problem.pools_with(*place)
        if chips in weights
        for variable, count in v.standing(pool)
    ]


def provisioned(sets: Sets, v: Variables) -> Iterator[Row]:
    r"""What holds replicas, and the spare nodes, is bought or rented in whole units.

    $$m \, b_{h,s} + S \, z_{h,s} \le u_h \sum_{o} N_o \quad [\text{nodes}]$$

    $m$ nodes hold one packing bin, $u$ nodes make one unit (a node, or a rack), and $o$ runs over
    the offers of hardware $h$ at site $s$: owned and rented units are decisions of their own. Where
    a unit is not made of whole domains, the domains count too.
    """
    for place, plan in sets.packings.items():
        hardware = sets.problem.hardware[place[0]]
        bin_nodes = plan.bin_chips // hardware.chips_per_node
        units = [v.units[o] for o in sets.problem.offers_at(*place)]
        bought: list[Term] = [(unit, -hardware.nodes_per_unit) for unit in units]
        spare = (
            [(v.keeps_spares[place], sets.problem.spare_nodes_per_site)] if v.keeps_spares else []
        )
        yield Row("provisioned", (*place, 0), [(v.bins[place], bin_nodes), *spare, *bought], "<=")
        if plan.bins_per_unit * bin_nodes < hardware.nodes_per_unit:
            domains = [(unit, -plan.bins_per_unit) for unit in units]
            yield Row("provisioned", (*place, 1), [(v.bins[place], 1), *domains], "<=")


def spare_nodes(sets: Sets, v: Variables) -> Iterator[Row]:
    r"""Spare nodes stand wherever hardware is in use at a site.

    $$n_p \le \bar n_p \, z_{h,s} \quad \forall p \text{ of } h \text{ at } s, \qquad
    z_{h,s} \le \sum_p n_p \quad [\text{replicas}]$$

    One switch for hardware and site, not one per pool: `provisioned` adds its nodes.
    """
    for place, z in v.keeps_spares.items():
        pools = [pool for pool, _ in sets.problem.pools_with(*place)]
        for pool in pools:
            terms = [(v.replicas[pool], 1), (z, -sets.most_replicas[pool])]
            yield Row("spare_nodes", (*place, pool), terms, "<=")
        used = [(v.replicas[pool], -1) for pool in pools]
        yield Row("spare_nodes_kept", place, [(z, 1), *used], "<=")


def stock(sets: Sets, v: Variables) -> Iterator[Row]:
    r"""A site has no more chips of a kind than there are, owned and rented together.

    $$\sum_o u_h c_h N_o \le Q_{h,s} \quad [\text{provisioned chips}]$$
    """
    for limit in sets.problem.stock:
        chips = sets.problem.hardware[limit.hardware].chips_per_unit
        offers = sets.problem.offers_at(limit.hardware, limit.site)
        terms = [(v.units[o], chips) for o in offers]
        yield Row("stock", (limit.hardware, limit.site), terms, "<=", limit.chips)


def site_power(sets: Sets, v: Variables) -> Iterator[Row]:
    r"""What is provisioned at a site, cooling included, stays within the power at its meter.

    $$\sum_{h} w_{h,s} \sum_{o \text{ owned}} N_o \le P_s \quad [\text{W}]$$

    $w$ is facility power of one unit, idle spares included. Rented units draw no power of ours.
    """
    for meter in sets.problem.power:
        terms = _owned(sets, v, meter.site, dict(meter.unit_w))
        yield Row("site_power", (meter.site,), terms, "<=", meter.cap_w)


def site_racks(sets: Sets, v: Variables) -> Iterator[Row]:
    r"""Owned nodes stand in the rack positions of the site, each position for one kind.

    $$u_h \sum_{o \text{ owned}} N_o \le \rho_{h,s} R_{h,s}, \qquad
    \sum_h R_{h,s} \le R_s \quad [\text{nodes}, \text{rack positions}]$$
    """
    for floor in sets.problem.racks:
        for hardware, nodes in floor.nodes_per_rack:
            racks = v.racks[hardware, floor.site]
            per_unit = sets.problem.hardware[hardware].nodes_per_unit
            owned = _owned(sets, v, floor.site, {hardware: per_unit})
            yield Row("rack_nodes", (hardware, floor.site), [*owned, (racks, -nodes)], "<=")
        used = [(v.racks[hardware, floor.site], 1) for hardware, _ in floor.nodes_per_rack]
        yield Row("site_racks", (floor.site,), used, "<=", floor.racks)


def _owned(
    sets: Sets, v: Variables, site: int, weights: Mapping[int, Fraction | int]
) -> list[Term]:
    """Owned units of a site, times what a unit of each hardware weighs."""
    return [
        (v.units[o], weights[offer.hardware])
        for o, offer in enumerate(sets.problem.offers)
        if offer.is_owned and offer.site == site and offer.hardware in weights
    ]


def budget(sets: Sets, v: Variables) -> Iterator[Row]:
    r"""The fleet costs no more per year than the budget.

    $$\sum_o k_o N_o + \sum_{w,g} e_{w,g} x_{w,g} \le B \quad [\text{USD per year}]$$

    $e$ is what follows load (energy above idle) if a pool carries the whole of it.
    """
    if sets.problem.budget_usd_per_year is not None:
        units = [(v.units[o], k.usd_per_year) for o, k in enumerate(sets.problem.offers)]
        loads = [(x, sets.problem.services[j].usd_per_year) for j, x in v.shares.items()]
        terms = [(variable, usd) for variable, usd in (*units, *loads) if usd]
        yield Row("budget", (), terms, "<=", sets.problem.budget_usd_per_year)
