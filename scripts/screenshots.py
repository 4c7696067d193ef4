"""Photograph the page for the documentation: `python scripts/screenshots.py`.

It starts a service of its own on a free port of this machine, opens the page in the Chromium of the
system, and writes `docs/images/*.png`.
"""

import os
import shutil
import sys
from pathlib import Path
from typing import Final

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

ROOT: Final = Path(__file__).resolve().parent.parent
FOLDER: Final = ROOT / "docs" / "images"
ARGUMENTS: Final = ["--no-sandbox", "--disable-background-networking", "--disable-gpu"]
PHONE: Final = (360, 740)
DESK: Final = (1360, 860)
SLOW_MS: Final = 90_000
_COLORS: Final = 160


def main() -> None:
    """Takes every picture."""
    sys.path.insert(0, str(ROOT))
    from bench.service.running import running

    FOLDER.mkdir(parents=True, exist_ok=True)
    with running(workers=1) as service, sync_playwright() as playwright:
        path = os.environ.get("PLANNER_TEST_CHROMIUM") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        url = f"http://127.0.0.1:{service.port}"
        _lab(browser, url)
        _phone(browser, url)
        _kept(browser, url)
        _claims(browser, url)
        browser.close()


def _open(browser: Browser, url: str, size: tuple[int, int], scheme: str = "light") -> Page:
    context = browser.new_context(
        base_url=url,
        viewport={"width": size[0], "height": size[1]},
        device_scale_factor=1.5 if size == DESK else 2,
        color_scheme="dark" if scheme == "dark" else "light",
        locale="en-US",
    )
    page = context.new_page()
    page.set_default_timeout(SLOW_MS)
    page.goto("/")
    _is(page, "totals.replicas", "65")
    return page


def _is(page: Page, path: str, text: str) -> None:
    value = page.locator(f'[data-figure="{path}"] .figure-value').first
    expect(value).to_have_text(text, timeout=SLOW_MS)


def _choose(page: Page, name: str) -> None:
    page.select_option('[data-key="preset"]', label=name)


def _take(page: Page, name: str) -> None:
    page.mouse.move(0, 0)
    page.wait_for_timeout(400)
    path = FOLDER / f"{name}.png"
    page.screenshot(path=path)
    with Image.open(path) as image:
        image.convert("RGB").quantize(_COLORS).save(path, optimize=True)
    print(f"docs/images/{name}.png")


def _lab(browser: Browser, url: str) -> None:
    page = _open(browser, url, DESK)
    _take(page, "lab")
    page.click('[data-figure="totals.replicas"]')
    expect(page.locator("dialog.provenance")).to_contain_text("÷")
    _take(page, "lab-origin")
    page.keyboard.press("Escape")
    _deployment(page)
    _choose(page, "Chat behind a feed that is too small")
    expect(page.locator(".shortfalls")).to_be_visible()
    _take(page, "lab-infeasible")
    _choose(page, "Chat behind a fixed utility feed")
    _is(page, "totals.chips", "152")
    page.click(".pictures-block > summary >> nth=0")
    expect(page.locator('[data-picture="sites"] svg')).to_be_visible(timeout=SLOW_MS)
    page.locator(".pictures-block").first.evaluate("e => e.scrollIntoView()")
    _take(page, "lab-pictures")
    page.click(".pictures-block > summary >> nth=1")
    expect(page.locator('[data-picture="tpot"] svg')).to_be_visible(timeout=SLOW_MS)
    page.locator(".pictures-block").last.evaluate("e => e.scrollIntoView()")
    _take(page, "lab-tradeoffs")
    dark = _open(browser, url, DESK, "dark")
    _choose(dark, "Phone line, 2,000 calls at once")
    _is(dark, "totals.replicas", "77")
    _take(dark, "lab-dark")


def _deployment(page: Page) -> None:
    """The deployment of the small demand, twice as fast, and what its rate is."""
    for name in ("Workloads", "Policy", "What may serve"):
        page.locator(".section > summary", has_text=name).click()
    page.click('[data-key="deployments[0]~"]')
    rate = "deployments[0].curves[0].points[0].output_tokens_per_s"
    page.fill(f'[data-path="{rate}"]', "8000")
    _is(page, "totals.replicas", "33")
    page.locator('[data-key="deployments[0].model"]').evaluate("e => e.scrollIntoView()")
    page.click(f'[data-key="{rate}?"]')
    expect(page.locator(".help-text")).to_contain_text("whole replica")
    _take(page, "lab-deployment")
    page.keyboard.press("Escape")
    for name in ("Workloads", "Policy", "What may serve"):
        page.locator(".section > summary", has_text=name).click()


def _phone(browser: Browser, url: str) -> None:
    page = _open(browser, url, PHONE)
    _take(page, "lab-phone")


def _claims(browser: Browser, url: str) -> None:
    page = _open(browser, url, DESK)
    page.goto("/claims")
    page.click(".pictures-block > summary")
    expect(page.locator('[data-picture="claims"] svg')).to_be_visible(timeout=SLOW_MS)
    _take(page, "claims")


def _kept(browser: Browser, url: str) -> None:
    page = _open(browser, url, DESK)
    first = _save(page)
    page.goto("/")
    _is(page, "totals.replicas", "65")
    page.fill('[data-path="workloads[0].requests_per_s"]', "1500")
    _is(page, "totals.replicas", "98")
    second = _save(page)
    _take(page, "quote")
    page.goto("/quotes")
    expect(page.locator("tbody tr")).to_have_count(2)
    _take(page, "quotes")
    page.goto(f"/quotes/{first}/with/{second}")
    expect(page.locator(".side-by-side")).to_be_visible()
    _take(page, "compare")


def _save(page: Page) -> str:
    """The id of the quote, whose page is open then."""
    page.click('[data-key="save"]')
    page.click("#trouble a")
    page.wait_for_url("**/quotes/q_*")
    expect(page.locator("#status")).to_contain_text("Optimal")
    return page.url.rpartition("/")[2]


if __name__ == "__main__":
    main()
