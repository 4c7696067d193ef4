"""Inputs move, figures follow: the same that `make_quote` comes to."""

import re

from playwright.sync_api import Page, expect

from planner.service import make_quote
from tests.lab.pages import SMALL, count, field, figure, preset, replicas_of, settled


def test_it_opens_with_65_replicas_and_1_040_chips(page: Page):
    figure(page, "totals.replicas", "65")
    figure(page, "totals.chips", "1,040")
    figure(page, "totals.nodes", "130")
    figure(page, "totals.output_tokens_per_s", "200,000")
    figure(page, "totals.required_output_tokens_per_s", "260,000")
    figure(page, "workloads[0].active_users", "60,000")
    figure(page, "totals.facility_megawatts", "2.417")
    figure(page, "totals.usd_per_million_tokens", "$0.5087")


def test_a_slider_that_moves_moves_the_fleet(page: Page):
    slider = page.locator('[data-slider="workloads[0].requests_per_s"]')
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(field(page, "workloads[0].requests_per_s")).to_have_value("1200")
    assert replicas_of(requests_per_s=1200) == 78  # 1.3 x 1200 / 20
    figure(page, "totals.replicas", "78")
    figure(page, "totals.chips", "1,248")
    expect(slider).to_have_attribute("aria-valuetext", "1,200 1/s")


def test_many_moves_end_with_the_last_one(page: Page):
    page.locator('[data-slider="workloads[0].requests_per_s"]').focus()
    for _ in range(11):
        page.keyboard.press("ArrowRight")
    expect(field(page, "workloads[0].requests_per_s")).to_have_value("9000")
    figure(page, "totals.replicas", count(replicas_of(requests_per_s=9000)))


def test_a_field_moves_the_fleet_and_its_slider(page: Page):
    field(page, "policy.headroom").fill("0.5")
    figure(page, "totals.replicas", "75")  # 1.5 x 1000 / 20
    assert page.locator('[data-slider="policy.headroom"]').input_value() == "0.5"


def test_the_last_answer_stays_while_a_field_is_wrong(page: Page):
    field(page, "workloads[0].output_tokens").fill("-5")
    expect(field(page, "workloads[0].output_tokens")).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".field-error", has_text="at least")).to_be_visible()
    figure(page, "totals.replicas", "65")
    field(page, "workloads[0].output_tokens").fill("400")
    expect(page.locator("[aria-invalid]")).to_have_count(0)
    figure(page, "totals.replicas", "130")


def test_what_is_missing_is_said_and_its_remedy_applied(page: Page):
    preset(page, "Chat behind a feed that is too small")
    expect(page.locator(".shortfalls")).to_contain_text("short by 0.03038 MW")
    figure(page, "totals.replicas", "–")
    page.click('[data-remedy="sites[0].power_cap_megawatts"]')
    figure(page, "totals.replicas", "151")
    expect(page.locator(".shortfalls")).to_have_count(0)
    expect(page.locator("#status")).to_contain_text("Optimal")


def test_each_kind_of_workload_can_be_added(page: Page):
    demand = {**SMALL, "workloads": [SMALL["workloads"][0]]}
    for kind, name in (("voice", "voice"), ("agent", "agent"), ("users", "users")):
        page.click(f'[data-key="+{kind}"]')
        number = len(demand["workloads"])
        expect(field(page, f"workloads[{number}].name")).to_have_value(name)
        demand["workloads"].append(name)
    expect(field(page, "workloads[1].concurrent_sessions")).to_be_visible()
    expect(field(page, "workloads[2].tasks_per_s")).to_be_visible()
    settled(page)
    # 25 + 30 + 50 / 3 requests/s more: 8.3 sessions' turns, 10 calls, 16.7 of users
    asked = [
        SMALL["workloads"][0],
        {"kind": "voice", "concurrent_sessions": 100, "turns_per_minute": 5},
        {"kind": "agent", "tasks_per_s": 1, "calls_per_task": 10},
        {"kind": "users", "active_users": 1000, "requests_per_user_per_minute": 1},
    ]
    rest = {"model": "acme-1t", "input_tokens": 1000, "output_tokens": 500}
    named = [asked[0], *({"name": w["kind"], **rest, **w} for w in asked[1:])]
    totals = make_quote({**SMALL, "workloads": named}).totals
    assert totals is not None
    figure(page, "totals.replicas", count(totals.replicas))


def test_sites_costs_and_policy_reach_the_demand(page: Page):
    for title in ("Sites", "Costs"):
        page.locator(".section > summary", has_text=title).click()
    expect(field(page, "costs.life_years")).to_have_attribute("placeholder", "5")
    field(page, "sites[0].usd_per_kwh").fill("0.2")
    field(page, "costs.life_years").fill("4")
    field(page, "policy.spare_nodes_per_site").fill("2")
    figure(page, "totals.nodes", "132")
    changed = {
        **SMALL,
        "sites": [{"name": "default", "usd_per_kwh": 0.2}],
        "costs": {"life_years": 4},
        "policy": {"headroom": 0.3, "spare_nodes_per_site": 2},
    }
    totals = make_quote(changed).totals
    assert totals is not None
    figure(page, "totals.usd_per_year", f"${totals.usd_per_year:,.0f}")


def test_a_promise_is_kept_or_said_not_to_be(page: Page):
    page.click('[data-key="workloads[0]+limit"]')
    expect(page.locator(".limit")).to_have_count(1)
    expect(page.locator(".rejected, .shortfalls").first).to_be_visible()
    page.click(".limit button.remove")
    figure(page, "totals.replicas", "65")


def test_a_number_shows_where_it_comes_from(page: Page):
    page.click('[data-figure="totals.replicas"]')
    dialog = page.locator("dialog.provenance")
    expect(dialog).to_contain_text("1,000 requests/s × 1.3 ÷ 20 a replica = 65")
    expect(dialog.locator(".evidence")).to_contain_text(re.compile("measured"))
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.locator('[data-figure="totals.replicas"]')).to_be_focused()
    page.click('[data-figure="totals.usd_per_million_tokens"]')
    expect(dialog).to_contain_text("÷ 53,611,200,000,000 all tokens × 1,000,000")


def test_where_it_comes_from_survives_a_service_that_has_forgotten_it(page: Page, lab):
    lab.services.recent.clear()
    page.click('[data-figure="totals.chips"]')
    expect(page.locator("dialog.provenance")).to_contain_text("65 replicas × 16 chips = 1,040")


def test_what_was_not_used_is_there_with_its_reason(page: Page):
    preset(page, "Chat behind a fixed utility feed")
    settled(page)
    page.locator("summary", has_text="Not used").click()
    page.locator(".reason > summary").first.click()
    expect(page.locator(".reason dd").first).to_be_visible()


def test_moves_leave_no_quotes_behind(page: Page, lab):
    with lab.anybody() as client:
        before = len(client.get("/v1/quotes").json()["items"])
        field(page, "policy.headroom").fill("0.7")
        figure(page, "totals.replicas", "85")
        assert len(client.get("/v1/quotes").json()["items"]) == before
