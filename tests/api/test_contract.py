"""The published contract is the one that is kept: file, app, examples, errors and clients agree."""

import importlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from api.contract.examples import EXAMPLES
from api.problems.kinds import KINDS, MEDIA_TYPE, PREFIX
from api.published import contract_text
from scripts.api_changes import RELEASED, TODAY, changes
from tests.api.harness import Live, demand

DOCUMENT = json.loads(TODAY.read_text())
OPERATIONS = {
    operation["operationId"]: operation
    for path in DOCUMENT["paths"].values()
    for operation in path.values()
}
OPEN = {"health", "readiness", "metrics", "read_session", "sign_in", "sign_out"}
"""Operations that need no key: probes, and those that a key is given to."""


def uses_of_examples() -> list[tuple[str, str, str]]:
    """(example, method, path) of each body that has one."""
    return [
        (example["$ref"].rpartition("/")[2], method, path)
        for path, operations in DOCUMENT["paths"].items()
        for method, operation in operations.items()
        for media in operation.get("requestBody", {}).get("content", {}).values()
        for example in media["examples"].values()
    ]


def test_the_file_is_what_the_app_publishes(client: httpx.Client):
    """`make openapi` renews it."""
    assert TODAY.read_text() == contract_text()
    assert client.get("/openapi.json").json() == DOCUMENT


def test_it_is_openapi_3_1():
    assert DOCUMENT["openapi"].startswith("3.1.")
    assert "HTTPValidationError" not in json.dumps(DOCUMENT)


@pytest.mark.parametrize("name", sorted(OPERATIONS))
def test_every_error_is_declared_as_a_problem(name: str):
    for status, answer in OPERATIONS[name]["responses"].items():
        if status.startswith(("4", "5")):
            assert list(answer["content"]) == [MEDIA_TYPE]
    assert "405" in OPERATIONS[name]["responses"]


@pytest.mark.parametrize("name", sorted(OPERATIONS))
def test_only_health_needs_no_key(name: str):
    is_open = OPERATIONS[name].get("security") in ([], None)
    assert is_open == (name in OPEN)
    assert is_open or "401" in OPERATIONS[name]["responses"]


def test_every_example_is_used():
    assert {name for name, _, _ in uses_of_examples()} == set(EXAMPLES)


@pytest.mark.parametrize(("name", "method", "path"), uses_of_examples())
def test_the_examples_are_right(client: httpx.Client, name: str, method: str, path: str):
    """Each is sent; the key of the example of signing in is nobody's."""
    value = EXAMPLES[name]["value"]
    place = path.format(entry_id=value.get("id"))
    answer = client.request(method.upper(), place, json=value)
    if method == "put":
        client.delete(place)
    assert answer.status_code in ({401} if name == "SignIn" else {200, 201}), answer.text


def test_an_error_is_what_the_document_says(client: httpx.Client):
    answers = [
        client.get("/nowhere"),
        client.put("/v1/quotes"),
        client.post("/v1/quotes", content=b"{", headers={"Content-Type": "application/json"}),
        client.post("/v1/quotes", content=b"{}"),
        client.post("/v1/quotes", json={}),
        client.get("/v1/quotes?limit=0"),
        httpx.get(client.base_url.join("/v1/quotes")),
    ]
    for answer in answers:
        problem = answer.json()
        assert answer.headers["content-type"] == MEDIA_TYPE
        assert problem["status"] == answer.status_code
        assert KINDS[problem["type"].removeprefix(PREFIX)].title == problem["title"]
        assert problem["request_id"] == answer.headers["x-request-id"]
    statuses = [answer.status_code for answer in answers]
    assert statuses == [404, 405, 400, 415, 422, 422, 401]


def test_nothing_breaks_clients_of_the_last_release():
    assert list(changes(json.loads(RELEASED.read_text()), DOCUMENT)) == []


def broken(change: Any) -> list[str]:
    new = json.loads(json.dumps(DOCUMENT))
    change(new)
    return list(changes(DOCUMENT, new))


def schemas(document: dict[str, Any]) -> dict[str, Any]:
    return document["components"]["schemas"]


def test_a_change_that_breaks_clients_is_seen():
    assert broken(lambda new: new["paths"].pop("/v1/audit")) == ["GET /v1/audit: is gone"]
    assert broken(lambda new: schemas(new)["Quote"]["properties"].pop("totals"))
    assert broken(lambda new: schemas(new)["Demand"]["properties"].pop("sites"))
    assert broken(lambda new: schemas(new)["Demand"]["required"].append("sites"))
    assert broken(
        lambda new: schemas(new)["Solver"]["properties"]["time_limit_s"].update(maximum=9)
    )


def test_a_change_that_only_adds_is_none():
    def add(new: dict[str, Any]) -> None:
        new["paths"]["/v1/new"] = {}
        new["components"]["schemas"]["Demand"]["properties"]["new"] = {"type": "string"}
        new["components"]["schemas"]["Quote"]["properties"]["new"] = {"type": "string"}

    assert broken(add) == []


def test_a_generated_client_makes_a_quote_and_reads_it_back(
    service: Live, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    tools = Path(sys.executable).parent
    command = [str(tools / "openapi-python-client"), "generate", "--path", str(TODAY)]
    command += ["--output-path", str(tmp_path / "planner_client"), "--meta", "none"]
    environment = {**os.environ, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert "WARNING" not in done.stdout + done.stderr
    monkeypatch.syspath_prepend(str(tmp_path))
    kind = importlib.import_module("planner_client").AuthenticatedClient
    models = importlib.import_module("planner_client.models")
    make = importlib.import_module("planner_client.api.quotes.make_quote")
    read = importlib.import_module("planner_client.api.quotes.read_quote")
    with kind(base_url=service.url, token=service.key()) as client:
        made = make.sync(client=client, body=models.Demand.from_dict(demand()))
        assert (made.status, made.totals.replicas) == ("optimal", 65)
        assert read.sync(made.id, client=client).to_dict() == made.to_dict()
        assert read.sync("q_none", client=client).status == 404
