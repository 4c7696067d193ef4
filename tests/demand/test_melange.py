"""Mélange problems as demands."""

from itertools import pairwise, permutations
from pathlib import Path
from typing import Any

import pytest

from planner.catalog.library import Catalog, load_catalog
from planner.demand import read_demand
from planner.demand.melange import MAX_BUCKETS, demand_from_melange
from planner.errors import InvalidInput
from planner.service import make_quote

PROFILES = Path(__file__).resolve().parents[1] / "data" / "profiles"
PUBLISHED = {
    "gpu_info": {
        "A10G": {"cost": 1.01, "tputs": [[2, 1], [5, 2]]},
        "A100-80GB": {"cost": 3.67, "tputs": [[20, 20], [40, 20]]},
    },
    "workload_distribution": [[0.2, 0.1], [0.5, 0.2]],
    "total_request_rate": 30.0,
    "slice_factor": 1,
}
"""The project's own example."""


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog(PROFILES)


def problem(**changes: Any) -> dict[str, Any]:
    return {**PUBLISHED, **changes}


def one_type(tputs: list[list[float]], cost: float = 1) -> dict[str, Any]:
    return {"gpu_info": {"X": {"cost": cost, "tputs": tputs}}}


def fault_of(data: object) -> str:
    with pytest.raises(InvalidInput) as caught:
        demand_from_melange(data, "file.json")
    return str(caught.value)


def test_the_published_example_costs_468_where_shares_are_free(catalog: Catalog):
    """6, 3, 15 and 6 requests/s. Four slices that must stay whole cost 6.70 (Mélange).

    The A100 takes 6/20 + 3/20 + 15/40 + 6/20 = 1.125 of itself; the 0.125 that is over is worth
    0.125 x 40 = 5 requests/s of bucket (1,0), which one A10G serves: 3.67 + 1.01 = 4.68 USD/h.
    """
    quote = make_quote(demand_from_melange(PUBLISHED, gap_fraction=0), catalog)
    assert quote.totals is not None
    assert quote.status == "optimal"
    assert quote.totals.usd_per_hour == pytest.approx(4.68, abs=1e-9)
    assert {pool.deployment: pool.replicas for pool in quote.pools} == {"A10G": 1, "A100-80GB": 1}


def test_buckets_share_the_rate_whatever_the_fractions_add_up_to():
    """1 + 3 = 4 parts of 10 requests/s: 2.5 and 7.5."""
    data = problem(**one_type([[1, 1]]), workload_distribution=[[1, 3]], total_request_rate=10)
    demand = read_demand(demand_from_melange(data))
    assert [w.requests_per_s for w in demand.workloads] == [2.5, 7.5]


def test_a_bucket_without_requests_stays_and_asks_for_nothing(catalog: Catalog):
    data = problem(**one_type([[1, 1]]), workload_distribution=[[0, 1]], total_request_rate=1)
    quote = make_quote(demand_from_melange(data), catalog)
    assert [w.requests_per_s for w in quote.workloads] == [0, 1]


def test_a_type_does_not_serve_a_bucket_of_rate_0(catalog: Catalog):
    """X is cheap and serves the first bucket only, so Y must be had for the second: 1 + 9 USD/h.

    No headroom, no operations, no software: 10 USD/h and not a cent more.
    """
    gpus = {"X": {"cost": 1, "tputs": [[1, 0]]}, "Y": {"cost": 9, "tputs": [[0, 1]]}}
    data = problem(gpu_info=gpus, workload_distribution=[[1, 1]], total_request_rate=2)
    quote = make_quote(demand_from_melange(data), catalog)
    assert quote.totals is not None
    assert quote.totals.usd_per_hour == 10
    served = {w.name: [route.pool for route in w.routes] for w in quote.workloads}
    assert served == {"bucket 0,0": ["X@default"], "bucket 0,1": ["Y@default"]}


def test_a_rate_that_ends_in_decimals_is_not_lost_by_a_hair(catalog: Catalog):
    """Three replicas of 0.1 requests/s carry 0.3, exactly."""
    data = problem(**one_type([[0.1]]), workload_distribution=[[1]], total_request_rate=0.3)
    quote = make_quote(demand_from_melange(data), catalog)
    assert quote.totals is not None
    assert quote.totals.replicas == 3


@pytest.mark.parametrize("buckets", [2, 60, MAX_BUCKETS])
def test_no_bucket_passes_for_another(buckets: int):
    """Neither the same shape (2 %) nor a larger one, so that only its own curve fits."""
    data = problem(**one_type([[1] * buckets]), workload_distribution=[[1] * buckets])
    demand = read_demand(demand_from_melange(data))
    shapes = [(w.input_tokens, w.output_tokens) for w in demand.workloads]
    for (i, o), (other_i, other_o) in permutations((shapes[0], shapes[1], shapes[-1]), 2):
        if (i, o) != (other_i, other_o):
            assert abs(i - other_i) > 0.02 * other_i
            assert not (other_i >= i and other_o >= o)
    neighbours = pairwise(shapes)
    assert all(b[0] > 1.0204 * a[0] and a[1] > 1.0204 * b[1] for a, b in neighbours)


def test_a_gap_is_handed_on_and_otherwise_left_to_the_default():
    assert demand_from_melange(PUBLISHED, gap_fraction=1e-5)["solver"] == {"gap_fraction": 1e-5}
    assert "solver" not in demand_from_melange(PUBLISHED)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ([], "file.json: a Mélange problem is a mapping"),
        ({}, "file.json: gpu_info: is missing"),
        (problem(total_request_rate="30"), "total_request_rate: a number is expected, not text"),
        (problem(**one_type([[1, 2], [3, -4]])), "gpu_info.X.tputs[1][1]: must be at least 0"),
        (problem(**one_type([[1, 2], [3]])), "gpu_info.X.tputs: has rows of 2, 1 buckets"),
        (problem(**one_type([[0, 0], [0, 0]])), "gpu_info.X.tputs: serves no bucket"),
        (problem(workload_distribution=[[0, 0], [0, 0]]), "workload_distribution: adds up to 0"),
        (
            problem(workload_distribution=[[1] * 751], **one_type([[1] * 751])),
            "workload_distribution: has 751 buckets; at most 750",
        ),
    ],
)
def test_what_is_wrong_is_named_with_its_place(data: object, says: str):
    assert says in fault_of(data)
