"""The form holds all of a demand: its own deployments, hardware and models, costs of a site."""

import json
import re
from copy import deepcopy
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from planner.service import make_quote
from tests.api.harness import Live
from tests.lab.pages import SMALL, count, field, figure, preset, settled
from tests.lab.test_habits import NAMES, faults, themed  # noqa: F401

POINT = "deployments[0].curves[0].points[0]"
NARROW = 360


def section(page: Page, name: str) -> None:
    """Opens a section of the form."""
    page.locator(".section > summary", has_text=name).click()


def opened(page: Page, path: str) -> None:
    """Opens what holds a part of the demand."""
    page.locator(f'[data-path="{path}"] > summary').click()


def more(page: Page, path: str) -> None:
    page.locator(f'[data-key="{path} more~"]').click()


def asked(page: Page) -> dict[str, Any]:
    """The demand that the page holds."""
    text = "async () => JSON.stringify((await import('/lab/js/store.js')).current())"
    return json.loads(page.evaluate(text))


def put(page: Page, demand: dict[str, Any]) -> None:
    """Another demand, as a link brings it: unchecked."""
    page.evaluate("async d => (await import('/lab/js/store.js')).replace(d)", demand)


def small(**changes: Any) -> dict[str, Any]:
    return {**deepcopy(SMALL), **changes}


def with_point(**changes: Any) -> dict[str, Any]:
    demand = small()
    demand["deployments"][0]["curves"][0]["points"][0].update(changes)
    return demand


def answers(page: Page, demand: dict[str, Any]) -> None:
    """The page holds this demand, and its figures are those of its quote."""
    totals = make_quote(demand).totals
    assert totals is not None
    expect(page.locator('[data-figure="totals.replicas"] .figure-value')).to_be_visible()
    settled(page)
    assert asked(page) == demand
    figure(page, "totals.replicas", count(totals.replicas))
    figure(page, "totals.usd_per_year", f"${totals.usd_per_year:,.0f}")


def unfolded(page: Page) -> None:
    """Everything is open, what is inside of folds too."""
    for _ in range(5):
        page.evaluate(
            "() => document.querySelectorAll('.demand details').forEach(e => e.open = true)"
        )
        page.wait_for_timeout(50)


def test_the_speed_of_a_replica_is_edited(page: Page):
    section(page, "What may serve")
    opened(page, "deployments[0]")
    field(page, f"{POINT}.output_tokens_per_s").fill("8000")
    figure(page, "totals.replicas", "33")  # 1,300 x 200 / 8,000 = 32.5
    expect(page.locator(f'[data-path="{POINT}"] > summary')).to_have_text("Point 1: 8,000 tokens/s")
    answers(page, with_point(output_tokens_per_s=8000))


def test_points_and_latencies_are_added_and_removed(page: Page):
    """Two points and a promise that only the slower one keeps."""
    section(page, "What may serve")
    opened(page, "deployments[0]")
    field(page, f"{POINT}.concurrency").fill("64")
    page.click(f'[data-key="{POINT}+latency"]')
    expect(page.locator(f'[data-path="{POINT}.ttft_ms.p95"]')).to_have_attribute(
        "aria-invalid", "true"
    )
    field(page, f"{POINT}.ttft_ms.p95").fill("900")
    page.click('[data-key="deployments[0].curves[0].points+"]')
    second = POINT.replace("points[0]", "points[1]")
    expect(page.locator(f'[data-path="{second}"]')).to_contain_text("needs output_tokens_per_s")
    field(page, f"{second}.concurrency").fill("16")
    field(page, f"{second}.output_tokens_per_s").fill("2000")
    page.click(f'[data-key="{second}+latency"]')
    field(page, f"{second}.ttft_ms.p95").fill("300")
    page.click('[data-key="workloads[0]+limit"]')
    field(page, "workloads[0].slo.ttft_ms.p95").fill("300")
    demand = with_point(concurrency=64, ttft_ms={"p95": 900})
    slower = {"concurrency": 16, "output_tokens_per_s": 2000, "ttft_ms": {"p95": 300}}
    demand["deployments"][0]["curves"][0]["points"].append(slower)
    demand["workloads"][0]["slo"] = {"ttft_ms": {"p95": 300}}
    figure(page, "totals.replicas", "130")  # 260,000 / 2,000
    answers(page, demand)
    page.get_by_role("button", name="Remove point 1").click()
    demand["deployments"][0]["curves"][0]["points"] = [slower]
    answers(page, demand)


