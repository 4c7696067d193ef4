"""Totals, money, and the loss of a site, on the quote that has them."""

from typing import Any

import pytest

from planner.verify import broken, check_quote
from tests.factories.quotes import MONEY, change, node8, quote, read

COUNTS = {
    "replicas": 22,
    "spare_replicas": 2,
    "chips": 88,
    "provisioned_chips": 96,
    "nodes": 12,
    "spare_nodes": 0,
    "rented_nodes": 0,
    "it_megawatts": 0.12,
    "facility_megawatts": 0.15,
    "output_tokens_per_s": 15_500,
    "required_output_tokens_per_s": 20_150,
}
DEPENDENT = {"usd_per_year", "output_tokens_per_s"}
"""Figures that others are made from."""


def broken_in(data: dict[str, Any]) -> list[str]:
    return broken(check_quote(read(data)))


@pytest.mark.parametrize("name", [name for name in COUNTS | MONEY if name not in DEPENDENT])
def test_a_wrong_total_breaks_its_rule(name: str):
    right = (COUNTS | MONEY)[name]
    wrong = right + 1 if isinstance(right, int) or not right else right * 1.00001
    data = change(quote(), {f"totals.{name}": wrong})
    split = ["cost.split"] if "input_tokens" in name and "usd" in name else []
    split += ["cost.split"] if name == "usd_per_million_output_tokens" else []
    expected = split or [f"totals.{name}"]
    assert broken_in(data) == expected


def test_a_wrong_sum_breaks_what_is_made_from_it():
    data = change(quote(), {"totals.usd_per_year": 1_017_216.86})
    assert broken_in(data) == ["cost.lines", "cost.by_purpose"]


def test_racks_of_the_totals_are_those_of_the_sites():
    rack = node8(nodes_per_rack=4)
    racks = {"sites.0.racks": 2, "sites.1.racks": 2, "totals.racks": 4}
    data = change(quote(), {"demand.hardware": [rack], "inputs.hardware": [rack]} | racks)
    assert broken_in(data) == []
    assert broken_in(change(data, {"totals.racks": 3})) == ["totals.racks"]


@pytest.mark.parametrize("line", range(6))
def test_money_that_moves_between_lines_breaks_both(line: int):
    lines = quote()["cost"]["lines"]
    usd = [row["usd_per_year"] for row in lines]
    moved = {
        f"cost.lines.{line}.usd_per_year": usd[line] + 10,
        f"cost.lines.{line + 1}.usd_per_year": usd[line + 1] - 10,
    }
    names = [f"cost.{lines[i]['item']}" for i in (line, line + 1)]
    assert broken_in(change(quote(), moved)) == names


@pytest.mark.parametrize(
    ("one", "other"), [("serving", "headroom"), ("headroom", "redundancy"), ("rounding", "serving")]
)
def test_money_that_moves_between_purposes_breaks_both(one: str, other: str):
    told = quote()["cost"]["by_purpose"]
    moved = {
        f"cost.by_purpose.{one}": told[one] + 10,
        f"cost.by_purpose.{other}": told[other] - 10,
    }
    assert set(broken_in(change(quote(), moved))) == {f"cost.{one}", f"cost.{other}"}


def test_a_line_may_be_off_by_the_cent_that_was_dealt_out():
    """The energy is 41,083.03125 and the cooling 10,133.814375 USD: either may have the cent."""
    moved = {"cost.lines.3.usd_per_year": 41_083.04, "cost.lines.4.usd_per_year": 10_133.81}
    assert broken_in(change(quote(), moved)) == []


def test_a_line_that_is_missing_breaks_its_rule():
    data = quote()
    data["cost"]["lines"][0]["usd_per_year"] += 12_000  # so that the sum is right
    del data["cost"]["lines"][-1]
    assert broken_in(data) == ["cost.servers", "cost.operations"]


def test_workloads_add_up_to_the_total():
    parts = [{"name": "chat", "usd_per_year": 1_017_216.85}]
    assert broken_in(change(quote(), {"cost.by_workload": parts})) == []
    parts[0]["usd_per_year"] = 1_017_216.84
    assert broken_in(change(quote(), {"cost.by_workload": parts})) == ["cost.by_workload"]


def test_the_budget_is_kept_to_the_cent():
    path = "demand.policy.budget_usd_per_year"
    assert broken_in(change(quote(), {path: 1_017_216.85})) == []
    assert broken_in(change(quote(), {path: 1_017_216.84})) == ["budget"]


