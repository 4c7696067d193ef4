"""The form stays under the hand: nothing is drawn anew beneath a click, a word, an address."""

import json

from playwright.sync_api import Page, Route, expect

from tests.lab.pages import field, figure, preset, settled
from tests.lab.test_entries_in_form import asked, section


def test_a_click_right_after_another_model_counts(page: Page):
    model = field(page, "workloads[0].model")
    model.click()
    page.keyboard.type("x")
    page.click('[data-key="workloads[0]+limit"]')
    expect(page.locator(".limit")).to_have_count(1)
    assert asked(page)["workloads"][0]["model"] == "acme-1tx"


def test_a_click_right_after_a_percentile_of_ones_own_counts(page: Page):
    page.click('[data-key="workloads[0]+limit"]')
    page.select_option('[data-key="workloads[0].slo.ttft_ms.p95~percentile"]', "other")
    page.keyboard.type("p97")
    page.click('[data-key="workloads[0]+limit"]')
    expect(page.locator(".limit")).to_have_count(2)
    assert asked(page)["workloads"][0]["slo"]["ttft_ms"] == {"p97": 1000}


def test_what_fits_follows_the_model(page: Page):
    section(page, "What may serve")
    choices = page.locator(".deployment-list li")
    expect(choices).to_have_count(1)
    field(page, "workloads[0].model").fill("gpt-oss-120b")
    expect(choices.filter(has_text="gpt-oss-120b--b200").first).to_be_visible()


def test_the_catalog_that_comes_late_leaves_the_form_alone(page: Page):
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route("**/v1/deployments?*", hold)
    page.reload()
    rate = field(page, "workloads[0].requests_per_s")
    rate.wait_for()
    rate.evaluate("e => { e.id = 'mine'; e.select(); }")
    settled(page)
    waiting[0].continue_()
    page.wait_for_timeout(500)
    expect(rate).to_have_id("mine")
    page.keyboard.type("2000")
    figure(page, "totals.replicas", "130")


def test_the_way_to_the_figures_keeps_the_demand_in_the_address(page: Page):
    field(page, "workloads[0].requests_per_s").fill("2000")
    page.wait_for_url("**/#d=*")
    before = page.url
    page.locator(".skip").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#results")).to_be_focused()
    assert page.url == before


def test_a_link_that_was_cut_off_is_said_to_be(page: Page):
    page.goto("about:blank")  # the page that is open would write its own link
    page.goto("/#d=AAAA")
    expect(page.locator("#trouble")).to_contain_text("The link cannot be read.")


def test_what_no_one_value_would_mend_is_shown_and_left_as_it_is(page: Page):
    field(page, "workloads[0].model").fill("nobody-s")
    expect(page.locator(".shortfalls")).to_contain_text("no deployment may serve nobody-s")
    section(page, "Workloads")
    before = asked(page)
    page.get_by_role("button", name="Show it in the demand").click()
    expect(field(page, "workloads[0].name")).to_be_focused()
    assert asked(page) == before
    expect(page.locator("[data-remedy]")).to_have_count(0)


def test_long_names_push_no_column_out_of_sight(page: Page):
    field(page, "workloads[0].name").fill("W" * 120)
    settled(page)
    expect(page.get_by_role("rowheader", name="W" * 120).first).to_be_visible()
    wide = "es => es.map(e => e.scrollWidth - e.clientWidth)"
    assert max(page.locator("section.block > .scroll").evaluate_all(wide)) <= 0


def test_paper_says_whose_fleet_it_is_and_cuts_nothing_off(page: Page):
    preset(page, "Phone line, 2,000 calls at once")
    figure(page, "totals.replicas", "77")
    page.set_viewport_size({"width": 680, "height": 960})  # A4 without its margins
    page.emulate_media(media="print")
    title = "e => getComputedStyle(e, '::after').content + e.dataset.of"
    assert "Phone line, 2,000 calls at once" in page.locator("#fleet-title").evaluate(title)
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 680


def test_findings_that_stop_come_first_and_each_but_once(page: Page):
    found = [{"kind": "warning", "text": f"remark {n}"} for n in range(9)]
    found += [{"kind": "warning", "text": "the same"}] * 5
    found += [{"kind": "question", "text": "which of two?"}]

    def refuse(route: Route) -> None:
        problem = {"type": "urn:planner:problem:x", "detail": "no", "findings": found}
        route.fulfill(status=422, json=problem)

    page.route("**/v1/imports", refuse)
    page.set_input_files(
        '[data-key="file"]',
        {"name": "a.json", "mimeType": "application/json", "buffer": json.dumps({}).encode()},
    )
    dialog = page.locator("dialog.import")
    dialog.get_by_role("button", name="Import").click()
    expect(dialog.locator(".findings > ul")).to_have_text(["question: which of two?"])
    dialog.locator(".findings summary").click()
    expect(dialog.locator(".findings details li")).to_have_count(10)
    expect(dialog.locator(".findings details")).to_contain_text("the same (5 times)")


def test_one_of_several_deployments_in_the_files_can_be_chosen(page: Page):
    sent: list[object] = []

    def keep(route: Route) -> None:
        sent.append(json.loads(route.request.post_data or "{}")["options"])
        route.fulfill(status=422, json={"detail": "no"})

    page.route("**/v1/imports", keep)
    page.set_input_files(
        '[data-key="file"]',
        {"name": "a.json", "mimeType": "application/json", "buffer": b"{}"},
    )
    dialog = page.locator("dialog.import")
    dialog.locator('[name="only"]').fill("dp_attention = false, model = a")
    dialog.locator('[name="replicas"]').fill("2")
    dialog.get_by_role("button", name="Import").click()
    expect(dialog.locator(".findings")).to_contain_text("no")
    assert sent == [
        {"model": "acme-1t", "only": {"dp_attention": "false", "model": "a"}, "replicas": 2}
    ]
