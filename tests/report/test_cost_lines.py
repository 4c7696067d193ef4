"""Each line of the cost, worked out by hand on 3 nodes of 8 chips, 10 kW and 100,000 USD."""

from typing import Any

import pytest

from planner import make_quote
from planner.quote import Quote


def _quote(demand_of: Any, **costs: Any) -> Quote:
    demand = demand_of()
    demand["costs"] |= costs
    return make_quote(demand)


def _lines(quote: Quote) -> dict[str, float]:
    assert quote.cost is not None
    return {line.item: line.usd_per_year for line in quote.cost.lines}


def test_the_fleet_is_three_nodes(demand_of: Any) -> None:
    """10 x 1.2 / 2 = 6 replicas of 4 chips: 24 chips in 3 nodes of 8."""
    totals = make_quote(demand_of()).totals
    assert totals is not None
    assert (totals.replicas, totals.chips, totals.nodes) == (6, 24, 3)


def test_servers_without_interest_are_price_over_life(demand_of: Any) -> None:
    """3 x 100,000 / 4 = 75,000."""
    assert _lines(_quote(demand_of))["servers"] == 75_000


def test_servers_with_interest_pay_an_annuity(demand_of: Any) -> None:
    """CRF(0.1, 4) = 0.1 / (1 - 1.1^-4) = 0.3154708; x 300,000 = 94,641.24."""
    lines = _lines(_quote(demand_of, cost_of_capital_fraction=0.1))
    assert lines["servers"] == pytest.approx(94_641.24, abs=0.005)


def test_the_residual_value_is_taken_off_at_its_worth_today(demand_of: Any) -> None:
    """S = 20,000; 20,000 / 1.1^4 = 13,660.27; (100,000 - 13,660.27) x 0.3154708 x 3 = 81,712.99."""
    lines = _lines(_quote(demand_of, cost_of_capital_fraction=0.1, residual_fraction=0.2))
    assert lines["servers"] == pytest.approx(81_712.99, abs=0.01)


def test_the_network_is_recovered_like_the_servers(demand_of: Any) -> None:
    """0.136 x 75,000 = 10,200."""
    lines = _lines(_quote(demand_of, network_fraction_of_server_price=0.136))
    assert lines["network"] == 10_200


def test_the_facility_is_paid_on_provisioned_it_power(demand_of: Any) -> None:
    """3 x (10 kW + 8 x 50 W) = 31.2 kW; x 150 x 12 = 56,160."""
    lines = _lines(_quote(demand_of, facility_usd_per_kw_month=150, network_power_w_per_chip=50))
    assert lines["facility"] == 56_160


def test_energy_follows_the_mean_load(demand_of: Any) -> None:
    """Idle 3 kW, full 10 kW a node. Mean busy replicas 10 / 2 / 2 = 2.5 of 4 chips = 10 chips.

    Mean IT power = 3 x 3,000 + 10 x 7,000 / 8 = 17,750 W; x 8,760 h x 0.1 = 15,549.00.
    Cooling: x (1.5 - 1) = 7,774.50.
    """
    lines = _lines(_quote(demand_of, usd_per_kwh=0.1, idle_power_fraction=0.3))
    assert lines["energy_it"] == 15_549
    assert lines["energy_cooling"] == 7_774.5


def test_power_is_provisioned_at_full_load_and_drawn_at_the_mean(demand_of: Any) -> None:
    """30 kW IT, 45 kW at the meter; 17.75 x 1.5 = 26.625 kW, 233.235 MWh, 93.294 t at 400 g."""
    totals = _quote(demand_of, idle_power_fraction=0.3, grams_co2_per_kwh=400).totals
    assert totals is not None
    assert totals.it_megawatts == pytest.approx(0.030)
    assert totals.facility_megawatts == pytest.approx(0.045)
    assert totals.mean_facility_megawatts == pytest.approx(0.026625)
    assert totals.energy_mwh_per_year == pytest.approx(233.235)
    assert totals.tonnes_co2_per_year == pytest.approx(93.294)


