"""The rule about losing a whole site."""

from collections.abc import Iterator

from planner.program.rows import Row
from planner.program.sets import Sets
from planner.program.variables import Variables


def site_loss(sets: Sets, v: Variables) -> Iterator[Row]:
    r"""After the loss of any one site the others carry the peak, spares included.

    $$\sum_{g} x^f_{w,g} = 1 \quad [\text{share of } d_w (1 + \ell)], \qquad
    \sum_{w} \frac{d_w (1 + \ell)}{\mu_{w,g}} \, x^f_{w,g}
    \le \sum_{p \in g,\, s_p \ne f} (n_p + k_p), \qquad
    \sum_{p \ni w,\, s_p \ne f} (n_p + k_p) \ge 1 \quad [\text{replicas}] \;\; \forall f$$

    $\ell$ is the headroom kept after a loss. $g$ runs over groups of pools that carry the same
    loads at the same rates, whatever they cost, less those at the lost site.
    Nothing is kept for a further failure.
    """
    for lost in sets.lost_sites:
        yield from _carried(sets, v, lost)
        yield from _within_what_stands(sets, v, lost)
        yield from _somebody_left(sets, v, lost)
        yield from _by_pools_in_use(sets, v, lost)


def _carried(sets: Sets, v: Variables, lost: int) -> Iterator[Row]:
    for load in range(len(sets.problem.loads)):
        keys = [(lost, j) for j in sets.problem.services_of_load(load)]
        terms = [(v.loss_shares[key], 1) for key in keys if key in v.loss_shares]
        yield Row("site_loss", (load, lost), terms, "==", 1)


def _within_what_stands(sets: Sets, v: Variables, lost: int) -> Iterator[Row]:
    problem = sets.problem
    for group in sets.alike_after_loss:
        standing = [term for p in sets.elsewhere(group, lost) for term in v.standing(p)]
        if standing:
            services = [(j, problem.services[j]) for j in group.services]
            carried = [
                (v.loss_shares[lost, j], problem.loads[s.load].peak * sets.loss_factor / s.rate)
                for j, s in services
            ]
            terms = [*carried, *((variable, -count) for variable, count in standing)]
            yield Row("site_loss_capacity", (group.pools[0], lost), terms, "<=")


def _somebody_left(sets: Sets, v: Variables, lost: int) -> Iterator[Row]:
    problem = sets.problem
    for load in range(len(problem.loads) if sets.loss_factor else 0):
        pools = [problem.services[j].pool for j in problem.services_of_load(load)]
        standing = [t for p in pools if problem.pools[p].site != lost for t in v.standing(p)]
        yield Row("site_loss_somebody", (load, lost), standing, ">=", 1)


def _by_pools_in_use(sets: Sets, v: Variables, lost: int) -> Iterator[Row]:
    for group in sets.alike_after_loss if v.in_use else ():
        used = [(v.in_use[pool], -1) for pool in sets.elsewhere(group, lost)]
        for j in group.services if used else ():
            yield Row("site_loss_serves", (j, lost), [(v.loss_shares[lost, j], 1), *used], "<=")