def test_a_point_that_loses_its_only_number_keeps_its_place(page: Page):
    demand = with_point(concurrency=64)
    demand["deployments"][0]["curves"][0]["points"].insert(0, {"output_tokens_per_s": 900})
    put(page, demand)
    section(page, "What may serve")
    opened(page, "deployments[0]")
    opened(page, POINT)
    field(page, f"{POINT}.output_tokens_per_s").fill("")
    assert [p.get("output_tokens_per_s") for p in points(page)] == [None, 4000]
    field(page, f"{POINT}.output_tokens_per_s").fill("800")
    assert [p.get("output_tokens_per_s") for p in points(page)] == [800, 4000]


def points(page: Page) -> list[dict[str, Any]]:
    return asked(page)["deployments"][0]["curves"][0]["points"]


def test_a_deployment_is_described_by_hand(page: Page):
    section(page, "What may serve")
    page.click('[data-key="deployments+"]')
    expect(field(page, "deployments[1].id")).to_be_focused()
    new = page.locator('[data-path="deployments[1]"]')
    expect(new).to_contain_text("a point needs output_tokens_per_s")
    field(page, "deployments[1].hardware").fill("b200-sxm")
    field(page, "deployments[1].chips_per_replica").fill("16")
    field(page, "deployments[1].precision").fill("fp8")
    page.select_option('[data-path="deployments[1].evidence"]', label="third party")
    field(page, "deployments[1].curves[0].points[0].output_tokens_per_s").fill("8000")
    figure(page, "totals.replicas", "33")
    own = {
        "id": "own-1", "model": "acme-1t", "hardware": "b200-sxm", "chips_per_replica": 16,
        "precision": "fp8", "evidence": "third_party",
        "curves": [{"points": [{"output_tokens_per_s": 8000}]}],
    }  # fmt: skip
    demand = small()
    demand["deployments"].append(own)
    answers(page, demand)
    page.get_by_role("button", name="Remove own-1").click()
    figure(page, "totals.replicas", "65")
    answers(page, small())


def test_a_replica_may_stand_on_several_kinds_of_chip(page: Page):
    section(page, "What may serve")
    opened(page, "deployments[0]")
    page.select_option('[data-key="deployments[0]~layout"]', "parts")
    field(page, "deployments[0].parts[0].chips").fill("8")
    field(page, "deployments[0].parts[1].hardware").fill("b200-sxm")
    expect(page.locator('[data-path="deployments[0].parts[1].chips"]')).to_have_attribute(
        "aria-invalid", "true"
    )
    field(page, "deployments[0].parts[1].chips").fill("4")
    page.get_by_role("button", name="Remove kind 2").click()
    page.select_option('[data-key="deployments[0]~layout"]', "whole")
    demand = small()
    demand["deployments"][0]["chips_per_replica"] = 8
    figure(page, "totals.chips", "520")  # 65 x 8
    answers(page, demand)


def test_a_deployment_begins_as_the_catalog_has_it(page: Page, lab: Live):
    with lab.anybody() as client:
        listed = client.get("/v1/deployments?limit=200").json()["items"]
        name = next(e["id"] for e in listed if e["role"] == "serve" and e["curves"] > 1)
        entry = client.get(f"/v1/deployments/{name}").json()
    section(page, "What may serve")
    box = page.locator('[data-key="deployments+from"]')
    box.fill("nobody")
    page.click('[data-key="deployments+take"]')
    expect(page.get_by_role("alert").filter(has_text="The catalog has no nobody.")).to_be_visible()
    box.fill(name)
    page.click('[data-key="deployments+take"]')
    expect(page.locator('[data-path="deployments[1]"]')).to_contain_text("Stands in")
    assert asked(page)["deployments"][1] == entry
    opened(page, "deployments[1].curves[0]")
    opened(page, "deployments[1].curves[0].points[0]")
    written = field(page, "deployments[1].curves[0].points[0].output_tokens_per_s").input_value()
    assert float(written) == entry["curves"][0]["points"][0]["output_tokens_per_s"]


