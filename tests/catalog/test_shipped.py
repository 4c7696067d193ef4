"""The catalog that ships: sound, current in its page, and as large as it claims."""

import subprocess
import sys
from pathlib import Path

import pytest

from planner.catalog import Catalog, load_catalog
from planner.catalog.check import check_catalog
from planner.entries import CostBook

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def shipped() -> Catalog:
    return load_catalog(ROOT / "profiles")


def test_it_is_sound(shipped: Catalog):
    assert [str(finding) for finding in check_catalog(shipped)] == []


def test_it_holds_what_a_first_plan_needs(shipped: Catalog):
    curves = sum(len(entry.curves) for entry in shipped.deployments.values())
    assert len(shipped.deployments) >= 60
    assert curves >= 150
    for model in ("llama-3.3-70b", "gpt-oss-120b", "deepseek-r1"):
        served = shipped.deployments_of(model)
        assert len({name for entry in served for name in entry.chips_by_hardware}) >= 3
        assert max(len(entry.curves) for entry in served) >= 3


def test_every_kind_of_hardware_on_sale_has_a_price(shipped: Catalog):
    unpriced = [name for name in shipped.hardware if not shipped.prices_of(name)]
    # no list price of these is public
    assert unpriced == [
        "cerebras-cs3",
        "dmatrix-corsair",
        "sambanova-sn40l",
        "sambanova-sn50",
        "taalas-hc1",
        "tensordyne-napier",
    ]


def test_racks_are_bought_whole(shipped: Catalog):
    for name in ("gb200-nvl72", "gb300-nvl72"):
        rack = shipped.hardware[name]
        assert (rack.chips_per_node, rack.nodes_per_rack, rack.domain_chips) == (4, 18, 72)
        assert rack.purchase_unit == "rack"


def test_the_cost_book_states_every_parameter_once(shipped: Catalog):
    assert set(shipped.cost_parameters) == set(CostBook.model_fields)


@pytest.mark.parametrize("percentile", ["p50", "p99", "mean"])
def test_no_percentile_is_filled_in_from_another(shipped: Catalog, percentile: str):
    # a run without p99 must not have one that equals its median, and the like
    for entry in shipped.deployments.values():
        for point in (point for curve in entry.curves for point in curve.points):
            for latencies in filter(None, (point.ttft_ms, point.tpot_ms)):
                others = [value for key, value in latencies.items() if key != percentile]
                assert percentile not in latencies or latencies[percentile] not in others


def run(script: str, *arguments: str) -> str:
    command = [sys.executable, f"scripts/{script}", *arguments]
    environment = {"PYTHONPATH": str(ROOT), "PATH": ""}
    return subprocess.check_output(command, cwd=ROOT, text=True, env=environment)


def test_the_coverage_page_is_current():
    assert run("coverage_table.py", "--check") == ""


def test_the_cost_ratio_is_what_the_curves_say(shipped: Catalog):
    computed = float(run("cost_ratio.py").split()[0])
    assert shipped.cost_book.output_to_input_cost_ratio == pytest.approx(computed, abs=0.05)


def test_an_owned_h100_costs_about_what_the_published_reference_says(shipped: Catalog):
    """Within 20 % of the 1.69 USD per chip-hour that a large neocloud is said to pay.

    Server 320,000 x CRF(8 %, 5) 0.25046 = 80,147; network 0.136 of it = 10,900; facility
    180 x 12 x 10.2 = 22,032; energy at full draw and PUE 1.3 = 10.2 x 8,760 x 0.0862 x 1.3 =
    10,013; support 9,600; operations 5,000. In all 137,692 / 8 / 8,760 = 1.965.
    """
    book, chip = shipped.cost_book, shipped.hardware["h100-sxm"]
    price = max(
        p.price_usd_per_node[1]
        for _, p in shipped.prices_of("h100-sxm")
        if isinstance(p.price_usd_per_node, tuple)
    )
    r, years = book.cost_of_capital_fraction, book.life_years
    recovered = price * (1 + book.network_fraction_of_server_price) * r / (1 - (1 + r) ** -years)
    kilowatts = chip.node_power_w / 1000 + 8 * book.network_power_w_per_chip / 1000
    power = kilowatts * (12 * book.facility_usd_per_kw_month + 8760 * 1.3 * book.usd_per_kwh)
    running = price * book.support_fraction_per_year + book.operations_usd_per_node_year
    per_chip_hour = (recovered + power + running) / 8 / 8760
    assert per_chip_hour == pytest.approx(1.965, abs=0.005)
    assert per_chip_hour == pytest.approx(1.69, rel=0.20)
