"""Long solves: a job to poll, and to cancel."""

import os
import signal

import httpx

from tests.api.harness import Live, demand, wait_for

ASYNC = {"Prefer": "respond-async"}


def start(client: httpx.Client, **changes: object) -> httpx.Response:
    answer = client.post("/v1/quotes", json=demand(**changes), headers=ASYNC)
    assert answer.status_code == 202, answer.text
    return answer


def ended(client: httpx.Client, place: str) -> dict:
    wait_for(lambda: client.get(place).json()["status"] not in {"queued", "running"})
    return client.get(place).json()


def test_a_job_becomes_a_quote(client: httpx.Client):
    answer = start(client)
    assert answer.headers["preference-applied"] == "respond-async"
    assert answer.json()["status"] in {"queued", "running", "succeeded"}
    job = ended(client, answer.headers["location"])
    assert (job["status"], job["problem"]) == ("succeeded", None)
    assert client.get(f"/v1/quotes/{job['quote_id']}").json()["totals"]["replicas"] == 65


def test_a_job_that_fails_says_why(client: httpx.Client):
    job = ended(client, start(client, workloads=[]).headers["location"])
    assert (job["status"], job["problem"]["status"]) == ("failed", 422)
    assert job["problem"]["errors"][0]["path"] == "workloads"


def test_a_job_is_cancelled_and_leaves_no_quote(own_service: Live):
    [worker] = own_service.services.pool.pids
    with own_service.client("canceller") as client:
        os.kill(worker, signal.SIGSTOP)
        place = start(client).headers["location"]
        wait_for(lambda: client.get(place).json()["status"] == "running")
        assert client.get(place).headers["retry-after"] == "1"
        assert client.delete(place).status_code == 204
        assert client.get(place).status_code == 404
        # Its worker was killed, and the next one works.
        assert client.post("/v1/quotes", json=demand(name="next")).status_code == 201
        assert [q["name"] for q in client.get("/v1/quotes").json()["items"]] == ["next"]
    assert worker not in own_service.services.pool.pids


def test_a_finished_job_may_be_forgotten(client: httpx.Client):
    place = start(client).headers["location"]
    quote_id = ended(client, place)["quote_id"]
    assert client.delete(place).status_code == 204
    assert client.get(f"/v1/quotes/{quote_id}").status_code == 200


def test_a_key_holds_for_jobs_too(client: httpx.Client):
    headers = ASYNC | {"Idempotency-Key": "job-key"}
    first = client.post("/v1/quotes", json=demand(), headers=headers)
    job = ended(client, first.headers["location"])
    again = client.post("/v1/quotes", json=demand(), headers=headers)
    assert (again.status_code, again.json()["id"]) == (201, job["quote_id"])