def test_what_is_not_chosen_for_the_moment_comes_back_whole(page: Page):
    section(page, "What may serve")
    page.get_by_label("Anything of the catalog that fits").check()
    expect(page.locator("#status")).to_contain_text("Infeasible")
    assert "deployments" not in asked(page)
    page.get_by_label("Only these").check()
    answers(page, small())
    page.locator('[data-key="deployment-acme-1t-b200-tp16"]').uncheck()
    expect(page.locator("#status")).to_contain_text("Infeasible")
    page.locator('[data-key="deployment-acme-1t-b200-tp16"]').check()
    answers(page, small())


def test_a_deployment_with_another_id_is_still_the_chosen_one(page: Page):
    section(page, "What may serve")
    opened(page, "deployments[0]")
    field(page, "deployments[0].id").fill("mine")
    expect(page.locator('[data-key="deployment-mine"]')).to_be_checked()
    page.fill('[data-key="filter-deployments"]', "h200")
    page.locator(".deployment-list input:not(:checked)").first.click()
    given = asked(page)["deployments"]
    assert given[0] == {**SMALL["deployments"][0], "id": "mine"}
    assert isinstance(given[1], str)


def test_a_named_deployment_that_nobody_knows_is_said_beside_it(page: Page):
    put(page, small(deployments=[*SMALL["deployments"], "nobody"]))
    section(page, "What may serve")
    item = page.locator(".deployment-list li", has_text="nobody")
    expect(item.locator(".field-error")).not_to_be_empty()
    item.locator("input").click()
    answers(page, small())


def test_a_link_with_anything_in_it_breaks_nothing(page: Page):
    broken_ones: list[dict[str, Any]] = [
        {"hardware": "x"},
        {"models": [None]},
        {"deployments": [None, 5]},
        {"costs": {"sites": []}},
        {"deployments": [{"curves": {"points": 1}}]},
    ]
    for broken in broken_ones:
        put(page, small(**broken))
        expect(page.locator("#status")).to_contain_text("Not solved")
        unfolded(page)
    put(page, small())
    figure(page, "totals.replicas", "65")


def test_hardware_has_a_price_of_its_own(page: Page):
    section(page, "Hardware of this demand")
    opened(page, "hardware[0]")
    price = "hardware[0].price_usd_per_node"
    field(page, price).fill("600000")
    figure(page, "totals.capex_usd", "$78,000,000")  # 130 nodes x 600,000
    field(page, f"{price}[1]").fill("700000")
    figure(page, "totals.capex_usd", "$91,000,000")  # a range counts at its high end
    field(page, f"{price}[1]").fill("500000")
    error = page.locator(f'[data-path="{price}"]')
    expect(error).to_have_attribute("aria-invalid", "true")
    field(page, f"{price}[1]").fill("")
    page.select_option('[data-key="hardware[0]~price"]', label="a chip")
    field(page, "hardware[0].price_usd_per_chip").fill("50000")
    figure(page, "totals.capex_usd", "$52,000,000")  # 1,040 x 50,000
    page.select_option('[data-key="hardware[0].rent_usd_per_chip_hour~"]', label="by term")
    field(page, "hardware[0].rent_usd_per_chip_hour.reserved_1y").fill("3")
    page.select_option('[data-path="policy.acquisition"]', "rent")
    figure(page, "totals.usd_per_year", "$27,981,200")  # 1,040 x 3 x 8,760 and 130 x 5,000
    demand = small(policy={"headroom": 0.3, "acquisition": "rent"})
    hardware = demand["hardware"][0]
    del hardware["price_usd_per_node"]
    rent = {"reserved_1y": 3}
    hardware |= {"price_usd_per_chip": 50000, "rent_usd_per_chip_hour": rent}
    answers(page, demand)


