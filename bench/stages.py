"""Each stage of a quote at about 10,000 variables, and how building grows with the non-zeros."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bench.clock import seconds_of
from bench.demands import curve_demand, mixed_fleet
from bench.show import seconds, table
from planner.candidates import find_candidates
from planner.catalog.library import load_catalog
from planner.demand import read_demand
from planner.documents import read_document
from planner.fleet import Fleet
from planner.program import solve_fleet
from planner.program.model import Model, build
from planner.report.quote import build_quote
from planner.verify import check_quote

SHARE = 0.25
CONSTANT_S = 0.03
BUCKETS = [50, 100, 200, 400]


@dataclass(slots=True)
class Stopwatch:
    """Seconds of processor by stage: what else the machine does is left out."""

    seconds: dict[str, float] = field(default_factory=dict[str, float])

    def take[Result](self, stage: str, work: Callable[[], Result]) -> Result:
        """The result of a stage, its time noted."""
        start = time.process_time()
        result = work()
        self.seconds[stage] = time.process_time() - start
        return result


def measure() -> None:
    """Prints seconds by stage, and what the rest is of the solver's time."""
    instances = {
        "24 types × 400 buckets": mixed_fleet(24, 400, 1000),
        "40 workloads × 80 deployments × 3 sites": _gentle(curve_demand(40, 80)),
    }
    rows = [_row(name, demand) for name, demand in instances.items()]
    head = ["instance", "variables", "load", "candidates", "build", "solve", "report", "verify"]
    table("Stages", [*head, "all but the solver", "wanted"], rows)
    _growth()


def _gentle(demand: dict[str, Any]) -> dict[str, Any]:
    return {**demand, "solver": {"gap_fraction": 0.01, "time_limit_s": 120}}


def _row(name: str, demand: dict[str, Any]) -> list[str]:
    watch = Stopwatch()
    text = json.dumps(demand)
    fleet, variables = _run(text, watch)
    taken = watch.seconds
    solver = fleet.run.seconds - taken["build"]
    taken["solve"] = solver
    rest = sum(taken.values()) - solver
    stages = ["load", "candidates", "build", "solve", "report", "verify"]
    allowed = SHARE * solver + CONSTANT_S
    shown = [seconds(taken[stage]) for stage in stages]
    return [name, f"{variables:,}", *shown, seconds(rest), f"≤ {seconds(allowed)}"]


def _run(text: str, watch: Stopwatch) -> tuple[Fleet, int]:
    demand, catalog = watch.take("load", lambda: (read_demand(read_document(text)), load_catalog()))
    candidates = watch.take("candidates", lambda: find_candidates(demand, catalog))
    model = watch.take("build", lambda: build(candidates.problem))
    fleet = watch.take("solve", lambda: solve_fleet(candidates.problem))
    quote = watch.take("report", lambda: build_quote(candidates, fleet, catalog.digest))
    watch.take("verify", lambda: check_quote(quote))
    return fleet, len(model.program.variables())


def _growth() -> None:
    """Building is linear where microseconds a non-zero stay what they are."""
    rows = [_built(buckets) for buckets in BUCKETS]
    table("Building the program", ["instance", "non-zeros", "time", "µs a non-zero"], rows)


def _built(buckets: int) -> list[str]:
    demand = read_demand(mixed_fleet(24, buckets, 1000))
    problem = find_candidates(demand, load_catalog()).problem
    model = build(problem)
    taken = min(seconds_of(lambda: build(problem)) for _ in range(3))
    entries = _non_zeros(model)
    each = f"{taken / entries * 1e6:.1f}"
    return [f"24 types × {buckets} buckets", f"{entries:,}", seconds(taken), each]


def _non_zeros(model: Model) -> int:
    return sum(len(constraint) for constraint in model.program.constraints())
