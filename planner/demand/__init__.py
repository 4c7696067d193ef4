"""The question: what people write in `demand.json`."""

from planner.demand.demand import Demand, read_demand
from planner.demand.policy import Policy, Solver
from planner.demand.site import Site
from planner.demand.slo import Slo
from planner.demand.workload import (
    AgentWorkload,
    AnyWorkload,
    RequestsWorkload,
    UsersWorkload,
    VoiceWorkload,
)

__all__ = [
    "AgentWorkload",
    "AnyWorkload",
    "Demand",
    "Policy",
    "RequestsWorkload",
    "Site",
    "Slo",
    "Solver",
    "UsersWorkload",
    "VoiceWorkload",
    "read_demand",
]
