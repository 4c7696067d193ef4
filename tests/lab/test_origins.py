"""A click on any figure shows its formula with the numbers put in."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from planner.service import make_quote
from tests.api.harness import Live
from tests.lab.demands import ALL
from tests.lab.pages import SMALL, field, figure, preset, settled
from tests.lab.test_keeping import save

UNPRICED: dict[str, Any] = {
    **SMALL,
    "hardware": [{k: v for k, v in SMALL["hardware"][0].items() if k != "price_usd_per_node"}],
    "objective": "chips",
}


def origin(page: Page, path: str) -> Locator:
    """What a click on a figure opens."""
    page.locator(f'[data-figure="{path}"]').click()
    dialog = page.locator("dialog.provenance")
    expect(dialog).to_contain_text("Formula")
    return dialog


def test_what_a_purpose_costs(page: Page):
    """1,000 requests/s keep 1,000 / 20 = 50 of 65 replicas busy, headroom 15 more."""
    totals = make_quote(SMALL).totals
    assert totals is not None
    per_chip = (totals.usd_per_year or 0) / 1040
    dialog = origin(page, "cost.by_purpose.serving")
    expect(dialog).to_contain_text("Cost of serving")
    expect(dialog).to_contain_text(f"50 replicas × 16 chips × {per_chip:,.2f}"[:-1])
    expect(dialog).to_contain_text("÷ 1,040 chips provisioned =")
    page.keyboard.press("Escape")
    dialog = origin(page, "cost.by_purpose.headroom")
    expect(dialog).to_contain_text("15 replicas × 16 chips × ")


def test_what_a_workload_costs(page: Page):
    """Two workloads of 1,000 and 500 requests/s share the chips 2 : 1, as 65 to 32.5 replicas."""
    page.click('[data-key="+requests"]')
    field(page, "workloads[1].model").fill("acme-1t")
    field(page, "workloads[1].requests_per_s").fill("500")
    field(page, "workloads[1].output_tokens").fill("200")
    figure(page, "totals.replicas", "98")  # 65 + 32.5
    dialog = origin(page, "cost.by_workload[1].usd_per_year")
    # 32.5 x 16 = 520 of 97.5 x 16 = 1,560 chips
    expect(dialog).to_contain_text("× 520 ÷ 1,560 busy chips of b200-sxm at default =")
    page.keyboard.press("Escape")
    dialog = origin(page, "cost.by_workload[1].usd_per_million_tokens")
    expect(dialog).to_contain_text("× 1,000,000 =")


def test_who_serves_what_at_which_rate(page: Page):
    table = page.get_by_role("region", name="Who serves what")
    expect(table).to_contain_text("4000 tok/s / 200 tokens = 20 requests/s per replica")
    dialog = origin(page, "workloads[0].routes[0].rate_per_replica")
    expect(dialog).to_contain_text("4000 tok/s / 200 tokens = 20 requests/s per replica")
    expect(dialog.locator(".evidence")).to_contain_text("measured")
    page.keyboard.press("Escape")
    expect(origin(page, "workloads[0].routes[0].requests_per_s")).to_contain_text(
        "1,000 requests/s"
    )


def test_what_a_chip_and_a_usd_give(page: Page):
    """200,000 tokens/s / 1,040 chips = 192.3."""
    figure(page, "totals.output_tokens_per_s_per_chip", "192.3")
    dialog = origin(page, "totals.output_tokens_per_s_per_chip")
    expect(dialog).to_contain_text("200,000 tokens/s ÷ 1,040 chips provisioned = 192.3077")
    page.keyboard.press("Escape")
    path = "totals.usd_per_million_tokens_at_peak_to_mean.2"
    expect(origin(page, path)).to_contain_text("÷ 26,805,600,000,000 tokens")  # half of them


def test_waiting_is_folded_away_and_explained(page: Page):
    preset(page, "Phone line, 2,000 calls at once")
    settled(page)
    detail = page.locator("summary", has_text="In detail")
    expect(page.locator('[data-figure="pools[0].wait_probability"]')).to_be_hidden()
    detail.focus()
    page.keyboard.press("Enter")
    expect(origin(page, "pools[0].wait_probability")).to_contain_text("working replicas =")
    page.keyboard.press("Escape")
    field(page, "policy.headroom").fill("0.4")
    settled(page)
    expect(page.locator('[data-figure="pools[0].wait_probability"]')).to_be_visible()


def test_both_sides_of_a_comparison_are_explained(page: Page):
    first = save(page)
    page.get_by_role("link", name="Open in the lab").click()
    settled(page)
    field(page, "workloads[0].requests_per_s").fill("2000")
    figure(page, "totals.replicas", "130")
    second = save(page)
    page.goto(f"/quotes/{first}/with/{second}")
    dialog = page.locator("dialog.provenance")
    worked = (
        "1,000 requests/s × 1.3 ÷ 20 a replica = 65",
        "2,000 requests/s × 1.3 ÷ 20 a replica = 130",
    )
    for position, text in enumerate(worked):
        side = page.locator(".side-by-side > section").nth(position)
        side.locator('[data-figure="totals.replicas"]').click()
        expect(dialog).to_contain_text(text)
        page.keyboard.press("Escape")
    row = page.get_by_role("region", name="Fleet and cost").locator(
        "tr", has_text="provisioned chips"
    )
    for position, text in enumerate(("130 nodes × 8 chips = 1,040", "260 nodes × 8 chips = 2,080")):
        row.locator("button").nth(position).click()
        expect(dialog).to_contain_text(text)
        page.keyboard.press("Escape")
    page.locator("summary", has_text="Pools").click()
    cell = page.locator('[data-figure="pools[0].replicas"]').last
    cell.click()
    expect(dialog).to_contain_text("130 working + 0 spare = 130")


@pytest.mark.parametrize(
    "name", ["voice", "one of two asks nothing", "own or rent, duty open", "unpriced"]
)
def test_every_number_that_is_a_button_has_something_to_say(page: Page, lab: Live, name: str):
    demand = UNPRICED if name == "unpriced" else ALL[name]
    with lab.anybody() as client:
        made = client.post("/v1/quotes", json=demand).json()
        known = client.get(f"/v1/quotes/{made['id']}/figures").json()["figures"]
    page.goto(f"/quotes/{made['id']}")
    expect(page.locator('[data-figure="totals.replicas"]')).to_be_visible()
    shown = page.locator("[data-figure]:not(:disabled)").evaluate_all(
        "all => all.map(each => each.dataset.figure)"
    )
    assert len(shown) == len(set(shown)) > 30
    assert set(shown) <= {each["path"] for each in known}
