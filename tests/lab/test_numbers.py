"""Numbers in the form: as the reader's locale has them, never a thousand times off."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.api.harness import Live
from tests.lab.pages import field, figure, settled
from tests.lab.test_entries_in_form import asked

RATE = "workloads[0].requests_per_s"


@pytest.fixture
def german(browser: Browser, lab: Live) -> Iterator[Page]:
    context = browser.new_context(base_url=lab.url, locale="de-DE")
    page = context.new_page()
    page.goto("/")
    settled(page)
    yield page
    context.close()


def rate(page: Page, text: str) -> object:
    """What the demand holds once this is written."""
    field(page, RATE).fill(text)
    return asked(page)["workloads"][0].get("requests_per_s")


def test_a_german_thousand_is_a_thousand(german: Page):
    """65 replicas carry 1000 requests/s; read as 1 they would be one replica."""
    assert rate(german, "1.000") == 1000
    figure(german, "totals.replicas", "65")
    assert rate(german, "2,5") == 2.5
    assert rate(german, "1.234.567,5") == 1234567.5
    german.keyboard.press("Tab")
    expect(field(german, RATE)).to_have_value("1.234.567,5")


def test_what_is_pasted_from_elsewhere_is_read_where_it_can_mean_one_thing_only(page: Page):
    cases = {
        "1,000": 1000,
        "1,234,567.5": 1234567.5,
        "1.234.567,5": 1234567.5,
        "2,5": 2.5,
        "1 000": 1000,
        "1\u202f000": 1000,
        "12,34,567": 1234567,
        " 20 ": 20,
        "1e3": 1000,
        "1.5e3": 1500,
        "0.125": 0.125,
        ".5": 0.5,
    }
    assert {text: rate(page, text) for text in cases} == cases


def test_arabic_digits_are_digits(browser: Browser, lab: Live):
    context = browser.new_context(base_url=lab.url, locale="ar-EG")
    page = context.new_page()
    page.goto("/")
    settled(page)
    assert rate(page, "١٬٥٠٠٫٥") == 1500.5
    context.close()


@pytest.mark.parametrize("text", ["abc", "1,,0", "-", "1e400"])
def test_what_is_no_number_is_said_and_nothing_is_put_in_its_place(page: Page, text: str):
    assert rate(page, text) == text
    expect(page.locator("#status")).to_contain_text("Not solved")
    expect(page.locator("#status")).to_contain_text("Workload 1, Requests at the peak: a number")
    page.keyboard.press("Tab")
    expect(field(page, RATE)).to_have_value(text)
    page.locator("#status").get_by_role("button", name="Show me").click()
    expect(field(page, RATE)).to_be_focused()


def test_figures_of_another_demand_say_so(page: Page):
    heading = page.locator(".figure-group h3").first
    after = "e => getComputedStyle(e, '::after').content"
    assert heading.evaluate(after) == "none"
    top = page.locator(".figure").first.bounding_box()
    rate(page, "")
    expect(page.locator("#status")).to_contain_text("Not solved")
    assert "of the demand before" in heading.evaluate(after)
    assert page.locator(".figure").first.bounding_box() == top
    rate(page, "1000")
    expect(page.locator("#status")).to_contain_text("Optimal")
    assert heading.evaluate(after) == "none"


def test_large_figures_do_not_run_into_one_another(page: Page):
    rate(page, "1234567")
    figure(page, "totals.replicas", "80,247")
    wide = """() => [...document.querySelectorAll('.figure')].filter(e => {
        const range = document.createRange();
        range.selectNodeContents(e.querySelector('.figure-value'));
        return range.getBoundingClientRect().right > e.getBoundingClientRect().right;
    }).length"""
    assert page.evaluate(wide) == 0
