"""The working replicas of every pool carry what is routed to them, headroom included."""

from collections.abc import Iterator

from planner.quote import Check
from planner.verify.case import Case
from planner.verify.checking import at_most
from planner.verify.routing import Routing, settled


def capacity_checks(case: Case) -> Iterator[Check]:
    r"""Rule `capacity` of each pool.

    $$\sum_w \frac{r_w (1 + h_w) x_{wp}}{\mu_{wp}} \le n_p \quad [\text{replicas}]$$
    """
    working = {pool: case.working(pool) for pool in case.pools}
    for pool, used in settled(_at_the_peak(case, working)).items():
        yield at_most(f"capacity.{pool}", used, working[pool])


def _at_the_peak(case: Case, working: dict[str, int]) -> Routing:
    return Routing(
        busy={
            key: {pool: case.loads[key].required / case.rates[key, pool] for pool in shares}
            for key, shares in case.shares.items()
        },
        shares=case.shares,
        capacities=working,
    )
