"""How long the fleet program takes to build and to solve, by size."""

from fractions import Fraction

import pytest

from bench.fleets import fleet
from planner.program import solve_fleet
from planner.program.model import build

LOSS = {"site_loss_headroom": Fraction(1, 10)}
SIZES = [(4, 12, 3), (8, 30, 3), (6, 80, 3)]


@pytest.mark.parametrize("size", [*SIZES, (100, 50, 1), (400, 50, 1)])
def test_building(benchmark, size: tuple[int, int, int]) -> None:
    problem = fleet(*size, **(LOSS if size[2] > 1 else {}))
    model = benchmark(build, problem)
    benchmark.extra_info["variables"] = len(model.program.variables())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("spares", [0, 1])
def test_solving(benchmark, size: tuple[int, int, int], spares: int) -> None:
    problem = fleet(*size, **LOSS, spare_replicas_per_pool=spares)
    solved = benchmark.pedantic(solve_fleet, (problem,), rounds=1)
    benchmark.extra_info["gap_fraction"] = solved.run.gap_fraction