def test_a_fleet_without_a_price_has_no_proven_cost():
    assert broken_in(change(quote(), {"inputs.prices": []})) == ["cost.price.node8"]


def test_a_price_range_counts_at_its_high_end():
    """Of 250,000 USD a node, or 31,250 a chip."""
    both = ("demand.hardware.0", "inputs.hardware.0", "inputs.prices.0.price")
    price = {f"{place}.price_usd_per_node": [200_000, 250_000] for place in both}
    assert broken_in(change(quote(), price)) == []
    price = {f"{place}.price_usd_per_node": None for place in both}
    price |= {f"{place}.price_usd_per_chip": 31_250 for place in both}
    assert broken_in(change(quote(), price)) == []


def test_the_cost_of_capital_and_the_residual_value_count():
    """r = 8 %, n = 5, S = 10 %: CRF = 0.08 / (1 - 1.08^-5) = 0.25045645.

    3 million x (1 - 0.1 x 1.08^-5) = 2,795,825.0409 x 0.25045645 = 700,232.43 USD for servers.
    """
    costs = {"cost_of_capital_fraction": 0.08, "residual_fraction": 0.1}
    data = change(quote(), {f"inputs.costs.{name}": value for name, value in costs.items()})
    checks = {check.rule: check for check in check_quote(read(data))}
    assert float(checks["cost.servers"].right.lstrip("≈")) == pytest.approx(700_232.43, abs=0.005)
    assert float(checks["cost.network"].right.lstrip("≈")) == pytest.approx(70_023.24, abs=0.005)


def test_rented_nodes_cost_rent_and_neither_power_nor_floor():
    """48 chips x 2 USD x 8,760 h = 840,960 USD at west; east costs 509,293.14 as before.

    Of 483,000 + 24,923.71 USD at west only 6,000 for operations remains.
    """
    price = {"price_usd_per_node": 250_000, "rent_usd_per_chip_hour": {"reserved_1y": [1, 2]}}
    data = change(
        quote(),
        {
            "demand.policy.acquisition": "cheapest",
            "sites.1.rented_nodes": {"node8": 6},
            "inputs.prices.0.price": price,
        },
    )
    for field in ("it_megawatts", "facility_megawatts", "mean_facility_megawatts"):
        data["sites"][1][field] = 0
    rules = {check.rule: check for check in check_quote(read(data))}
    assert rules["cost.rent"].right == "840960"
    assert rules["cost.servers"].right == "300000"
    assert rules["cost.operations"].holds
    assert rules["site.west"].holds
    assert rules["mean_power.west"].holds


def test_software_is_priced_by_vendor():
    software = {"default": 1, "acme": 2}
    data = change(quote(), {"inputs.costs.software_usd_per_chip_year": software})
    assert {c.rule: c.right for c in check_quote(read(data))}["cost.software"] == "96"
    for place in ("demand", "inputs"):
        data[place]["hardware"][0]["vendor"] = "acme"
    assert {c.rule: c.right for c in check_quote(read(data))}["cost.software"] == "192"


LOSSES: list[tuple[dict[str, Any], str]] = [
    ({"site_losses.0.routes.0.share": "9/10"}, "shares of chat add up to 0.9"),
    ({"site_losses.0.routes.0.pool": "d@east/c20"}, "chat is routed to the lost site"),
    ({"site_losses.0.routes": []}, "shares of chat add up to 0"),
    ({"site_losses.0.site": "west", "site_losses.1.site": "east"}, "chat is routed to the lost"),
]


@pytest.mark.parametrize(("changes", "left"), LOSSES)
def test_a_routing_after_a_loss_that_is_none(changes: dict[str, Any], left: str):
    checks = {check.rule: check for check in check_quote(read(change(quote(), changes)))}
    assert not checks["site_loss.east"].holds
    assert checks["site_loss.east"].left.startswith(left)


def test_a_loss_whose_routing_is_not_stated():
    data = quote()
    del data["site_losses"][1]
    assert broken_in(data) == ["site_loss.west"]


def test_after_a_loss_spares_carry_too():
    """155 x 1.13 / 16 = 10.946875 of 11; x 1.14 / 16 = 11.04375."""
    path = "demand.policy.site_loss_headroom"
    assert broken_in(change(quote(), {path: 0.13})) == []
    assert broken_in(change(quote(), {path: 0.14})) == ["site_loss.east", "site_loss.west"]


def test_a_site_that_carries_nothing_needs_no_routing():
    data = quote()
    data["demand"]["sites"].append({"name": "north"})
    assert broken_in(data) == []
