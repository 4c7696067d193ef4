"""Rates reckoned anew from the curves, each (deployment, what a workload asks) once."""

from collections.abc import Mapping
from fractions import Fraction

from planner.demand import AnyWorkload, Policy
from planner.entries import Deployment
from planner.quote import PoolPart
from planner.verify.ask import Ask, ask_of
from planner.verify.ladder import planned_with_cap
from planner.verify.loads import Load
from planner.verify.lone import planned_without_cap
from planner.verify.plan import Lone, Plan, Refused
from planner.verify.readings import Readings
from planner.verify.streams import streams_kept


class RateBook:
    """What each deployment gives each workload; only what is asked for is reckoned."""

    def __init__(self, policy: Policy, deployments: Mapping[str, Deployment]) -> None:
        self._policy = policy
        self._deployments = deployments
        self._read: dict[str, Readings] = {}
        self._asks: dict[str, tuple[int, Ask]] = {}
        self._numbers: dict[Ask, int] = {}
        self._plans: dict[tuple[str, int, bool], Plan | Lone | Refused] = {}

    def plan(self, workload: AnyWorkload, pool: PoolPart) -> Plan | Lone | Refused:
        """How the deployment of a pool serves a workload's requests."""
        number, ask = self._ask(workload)
        key = (pool.deployment, number, pool.concurrency_cap is not None)
        if key not in self._plans:
            plan = planned_with_cap if key[2] else planned_without_cap
            self._plans[key] = plan(self._readings(pool.deployment), ask)
        return self._plans[key]

    def rate(self, load: Load, pool: PoolPart) -> Fraction | Refused:
        """requests/s (streams) of one replica of a pool at its cap."""
        if load.stage != "serve":
            streams = self.streams(load, pool)
            return max(streams) if streams else Refused("no point keeps up in real time")
        plan = self.plan(load.workload, pool)
        if isinstance(plan, Lone):
            return plan.rate
        if isinstance(plan, Refused):
            return plan
        cap = pool.concurrency_cap or 0
        if not 1 <= cap <= plan.cap:
            return Refused(f"cap {cap}, and the workload's own is {plan.cap}")
        return plan.rate(Fraction(cap))

    def streams(self, load: Load, pool: PoolPart) -> frozenset[Fraction]:
        """Every number of streams that the deployment of a pool was seen to keep up with."""
        return streams_kept(
            self._deployments[pool.deployment],
            load.workload,
            load.stage,
            use_lower=self._policy.missing_percentile == "use_lower",
        )

    def _readings(self, deployment: str) -> Readings:
        if deployment not in self._read:
            use_lower = self._policy.missing_percentile == "use_lower"
            self._read[deployment] = Readings(self._deployments[deployment], use_lower=use_lower)
        return self._read[deployment]

    def _ask(self, workload: AnyWorkload) -> tuple[int, Ask]:
        if workload.name not in self._asks:
            ask = ask_of(workload, self._policy)
            number = self._numbers.setdefault(ask, len(self._numbers))
            self._asks[workload.name] = number, ask
        return self._asks[workload.name]
