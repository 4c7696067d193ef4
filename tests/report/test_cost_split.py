"""Cost by purpose, by workload and per million tokens."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from planner import make_quote
from planner.quote import Quote
from tests.report.conftest import ZERO_COSTS, demand_of


def test_purposes_of_a_pool_with_a_spare(demand_of: Any) -> None:
    """5 working + 1 spare replicas of 4 chips in 3 nodes: 75,000 USD a year, 12,500 a replica.

    8.2 requests/s, headroom 0.2: L = 4.1, (1 + h) L = 4.92, whole 5.
    serving 4.1, headroom 0.82, rounding 0.08, redundancy 1 replica.
    """
    demand = demand_of(policy={"headroom": 0.2, "spare_replicas_per_pool": 1})
    demand["workloads"][0]["requests_per_s"] = 8.2
    cost = make_quote(demand).cost
    assert cost is not None
    assert cost.by_purpose.model_dump() == {
        "serving": 51_250,
        "headroom": 10_250,
        "redundancy": 12_500,
        "rounding": 1_000,
    }


def test_an_empty_half_of_a_node_is_rounding(demand_of: Any) -> None:
    """8 requests/s: 4.8, whole 5 replicas, 20 of 24 chips: 75,000 x 4 / 24 = 12,500 for idle ones,

    and 0.2 x 12,500 = 2,500 inside the pool.
    """
    demand = demand_of()
    demand["workloads"][0]["requests_per_s"] = 8
    cost = make_quote(demand).cost
    assert cost is not None
    assert cost.by_purpose.rounding == 15_000


def test_per_million_is_at_the_mean_and_adds_up(demand_of: Any) -> None:
    """75,000 USD; 5 requests/s in the mean x 31,536,000 s x 200 tokens = 31,536 M: 2.37823 USD.

    Output costs 4 x an input token: in + 4 in = 4.75647 for a pair, so 0.951294 and 3.805175.
    """
    totals = make_quote(demand_of()).totals
    assert totals is not None
    assert totals.usd_per_million_tokens == pytest.approx(2.378235, rel=1e-6)
    assert totals.usd_per_million_input_tokens == pytest.approx(0.951294, rel=1e-6)
    assert totals.usd_per_million_output_tokens == pytest.approx(3.805175, rel=1e-6)
    assert totals.usd_per_million_output_tokens_all_in == pytest.approx(4.756469, rel=1e-6)
    assert totals.usd_per_million_tokens_at_peak_to_mean is None


def test_without_peak_to_mean_three_duties_stand_side_by_side(demand_of: Any) -> None:
    """The fleet costs the same; half or a third of the tokens cost 2 or 3 x as much each."""
    demand = demand_of()
    del demand["workloads"][0]["peak_to_mean"]
    totals = make_quote(demand).totals
    assert totals is not None
    duties = totals.usd_per_million_tokens_at_peak_to_mean
    assert duties is not None
    base = totals.usd_per_million_tokens or 0
    assert duties == {
        "1": pytest.approx(base),
        "2": pytest.approx(2 * base),
        "3": pytest.approx(3 * base),
    }


def test_at_another_duty_owned_nodes_draw_less_where_renting_was_weighed_too(
    demand_of: Any,
) -> None:
    """5 of 6 replicas busy draw 25 kW x 1.5 x 8,760 h x 0.1 = 32,850 USD beside 75,000 of servers.

    At a peak of 2 x the mean 16,425 USD, and half of 63,072 M tokens: 91,425 / 31,536 = 2.8991.
    """
    demand = demand_of()
    del demand["workloads"][0]["peak_to_mean"]
    demand["hardware"][0]["rent_usd_per_chip_hour"] = 100
    demand["policy"]["acquisition"] = "cheapest"
    demand["costs"]["usd_per_kwh"] = 0.1
    totals = make_quote(demand).totals
    assert totals is not None
    duties = totals.usd_per_million_tokens_at_peak_to_mean
    assert duties is not None
    assert duties["1"] == pytest.approx(107_850 / 63_072)
    assert duties["2"] == pytest.approx(91_425 / 31_536)


def test_cached_input_is_counted_apart(demand_of: Any) -> None:
    """Half of the input cached: 31,536 M tokens in all, 7,884 M of them cached input."""
    demand = demand_of()
    demand["workloads"][0]["cached_input_fraction"] = 0.5
    totals = make_quote(demand).totals
    assert totals is not None
    assert totals.cached_input_tokens_per_year == pytest.approx(7.884e9)
    uncached = totals.usd_per_million_uncached_tokens or 0
    assert uncached == pytest.approx((totals.usd_per_million_tokens or 0) * 4 / 3)


def test_only_accepted_output_is_delivered(demand_of: Any) -> None:
    """Half accepted: the all-in price of an output token doubles; the fleet stays."""
    demand = demand_of()
    demand["workloads"][0]["accepted_fraction"] = 0.5
    totals = make_quote(demand).totals
    assert totals is not None
    assert totals.replicas == 6
    assert totals.usd_per_million_output_tokens_all_in == pytest.approx(9.512938, rel=1e-6)


def test_workloads_share_the_cost_by_what_they_require(demand_of: Any) -> None:
    """6 and 4 requests/s on one pool: 60 % and 40 % of 75,000."""
    demand = demand_of()
    first = demand["workloads"][0]
    demand["workloads"] = [
        first | {"requests_per_s": 6},
        first | {"name": "other", "requests_per_s": 4},
    ]
    cost = make_quote(demand).cost
    assert cost is not None
    assert [row.usd_per_year for row in cost.by_workload] == [45_000, 30_000]


def _cents(quote: Quote) -> tuple[int, int, int, int]:
    assert quote.cost is not None
    assert quote.totals is not None
    return (
        round(100 * sum(line.usd_per_year for line in quote.cost.lines)),
        round(100 * sum(quote.cost.by_purpose.model_dump().values())),
        round(100 * sum(row.usd_per_year for row in quote.cost.by_workload)),
        round(100 * (quote.totals.usd_per_year or 0)),
    )


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    rates=st.lists(st.integers(1, 5000), min_size=1, max_size=3),
    headroom=st.integers(0, 80),
    spares=st.integers(0, 2),
    spare_nodes=st.integers(0, 1),
    chips=st.sampled_from([1, 2, 3, 4, 8, 12]),
    acquisition=st.sampled_from(["own", "rent", "cheapest"]),
    price=st.integers(0, 400_000),
)
def test_lines_purposes_and_workloads_add_up_to_the_cent(
    rates: list[int],
    headroom: int,
    spares: int,
    spare_nodes: int,
    chips: int,
    acquisition: str,
    price: int,
) -> None:
    """Whatever the fleet, the money is the same however it is told."""
    demand = demand_of(
        policy={
            "headroom": headroom / 100,
            "spare_replicas_per_pool": spares,
            "spare_nodes_per_site": spare_nodes,
            "acquisition": acquisition,
        },
        costs=dict(ZERO_COSTS)
        | {
            "usd_per_kwh": 0.0713,
            "idle_power_fraction": 0.31,
            "life_years": 4.3,
            "cost_of_capital_fraction": 0.083,
        },
    )
    demand["hardware"][0] |= {"price_usd_per_node": price, "rent_usd_per_chip_hour": 1.37}
    demand["deployments"][0]["chips_per_replica"] = chips
    first = demand["workloads"][0]
    demand["workloads"] = [
        first | {"name": f"w{i}", "requests_per_s": rate / 100} for i, rate in enumerate(rates)
    ]
    cents = _cents(make_quote(demand))
    assert len(set(cents)) == 1


def test_a_total_rounded_up_to_the_cent_still_rests_on_the_bound() -> None:
    """Energy alone costs: 3,597.2463 a year is stated as 3,597.25, above what the solver proved."""
    demand = demand_of(
        policy={"headroom": 0.39, "spare_replicas_per_pool": 1},
        costs=dict(ZERO_COSTS) | {"usd_per_kwh": 0.0713, "idle_power_fraction": 0.31},
    )
    demand["hardware"][0]["price_usd_per_node"] = 0
    demand["deployments"][0]["chips_per_replica"] = 1
    demand["workloads"][0]["requests_per_s"] = 3.43
    totals = make_quote(demand).totals
    assert totals is not None
    assert totals.usd_per_year == 3_597.25
