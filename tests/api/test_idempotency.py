"""One Idempotency-Key is one quote, also for requests at the same moment, on both databases."""

import os
import signal
from concurrent.futures import ThreadPoolExecutor

import httpx

from api.store import quotes
from tests.api.harness import Live, demand

SAME = {"Idempotency-Key": "k1"}


def post(client: httpx.Client, key: str, **changes: object) -> httpx.Response:
    return client.post("/v1/quotes", json=demand(**changes), headers={"Idempotency-Key": key})


def test_the_same_key_and_body_get_the_same_quote(service: Live):
    with service.client("repeater") as client:
        first, second = post(client, "k"), post(client, "k")
        assert len(client.get("/v1/quotes").json()["items"]) == 1
    assert (first.status_code, second.status_code) == (201, 201)
    assert second.content == first.content
    assert second.headers["location"] == first.headers["location"]


def test_another_body_is_refused(client: httpx.Client):
    assert post(client, "other body").status_code == 422  # a space is no part of a key
    assert post(client, "other-body").status_code == 201
    answer = post(client, "other-body", name="x")
    assert (answer.status_code, answer.json()["type"]) == (422, "urn:planner:problem:key-reused")


def test_a_key_is_an_organisations_own(service: Live):
    with service.client("one") as one, service.client("two") as two:
        assert post(one, "k").json()["id"] != post(two, "k", name="x").json()["id"]


def test_twins_make_one_quote(service: Live):
    """Twelve at the same moment: one is solved, the others get it or are told to try again."""
    with service.client("twins") as client:
        with ThreadPoolExecutor(12) as threads:
            answers = list(threads.map(lambda _: post(client, "k"), range(12)))
        listed = client.get("/v1/quotes").json()["items"]
    assert {answer.status_code for answer in answers} <= {201, 409}
    ids = {answer.json()["id"] for answer in answers if answer.status_code == 201}
    assert ids == {listed[0]["id"]}
    assert len(listed) == 1


def test_a_request_in_flight_is_named_so(own_service: Live):
    [worker] = own_service.services.pool.pids
    with own_service.client() as client, ThreadPoolExecutor(1) as threads:
        os.kill(worker, signal.SIGSTOP)
        try:
            first = threads.submit(post, client, "held")
            while own_service.services.pool.running == 0:
                pass
            second = post(client, "held")
        finally:
            os.kill(worker, signal.SIGCONT)
        assert (second.status_code, second.headers["retry-after"]) == (409, "1")
        assert second.json()["type"] == "urn:planner:problem:in-flight"
        assert first.result().status_code == 201
        assert post(client, "held").json()["id"] == first.result().json()["id"]


def test_a_failed_request_frees_its_key(client: httpx.Client):
    assert post(client, "failed", workloads=[]).status_code == 422
    assert post(client, "failed").status_code == 201


def test_the_quote_of_a_key_may_be_withdrawn(client: httpx.Client):
    place = post(client, "withdrawn").headers["location"]
    client.delete(place)
    answer = post(client, "withdrawn")
    assert answer.json()["type"] == "urn:planner:problem:quote-withdrawn"


def test_a_row_a_quote(service: Live):
    with service.client("counter") as client:
        before = service.services.database.read_here(quotes.count)
        post(client, "a")
        post(client, "a")
        assert service.services.database.read_here(quotes.count) == before + 1
