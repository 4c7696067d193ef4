"""What a quote buys and rents, and what its chips are for, reckoned from the quote alone."""

from typing import Any

import pytest

from planner.quote import Quote
from planner.report.busy import use_by_place
from planner.report.lots import lots_of, racks_at
from planner.service import make_quote
from tests.factories.shown_quotes import QUOTES, infeasible_quote, rack_quote, rich_quote


@pytest.fixture(params=["rich", "racks", "nasty", "idle"])
def quote(request: pytest.FixtureRequest) -> Quote:
    return QUOTES[request.param]()


def test_a_site_with_power_for_one_node_owns_one_and_rents_the_rest():
    """East: 16 kW / 1.5 = 10.67 kW are one node of 10.4 kW; west may have 16 chips, two nodes."""
    found = [(lot.site, lot.is_owned, lot.nodes, lot.chips) for lot in lots_of(rich_quote())]
    assert found == [("east", True, 1, 8), ("east", False, 3, 24), ("west", True, 2, 16)]


def test_hardware_that_is_bought_by_the_rack_is_ordered_by_the_rack():
    """3 nodes in racks of 2: two racks of 300,000 USD, 150,000 a node."""
    (lot,) = lots_of(rack_quote())
    assert (lot.unit, lot.units, lot.nodes, lot.racks) == ("rack", 2, 4, 2)
    assert (lot.usd_per_unit, lot.usd_per_node) == (300_000, 150_000)


def test_racks_are_those_that_the_site_can_feed(demand_of: Any):
    """3 nodes of 10 kW, four of which fit into a rack, of which a position of 15 kW feeds one."""
    demand = demand_of(sites=[{"name": "hall", "rack_power_kw": 15}])
    demand["hardware"][0]["nodes_per_rack"] = 4
    quote = make_quote(demand)
    assert quote.totals is not None
    assert [lot.racks for lot in lots_of(quote)] == [3] == [quote.totals.racks]
    assert racks_at(quote, "hall")["box"].racks == 3


def test_mean_power_of_the_lots_is_that_of_the_sites(quote: Quote):
    for site in quote.sites:
        watts = sum(
            lot.nodes * lot.mean_it_w_per_node * lot.rates.pue
            for lot in lots_of(quote)
            if lot.site == site.name and lot.is_owned
        )
        assert float(watts / 10**6) == pytest.approx(site.mean_facility_megawatts, rel=1e-9)


def test_every_provisioned_chip_is_for_something(quote: Quote):
    uses = use_by_place(quote)
    for site in quote.sites:
        for hardware, chips in site.chips.items():
            use = uses[site.name, hardware]
            assert use.total == chips
            assert min(use.parts.values()) >= 0


def test_purposes_of_chips_are_those_of_the_cost():
    """Racks: one kind at one site, so the cost splits as the chips do."""
    quote = rack_quote()
    (use,) = use_by_place(quote).values()
    assert quote.cost is not None
    whole = quote.totals.usd_per_year  # type: ignore[union-attr]
    for purpose, usd in quote.cost.by_purpose.model_dump().items():
        assert float(use.parts[purpose] / use.total) == pytest.approx(usd / whole, abs=1e-6)


def test_no_fleet_has_no_lots():
    assert lots_of(infeasible_quote()) == ()
