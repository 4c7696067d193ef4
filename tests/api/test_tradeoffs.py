"""What headroom and speed would cost: the points are quotes of their own, and nothing is kept."""

import threading
import time
from typing import Any

import httpx
import pytest

from api.errors import QueueFull
from api.making.asking import ask
from api.work.queue import Task
from planner.service import make_quote
from tests.api.harness import Live, demand

FAST = {"slo": {"tpot_ms": {"p50": 20}}}
POINTS = [
    {"concurrency": 8, "output_tokens_per_s": 400, "tpot_ms": {"p50": 15}},
    {"concurrency": 64, "output_tokens_per_s": 4000, "tpot_ms": {"p50": 16}},
]


def fast_demand() -> dict:
    """The small demand on a curve, with a promise: TPOT p50 at most 20 ms."""
    whole = demand()
    workload = whole["workloads"][0] | FAST
    lengths = {key: workload[key] for key in ("input_tokens", "output_tokens")}
    deployment = whole["deployments"][0] | {"curves": [{**lengths, "points": POINTS}]}
    return whole | {"workloads": [workload], "deployments": [deployment]}


def tradeoffs(client: httpx.Client, asked: dict) -> tuple[str, dict]:
    made = client.post("/v1/previews", json=asked).json()
    answer = client.get(f"/v1/previews/{made['id']}/tradeoffs")
    assert answer.status_code == 200, answer.text
    return made["id"], answer.json()


def test_each_point_of_headroom_costs_what_a_quote_of_it_costs(client: httpx.Client):
    quote_id, found = tradeoffs(client, demand())
    (headroom,) = found["tradeoffs"]
    assert found["quote_id"] == quote_id
    assert (headroom["varied"], headroom["workload"], headroom["unit"]) == ("headroom", None, "1")
    assert [point["value"] for point in headroom["points"]] == [0, 0.1, 0.2, 0.3, 0.5, 0.75, 1]
    assert [point["value"] for point in headroom["points"] if point["is_today"]] == [0.3]
    assert headroom["unsolved"] == 0
    for point in headroom["points"]:
        totals = make_quote(demand(policy={"headroom": point["value"]})).totals
        assert totals is not None
        assert point["usd_per_year"] == pytest.approx(totals.usd_per_year)
        assert point["usd_per_million_tokens"] == pytest.approx(totals.usd_per_million_tokens)
    assert [item["name"] for item in found["items"]] == ["headroom"]
    assert found["items"][0]["spec"]["config"]["background"] == "#ffffff"


def test_a_limit_on_tpot_is_varied_and_may_leave_no_fleet(client: httpx.Client):
    """10 to 40 ms: below the 15 ms that one measured point reaches there is no fleet."""
    _, found = tradeoffs(client, fast_demand())
    limit = found["tradeoffs"][1]
    assert (limit["varied"], limit["workload"]) == ("tpot_ms", "chat")
    assert (limit["percentile"], limit["unit"]) == ("p50", "ms")
    costs = {point["value"]: point["usd_per_year"] for point in limit["points"]}
    assert [value for value, cost in costs.items() if cost is None] == [10, 12]
    assert [p["value"] for p in limit["points"] if not p["has_fleet"]] == [10, 12]
    assert costs[15] > costs[18] == costs[20] == costs[40]
    assert [item["name"] for item in found["items"]] == ["headroom", "tpot"]


def test_without_a_price_there_is_a_fleet_and_no_cost(client: httpx.Client):
    whole = demand(objective="chips")
    whole["hardware"] = [{k: v for k, v in whole["hardware"][0].items() if "usd" not in k}]
    _, found = tradeoffs(client, whole)
    for point in found["tradeoffs"][0]["points"]:
        assert (point["has_fleet"], point["usd_per_year"]) == (True, None)
    assert found["items"] == []


def test_a_stored_quote_has_them_too_and_keeps_nothing_of_them(client: httpx.Client):
    made = client.post("/v1/quotes", json=demand()).json()
    before = client.get("/v1/quotes").json()
    answer = client.get(f"/v1/quotes/{made['id']}/tradeoffs", params={"theme": "dark"})
    assert answer.status_code == 200
    assert answer.json()["items"][0]["spec"]["config"]["background"] == "#14181f"
    assert client.get("/v1/quotes").json() == before


@pytest.mark.parametrize(("refused", "points"), [(range(3, 6), 7), (range(3, 1000), 1)])
def test_a_queue_that_others_fill_in_between_costs_time_and_not_the_answer(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch, refused: range, points: int
):
    """The third task, the second point, finds no place: it is tried again for as long as it may."""
    calls = 0

    async def crowded(services: Any, caller: Any, kind: str, *rest: Any, **fields: Any) -> Task:
        nonlocal calls
        calls += 1
        if calls in refused and kind == "outcome":
            raise QueueFull(64, 1)
        return await ask(services, caller, kind, *rest, **fields)

    monkeypatch.setattr("api.making.tradeoffs.ask", crowded)
    monkeypatch.setattr("api.making.tradeoffs.SECONDS", 3.0)
    _, found = tradeoffs(client, demand())
    (headroom,) = found["tradeoffs"]
    assert (len(headroom["points"]), headroom["unsolved"]) == (points, 7 - points)


def test_own_entries_count_as_they_do_for_the_quote(service: Live):
    """An own price twice as high: today's point costs what the quote with it costs."""
    with service.client("varier") as client:
        own = {"id": "d", "provider": "p", "date": "2026-03", "source": "contract"}
        prices = own | {"hardware": {"b200-sxm": {"price_usd_per_node": 900000}}}
        assert client.put("/v1/catalog/prices/d", json=prices).status_code in {200, 201}
        asked = demand() | {"hardware": []}
        asked["deployments"] = [asked["deployments"][0] | {"hardware": "b200-sxm"}]
        made = client.post("/v1/quotes", json=asked).json()
        found = client.get(f"/v1/quotes/{made['id']}/tradeoffs").json()
    today = next(point for point in found["tradeoffs"][0]["points"] if point["is_today"])
    assert today["usd_per_year"] == pytest.approx(made["totals"]["usd_per_year"])


def test_workloads_with_headrooms_of_their_own_have_nothing_to_vary(client: httpx.Client):
    whole = demand()
    second = whole["workloads"][0] | {"name": "second", "headroom": 0.5}
    _, found = tradeoffs(client, whole | {"workloads": [whole["workloads"][0], second]})
    assert (found["tradeoffs"], found["items"]) == ([], [])


def test_a_preview_that_is_gone_is_404(client: httpx.Client):
    answer = client.get("/v1/previews/q_00000000000000000000/tradeoffs")
    assert answer.status_code == 404


def test_others_get_their_turn_between_the_points(service: Live):
    """While one client has points solved, quotes of another are answered."""
    with service.client("varier") as client, service.client("other") as other:
        made = client.post("/v1/quotes", json=fast_demand()).json()
        ends: list[float] = []

        def vary() -> None:
            client.get(f"/v1/quotes/{made['id']}/tradeoffs")
            ends.append(time.monotonic())

        thread = threading.Thread(target=vary)
        thread.start()
        answered = 0
        while not ends and answered < 500:
            assert other.post("/v1/previews", json=demand()).status_code == 200
            answered += 1
        thread.join()
    assert answered > 3
