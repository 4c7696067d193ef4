"""For everybody: keyboard, screen reader, contrast, small screens, zoom, paper, other locales."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.api.harness import Live
from tests.lab.pages import SMALL, field, figure, preset, settled
from tests.lab.test_keeping import save

RULES = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}}
NAMES = [
    "<img src=x onerror=alert(1)>",
    "</script><script>alert(1)</script>",
    '"><svg onload=alert(1)>',
    "{{7*7}} ${7*7} javascript:alert(1)",
    "=1+1",
    "@SUM(A1)",
    "x \u202egnp.exe",
]


@pytest.fixture(params=["light", "dark"])
def themed(request: pytest.FixtureRequest, browser: Browser, lab: Live) -> Iterator[Page]:
    context = browser.new_context(
        base_url=lab.url,
        color_scheme=request.param,
        locale="en-US",
        viewport={"width": 1280, "height": 800},
        bypass_csp=True,  # for axe alone: it is put into the page as a script
    )
    page = context.new_page()
    page.goto("/")
    settled(page)
    yield page
    context.close()


def faults(page: Page) -> list[tuple[str, Any]]:
    found = Axe().run(page, options=RULES).response["violations"]
    return [(each["id"], [node["html"][:120] for node in each["nodes"]]) for each in found]


def unfold(page: Page, selector: str) -> None:
    page.evaluate("s => document.querySelectorAll(s).forEach(e => { e.open = true; })", selector)


def test_axe_finds_nothing_in_the_lab(themed: Page):
    unfold(themed, ".section, .card details")
    assert faults(themed) == []
    preset(themed, "Phone line, 2,000 calls at once")
    settled(themed)
    unfold(themed, ".block:not(.pictures-block), .reason")
    assert faults(themed) == []


def test_axe_finds_nothing_where_something_is_missing_or_explained(themed: Page):
    preset(themed, "Chat behind a feed that is too small")
    expect(themed.locator(".shortfalls")).to_be_visible()
    assert faults(themed) == []
    themed.click('[data-figure="workloads[0].active_users"]')
    expect(themed.locator("dialog.provenance")).to_contain_text("Formula")
    assert faults(themed) == []


def test_axe_finds_nothing_on_the_other_pages(themed: Page):
    first = save(themed)
    assert faults(themed) == []
    themed.goto("/quotes")
    expect(themed.locator("tbody tr").first).to_be_visible()
    assert faults(themed) == []
    themed.goto(f"/quotes/{first}/with/{first}")
    expect(themed.locator(".side-by-side")).to_be_visible()
    assert faults(themed) == []


def test_the_keyboard_does_it_all(page: Page):
    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    target = field(page, "workloads[0].requests_per_s")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("e => e === document.activeElement", target.element_handle()):
            break
    expect(target).to_be_focused()
    page.keyboard.press("Control+A")
    page.keyboard.type("1300")
    figure(page, "totals.replicas", "85")  # 84.5
    page.locator('[data-figure="totals.replicas"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("dialog.provenance")).to_contain_text("84.5")
    page.keyboard.press("Escape")
    page.locator('[data-key="save"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator("#trouble a")).to_be_focused()
    page.keyboard.press("Enter")
    page.wait_for_url("**/quotes/q_*")


def test_a_remedy_is_applied_from_the_keyboard_and_the_focus_stays_somewhere(page: Page):
    preset(page, "Chat behind a feed that is too small")
    page.locator("[data-remedy]").focus()
    page.keyboard.press("Enter")
    figure(page, "totals.replicas", "151")
    assert page.evaluate("() => document.activeElement !== document.body")


def test_screen_readers_are_told_what_came_out(page: Page):
    status = page.get_by_role("status").first
    field(page, "policy.headroom").fill("0.5")
    figure(page, "totals.replicas", "75")
    expect(status).to_contain_text("Optimal")
    expect(page.get_by_role("button", name="Replicas 75")).to_be_visible()
    expect(page.get_by_role("slider", name="Requests at the peak, slider")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(360, 740), (720, 450)], ids=["phone", "zoomed"])
def test_nothing_is_cut_off(browser: Browser, lab: Live, width: int, height: int):
    """720 x 450 is a screen of 1440 x 900 at 200 % zoom."""
    context = browser.new_context(base_url=lab.url, viewport={"width": width, "height": height})
    page = context.new_page()
    page.goto("/")
    settled(page)
    for name in ("Chat and coding, two sites", "Phone line, 2,000 calls at once"):
        preset(page, name)
        settled(page)
        unfold(page, ".section")
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width
    bar = page.locator("#bar")
    expect(bar).to_be_visible()
    expect(bar).to_contain_text("77 replicas")
    context.close()


def test_moving_a_slider_moves_nothing_else(page: Page):
    place = "() => [...document.querySelectorAll('.figure, .section')].map(e => e.offsetTop)"
    before = page.evaluate(place)
    page.locator('[data-slider="workloads[0].requests_per_s"]').focus()
    page.keyboard.press("ArrowLeft")
    figure(page, "totals.replicas", "59")  # 58.5
    assert page.evaluate(place) == before


def test_numbers_are_the_readers(browser: Browser, lab: Live):
    context = browser.new_context(base_url=lab.url, locale="de-DE")
    page = context.new_page()
    page.goto("/")
    figure(page, "totals.chips", "1.040")
    figure(page, "totals.facility_megawatts", "2,417")
    page.click('[data-figure="totals.chips"]')
    expect(page.locator("dialog.provenance")).to_contain_text("= 1.040 chips")
    context.close()


def test_on_paper_there_is_the_answer_alone(page: Page):
    page.emulate_media(media="print")
    expect(page.locator("#demand")).to_be_hidden()
    expect(page.locator(".top")).to_be_hidden()
    expect(page.locator('[data-figure="totals.replicas"]')).to_be_visible()


def test_names_are_shown_to_the_letter(page: Page, lab: Live):
    page.on("dialog", lambda dialog: pytest.fail(f"a script ran: {dialog.message}"))
    demand = json.loads(json.dumps(SMALL))
    demand["name"] = NAMES[0]
    demand["workloads"] = [
        {**SMALL["workloads"][0], "name": name, "requests_per_s": 10} for name in NAMES
    ]
    demand["sites"] = [{"name": NAMES[2]}, {"name": NAMES[1]}]
    page.set_input_files(
        '[data-key="file"]',
        {
            "name": "demand.json",
            "mimeType": "application/json",
            "buffer": json.dumps(demand).encode(),
        },
    )
    expect(field(page, "workloads[6].name")).to_have_value(NAMES[6])
    settled(page)
    by_workload = page.locator("section.block", has_text="by workload")
    for name in NAMES:
        expect(by_workload.get_by_role("rowheader", name=name, exact=True)).to_be_visible()
    page.click('[data-figure="totals.output_tokens_per_s"]')
    expect(page.locator("dialog.provenance")).to_contain_text(NAMES[1])
    page.keyboard.press("Escape")
    save(page)
    expect(page.locator("h1")).to_have_text(NAMES[0])
    page.goto("/quotes")
    expect(page.get_by_role("link", name=NAMES[0], exact=True).first).to_be_visible()
    assert page.locator("img, svg").count() == 0
