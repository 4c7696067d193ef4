"""Every rule of the program by name, in the order in which it is read."""

from collections.abc import Callable, Iterator

from planner.program import purchase, serving, site_loss
from planner.program.rows import Row
from planner.program.sets import Sets
from planner.program.variables import Variables

Rule = Callable[[Sets, Variables], Iterator[Row]]
"""Yields named rows and touches nothing."""

RULES: dict[str, Rule] = {
    "demand": serving.demand,
    "capacity": serving.capacity,
    "somebody_serves": serving.somebody_serves,
    "pool_use": serving.pool_use,
    "spares": serving.spares,
    "max_pools": serving.max_pools,
    "site_loss": site_loss.site_loss,
    "packing": purchase.packing,
    "provisioned": purchase.provisioned,
    "spare_nodes": purchase.spare_nodes,
    "stock": purchase.stock,
    "site_power": purchase.site_power,
    "site_racks": purchase.site_racks,
    "budget": purchase.budget,
}
"""Each has an LP text that a person has read, and a pair of cases at its edge."""


def rows(sets: Sets, v: Variables) -> Iterator[Row]:
    """Yield every row of the program."""
    for rule in RULES.values():
        yield from rule(sets, v)