def test_the_design_pue_counts_for_megawatts_and_the_mean_pue_for_energy(demand_of: Any) -> None:
    """30 kW x 1.8 = 54 kW provisioned; energy still at 1.5."""
    totals = make_quote(demand_of(sites=[{"name": "east", "pue": 1.5, "design_pue": 1.8}])).totals
    assert totals is not None
    assert totals.facility_megawatts == pytest.approx(0.054)
    # mean busy chips 10 of 24, idle 0: 12.5 kW x 1.5 = 18.75 kW
    assert totals.mean_facility_megawatts == pytest.approx(0.01875)


def test_software_is_paid_by_the_vendor_of_the_chips(demand_of: Any) -> None:
    """24 chips x 4,500 = 108,000 for acme; another vendor's price does not apply."""
    named = {"software_usd_per_chip_year": {"acme": 4500, "default": 1}}
    other = {"software_usd_per_chip_year": {"else": 4500, "default": 1}}
    assert _lines(_quote(demand_of, **named))["software"] == 108_000
    assert _lines(_quote(demand_of, **other))["software"] == 24


def test_support_is_a_share_of_the_server_price(demand_of: Any) -> None:
    """0.03 x 300,000 = 9,000."""
    assert _lines(_quote(demand_of, support_fraction_per_year=0.03))["support"] == 9_000


def test_operations_are_paid_by_the_node(demand_of: Any) -> None:
    """3 x 5,000 = 15,000."""
    assert _lines(_quote(demand_of, operations_usd_per_node_year=5000))["operations"] == 15_000


def test_a_site_has_prices_of_its_own(demand_of: Any) -> None:
    """A site's own field beats the book, and costs.sites beats both. 262,800 kWh."""
    demand = demand_of(sites=[{"name": "east", "pue": 1.5, "usd_per_kwh": 0.05}])
    demand["costs"] |= {"usd_per_kwh": 0.1, "idle_power_fraction": 1}
    assert _lines(make_quote(demand))["energy_it"] == 13_140
    demand["costs"] |= {"sites": {"east": {"usd_per_kwh": 0.2}}}
    assert _lines(make_quote(demand))["energy_it"] == 52_560


def test_rent_holds_network_facility_energy_and_support(demand_of: Any) -> None:
    """24 chips x 2 USD x 8,760 h = 420,480; software and operations are still ours."""
    demand = demand_of(policy={"headroom": 0.2, "acquisition": "rent", "rent_term": "on_demand"})
    demand["hardware"][0] |= {"rent_usd_per_chip_hour": {"on_demand": 2, "reserved_1y": 1}}
    demand["costs"] |= {
        "usd_per_kwh": 1,
        "facility_usd_per_kw_month": 100,
        "support_fraction_per_year": 1,
        "operations_usd_per_node_year": 10,
    }
    lines = _lines(make_quote(demand))
    assert lines["rent"] == 420_480
    assert lines["operations"] == 30
    assert sum(lines.values()) == 420_510


def test_a_range_counts_at_its_high_end(demand_of: Any) -> None:
    """[60,000, 100,000] is 100,000; the band knows the low end: 45,000 a year."""
    demand = demand_of()
    demand["hardware"][0]["price_usd_per_node"] = [60000, 100000]
    quote = make_quote(demand)
    assert _lines(quote)["servers"] == 75_000
    assert quote.cost is not None
    band = quote.cost.bands["usd_per_million_tokens"]
    assert band.low / band.base == pytest.approx(0.6)
    assert band.driver == "price ranges"


def test_a_price_by_chip_or_by_rack_is_the_same_money(demand_of: Any) -> None:
    """12,500 a chip x 8, or 400,000 a rack of 4 nodes, is 100,000 a node."""
    for price in (
        {"price_usd_per_chip": 12500},
        {"price_usd_per_rack": 400000, "nodes_per_rack": 4},
    ):
        demand = demand_of()
        del demand["hardware"][0]["price_usd_per_node"]
        demand["hardware"][0] |= price
        assert _lines(make_quote(demand))["servers"] == 75_000


def test_a_price_of_zero_is_a_price(demand_of: Any) -> None:
    """Hardware that is there already costs nothing, and is not 'without a price'."""
    demand = demand_of()
    demand["hardware"][0]["price_usd_per_node"] = 0
    quote = make_quote(demand)
    assert quote.totals is not None
    assert quote.totals.usd_per_year == 0
    assert quote.totals.output_tokens_per_s_per_usd_hour is None
