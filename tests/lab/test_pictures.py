"""Pictures on the page: drawn when opened, anew for another demand, and never in the way."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from planner.service import make_quote
from tests.lab.pages import SMALL, field, figure, preset, settled
from tests.lab.test_keeping import save

SLOW_MS = 60_000
PICTURES = '.pictures-block[data-pictures="pictures"]'
CURVES = '.pictures-block[data-pictures="tradeoffs"]'


@pytest.fixture
def said(page: Page) -> Iterator[list[str]]:
    """What the console says while pictures are drawn; nothing, in the end."""
    found: list[str] = []
    page.on("console", lambda message: found.append(message.text))
    yield found
    assert found == []


def said_of(picture: Locator) -> str:
    """Its words."""
    return (picture.get_attribute("aria-label") or "").replace("\xa0", " ")


def headroom_text(headroom: float) -> str:
    """What the picture says of one headroom of the small demand."""
    totals = make_quote({**SMALL, "policy": {"headroom": headroom}}).totals
    assert totals is not None
    return f"${totals.usd_per_million_tokens:.4f}"


def test_pictures_are_drawn_without_loosening_anything(page: Page, said: list[str]):
    """Whatever breaks the policy fails the `page` fixture."""
    page.click(f"{PICTURES} > summary")
    cost = page.locator('[data-picture="cost"] svg')
    expect(cost).to_be_visible(timeout=SLOW_MS)
    words = page.get_by_role("img", name="Cost of").get_attribute("aria-label")
    assert words is not None
    assert "servers" in words


def test_cost_against_headroom_is_drawn_with_todays_point(page: Page, said: list[str]):
    page.click(f"{CURVES} > summary")
    curve = page.locator('[data-picture="headroom"]')
    expect(curve.locator("svg")).to_be_visible(timeout=SLOW_MS)
    words = said_of(curve)
    assert f"30.0 % (today) {headroom_text(0.3)}" in words
    assert headroom_text(0.75) in words


def test_curves_follow_the_demand(page: Page, said: list[str]):
    page.click(f"{CURVES} > summary")
    curve = page.locator('[data-picture="headroom"]')
    expect(curve.locator("svg")).to_be_visible(timeout=SLOW_MS)
    before = said_of(curve)
    field(page, "policy.headroom").fill("0.42")
    figure(page, "totals.replicas", "71")  # 1.42 x 1000 / 20
    expect(curve).not_to_have_attribute("aria-label", before, timeout=SLOW_MS)
    assert f"42.0 % (today) {headroom_text(0.42)}" in said_of(curve)


def test_a_promise_of_tpot_has_its_curve_and_what_is_rejected_its_grey(page: Page, said: list[str]):
    preset(page, "Chat behind a fixed utility feed")
    settled(page)
    page.click(f"{CURVES} > summary")
    tpot = page.locator('[data-picture="tpot"]')
    expect(tpot.locator("svg")).to_be_visible(timeout=SLOW_MS)
    assert "no fleet" in said_of(tpot)
    page.click(f"{PICTURES} > summary")
    throughput = page.locator('[data-picture="throughput"]')
    expect(throughput.locator("svg")).to_be_visible(timeout=SLOW_MS)
    grey = throughput.locator('path[stroke="#8b949e"][stroke-width="1"]')
    assert grey.count() > 3


def test_an_answer_without_a_fleet_has_pictures_without_a_complaint(page: Page, said: list[str]):
    preset(page, "Chat behind a feed that is too small")
    expect(page.locator(".shortfalls")).to_be_visible()
    page.click(f"{PICTURES} > summary")
    expect(page.locator('[data-picture="throughput"] svg')).to_be_visible(timeout=SLOW_MS)
    expect(page.locator('[data-picture="cost"]')).to_have_count(0)


def test_where_there_is_no_curve_it_is_said_why(page: Page):
    page.click('[data-key="+users"]')
    settled(page)
    page.locator(".card details > summary").nth(1).click()
    field(page, "workloads[1].headroom").fill("0.9")
    settled(page)
    page.click(f"{CURVES} > summary")
    expect(page.locator(f"{CURVES} > p")).to_contain_text("a headroom that all", timeout=SLOW_MS)


def test_a_stored_quote_has_its_curves(page: Page):
    save(page)
    page.click(f"{CURVES} > summary")
    expect(page.locator('[data-picture="headroom"] svg')).to_be_visible(timeout=SLOW_MS)


def test_curves_survive_a_service_that_has_forgotten_the_preview(page: Page, lab: Any):
    lab.services.recent.clear()
    page.click(f"{CURVES} > summary")
    expect(page.locator('[data-picture="headroom"] svg')).to_be_visible(timeout=SLOW_MS)


def test_a_long_curve_shows_its_seconds_and_ends_with_its_section(page: Page):
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route("**/tradeoffs?*", hold)
    page.click(f"{CURVES} > summary")
    expect(page.locator(f"{CURVES} > p")).to_contain_text("Solving and drawing… 1.")
    page.click(f"{CURVES} > summary")
    page.unroute("**/tradeoffs?*")
    page.click(f"{CURVES} > summary")
    expect(page.locator('[data-picture="headroom"] svg')).to_be_visible(timeout=SLOW_MS)
    assert len(waiting) == 1


def test_a_curve_that_cannot_be_had_says_so_and_is_asked_for_again(page: Page):
    page.route("**/tradeoffs?*", lambda route: route.abort())
    page.click(f"{CURVES} > summary")
    expect(page.locator(f"{CURVES} > p")).to_contain_text("does not answer")
    page.unroute("**/tradeoffs?*")
    page.click(f"{CURVES} > summary")
    page.click(f"{CURVES} > summary")
    expect(page.locator('[data-picture="headroom"] svg')).to_be_visible(timeout=SLOW_MS)
