"""Quotes are made, listed, read, checked again and withdrawn, on both databases."""

from typing import Any

import httpx
import pytest

from tests.api.harness import Live, demand, same


def made(client: httpx.Client, **changes: Any) -> dict[str, Any]:
    answer = client.post("/v1/quotes", json=demand(**changes))
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_a_demand_becomes_a_quote(client: httpx.Client):
    """1,000 × 200 × 1.3 / 4,000 = 65 replicas × 16 chips = 1,040 chips."""
    answer = client.post("/v1/quotes", json=demand())
    quote = answer.json()
    assert answer.status_code == 201
    assert (quote["status"], quote["totals"]["replicas"]) == ("optimal", 65)
    assert quote["totals"]["chips"] == 1040
    assert answer.headers["location"] == f"/v1/quotes/{quote['id']}"


def test_a_quote_is_read_as_it_was_made(client: httpx.Client):
    answer = client.post("/v1/quotes", json=demand())
    again = client.get(answer.headers["location"])
    assert again.content == answer.content
    assert again.headers["etag"] == answer.headers["etag"]


def test_what_is_known_already_is_not_sent_again(client: httpx.Client):
    answer = client.post("/v1/quotes", json=demand())
    place, tag = answer.headers["location"], answer.headers["etag"]
    again = client.get(place, headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get(place, headers={"If-None-Match": '"other"'}).status_code == 200


def test_no_fleet_is_an_answer(client: httpx.Client):
    """One node of 8 chips cannot hold a replica of 16."""
    site = {"name": "east", "stock": {"x1": 8}}
    quote = made(client, sites=[site])
    assert (quote["status"], quote["totals"]) == ("infeasible", None)
    assert quote["shortfalls"]


def test_quotes_are_listed_a_page_at_a_time(service: Live):
    with service.client("lister") as client:
        ids = [made(client, name=f"n{number}")["id"] for number in range(5)]
        first = client.get("/v1/quotes", params={"limit": 3}).json()
        second = client.get(
            "/v1/quotes", params={"limit": 3, "cursor": first["next_cursor"]}
        ).json()
    shown = [item["id"] for item in first["items"] + second["items"]]
    assert shown == ids[::-1]
    assert second["next_cursor"] is None


def test_a_page_links_to_the_next_one(service: Live):
    with service.client("linker") as client:
        for number in range(3):
            made(client, name=f"n{number}")
        answer = client.get("/v1/quotes", params={"limit": 2, "status": "optimal"})
        following = client.get(answer.links["next"]["url"])
    assert [item["name"] for item in following.json()["items"]] == ["n0"]


@pytest.mark.parametrize(
    ("wanted", "names"),
    [
        ({"name": "b"}, ["b"]),
        ({"status": "infeasible"}, ["c"]),
        ({"created_after": "2000-01-01T00:00:00Z"}, ["c", "b", "a"]),
        ({"created_before": "2000-01-01T00:00:00Z"}, []),
        ({"created_after": "2999-01-01T00:00:00.5+02:00"}, []),
    ],
)
def test_quotes_are_filtered(service: Live, wanted: dict[str, str], names: list[str]):
    with service.client("filterer") as client:
        if not client.get("/v1/quotes").json()["items"]:
            made(client, name="a")
            made(client, name="b")
            made(client, name="c", sites=[{"name": "east", "stock": {"x1": 8}}])
        items = client.get("/v1/quotes", params=wanted).json()["items"]
    assert [item["name"] for item in items] == names


def test_a_withdrawn_quote_is_gone_but_its_trail_stays(client: httpx.Client):
    quote_id = made(client)["id"]
    place = f"/v1/quotes/{quote_id}"
    assert client.delete(place).status_code == 204
    assert client.get(place).status_code == 404
    assert client.delete(place).status_code == 404
    assert client.post(f"{place}/verify").status_code == 404
    trail = [e for e in client.get("/v1/audit").json()["items"] if e["subject"] == quote_id]
    assert [entry["action"] for entry in trail] == ["quote.withdrawn", "quote.made"]
    assert trail[0]["key_name"] == "test"


def test_a_stored_quote_is_checked_again(client: httpx.Client):
    quote_id = made(client)["id"]
    answer = client.post(f"/v1/quotes/{quote_id}/verify").json()
    assert (answer["holds"], answer["broken"]) == (True, [])
    assert any(check["rule"].startswith("capacity") for check in answer["checks"])


def test_the_same_demand_compares_as_the_same(client: httpx.Client):
    first, second = made(client), made(client)
    path = f"/v1/quotes/{first['id']}/comparison"
    answer = client.get(path, params={"with": second["id"]}).json()
    assert answer["is_same"], answer
    assert same(first) == same(second)


def test_a_comparison_names_what_changed_and_in_which_inputs(client: httpx.Client):
    """Twice the headroom in the policy, 0.3 → 0.6: 50 × 1.6 = 80 replicas, 15 more than 65."""
    dearer = [demand()["hardware"][0] | {"price_usd_per_node": 600000}]
    first = made(client)
    second = made(client, policy={"headroom": 0.6}, hardware=dearer)
    path = f"/v1/quotes/{first['id']}/comparison"
    answer = client.get(path, params={"with": second["id"]}).json()
    asked = {d["path"]: (d["before"], d["after"]) for d in answer["demand"]}
    totals = {d["path"]: d["change"] for d in answer["totals"]}
    assert asked["demand.policy.headroom"] == (0.3, 0.6)
    assert asked["demand.hardware[x1].price_usd_per_node"] == (515000, 600000)
    assert totals["totals.replicas"] == 15
    assert any("price_usd_per_node" in d["path"] for d in answer["inputs"])
    lines = {d["path"]: (d["before_at"], d["after_at"]) for d in answer["cost"]}
    at = "cost.lines[0].usd_per_year"
    assert lines["cost.lines[servers].usd_per_year"] == (at, at)
    assert not answer["is_same"]


def test_comparing_needs_two_quotes_of_ones_own(client: httpx.Client):
    path = f"/v1/quotes/{made(client)['id']}/comparison"
    assert client.get(path, params={"with": "q_" + "0" * 20}).status_code == 404
    assert client.get(path).status_code == 422
