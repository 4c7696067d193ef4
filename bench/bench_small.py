"""The small demand inside one process, step by step: `pytest bench --benchmark-only`."""

from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from planner.candidates import find_candidates
from planner.catalog.library import Catalog, load_catalog
from planner.demand import Demand, read_demand
from planner.documents import read_file
from planner.program import solve_fleet
from planner.program.model import build
from planner.report.quote import build_quote
from planner.service import make_quote
from planner.verify import check_quote

SMALL = Path(__file__).parents[1] / "examples" / "small.json"


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog()


@pytest.fixture(scope="module")
def demand() -> Demand:
    return read_demand(read_file(SMALL))


def test_catalog(benchmark: BenchmarkFixture) -> None:
    benchmark(load_catalog)


def test_demand(benchmark: BenchmarkFixture) -> None:
    benchmark(lambda: read_demand(read_file(SMALL)))


def test_candidates(benchmark: BenchmarkFixture, demand: Demand, catalog: Catalog) -> None:
    benchmark(find_candidates, demand, catalog)


def test_build(benchmark: BenchmarkFixture, demand: Demand, catalog: Catalog) -> None:
    benchmark(build, find_candidates(demand, catalog).problem)


def test_solve(benchmark: BenchmarkFixture, demand: Demand, catalog: Catalog) -> None:
    benchmark(solve_fleet, find_candidates(demand, catalog).problem)


def test_report(benchmark: BenchmarkFixture, demand: Demand, catalog: Catalog) -> None:
    candidates = find_candidates(demand, catalog)
    fleet = solve_fleet(candidates.problem)
    benchmark(build_quote, candidates, fleet, catalog.digest)


def test_verify(benchmark: BenchmarkFixture, demand: Demand, catalog: Catalog) -> None:
    benchmark(check_quote, make_quote(demand, catalog))


def test_quote(benchmark: BenchmarkFixture, demand: Demand, catalog: Catalog) -> None:
    benchmark(make_quote, demand, catalog)
