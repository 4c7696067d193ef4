"""Files in: demands, benchmark results. Files out: every document of a stored quote, opened."""

import csv
import io
import json
from pathlib import Path

import openpyxl
import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from tests.lab.pages import ROOT, field, figure, settled
from tests.lab.test_keeping import save

SWEEP = "users,tok/s,mean in,mean out\n4,410,1500,200\n64,3900,1500,200\n"
BENCHMARK = {
    "results": None,
    "backend": "vllm",
    "model_id": "acme-1t",
    "max_concurrency": 64,
    "num_prompts": 640,
    "completed": 640,
    "total_input_tokens": 960000,
    "total_output_tokens": 128000,
    "duration": 16.0,
    "request_throughput": 40.0,
    "output_throughput": 8000.0,
}


def test_a_yaml_demand_opens(page: Page):
    page.set_input_files('[data-key="file"]', ROOT / "examples" / "nvl72.yaml")
    expect(field(page, "workloads[0].model")).to_have_value("deepseek-r1")
    figure(page, "totals.replicas", "3")
    figure(page, "totals.chips", "216")


def test_a_faulty_demand_says_what_and_where(page: Page, folder: Path):
    faulty = folder / "demand.yaml"
    faulty.write_text("name: x\nworkloads:\n  - {name: chat, model: m, requests_per_s: -1}\n")
    page.set_input_files('[data-key="file"]', faulty)
    expect(page.locator("#trouble")).to_contain_text("workloads[0].requests_per_s")
    figure(page, "totals.replicas", "65")


def test_a_quote_opens_as_its_demand(page: Page, folder: Path, lab):
    with lab.anybody() as client:
        demand = json.loads((ROOT / "examples" / "small.json").read_text())
        demand["workloads"][0]["requests_per_s"] = 1400
        made = client.post("/v1/previews", json=demand)
    (folder / "quote.json").write_bytes(made.content)
    page.set_input_files('[data-key="file"]', folder / "quote.json")
    expect(field(page, "workloads[0].requests_per_s")).to_have_value("1400")


def test_benchmark_results_become_a_deployment(page: Page, folder: Path):
    results = folder / "vllm-results.json"
    results.write_text(json.dumps(BENCHMARK))
    page.set_input_files('[data-key="file"]', results)
    dialog = page.locator("dialog.import")
    expect(dialog).to_be_visible()
    dialog.get_by_label("Hardware").fill("b200-sxm")
    dialog.get_by_label("Chips of one replica").fill("16")
    dialog.get_by_role("button", name="Import").click()
    expect(page.locator("#trouble")).to_contain_text("operating point")
    page.locator(".section > summary", has_text="What may serve").click()
    expect(page.locator(".deployment-list li")).to_have_count(2)
    settled(page)
    # 1,300 x 200 / 8,000 = 32.5: the new one is twice as fast as the one of the example.
    figure(page, "totals.replicas", "33")


def test_a_sheet_of_ones_own_says_what_its_columns_are(page: Page, folder: Path):
    sheet = folder / "sweep.csv"
    sheet.write_text(SWEEP)
    page.set_input_files('[data-key="file"]', sheet)
    dialog = page.locator("dialog.import")
    dialog.get_by_label("Hardware").fill("b200-sxm")
    dialog.get_by_label("Chips of one replica").fill("8")
    dialog.get_by_label("Tool").fill("csv")
    columns = "concurrency = users, output_tokens_per_s = tok/s, input_tokens = mean in"
    dialog.get_by_label("Columns of a sheet").fill(f"{columns}, output_tokens = mean out")
    dialog.get_by_role("button", name="Import").click()
    expect(page.locator("#trouble")).to_contain_text("2 operating points")
    # 1,300 x 200 / 3,900 = 66.7 replicas of 8 chips are cheaper than 65 of 16.
    figure(page, "totals.chips", "536")


def test_results_that_cannot_be_read_say_why(page: Page, folder: Path):
    unknown = folder / "notes.csv"
    unknown.write_text("a,b\n1,2\n")
    page.set_input_files('[data-key="file"]', unknown)
    page.locator("dialog.import").get_by_role("button", name="Import").click()
    expect(page.locator(".findings")).to_be_visible()
    page.locator("dialog.import").get_by_role("button", name="Cancel").click()
    figure(page, "totals.replicas", "65")


def test_a_file_can_be_dropped_anywhere(page: Page):
    text = (ROOT / "examples" / "nvl72.yaml").read_text()
    page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.items.add(new File([text], "nvl72.yaml"));
            dispatchEvent(new DragEvent("drop", {dataTransfer: data, cancelable: true}));
        }""",
        text,
    )
    figure(page, "totals.replicas", "3")


@pytest.mark.parametrize("kind", ["xlsx", "pdf", "html", "csv", "md", "json"])
def test_every_document_opens(page: Page, folder: Path, kind: str):
    save(page)
    with page.expect_download() as told:
        page.click(f'[data-document="{kind}"]')
    assert told.value.suggested_filename == f"1T-model-launch.{kind}"
    path = folder / told.value.suggested_filename
    told.value.save_as(path)
    OPENED[kind](path)


def opened_xlsx(path: Path) -> None:
    book = openpyxl.load_workbook(path, data_only=True)
    assert 65 in {cell.value for sheet in book for row in sheet.rows for cell in row}


def opened_pdf(path: Path) -> None:
    assert "1,040" in "".join(each.extract_text() for each in PdfReader(path).pages)


def opened_csv(path: Path) -> None:
    assert "65" in {
        cell for row in csv.reader(io.StringIO(path.read_text("utf-8-sig"))) for cell in row
    }


OPENED = {
    "xlsx": opened_xlsx,
    "pdf": opened_pdf,
    "csv": opened_csv,
    "html": lambda path: "1,040" in path.read_text() or pytest.fail("no chips"),
    "md": lambda path: "1,040" in path.read_text() or pytest.fail("no chips"),
    "json": lambda path: (
        json.loads(path.read_text())["totals"]["chips"] == 1040 or pytest.fail("no chips")
    ),
}
