"""Workers can be killed, stopped and kept waiting; nothing is lost and nothing is left."""

import os
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from api.http.line import PATIENCE_S
from api.settings import Settings
from tests.api.harness import Live, demand, live, same, wait_for

ROUNDS = int(os.environ.get("PLANNER_ROUNDS", "3"))


def stop(service: Live) -> None:
    for worker in service.services.pool.pids:
        os.kill(worker, signal.SIGSTOP)


def test_parallel_quotes_equal_serial_ones(service: Live):
    """Twelve different demands, one after the other and all at once, in several rounds."""
    asked = [demand(name=f"n{n}", policy={"headroom": n / 10}) for n in range(12)]
    with service.client("parallel") as client, ThreadPoolExecutor(12) as threads:
        serial = [same(client.post("/v1/quotes", json=one).json()) for one in asked]
        for _ in range(ROUNDS):
            answers = threads.map(lambda one: client.post("/v1/quotes", json=one), asked)
            assert [same(answer.json()) for answer in answers] == serial


def test_a_killed_worker_costs_one_answer(own_service: Live):
    pool = own_service.services.pool
    with own_service.client("killer") as client, ThreadPoolExecutor(1) as threads:
        kept = client.post("/v1/quotes", json=demand()).headers["location"]
        files = set(Path("/tmp").glob("*pulp*"))
        stop(own_service)
        [worker] = pool.pids
        waiting = threads.submit(client.post, "/v1/quotes", json=demand())
        wait_for(lambda: pool.running == 1)
        os.kill(worker, signal.SIGKILL)
        answer = waiting.result()
        assert (answer.status_code, answer.json()["type"]) == (
            503,
            "urn:planner:problem:worker-lost",
        )
        assert "retry-after" in answer.headers
        assert client.post("/v1/quotes", json=demand()).status_code == 201
        assert client.get(kept).status_code == 200
    assert not Path(f"/proc/{worker}").exists()
    assert set(Path("/tmp").glob("*pulp*")) == files


def test_an_idle_worker_that_is_killed_costs_nothing(own_service: Live):
    [worker] = own_service.services.pool.pids
    os.kill(worker, signal.SIGKILL)
    with own_service.client() as client:
        assert client.post("/v1/quotes", json=demand()).status_code == 201


def test_a_full_queue_answers_at_once(own_service: Live):
    """One works, two wait; the others are told to come back, and health is told in time."""
    stop(own_service)
    with own_service.client("full") as client, ThreadPoolExecutor(8) as threads:
        asked = [threads.submit(client.post, "/v1/quotes", json=demand()) for _ in range(8)]
        wait_for(lambda: sum(one.done() for one in asked) == 5)
        start = time.perf_counter()
        assert client.get("/healthz").status_code == 200
        assert time.perf_counter() - start < 1  # 0.1 s without other tests beside it
        assert client.get("/readyz").json()["solver"] == "busy"
        for worker in own_service.services.pool.pids:
            os.kill(worker, signal.SIGCONT)
        answers = [one.result() for one in asked]
    assert sorted(answer.status_code for answer in answers) == [201] * 3 + [503] * 5
    full = next(answer for answer in answers if answer.status_code == 503)
    assert full.json()["type"] == "urn:planner:problem:queue-full"
    assert int(full.headers["retry-after"]) >= 1


def test_who_hangs_up_stops_the_solve(own_service: Live):
    pool = own_service.services.pool
    stop(own_service)
    [worker] = pool.pids
    with own_service.client("gone") as client:
        with pytest.raises(httpx.ReadTimeout):
            client.post("/v1/quotes", json=demand(), timeout=0.5)
        wait_for(lambda: worker not in pool.pids)
        assert client.get("/v1/quotes").json()["items"] == []
        assert client.post("/v1/quotes", json=demand()).status_code == 201


def test_a_worker_that_is_about_to_be_done_is_let_be(own_service: Live):
    """It is stopped as it is asked, goes on as soon as nobody waits, and lives."""
    pool = own_service.services.pool
    [worker] = pool.pids
    stop(own_service)
    with own_service.client("gone") as client:
        with pytest.raises(httpx.ReadTimeout):
            client.post("/v1/quotes", json=demand(), timeout=0.5)
        os.kill(worker, signal.SIGCONT)
        wait_for(lambda: pool.running == 0)
        time.sleep(PATIENCE_S + 0.2)
        assert pool.pids == [worker]
        assert client.post("/v1/quotes", json=demand()).status_code == 201
        assert pool.pids == [worker]


def test_a_solve_that_does_not_end_is_ended(tmp_path: Path):
    """A worker that overstays by far is stopped; 504, and no invitation to come back."""
    url = f"sqlite:///{tmp_path / 'slow.db'}"
    with live(Settings(database_url=url, overhead_s=0.5)) as service:
        stop(service)
        with service.anybody() as client:
            answer = client.post("/v1/quotes", json=demand())
            assert (answer.status_code, answer.json()["type"]) == (
                504,
                "urn:planner:problem:no-fleet-in-time",
            )
            assert "retry-after" not in answer.headers


def test_what_is_no_solve_is_not_said_to_have_found_no_fleet(tmp_path: Path):
    url = f"sqlite:///{tmp_path / 'slow.db'}"
    with live(Settings(database_url=url, overhead_s=0.5)) as service, service.anybody() as client:
        quote = client.post("/v1/quotes", json=demand()).json()
        stop(service)
        answer = client.get(f"/v1/quotes/{quote['id']}/documents/html")
        assert answer.status_code == 504
        assert answer.json()["type"] == "urn:planner:problem:not-in-time"
        assert "wider gap" not in answer.json()["detail"]


def test_waiting_too_long_is_answered(tmp_path: Path):
    url = f"sqlite:///{tmp_path / 'queue.db'}"
    with live(Settings(database_url=url, queue_wait_s=0.5)) as service:
        stop(service)
        with service.anybody() as client, ThreadPoolExecutor(2) as threads:
            first = threads.submit(client.post, "/v1/quotes", json=demand())
            wait_for(lambda: service.services.pool.running == 1)
            assert client.post("/v1/quotes", json=demand()).status_code == 503
            for worker in service.services.pool.pids:
                os.kill(worker, signal.SIGCONT)
            assert first.result().status_code == 201


def test_shutting_down_lets_solves_end_or_says_so(tmp_path: Path):
    url = f"sqlite:///{tmp_path / 'stop.db'}"
    with live(Settings(database_url=url)) as service:
        workers = service.services.pool.pids
        with service.anybody() as client, ThreadPoolExecutor(2) as threads:
            stop(service)
            waiting = threads.submit(client.post, "/v1/quotes", json=demand())
            wait_for(lambda: service.services.pool.running == 1)
            service.services.pool.drain(0.5)
            refused = client.post("/v1/quotes", json=demand())
            assert (refused.status_code, waiting.result().status_code) == (503, 503)
            assert waiting.result().json()["type"] == "urn:planner:problem:stopping"
    assert [worker for worker in workers if Path(f"/proc/{worker}").exists()] == []
    assert threading.active_count() < 100


def test_metrics_count_what_was_done(client: httpx.Client):
    client.post("/v1/quotes", json=demand())
    text = client.get("/metrics").text
    for name in ("planner_solves_total", "planner_solve_seconds_count", "planner_gap_fraction_sum"):
        assert name in text
    for name in ("planner_queue_waiting", "planner_errors_total", "planner_workers 2.0"):
        assert name in text
