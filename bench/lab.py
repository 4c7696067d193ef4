"""How fast the page is: first paint, weight, and a slider beside the service's own time.

`python -m bench.lab`, with the Chromium of the system.
"""

import json
import os
import shutil
import statistics
import time
import urllib.request
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from bench.service.running import running

ROOT = Path(__file__).resolve().parents[1]
SMALL = json.loads((ROOT / "examples" / "small.json").read_text())
ARGUMENTS = ["--no-sandbox", "--disable-background-networking", "--disable-gpu"]
MOST_PAINT_MS, MOST_BYTES, MOST_RATIO = 1000, 100_000, 3.0
MOVES = 20
FIGURE = '[data-figure="totals.replicas"] .figure-value'
MOVED = """async () => {
    const slider = document.querySelector('[data-slider="workloads[0].requests_per_s"]');
    const shown = () => document.querySelector('[data-figure="totals.replicas"] .figure-value');
    const before = shown().textContent;
    const start = performance.now();
    slider.value = Number(slider.value) + (Number(slider.value) % 2 ? 1 : -1);
    slider.dispatchEvent(new Event("input", {bubbles: true}));
    while (shown().textContent === before) await new Promise(requestAnimationFrame);
    return performance.now() - start;
}"""
RESOURCES = """() => performance.getEntriesByType("resource")
    .concat(performance.getEntriesByType("navigation"))
    .filter(e => !new URL(e.name).pathname.startsWith("/v1/"))
    .map(e => [e.name, e.encodedBodySize, e.decodedBodySize])"""


def main() -> None:
    """Prints each figure beside its limit."""
    with running(workers=1) as service, sync_playwright() as playwright:
        path = os.environ.get("PLANNER_TEST_CHROMIUM") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        url = f"http://127.0.0.1:{service.port}"
        paints = [_paint_ms(browser, url) for _ in range(5)]
        print(f"first paint, cold cache: {statistics.median(paints):.0f} ms (≤ {MOST_PAINT_MS})")
        page = _open(browser, url)
        found = page.evaluate(RESOURCES)
        sent, whole = sum(e[1] for e in found), sum(e[2] for e in found)
        print(
            f"weight: {len(found)} files, {sent:,} bytes sent (≤ {MOST_BYTES:,}), {whole:,} bytes"
        )
        own = statistics.median(_own_ms(url, 1000 + n) for n in range(MOVES))
        moves = statistics.median(page.evaluate(MOVED) for _ in range(MOVES))
        print(f"service alone {own:.0f} ms, slider to figure {moves:.0f} ms:", end=" ")
        print(f"{moves / own:.2f} × (≤ {MOST_RATIO:g})")
        browser.close()


def _open(browser: Browser, url: str) -> Page:
    page = browser.new_context().new_page()
    page.goto(url)
    page.locator(FIGURE).wait_for(timeout=60_000)
    return page


def _paint_ms(browser: Browser, url: str) -> float:
    page = _open(browser, url)
    entries: list[dict[str, Any]] = page.evaluate(
        "() => performance.getEntriesByType('paint').map(e => e.toJSON())"
    )
    page.context.close()
    return next(e["startTime"] for e in entries if e["name"] == "first-contentful-paint")


def _own_ms(url: str, requests_per_s: float) -> float:
    """One preview, asked without a browser."""
    demand = {
        **SMALL,
        "workloads": [{**SMALL["workloads"][0], "requests_per_s": requests_per_s}],
    }
    request = urllib.request.Request(
        f"{url}/v1/previews", json.dumps(demand).encode(), {"Content-Type": "application/json"}
    )
    start = time.perf_counter()
    with urllib.request.urlopen(request) as answer:
        answer.read()
    return 1000 * (time.perf_counter() - start)


if __name__ == "__main__":
    main()
