from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, sync_playwright

from api.settings import Settings
from tests.api.harness import Live, live
from tests.lab.pages import chromium


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as found:
        yield found


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    browser = chromium(playwright)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A service that needs no key, with one worker."""
    url = f"sqlite:///{tmp_path_factory.mktemp('lab') / 'lab.db'}"
    with live(Settings(database_url=url, workers=1, rate_per_minute=0)) as found:
        yield found


@pytest.fixture
def page(browser: Browser, lab: Live) -> Iterator[Page]:
    """The lab, with the small demand; whatever the console says is a fault."""
    context = browser.new_context(
        base_url=lab.url, viewport={"width": 1440, "height": 900}, locale="en-US"
    )
    page = context.new_page()
    page.set_default_timeout(30_000)
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda m: said.append(m.text) if "Content Security" in m.text else None)
    page.goto("/")
    page.locator('[data-figure="totals.replicas"] .figure-value').wait_for()
    yield page
    context.close()
    assert said == []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path
