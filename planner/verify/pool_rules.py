"""Every pool says truly what it is, and has its spares."""

from collections.abc import Iterator
from fractions import Fraction

from planner.quote import Check, PoolPart
from planner.verify.case import Case
from planner.verify.checking import at_least, at_most, claim, close, equal


def pool_checks(case: Case) -> Iterator[Check]:
    """Rules `spares`, `workers`, `pool`, `utilization` of each pool, and `max_pools`."""
    busy = busy_replicas(case)
    for pool in case.quote.pools:
        yield at_least(f"workers.{pool.id}", case.working(pool.id), 1)
        yield equal(f"spares.{pool.id}", pool.spare_replicas, case.policy.spare_replicas_per_pool)
        yield _pool(case, pool)
        yield from _utilization(pool, busy[pool.id])
    if case.policy.max_pools is not None:
        yield at_most("max_pools", len(case.quote.pools), case.policy.max_pools)


def busy_replicas(case: Case) -> dict[str, Fraction]:
    """Replicas that are busy at the peak, without headroom, by pool."""
    busy = dict.fromkeys(case.pools, Fraction(0))
    for key, by_pool in case.shares.items():
        for pool in by_pool:
            busy[pool] += case.replicas_asked(key, pool)
    return busy


def _pool(case: Case, pool: PoolPart) -> Check:
    """Chips, hardware, precision and nodes are those of its deployment."""
    deployment = case.deployment_of(pool.id)
    true = {
        "chips": pool.replicas * deployment.chips,
        "hardware": sorted(deployment.chips_by_hardware),
        "precision": deployment.precision,
    }
    told = {"chips": pool.chips, "hardware": sorted(pool.hardware), "precision": pool.precision}
    wrong = next((name for name in true if told[name] != true[name]), None)
    if wrong:
        left = f"{wrong} {told[wrong]}"
        return claim(f"pool.{pool.id}", left, str(true[wrong]), holds=False)
    least = _least_nodes(case, pool)
    if pool.nodes is not None and pool.nodes < least:
        return claim(f"pool.{pool.id}", f"{pool.nodes} nodes", f"{least} or more", holds=False)
    return claim(f"pool.{pool.id}", f"{pool.chips} chips", "as its deployment", holds=True)


def _least_nodes(case: Case, pool: PoolPart) -> int:
    chips = case.deployment_of(pool.id).chips_by_hardware
    return sum(
        -(-pool.replicas * count // case.hardware[kind].chips_per_node)
        for kind, count in chips.items()
    )


def _utilization(pool: PoolPart, busy: Fraction) -> Iterator[Check]:
    """Busy replicas at the peak, without headroom, of its working ones."""
    working = pool.replicas - pool.spare_replicas
    if pool.utilization_fraction is not None and working:
        rule = f"utilization.{pool.id}"
        yield close(rule, pool.utilization_fraction, busy / working)
