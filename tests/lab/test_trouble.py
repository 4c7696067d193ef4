"""When something goes wrong: a service that stops, a solve that is long, one that is cancelled."""

import threading
from typing import Any

from playwright.sync_api import Browser, Page, Route, expect

from api.settings import Settings
from tests.api.harness import live
from tests.lab.pages import field, figure

PREVIEWS = "**/v1/previews"


def held(page: Page) -> list[Route]:
    """Has previews wait until they are let go."""
    waiting: list[Route] = []

    def wait(route: Route) -> None:
        waiting.append(route)

    page.route(PREVIEWS, wait)
    return waiting


def test_a_long_solve_shows_its_seconds_and_can_be_cancelled(page: Page):
    held(page)
    field(page, "policy.headroom").fill("0.5")
    expect(page.locator("#status")).to_contain_text("Solving…")
    expect(page.locator("#status .clock")).to_contain_text("1.")
    figure(page, "totals.replicas", "65")
    page.get_by_role("button", name="Cancel").click()
    expect(page.locator("#status")).to_contain_text("Stopped")
    page.unroute(PREVIEWS)
    page.get_by_role("button", name="Solve again").click()
    figure(page, "totals.replicas", "75")


def test_a_newer_demand_ends_a_long_solve(page: Page):
    waiting = held(page)
    field(page, "policy.headroom").fill("0.5")
    expect(page.locator("#status")).to_contain_text("Solving…")
    page.unroute(PREVIEWS)
    field(page, "policy.headroom").fill("0.6")
    figure(page, "totals.replicas", "80")
    assert len(waiting) == 1


def test_a_service_that_stops_in_mid_solve_loses_nothing(browser: Browser, tmp_path: Any):
    """It is stopped while the page waits, and comes back at the same place."""
    settings = Settings(database_url=f"sqlite:///{tmp_path / 'lab.db'}", workers=1)
    context = browser.new_context(locale="en-US")
    page = context.new_page()
    page.set_default_timeout(30_000)
    with live(settings) as service:
        page.goto(service.url)
        figure(page, "totals.replicas", "65")
        waiting = held(page)
        field(page, "policy.headroom").fill("0.5")
        expect(page.locator("#status")).to_contain_text("Solving…")
    waiting[0].abort("connectionrefused")
    page.unroute(PREVIEWS)
    expect(page.locator("#status")).to_contain_text("does not answer. Nothing is lost")
    figure(page, "totals.replicas", "65")
    expect(field(page, "policy.headroom")).to_have_value("0.5")
    field(page, "policy.headroom").fill("0.8")
    page.wait_for_url("**/#d=*")
    expect(page.locator("#status")).to_contain_text("does not answer")
    context.close()


def test_it_asks_again_until_there_is_an_answer(page: Page):
    refused = threading.Event()

    def once(route: Route) -> None:
        if refused.is_set():
            route.continue_()
        else:
            refused.set()
            route.fulfill(
                status=503,
                headers={"Retry-After": "1"},
                json={"type": "urn:planner:problem:queue-full", "detail": "Try again later."},
            )

    page.route(PREVIEWS, once)
    field(page, "policy.headroom").fill("0.5")
    expect(page.locator("#status")).to_contain_text("Try again later.")
    figure(page, "totals.replicas", "75")


def test_a_save_that_fails_says_so(page: Page):
    page.route("**/v1/quotes", lambda route: route.abort("connectionrefused"))
    page.click('[data-key="save"]')
    expect(page.locator("#trouble")).to_contain_text("Not saved.")
    expect(page.locator('[data-key="save"]')).to_be_enabled()
