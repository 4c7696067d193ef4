"""Fits, imports and the catalog that ships."""

import json
from pathlib import Path

import httpx
import pytest
from jsonschema import Draft202012Validator

from api.contract.examples import EXAMPLES

SHEET = EXAMPLES["ImportRequest"]["value"]
FIT = EXAMPLES["FitRequest"]["value"]


def test_a_fit(client: httpx.Client):
    """70 GB of weights at one byte each do not fit one chip of 96 GB × 0.9 with 32k of context."""
    answer = client.post("/v1/fits", json=FIT).json()
    assert answer["weights_gb"] == 70
    assert answer["fits"]


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"model": "nobody"}, "model"),
        ({"hardware": "nobody"}, "hardware"),
        ({"precision": "fp99"}, "precision"),
        ({"context_tokens": 10**9}, "context_tokens"),
        ({"chips": 0}, "chips"),
        ({"model": FIT["model"] | {"layers": 10**9}}, ""),
    ],
)
def test_a_fit_that_cannot_be_answered(client: httpx.Client, change: dict, path: str):
    answer = client.post("/v1/fits", json=FIT | change)
    assert answer.status_code == 422, answer.text
    assert answer.json()["errors"][0]["path"] == path


def test_a_sheet_becomes_a_deployment_that_a_demand_takes(client: httpx.Client):
    """Two rows, 410 and 3,900 tokens/s, at 4 and 64 in flight."""
    answer = client.post("/v1/imports", json=SHEET).json()
    points = answer["deployment"]["curves"][0]["points"]
    assert [p["output_tokens_per_s"] for p in points] == [410, 3900]
    assert answer["points"] == 2
    own = answer["deployment"] | {"id": "imported", "hardware": "x1"}
    from tests.api.harness import demand

    workload = demand()["workloads"][0] | {
        "model": "acme-70b",
        "input_tokens": 1000,
        "slo": {"ttft_ms": None},
    }
    del workload["slo"]
    quote = client.post("/v1/quotes", json=demand(deployments=[own], workloads=[workload]))
    assert quote.status_code == 201, quote.text


def test_a_real_result_file(client: httpx.Client):
    found = sorted(Path("tests/data/imports").rglob("*vllm*.json"))
    if not found:
        pytest.skip("no such sample")
    options = {"model": "m", "hardware": "h", "chips": 1}
    files = [{"name": found[0].name, "text": found[0].read_text()}]
    answer = client.post("/v1/imports", json={"files": files, "options": options})
    assert answer.status_code in {200, 422}


def test_an_import_asks_for_what_no_file_says(client: httpx.Client):
    options = {k: v for k, v in SHEET["options"].items() if k not in {"model", "chips"}}
    answer = client.post("/v1/imports", json=SHEET | {"options": options})
    assert answer.status_code == 422
    codes = {f["code"] for f in answer.json()["findings"] if f["kind"] == "question"}
    assert {"model", "chips"} <= codes
    assert "options.model" in answer.json()["detail"]


@pytest.mark.parametrize("text", ["{", "[" * 100_000, "nan", "a,b\n1,2\n", '{"a": NaN}', "\x07"])
def test_files_that_are_no_results(client: httpx.Client, text: str):
    body = json.dumps({"files": [{"name": "x.json", "text": text}], "options": {}})
    answer = client.post("/v1/imports", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422, answer.text


def test_an_empty_cell_is_told(client: httpx.Client):
    text = "users,tok/s,mean in,mean out\n4,,1000,200\n8,nan,1000,200\n64,3900,1000,200\n"
    answer = client.post("/v1/imports", json=SHEET | {"files": [{"name": "s.csv", "text": text}]})
    assert answer.status_code in {200, 422}
    assert len(answer.json()["findings"]) >= 1


@pytest.mark.parametrize("kind", ["hardware", "models", "deployments", "claims"])
def test_the_catalog_is_listed_and_read(client: httpx.Client, kind: str):
    listed = client.get(f"/v1/{kind}", params={"limit": 2}).json()
    ids = [item["id"] for item in listed["items"]]
    following = client.get(f"/v1/{kind}", params={"cursor": listed["next_cursor"]}).json()
    assert len(ids) == 2
    assert following["items"][0]["id"] > ids[1]
    assert client.get(f"/v1/{kind}/{ids[0]}").json()["id"] == ids[0]
    assert client.get(f"/v1/{kind}/nobody").status_code == 404


def test_deployments_are_filtered(client: httpx.Client):
    one = client.get("/v1/deployments", params={"limit": 1}).json()["items"][0]
    chip = next(iter(one["chips"]))
    asked = {"model": one["model"], "hardware": chip}
    found = client.get("/v1/deployments", params=asked).json()["items"]
    assert one in found
    assert all(item["model"] == one["model"] and chip in item["chips"] for item in found)
    assert client.get("/v1/deployments", params={"model": "nobody"}).json()["items"] == []


def test_the_schema_of_a_demand_explains_every_field(client: httpx.Client):
    answer = client.get("/v1/schemas/demand")
    assert answer.headers["content-type"] == "application/schema+json"
    schema = answer.json()
    Draft202012Validator.check_schema(schema)
    for owner in (schema, *schema["$defs"].values()):
        for name, field in owner.get("properties", {}).items():
            assert field.get("description"), name
    assert schema["$defs"]["Policy"]["properties"]["utilization_cap"]["anyOf"][0]["maximum"] == 1


def test_the_schema_takes_what_the_service_takes(client: httpx.Client):
    validator = Draft202012Validator(client.get("/v1/schemas/demand").json())
    for example in client.get("/v1/examples").json()["items"]:
        assert list(validator.iter_errors(example["demand"])) == []
    assert list(validator.iter_errors({"name": "x", "workloads": [], "hardwear": []}))
