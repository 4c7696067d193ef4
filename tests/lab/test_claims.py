"""Published claims on a page of their own: by what they measure, with what they leave out."""

import json
import re
from collections.abc import Iterator

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from planner.catalog.library import load_catalog
from tests.api.harness import Live
from tests.lab.test_habits import RULES


@pytest.fixture(params=["light", "dark"])
def claims(request: pytest.FixtureRequest, browser: Browser, lab: Live) -> Iterator[Page]:
    context = browser.new_context(
        base_url=lab.url,
        color_scheme=request.param,
        locale="en-US",
        viewport={"width": 1280, "height": 800},
        bypass_csp=True,
    )
    page = context.new_page()
    said: list[str] = []
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda message: said.append(message.text))
    page.goto("/claims")
    page.locator("table").first.wait_for()
    yield page
    context.close()
    assert said == []


def test_a_mark_means_the_same_in_the_picture_and_the_table(lab: Live):
    """◆ is a vendor's word in the tables, so no one else's diamond is in the picture."""
    found = httpx.get(f"{lab.url}/v1/claim-groups/pictures", timeout=60).json()
    text = json.dumps(found)
    marks = dict(zip(*(json.loads(part) for part in _domain_and_range(text)), strict=True))
    assert (marks["vendor"], marks["third party"]) == ("diamond", "square")


def _domain_and_range(text: str) -> tuple[str, str]:
    shapes = re.search(r'"shape": \{.*?"domain": (\[.*?\]), "range": (\[.*?\])', text)
    assert shapes is not None
    return shapes.group(1), shapes.group(2)


def test_every_claim_stands_in_the_group_of_what_it_measures(claims: Page):
    shown = claims.locator("[data-claim]").evaluate_all("all => all.map(e => e.dataset.claim)")
    assert sorted(shown) == sorted(load_catalog().claims)
    aggregate = claims.get_by_role("region", name="Aggregate").locator("tbody tr")
    corsair = aggregate.filter(has_text="llama-3-70b")
    # 30,000 tokens/s at 2 ms a token are 30,000 × 0.002 = 60 streams
    expect(corsair).to_contain_text("30,000")
    expect(corsair).to_contain_text("2 ms")
    expect(corsair).to_contain_text("60")
    expect(claims.get_by_role("region", name="Per megawatt").locator("thead")).not_to_contain_text(
        "Streams"
    )


def test_a_claim_shows_what_it_leaves_out_and_what_is_missing(claims: Page):
    """17,000 tokens/s of one stream are 1,000 / 17,000 = 0.0588 ms a token, and no system rate."""
    claim = claims.locator('[data-claim="taalas-hc1-17000"]')
    expect(claims.locator("tr", has=claim)).to_contain_text("0.05882 ms")
    claim.click()
    dialog = claims.locator("dialog[open]")
    expect(dialog).to_contain_text("What does one stream get, at which concurrency")
    expect(dialog).to_contain_text("an aggregate rate at a stated concurrency")
    assert Axe().run(claims, options=RULES).response["violations"] == []
    claims.keyboard.press("Escape")
    expect(claim).to_be_focused()


def test_it_has_the_picture_and_no_fault_of_access(claims: Page):
    claims.click(".pictures-block > summary")
    picture = claims.locator('[data-picture="claims"]')
    expect(picture.locator("svg")).to_be_visible(timeout=60_000)
    assert "Per stream: output tokens/s" in (picture.get_attribute("aria-label") or "")
    assert Axe().run(claims, options=RULES).response["violations"] == []
    claims.set_viewport_size({"width": 360, "height": 740})
    width = claims.evaluate("document.documentElement.scrollWidth")
    assert width <= 360


def test_groups_are_the_same_over_rest(lab: Live):
    """Each kind once, none compared with another; a question is answered or said not to be."""
    found = httpx.get(f"{lab.url}/v1/claim-groups").json()["groups"]
    measures = [group["measure"] for group in found]
    assert len(set(measures)) == len(measures)
    for group in found:
        names = [claim["id"] for claim in group["claims"]]
        kept = load_catalog().claims
        assert {kept[name].measure for name in names} == {group["measure"]}
        for claim in group["claims"]:
            assert len(claim["questions"]) == 7
            assert claim["is_plannable"] == (claim["missing"] == [])
