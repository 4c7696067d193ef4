"""What is missing is named in the user's units, and doing what is said is enough."""

from typing import Any

import pytest

from planner import make_quote
from planner.quote import Quote


def _applied(demand: dict[str, Any], quote: Quote) -> dict[str, Any]:
    """The demand with every remedy that names a place and a value."""
    for item in quote.shortfalls:
        assert item.path is not None
        if item.value is None:
            continue
        _put(demand, item.path, item.value)
    return demand


def _put(document: Any, path: str, value: Any) -> None:
    steps = [step for part in path.split(".") for step in _steps(part)]
    for step in steps[:-1]:
        document = document[step] if isinstance(step, int) else document.setdefault(step, {})
    whole = isinstance(value, float) and value.is_integer()
    document[steps[-1]] = int(value) if whole else value


def _steps(part: str) -> list[str | int]:
    name, _, rest = part.partition("[")
    return [name, int(rest.rstrip("]"))] if rest else [name]


def test_power_that_is_missing_is_named_in_megawatts(demand_of: Any) -> None:
    """3 nodes x 10 kW x 1.5 = 45 kW; with 40 kW there is room for 2 nodes, 4 replicas of 6."""
    demand = demand_of(sites=[{"name": "east", "pue": 1.5, "power_cap_megawatts": 0.04}])
    quote = make_quote(demand)
    assert quote.status == "infeasible"
    assert (quote.totals, quote.pools, quote.cost) == (None, (), None)
    (item,) = quote.shortfalls
    assert (item.constraint, item.unit, item.missing) == ("site_power", "MW", pytest.approx(0.005))
    assert item.path == "sites[0].power_cap_megawatts"
    assert item.value == pytest.approx(0.045)
    assert make_quote(_applied(demand, quote)).status == "optimal"


def test_at_the_watt_there_is_a_fleet(demand_of: Any) -> None:
    """The neighbour of the case above: 45 kW exactly."""
    sites = [{"name": "east", "pue": 1.5, "power_cap_megawatts": 0.045}]
    assert make_quote(demand_of(sites=sites)).status == "optimal"


@pytest.mark.parametrize(
    ("policy", "site", "constraint"),
    [
        ({}, {"stock": {"box": 23}}, "stock"),
        ({}, {"stock": {}}, "stock"),
        ({}, {"racks": 1, "rack_power_kw": 20}, "site_racks"),
        ({"budget_usd_per_year": 74_999.99}, {}, "budget"),
    ],
)
def test_each_limit_is_named_and_its_remedy_is_enough(
    demand_of: Any, policy: dict[str, Any], site: dict[str, Any], constraint: str
) -> None:
    """3 nodes are 24 chips, 75,000 USD a year, and 2 racks where one takes 2 nodes of 10 kW."""
    demand = demand_of(
        sites=[{"name": "east", "pue": 1.5} | site], policy={"headroom": 0.2} | policy
    )
    quote = make_quote(demand)
    assert [item.constraint for item in quote.shortfalls] == [constraint]
    assert make_quote(_applied(demand, quote)).status == "optimal"


def test_every_promise_that_must_give_way_is_named(demand_of: Any) -> None:
    """TTFT 100 and TPOT 10 at the only point; 50 and 5 are promised."""
    demand = demand_of()
    point = {
        "concurrency": 4,
        "output_tokens_per_s": 200,
        "ttft_ms": {"p95": 100},
        "tpot_ms": {"p95": 10},
    }
    demand["deployments"][0]["curves"] = [{"points": [point]}]
    demand["workloads"][0]["slo"] = {"ttft_ms": {"p95": 50}, "tpot_ms": {"p95": 5}}
    quote = make_quote(demand)
    assert [(s.constraint, s.path, s.value) for s in quote.shortfalls] == [
        ("slo", "workloads[0].slo.ttft_ms.p95", 100),
        ("slo", "workloads[0].slo.tpot_ms.p95", 10),
    ]
    assert "the nearest is 100 ms at concurrency 4 on m-box-tp4" in quote.shortfalls[0].text
    assert make_quote(_applied(demand, quote)).status == "optimal"


def test_a_percentile_that_nobody_measured_has_a_switch(demand_of: Any) -> None:
    """p50 only: p95 is not proven, and `use_lower` lets it in with a warning."""
    demand = demand_of()
    point = {"concurrency": 4, "output_tokens_per_s": 200, "tpot_ms": {"p50": 10}}
    demand["deployments"][0]["curves"] = [{"points": [point]}]
    demand["workloads"][0]["slo"] = {"tpot_ms": {"p95": 20}}
    quote = make_quote(demand)
    assert quote.shortfalls[0].path == "policy.missing_percentile"
    repaired = make_quote(_applied(demand, quote))
    assert repaired.status == "optimal"
    assert "percentile_not_measured" in {note.code for note in repaired.warnings}


def test_a_model_that_nobody_serves_is_named(demand_of: Any) -> None:
    """No deployment for the model is an answer, not an error."""
    demand = demand_of()
    demand["workloads"][0]["model"] = "other"
    quote = make_quote(demand)
    assert quote.status == "infeasible"
    assert quote.shortfalls[0].constraint == "no_deployment"
    assert "None of the deployments that the demand names is of other." in quote.shortfalls[0].text


def test_one_site_cannot_lose_itself(demand_of: Any) -> None:
    """With one site nothing is left after its loss."""
    quote = make_quote(demand_of(policy={"headroom": 0.2, "survive_site_loss": True}))
    assert {item.constraint for item in quote.shortfalls} == {"site_loss"}
    assert quote.shortfalls[0].path == "policy.survive_site_loss"