def test_hardware_begins_as_the_catalog_has_it_and_may_go(page: Page, lab: Live):
    with lab.anybody() as client:
        entry = client.get("/v1/hardware/h200-sxm").json()
    section(page, "Hardware of this demand")
    page.fill('[data-key="hardware+from"]', "b200-sxm")
    page.press('[data-key="hardware+from"]', "Enter")
    expect(page.get_by_role("alert").filter(has_text="among them already")).to_be_visible()
    page.fill('[data-key="hardware+from"]', "h200-sxm")
    page.press('[data-key="hardware+from"]', "Enter")
    expect(field(page, "hardware[1].id")).to_have_value("h200-sxm")
    expect(page.locator('[data-path="hardware[1]"]')).to_contain_text("Stands in for the catalog")
    assert asked(page)["hardware"][1] == entry
    more(page, "hardware[1]")
    expect(field(page, "hardware[1].peak_tflops.fp8")).to_have_value(
        f"{entry['peak_tflops']['fp8']:g}"
    )
    field(page, "hardware[1].tdp_w").fill("-1")
    expect(page.locator('[data-path="hardware[1].tdp_w"]')).to_have_attribute(
        "aria-invalid", "true"
    )
    page.get_by_role("button", name="Remove h200-sxm").click()
    answers(page, small())


def test_hardware_is_described_by_hand(page: Page):
    """A chip of half the price does the same work."""
    section(page, "Hardware of this demand")
    page.click('[data-key="hardware+"]')
    expect(field(page, "hardware[1].id")).to_be_focused()
    values = {"id": "x1", "memory_gb": 96, "chips_per_node": 4, "node_power_w": 4000}
    for name, value in values.items():
        field(page, f"hardware[1].{name}").fill(str(value))
    page.select_option('[data-key="hardware[1]~price"]', label="a server")
    field(page, "hardware[1].price_usd_per_node").fill("100000")
    section(page, "What may serve")
    opened(page, "deployments[0]")
    field(page, "deployments[0].hardware").fill("x1")
    demand = small()
    demand["hardware"].append({**values, "price_usd_per_node": 100000})
    demand["deployments"][0]["hardware"] = "x1"
    figure(page, "totals.nodes", "260")  # 1,040 / 4
    answers(page, demand)


def test_a_model_is_described_by_hand(page: Page):
    """With its model the planner checks the memory: 1,000 GB do not fit 4 chips of 180 GB."""
    section(page, "Models of this demand")
    page.click('[data-key="models+"]')
    for name, value in {"id": "acme-1t", "total_parameters": "1e12", "active_parameters": "32e9",
                        "layers": "61", "max_context_tokens": "131072"}.items():  # fmt: skip
        field(page, f"models[0].{name}").fill(value)
    page.select_option('[data-path="models[0].attention.kind"]', "mla")
    field(page, "models[0].attention.heads").fill("64")
    expect(page.locator('[data-path="models[0].attention"]')).to_contain_text(
        "mla needs latent_size, rope_size"
    )
    field(page, "models[0].attention.latent_size").fill("512")
    field(page, "models[0].attention.rope_size").fill("64")
    section(page, "What may serve")
    opened(page, "deployments[0]")
    field(page, "deployments[0].precision").fill("fp8")
    model = {
        "id": "acme-1t", "total_parameters": 1e12, "active_parameters": 32e9, "layers": 61,
        "max_context_tokens": 131072,
        "attention": {"kind": "mla", "heads": 64, "latent_size": 512, "rope_size": 64},
    }  # fmt: skip
    demand = small(models=[model])
    demand["deployments"][0]["precision"] = "fp8"
    answers(page, demand)
    field(page, "deployments[0].chips_per_replica").fill("4")
    expect(page.locator("#status")).to_contain_text("Infeasible")


