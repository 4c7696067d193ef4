"""What a reader of the page does and sees."""

import json
import os
import shutil
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Playwright, expect

from planner.service import make_quote

ROOT = Path(__file__).resolve().parents[2]
SMALL: dict[str, Any] = json.loads((ROOT / "examples" / "small.json").read_text())
ARGUMENTS = ["--no-sandbox", "--disable-background-networking", "--disable-gpu"]
SLOW_MS = 60_000


def chromium(playwright: Playwright) -> Browser:
    """The browser of the system, where there is one; else that of Playwright."""
    path = os.environ.get("PLANNER_TEST_CHROMIUM") or shutil.which("chromium")
    return playwright.chromium.launch(executable_path=path, args=ARGUMENTS)


def figure(page: Page, path: str, text: str) -> None:
    """A figure becomes this text."""
    value = page.locator(f'[data-figure="{path}"] .figure-value')
    expect(value).to_have_text(text, timeout=SLOW_MS)


def preset(page: Page, name: str) -> None:
    page.select_option('[data-key="preset"]', label=name)


def field(page: Page, path: str) -> Any:
    return page.locator(f'[data-path="{path}"]')


def count(value: float | None) -> str:
    """As a reader in the United States reads it."""
    return "–" if value is None else f"{value:,.0f}"


def replicas_of(**changes: Any) -> int:
    """What the small demand needs, with something else about its workload."""
    workload = {**SMALL["workloads"][0], **changes}
    totals = make_quote({**SMALL, "workloads": [workload]}).totals
    assert totals is not None
    assert totals.replicas is not None
    return totals.replicas


def settled(page: Page) -> None:
    """Every figure is of the demand that stands in the form."""
    expect(page.locator("#status .verdict")).to_be_visible(timeout=SLOW_MS)
    expect(page.locator("#results")).not_to_have_attribute("aria-busy", "true", timeout=SLOW_MS)
