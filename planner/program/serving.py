"""The rules about who serves what."""

from collections.abc import Iterator

from planner.program.rows import Row
from planner.program.sets import Sets
from planner.program.variables import Variables


def demand(sets: Sets, v: Variables) -> Iterator[Row]:
    r"""The whole of each load is carried, headroom included.

    $$\sum_{g} x_{w,g} = 1 \quad [\text{share of } d_w (1 + h_w)]$$

    $g$ runs over groups of pools that carry the same loads at the same rates and costs (one
    deployment and cap at several sites): a routing over them divides evenly, so one share stands
    for all. Shares are scaled per load, so that a load of 0.001 requests/s weighs as much in the
    solver's tolerances as one of a million. Only allowed pairs of load and pool have a share:
    residency and promises are settled before.
    """
    for load in range(len(sets.problem.loads)):
        services = sets.problem.services_of_load(load)
        terms = [(v.shares[j], 1) for j in services if j in v.shares]
        yield Row("demand", (load,), terms, "==", 1)


def capacity(sets: Sets, v: Variables) -> Iterator[Row]:
    r"""The working replicas of pools alike carry what is routed to them.

    $$\sum_{w} \frac{d_w (1 + h_w)}{\mu_{w,g}} \, x_{w,g} \le \sum_{p \in g} n_p
    \quad [\text{replicas}]$$

    Spares do not count here: they are for failures.
    """
    for group in sets.alike_at_peak:
        loads = [(v.shares[j], sets.needed[j]) for j in group.services]
        room = [(v.replicas[pool], -1) for pool in group.pools]
        yield Row("capacity", (group.pools[0],), [*loads, *room], "<=")


def somebody_serves(sets: Sets, v: Variables) -> Iterator[Row]:
    r"""A load, however small, has at least one replica that can carry it.

    $$\sum_{p \ni w} n_p \ge 1 \quad [\text{replicas}]$$

    Follows from demand and capacity in exact numbers; a load of $10^{-9}$ replicas would vanish
    in the solver's tolerances without it. `site_loss` says the same of each loss.
    """
    for load in range(len(sets.problem.loads)):
        services = sets.problem.services_of_load(load)
        terms = [(v.replicas[sets.problem.services[j].pool], 1) for j in services]
        yield Row("somebody_serves", (load,), terms, ">=", 1)


def pool_use(sets: Sets, v: Variables) -> Iterator[Row]:
    r"""A pool is in use exactly where it has a working replica.

    $$y_p \le n_p \le \bar n_p \, y_p \quad [\text{replicas}], \qquad
    \bar n_p = \Big\lceil \max\Big(\sum_w \frac{d_w (1 + h_w)}{\mu_{w,p}},
    \sum_w \frac{d_w (1 + \ell)}{\mu_{w,p}}\Big)\Big\rceil$$

    $\bar n_p$ carries every load of the pool, at the peak or after a site loss, so no cheapest
    fleet has more. The left side keeps the solver from having spares of pools that do not exist.
    $x_{w,g} \le \sum_{p \in g} y_p$, and the same after each loss, follow for whole $y$ and say far
    more for fractions of it: half of a load needs half a switch, however large $\bar n_p$.
    """
    for pool, y in v.in_use.items():
        n = v.replicas[pool]
        yield Row("pool_use", (pool, 0), [(n, 1), (y, -sets.most_replicas[pool])], "<=")
        yield Row("pool_use", (pool, 1), [(y, 1), (n, -1)], "<=")
    for group in sets.alike_at_peak if v.in_use else ():
        used = [(v.in_use[pool], -1) for pool in group.pools]
        for j in group.services:
            yield Row("pool_serves", (j,), [(v.shares[j], 1), *used], "<=")


def spares(sets: Sets, v: Variables) -> Iterator[Row]:
    r"""Every pool in use has the spare replicas of the policy, on top of its working ones.

    $$k_p = K \, y_p \quad [\text{replicas}]$$
    """
    for pool, k in v.spares.items():
        wanted = sets.problem.spare_replicas_per_pool
        yield Row("spares", (pool,), [(k, 1), (v.in_use[pool], -wanted)], "==")


def max_pools(sets: Sets, v: Variables) -> Iterator[Row]:
    r"""No more pools are in use than the policy allows.

    $$\sum_p y_p \le Y \quad [\text{pools}]$$
    """
    if sets.problem.max_pools is not None:
        yield Row(
            "max_pools", (), [(y, 1) for y in v.in_use.values()], "<=", sets.problem.max_pools
        )