def test_costs_hold_at_a_site_and_follow_its_name(page: Page):
    demand = small(sites=[{"name": "east", "usd_per_kwh": 0.07}, {"name": "west"}])
    demand["workloads"][0]["sites"] = ["west"]
    put(page, demand)
    section(page, "Sites")
    page.locator('[data-key="sites[1] costs~"]').click()
    energy = field(page, "costs.sites.west.usd_per_kwh")
    book = make_quote(demand).inputs.costs.usd_per_kwh
    expect(energy).to_have_attribute("placeholder", f"{book:g}")
    page.locator('[data-key="sites[0] costs~"]').click()
    expect(field(page, "costs.sites.east.usd_per_kwh")).to_have_attribute("placeholder", "0.07")
    energy.fill("0.3")
    field(page, "costs.sites.west.operations_usd_per_node_year").fill("9000")
    demand["costs"] = {
        "sites": {"west": {"usd_per_kwh": 0.3, "operations_usd_per_node_year": 9000}}
    }
    answers(page, demand)
    name = field(page, "sites[1].name")
    name.fill("east")  # in passing, both have the same name
    name.fill("east 2")
    demand["sites"][1]["name"] = "east 2"
    demand["workloads"][0]["sites"] = ["east 2"]
    demand["costs"] = {"sites": {"east 2": demand["costs"]["sites"]["west"]}}
    answers(page, demand)
    expect(field(page, "workloads[0].sites")).to_have_value("east 2")
    field(page, "costs.sites.east 2.usd_per_kwh").fill("0.25")
    demand["costs"]["sites"]["east 2"]["usd_per_kwh"] = 0.25
    answers(page, demand)


def test_costs_of_no_site_can_be_taken_away(page: Page):
    put(page, small(costs={"sites": {"nowhere": {"usd_per_kwh": 0.1}}}))
    section(page, "Sites")
    page.get_by_role("button", name="Remove the costs at nowhere").click()
    answers(page, small())


def test_software_is_priced_by_vendor(page: Page):
    section(page, "Costs")
    page.fill('[data-key="costs.software_usd_per_chip_year+box"]', "NVIDIA")
    page.click('[data-key="costs.software_usd_per_chip_year+"]')
    field(page, "costs.software_usd_per_chip_year.NVIDIA").fill("4500")
    answers(page, small(costs={"software_usd_per_chip_year": {"NVIDIA": 4500}}))


def test_a_limit_without_a_percentile_is_shown_and_gets_one(page: Page):
    demand = small()
    demand["workloads"][0]["slo"] = {"ttft_ms": 500}
    put(page, demand)
    bare = page.locator('[data-path="workloads[0].slo.ttft_ms"]')
    expect(bare).to_have_value("500")
    expect(page.locator(".limit .field-error")).to_contain_text("names its percentile")
    page.select_option('[data-key="workloads[0].slo.ttft_ms~percentile"]', "p99")
    assert asked(page)["workloads"][0]["slo"] == {"ttft_ms": {"p99": 500}}


def test_a_promise_may_be_at_any_percentile(page: Page):
    demand = small()
    demand["workloads"][0]["slo"] = {"ttft_ms": {"p95": 500, "p99": 900}}
    put(page, demand)
    choice = page.locator('[data-key="workloads[0].slo.ttft_ms.p95~percentile"]')
    choice.select_option("other")
    choice.fill("p99.95")
    page.keyboard.press("Enter")
    assert asked(page)["workloads"][0]["slo"] == {"ttft_ms": {"p99": 900, "p99.95": 500}}


def test_a_promise_that_changes_overwrites_no_other(page: Page):
    demand = small()
    demand["workloads"][0]["slo"] = {"ttft_ms": {"p95": 500}, "tpot_ms": {"p95": 40}}
    put(page, demand)
    page.select_option('[data-key="workloads[0].slo.ttft_ms.p95~metric"]', "tpot_ms")
    assert asked(page)["workloads"][0]["slo"] == {"tpot_ms": {"p95": 40, "mean": 500}}


