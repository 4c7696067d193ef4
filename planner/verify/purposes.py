"""The cost of the fleet as it is, by what each part of it is for."""

from collections.abc import Mapping
from fractions import Fraction
from math import ceil
from typing import Final

from planner.verify.case import Case
from planner.verify.installations import Installation

PURPOSES: Final = ("serving", "headroom", "redundancy", "rounding")
LONGEST_TAIL: Final = Fraction(1, 10**30)
"""More than what rounding up at 40 decimals adds to a sum: five replicas stay five."""
Purposes = dict[str, Fraction]
"""USD per year by purpose."""


def purposes_of(case: Case, costs: Mapping[tuple[str, str], Fraction]) -> Purposes:
    """Serving, headroom, redundancy and rounding; they add up to the total.

    Args:
        case: the fleet.
        costs: USD per year of a provisioned chip by (site, hardware).
    """
    total: Purposes = {name: Fraction(0) for name in PURPOSES}
    for pool in case.quote.pools:
        usd = sum(
            (
                pool.replicas * chips * costs[pool.site, kind]
                for kind, chips in case.deployment_of(pool.id).chips_by_hardware.items()
            ),
            Fraction(0),
        )
        for purpose, replicas in _replicas_by_purpose(case, pool.id).items():
            total[purpose] += usd * replicas / pool.replicas
    return total


def _replicas_by_purpose(case: Case, pool: str) -> Purposes:
    """The replicas of a pool: what is busy, kept ready, rounded up, and held for failures."""
    busy = margin = Fraction(0)
    for key, by_pool in case.shares.items():
        if pool in by_pool:
            asked = case.replicas_asked(key, pool)
            busy += asked
            margin += asked * case.loads[key].headroom
    needed = busy + margin
    whole = min(ceil(needed - min(LONGEST_TAIL, needed / 2)), case.working(pool))
    return {
        "serving": busy,
        "headroom": margin,
        "rounding": whole - busy - margin,
        "redundancy": Fraction(case.pools[pool].replicas - whole),
    }


def add_idle_chips(purposes: Purposes, installation: Installation, chip_usd: Fraction) -> None:
    """Spare nodes are redundancy; what else is in no replica is rounding."""
    kind, site = installation.hardware.id, installation.part.name
    case = installation.case
    in_replicas = sum(
        pool.replicas * case.deployment_of(pool.id).chips_by_hardware.get(kind, 0)
        for pool in case.quote.pools
        if pool.site == site
    )
    spare = installation.part.spare_nodes.get(kind, 0) * installation.hardware.chips_per_node
    purposes["redundancy"] += spare * chip_usd
    purposes["rounding"] += (installation.chips - in_replicas - spare) * chip_usd
