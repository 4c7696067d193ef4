"""An organisation's own entries: used by its quotes, seen by nobody else, and never in the past."""

import httpx
import pytest

from tests.api.harness import Live, demand

CHIP = demand()["hardware"][0] | {"id": "own-chip"}
OWN = demand()["deployments"][0] | {"id": "own-way", "hardware": "own-chip"}
PRICES = {
    "id": "contract",
    "provider": "Contract",
    "date": "2026-03",
    "source": "c",
    "hardware": {"own-chip": {"price_usd_per_node": 100000}},
}


def put_both(client: httpx.Client) -> None:
    assert client.put("/v1/catalog/hardware/own-chip", json=CHIP).status_code in {200, 201}
    assert client.put("/v1/catalog/deployments/own-way", json=OWN).status_code in {200, 201}


def bare(**changes: object) -> dict[str, object]:
    """The demand with nothing inline."""
    return {k: v for k, v in demand(**changes).items() if k not in {"hardware", "deployments"}}


def test_an_entry_is_put_read_replaced_and_removed(service: Live):
    with service.client("putter") as client:
        place = "/v1/catalog/hardware/own-chip"
        first = client.put(place, json=CHIP)
        assert (first.status_code, first.headers["location"]) == (201, place)
        assert client.get(place).json() == CHIP
        second = client.put(place, json=CHIP | {"memory_gb": 200})
        assert second.status_code == 200
        assert second.headers["etag"] != first.headers["etag"]
        assert [e["id"] for e in client.get("/v1/catalog/hardware").json()["items"]] == ["own-chip"]
        assert client.delete(place).status_code == 204
        assert client.get(place).status_code == 404
        trail = client.get("/v1/audit").json()["items"]
    assert [e["action"] for e in trail] == ["entry.removed", "entry.put", "entry.put"]


def test_quotes_use_what_the_organisation_has(service: Live):
    """65 replicas, with the deployment named or not; and for others none."""
    with service.client("user") as client, service.client("stranger") as stranger:
        put_both(client)
        quote = client.post("/v1/quotes", json=bare()).json()
        named = client.post("/v1/quotes", json=bare() | {"deployments": ["own-way"]})
        assert (quote["status"], quote["totals"]["replicas"]) == ("optimal", 65)
        assert named.json()["totals"] == quote["totals"]
        assert any(n["code"] == "own_entries" for n in quote["assumptions"])
        assert (
            stranger.post("/v1/quotes", json=bare() | {"deployments": ["own-way"]}).status_code
            == 422
        )
        assert stranger.post("/v1/quotes", json=bare()).json()["status"] == "infeasible"


def test_stored_quotes_do_not_change_with_the_catalog(service: Live):
    with service.client("keeper") as client:
        put_both(client)
        place = client.post("/v1/quotes", json=bare()).headers["location"]
        before = client.get(place).content
        client.put("/v1/catalog/hardware/own-chip", json=CHIP | {"node_power_w": 20000})
        after = client.post("/v1/quotes", json=bare()).json()
        assert client.get(place).content == before
        assert client.post(f"{place}/verify").json()["holds"]
        assert after["totals"]["it_megawatts"] > client.get(place).json()["totals"]["it_megawatts"]
        client.delete("/v1/catalog/deployments/own-way")
        client.delete("/v1/catalog/hardware/own-chip")
        assert client.get(place).content == before
        assert client.post("/v1/quotes", json=bare()).json()["status"] == "infeasible"


def test_own_prices_outrank_all_others(service: Live):
    """130 nodes at 100,000 USD instead of none at all."""
    unpriced = {k: v for k, v in CHIP.items() if k != "price_usd_per_node"}
    with service.client("buyer") as client:
        client.put("/v1/catalog/hardware/own-chip", json=unpriced)
        client.put("/v1/catalog/deployments/own-way", json=OWN)
        client.put("/v1/catalog/prices/contract", json=PRICES)
        quote = client.post("/v1/quotes", json=bare()).json()
    assert quote["inputs"]["prices"][0]["provider"] == "contract"
    assert quote["totals"]["nodes"] == 130


@pytest.mark.parametrize(
    ("place", "entry", "path"),
    [
        ("hardware/other", CHIP, "id"),
        ("hardware/own-chip", CHIP | {"memory_gb": -1}, "memory_gb"),
        ("hardware/own-chip", CHIP | {"colour": "red"}, "colour"),
        ("hardware/own-chip", {"id": "own-chip"}, "memory_gb"),
        ("hardware/%20", CHIP | {"id": " "}, "entry_id"),
        ("deployments/d", OWN | {"id": "d", "hardware": "nobody"}, "hardware"),
    ],
)
def test_what_is_wrong_is_named(client: httpx.Client, place: str, entry: object, path: str):
    answer = client.put(f"/v1/catalog/{place}", json=entry)
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, path)


def test_hardware_in_use_stays(service: Live):
    with service.client("needer") as client:
        put_both(client)
        answer = client.delete("/v1/catalog/hardware/own-chip")
        assert (answer.status_code, answer.json()["type"]) == (
            409,
            "urn:planner:problem:entry-in-use",
        )
        assert client.get("/v1/catalog/hardware/own-chip").status_code == 200


def test_fits_may_name_own_hardware(service: Live):
    model = {
        "id": "m",
        "total_parameters": 7e9,
        "active_parameters": 7e9,
        "layers": 32,
        "attention": {"kind": "gqa", "heads": 32, "kv_heads": 8, "head_size": 128},
        "max_context_tokens": 8192,
    }
    with service.client("fitter") as client:
        client.put("/v1/catalog/hardware/own-chip", json=CHIP)
        answer = client.post("/v1/fits", json={"model": model, "hardware": "own-chip"})
    assert answer.json()["fits"]