def test_a_fault_in_a_fold_is_said_on_it_and_stands_beside_its_field(page: Page):
    demand = small()
    demand["hardware"][0]["tdp_w"] = -1
    put(page, demand)
    closed = page.locator(".section", has_text="Hardware of this demand")
    expect(closed).to_have_class(re.compile("faulty"))
    section(page, "Hardware of this demand")
    opened(page, "hardware[0]")
    expect(page.locator('[data-path="hardware[0]"]')).to_contain_text("tdp_w must be at least")
    more(page, "hardware[0]")
    expect(field(page, "hardware[0].tdp_w")).to_have_attribute("aria-invalid", "true")
    field(page, "hardware[0].tdp_w").fill("1000")
    expect(closed).not_to_have_class(re.compile("faulty"))


def test_a_field_is_explained_without_moving_anything(page: Page):
    place = "() => [...document.querySelectorAll('.section, .field')].map(e => e.offsetTop)"
    before = page.evaluate(place)
    asker = page.locator('[data-key="policy.headroom?"]')
    asker.focus()
    page.keyboard.press("Enter")
    text = page.locator(".help-text")
    expect(text).to_contain_text("0.30 plans for 1.3 x the peak.")
    expect(text).to_contain_text("from 0 to 100")
    expect(asker).to_have_attribute("aria-expanded", "true")
    assert page.evaluate(place) == before
    page.keyboard.press("Escape")
    expect(text).to_have_count(0)
    expect(asker).to_be_focused()
    page.click('[data-key="workloads[0].output_tokens?"]')
    expect(text).to_contain_text("visible to the user")
    page.click("h1")
    expect(text).to_have_count(0)


def test_every_field_has_an_explanation(page: Page):
    """Each question mark of the demand with most in it has words behind it."""
    put(page, everything())
    section(page, "Sites")
    unfolded(page)
    keys = page.evaluate("() => [...document.querySelectorAll('.help')].map(e => e.dataset.key)")
    assert len(keys) > 120
    empty = page.evaluate(
        """async keys => {
            const schema = await (await fetch("/v1/schemas/demand")).json();
            const { described } = await import("/lab/js/schema.js");
            const { keysOf } = await import("/lab/js/paths.js");
            return keys.filter(key => !described(schema, keysOf(key.slice(0, -1))).text);
        }""",
        keys,
    )
    assert empty == []


def test_the_page_works_without_explanations(page: Page):
    page.route("**/v1/schemas/demand", lambda route: route.abort("connectionrefused"))
    page.click('[data-key="policy.headroom?"]')
    expect(page.locator(".help-text")).to_contain_text("cannot be had now")
    field(page, "policy.headroom").fill("0.5")
    figure(page, "totals.replicas", "75")


def everything() -> dict[str, Any]:
    """A demand with something of everything that it can bring along."""
    demand = small(
        sites=[{"name": "east", "stock": {"b200-sxm": 2000}}],
        costs={"sites": {"east": {"usd_per_kwh": 0.1}}, "software_usd_per_chip_year": {"Acme": 1}},
        models=[
            {
                "id": "acme-1t", "total_parameters": 1e12, "active_parameters": 32e9, "layers": 61,
                "max_context_tokens": 131072,
                "attention": {"kind": "gqa", "heads": 64, "kv_heads": 8, "head_size": 128},
            }
        ],
    )  # fmt: skip
    demand["workloads"][0]["slo"] = {"ttft_ms": {"p95": 900}}
    demand["hardware"][0] |= {
        "memories": [{"kind": "HBM3e", "gb": 180, "gb_per_s": 8000}],
        "rent_usd_per_chip_hour": {"reserved_1y": [3, 4]},
        "sources": {"memory_gb": "data sheet"},
    }
    demand["deployments"][0] |= {
        "parallelism": {"tensor": 16},
        "quality": {"metric": "mmlu", "value": 80},
        "precision": "fp8",
    }
    point = demand["deployments"][0]["curves"][0]["points"][0]
    point |= {"concurrency": 64, "ttft_ms": {"p95": 800}, "tpot_ms": {"p95": 20}}
    return demand


