"""Links, stored quotes, history, comparison."""

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.lab.pages import field, figure, preset, settled


def save(page: Page) -> str:
    """Saves, goes to the quote's page, and returns its id."""
    page.click('[data-key="save"]')
    page.click("#trouble a")
    page.wait_for_url("**/quotes/q_*")
    expect(page.locator("#status")).to_contain_text("Optimal")
    return page.url.rsplit("/", 1)[1]


def test_a_link_keeps_every_input(page: Page):
    field(page, "workloads[0].requests_per_s").fill("1500")
    figure(page, "totals.replicas", "98")  # 97.5
    page.wait_for_timeout(800)
    page.wait_for_url("**/#d=*")
    link = page.url
    other = page.context.new_page()
    other.goto(link)
    expect(field(other, "workloads[0].requests_per_s")).to_have_value("1500")
    figure(other, "totals.replicas", "98")


def test_a_link_that_is_none_opens_the_first_example(page: Page):
    page.goto("/#d=%%%")
    page.reload()
    figure(page, "totals.replicas", "65")


def test_a_quote_has_a_page_of_its_own_and_a_way_back(page: Page):
    field(page, "workloads[0].requests_per_s").fill("1100")
    figure(page, "totals.replicas", "72")  # 71.5
    save(page)
    figure(page, "totals.replicas", "72")
    page.click('[data-figure="totals.nodes"]')
    expect(page.locator("dialog.provenance")).to_contain_text("144 nodes")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Check again").click()
    expect(page.locator("#trouble")).to_contain_text("checks holds")
    page.get_by_role("link", name="Open in the lab").click()
    expect(field(page, "workloads[0].requests_per_s")).to_have_value("1100")


def test_a_quote_on_paper_says_which_it_is_and_of_when(page: Page):
    quote = save(page)
    page.emulate_media(media="print")
    expect(page.get_by_text(quote)).to_be_visible()


def test_two_quotes_stand_side_by_side(page: Page):
    first = save(page)
    page.get_by_role("link", name="Open in the lab").click()
    field(page, "workloads[0].requests_per_s").fill("2000")
    figure(page, "totals.replicas", "130")
    second = save(page)
    page.click("nav >> text=Quotes")
    boxes = page.locator("tbody input[type=checkbox]")
    boxes.nth(0).check()
    expect(page.get_by_role("button", name="Compare")).to_be_disabled()
    boxes.nth(1).check()
    page.get_by_role("button", name="Compare").click()
    page.wait_for_url(f"**/quotes/{first}/with/{second}")
    sides = page.locator(".side-by-side > section")
    expect(sides.nth(0).locator('[data-figure="totals.replicas"]')).to_contain_text("65")
    expect(sides.nth(1).locator('[data-figure="totals.replicas"]')).to_contain_text("130")
    asked = page.locator("section.block", has_text="Asked differently")
    expect(asked).to_contain_text("+1,000 (+100%)")


def test_what_differs_is_told_in_words_and_nothing_runs_out_of_sight(page: Page):
    first = save(page)
    page.get_by_role("link", name="Open in the lab").click()
    preset(page, "Chat and coding, two sites")
    figure(page, "totals.replicas", "40")
    second = save(page)
    page.goto(f"/quotes/{first}/with/{second}")
    asked = page.locator("section.block", has_text="Asked differently")
    expect(asked.get_by_role("row", name="sites –")).to_contain_text("east, west")
    expect(asked.get_by_role("row", name="deployments acme")).to_contain_text("acme-1t-b200-tp16")
    expect(asked).not_to_contain_text("{")
    wide = "es => es.map(e => e.scrollWidth - e.clientWidth)"
    assert max(page.locator("section.block .scroll").evaluate_all(wide)) <= 0


def test_history_says_when_it_is_empty(page: Page):
    page.route("**/v1/quotes?*", lambda r: r.fulfill(json={"items": [], "next_cursor": None}))
    page.goto("/quotes")
    expect(page.locator(".empty")).to_contain_text("No quotes yet.")


def test_a_withdrawn_quote_is_gone(page: Page):
    quote = save(page)
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Withdraw").click()
    page.wait_for_url("**/quotes")
    page.goto(f"/quotes/{quote}")
    expect(page.locator("#trouble")).to_contain_text("There is no such quote here.")


def test_a_demand_goes_out_as_a_file_and_comes_back(page: Page, folder: Path):
    preset(page, "Phone line, 2,000 calls at once")
    settled(page)
    with page.expect_download() as told:
        page.click('[data-key="download-demand"]')
    path = folder / told.value.suggested_filename
    told.value.save_as(path)
    assert json.loads(path.read_text())["workloads"][0]["concurrent_sessions"] == 2000
    preset(page, "1T model, launch")
    figure(page, "totals.replicas", "65")
    page.set_input_files('[data-key="file"]', path)
    expect(field(page, "workloads[0].concurrent_sessions")).to_have_value("2000")
