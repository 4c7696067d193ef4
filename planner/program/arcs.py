"""Ways to serve loads in pools that stand, and sums over them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Arc:
    """One way for a load to be served."""

    service: int
    load: int
    pool: int
    replicas: Fraction
    """Replicas of the pool that the whole load takes."""
    cost: Fraction
    """Units of the objective for the whole load."""
    usd: Fraction
    """USD per year for the whole load."""


def group(arcs: Sequence[Arc]) -> dict[int, list[Arc]]:
    """Arcs by load."""
    table: dict[int, list[Arc]] = {}
    for arc in arcs:
        table.setdefault(arc.load, []).append(arc)
    return table


def fits(arcs: Sequence[Arc], shares: Mapping[int, Fraction], room: Mapping[int, int]) -> bool:
    """Whether shares add up to 1 per load and fit every pool, exactly."""
    return all(left >= 0 for left in slack(arcs, shares, room).values()) and all(
        sum(shares.get(arc.service, 0) for arc in ways) == 1 for ways in group(arcs).values()
    )


def slack(
    arcs: Sequence[Arc], shares: Mapping[int, Fraction], room: Mapping[int, int]
) -> dict[int, Fraction]:
    """Replicas that are left in each pool."""
    left = {pool: Fraction(count) for pool, count in room.items()}
    for arc in arcs:
        left[arc.pool] -= arc.replicas * shares.get(arc.service, 0)
    return left