def test_a_link_keeps_everything(page: Page):
    put(page, everything())
    answers(page, everything())
    page.wait_for_timeout(800)
    other = page.context.new_page()
    other.goto(page.url)
    settled(other)
    unfolded(other)
    assert asked(other) == everything()
    expect(field(other, f"{POINT}.tpot_ms.p95")).to_have_value("20")
    expect(field(other, "hardware[0].sources.memory_gb")).to_have_value("data sheet")
    expect(field(other, "hardware[0].rent_usd_per_chip_hour.reserved_1y[1]")).to_have_value("4")


def test_axe_finds_nothing_where_everything_is_open(themed: Page):  # noqa: F811
    put(themed, everything())
    settled(themed)
    unfolded(themed)
    themed.click('[data-key="hardware[0].memory_gb?"]')
    expect(themed.locator(".help-text")).to_contain_text("GB")
    assert faults(themed) == []
    demand = everything()
    demand["hardware"][0]["memory_gb"] = -1
    put(themed, demand)
    expect(field(themed, "hardware[0].memory_gb")).to_have_attribute("aria-invalid", "true")
    themed.evaluate(
        "() => document.querySelectorAll('.demand details').forEach(e => e.open = false)"
    )
    assert faults(themed) == []


@pytest.mark.parametrize(("width", "height"), [(NARROW, 740), (720, 450)], ids=["phone", "zoomed"])
def test_nothing_of_it_is_cut_off(browser: Browser, lab: Live, width: int, height: int):
    context = browser.new_context(base_url=lab.url, viewport={"width": width, "height": height})
    page = context.new_page()
    page.goto("/")
    settled(page)
    put(page, everything())
    unfolded(page)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= width
    context.close()


def test_all_of_it_is_reached_by_keyboard(page: Page):
    page.locator(".section > summary", has_text="What may serve").focus()
    page.keyboard.press("Enter")
    page.locator('[data-key="deployments[0]~"]').focus()
    page.keyboard.press("Enter")
    target = field(page, f"{POINT}.output_tokens_per_s")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("e => e === document.activeElement", target.element_handle()):
            break
    expect(target).to_be_focused()
    page.keyboard.press("Control+A")
    page.keyboard.type("8000")
    figure(page, "totals.replicas", "33")


def test_names_of_entries_are_shown_to_the_letter(page: Page):
    page.on("dialog", lambda dialog: pytest.fail(f"a script ran: {dialog.message}"))
    demand = json.loads(json.dumps(everything()).replace("b200-sxm", "CHIP"))
    demand = json.loads(json.dumps(demand).replace("CHIP", NAMES[0].replace('"', '\\"')))
    demand["models"][0]["name"] = NAMES[1]
    demand["deployments"][0]["id"] = NAMES[3]
    demand["sites"][0]["name"] = "__proto__"
    demand["costs"]["sites"] = json.loads('{"__proto__": {"usd_per_kwh": 0.2}}')
    page.set_input_files(
        '[data-key="file"]',
        {
            "name": "demand.json",
            "mimeType": "application/json",
            "buffer": json.dumps(demand).encode(),
        },
    )
    expect(page.locator('[data-path="hardware[0]"] > summary')).to_have_text(NAMES[0])
    expect(page.locator('[data-path="deployments[0]"] > summary')).to_have_text(NAMES[3])
    settled(page)
    unfolded(page)
    expect(field(page, "models[0].name")).to_have_value(NAMES[1])
    expect(field(page, "costs.sites.__proto__.usd_per_kwh")).to_have_value("0.2")
    preset(page, "1T model, launch")
    figure(page, "totals.replicas", "65")
    assert page.locator("img, svg").count() == 0
