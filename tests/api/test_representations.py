"""A stored quote in the type that `Accept` prefers, or a clear refusal."""

import io
import json

import httpx
import openpyxl
import pypdf
import pytest

from tests.api.harness import demand

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8"


@pytest.fixture
def place(client: httpx.Client) -> str:
    return client.post("/v1/quotes", json=demand(name="Über/alles 1")).headers["location"]


def asked(client: httpx.Client, place: str, accept: str) -> httpx.Response:
    return client.get(place, headers={"Accept": accept})


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        ("", "application/json"),
        ("*/*", "application/json"),
        ("*", "application/json"),
        ("application/*", "application/json"),
        ("application/json, text/plain, */*", "application/json"),
        ("text/csv", "text/csv; charset=utf-8"),
        ("TEXT/CSV; charset=UTF-8", "text/csv; charset=utf-8"),
        ("text/*", "text/csv; charset=utf-8"),
        ("image/png, text/markdown;q=0.1", "text/markdown; charset=utf-8"),
        ("text/csv;q=0.5, text/markdown;q=0.7", "text/markdown; charset=utf-8"),
        ("text/csv;q=0.5, application/json;q=0.5", "application/json"),
        ("application/json;q=0, */*", "text/csv; charset=utf-8"),
        (BROWSER, "text/html; charset=utf-8"),
    ],
)
def test_the_preferred_type_is_sent(client: httpx.Client, place: str, accept: str, media_type: str):
    answer = asked(client, place, accept)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"] == media_type
    assert answer.headers["vary"] == "Accept"


def test_the_quote_itself_is_byte_for_byte_the_same(client: httpx.Client, place: str):
    assert asked(client, place, "application/json").content == client.get(place).content


def test_a_workbook_and_a_pdf_open(client: httpx.Client, place: str):
    book = openpyxl.load_workbook(io.BytesIO(asked(client, place, XLSX).content))
    assert book.sheetnames[0] == "Summary"
    text = pypdf.PdfReader(io.BytesIO(asked(client, place, "application/pdf").content))
    assert "65" in text.pages[0].extract_text()


def test_several_headers_are_one_list(client: httpx.Client, place: str):
    answer = client.get(place, headers=[("Accept", "image/png"), ("Accept", "text/csv")])
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"


def test_it_has_a_name_to_be_kept_under_and_may_do_nothing(client: httpx.Client, place: str):
    answer = asked(client, place, "text/html")
    assert answer.headers["content-disposition"] == 'inline; filename="ber-alles-1.html"'
    assert "sandbox" in answer.headers["content-security-policy"]


def test_what_a_quote_is_not_to_be_had_as_is_said(client: httpx.Client, place: str):
    answer = asked(client, place, "image/png")
    assert answer.status_code == 406
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["type"] == "urn:planner:problem:not-acceptable"
    for name in ("image/png", "application/json", "application/pdf", XLSX):
        assert name in answer.json()["detail"]


@pytest.mark.parametrize("accept", ["json", ";;", "text/csv, csv", "a/b/c", "x/y," * 300])
def test_a_header_that_cannot_be_read_is_said_to_be(client: httpx.Client, place: str, accept: str):
    answer = asked(client, place, accept)
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["path"] == "header.Accept"


def test_each_type_has_a_tag_of_its_own(client: httpx.Client, place: str):
    whole, sheet = asked(client, place, "*/*"), asked(client, place, "text/csv")
    tags = whole.headers["etag"], sheet.headers["etag"]
    assert tags[1].startswith("W/")
    for accept, mine, other in (("*/*", 0, 1), ("text/csv", 1, 0)):
        for tag, status in ((tags[mine], 304), (tags[other], 200), ("*", 304)):
            again = client.get(place, headers={"Accept": accept, "If-None-Match": tag})
            assert again.status_code == status, (accept, tag)
            assert again.headers["etag"] == tags[mine]


def test_a_quote_of_nobody_is_not_found_in_any_type(client: httpx.Client):
    answer = asked(client, "/v1/quotes/q_00000000000000000000", "application/pdf")
    assert (answer.status_code, answer.headers["content-type"]) == (404, "application/problem+json")


def test_an_infeasible_quote_is_a_document_too(client: httpx.Client):
    place = client.post("/v1/quotes", json=demand(sites=[{"name": "e", "stock": {"x1": 8}}]))
    answer = asked(client, place.headers["location"], "text/markdown")
    assert "infeasible" in answer.text.lower()
    assert json.loads(asked(client, place.headers["location"], "*/*").text)["totals"] is None


def test_pictures_show_what_was_rejected_in_grey(client: httpx.Client):
    """The catalog is at hand, so the curves of what a promise of 5 ms rules out are drawn."""
    workload = {
        "name": "chat",
        "model": "gpt-oss-120b",
        "requests_per_s": 5,
        "input_tokens": 1000,
        "output_tokens": 1000,
        "slo": {"tpot_ms": {"p50": 5}},
    }
    made = client.post("/v1/quotes", json={"name": "fast", "workloads": [workload]}).json()
    drawn = client.get(f"/v1/quotes/{made['id']}/pictures").json()["items"]
    throughput = next(item for item in drawn if item["name"] == "throughput")
    assert any(item["reason"] != "dominated" for item in made["rejected"])
    assert '"status": "rejected"' in json.dumps(throughput["spec"])
