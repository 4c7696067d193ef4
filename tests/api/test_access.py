"""Keys, organisations, scopes and rates: nobody sees, guesses or alters what is another's."""

import httpx
import pytest

from api.auth.rates import Rates
from api.auth.secrets import hash_of, matches, new_key, split
from api.settings import Settings
from api.store import keys
from tests.api.harness import Live, demand, live

NO_KEY = "urn:planner:problem:no-key"


def test_a_key_is_stored_as_a_hash(service: Live):
    text = service.key("hashed")
    key_id, secret = split(text) or ("", "")
    stored = service.services.database.read_here(lambda c: keys.find_key(c, key_id))
    assert stored is not None
    assert stored.secret_hash == hash_of(secret)
    assert secret not in repr(stored)


def test_a_secret_matches_itself_alone():
    key_id, secret_hash, text = new_key()
    assert split(text) == (key_id, text[21:])
    assert matches(text[21:], secret_hash)
    assert not matches(text[21:-1] + "!", secret_hash)
    assert not matches(text[21:], None)


@pytest.mark.parametrize(
    "header",
    [None, "", "Bearer", "Bearer x", "Basic YTpi", f"Bearer plk_{'0' * 16}_{'x' * 43}", "Bearer é"],
)
def test_without_a_known_key_there_is_nothing(service: Live, header: str | None):
    headers = {} if header is None else {"Authorization": header.encode()}
    with service.anybody() as client:
        for path in ("/v1/quotes", "/v1/hardware", "/v1/jobs/j_1", "/v1/catalog/prices/x"):
            answer = client.get(path, headers=headers)
            assert (answer.status_code, answer.json()["type"]) == (401, NO_KEY), path
            assert answer.headers["www-authenticate"].startswith("Bearer")


def test_a_revoked_key_is_of_no_use_at_once(service: Live):
    with service.client("revoked") as client:
        assert client.get("/v1/quotes").status_code == 200
        key_id = client.headers["authorization"].split("_")[1]
        assert service.services.database.write_here(lambda c: keys.revoke_key(c, key_id))
        assert client.get("/v1/quotes").status_code == 401


def test_anothers_quote_is_not_there(service: Live):
    with service.client("mine") as mine, service.client("yours") as yours:
        quote_id = mine.post("/v1/quotes", json=demand()).json()["id"]
        own = yours.post("/v1/quotes", json=demand()).json()["id"]
        place = f"/v1/quotes/{quote_id}"
        answers = [
            yours.get(place),
            yours.delete(place),
            yours.post(f"{place}/verify"),
            yours.get(f"{place}/comparison", params={"with": own}),
            yours.get(f"/v1/quotes/{own}/comparison", params={"with": quote_id}),
        ]
        assert [answer.status_code for answer in answers] == [404] * 5
        # An id that nobody has gets the very same answer.
        nobody = yours.get("/v1/quotes/q_" + "0" * 20).json()
        assert {**answers[0].json(), "request_id": ""} == {**nobody, "request_id": ""}
        assert mine.get(place).status_code == 200
        assert quote_id not in yours.get("/v1/quotes").text + yours.get("/v1/audit").text


def test_anothers_job_and_entries_are_not_there(service: Live):
    entry = demand()["hardware"][0]
    with service.client("mine") as mine, service.client("yours") as yours:
        assert mine.put("/v1/catalog/hardware/x1", json=entry).status_code in {200, 201}
        job = mine.post("/v1/quotes", json=demand(), headers={"Prefer": "respond-async"})
        for path in ("/v1/catalog/hardware/x1", job.headers["location"]):
            assert yours.get(path).status_code == 404
            assert yours.delete(path).status_code == 404
        assert yours.get("/v1/catalog/hardware").json()["items"] == []


@pytest.mark.parametrize(
    ("scopes", "statuses"),
    [
        (("read",), (200, 403, 403)),
        (("write",), (403, 201, 403)),
        (("read", "admin"), (200, 403, 200)),
    ],
)
def test_a_key_may_do_what_its_scopes_say(
    service: Live, scopes: tuple[str, ...], statuses: tuple[int, ...]
):
    with service.client("scoped", scopes=scopes) as client:
        got = (
            client.get("/v1/quotes").status_code,
            client.post("/v1/quotes", json=demand()).status_code,
            client.get("/v1/audit").status_code,
        )
    assert got == statuses


def test_a_key_has_a_rate(service: Live):
    """12 a minute are 0.2 a second: 2 at once (10 s worth), then one every 5 s."""
    with service.client("rated", rate=12) as client:
        answers = [client.get("/v1/quotes") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert 1 <= int(answers[2].headers["retry-after"]) <= 5


def test_rates_are_kept_apart():
    rates = Rates()
    assert rates.wait_s("a", 6) == 0
    assert rates.wait_s("a", 6) == 10
    assert rates.wait_s("b", 6) == 0
    assert rates.wait_s("a", 0) == 0


def test_without_any_key_this_machine_needs_none(tmp_path):
    with (
        live(Settings(database_url=f"sqlite:///{tmp_path / 'open.db'}")) as service,
        service.anybody() as client,
    ):
        assert client.post("/v1/quotes", json=demand()).status_code == 201
        assert client.get("/v1/audit").json()["items"][0]["key_id"] is None
        foreign = client.get("/v1/quotes", headers={"Host": "planner.evil.example"})
        assert foreign.status_code == 403
        assert client.get("/v1/quotes", headers={"Authorization": "Bearer x"}).status_code == 401
        service.key()  # the first key closes the service for everybody else
        assert client.get("/v1/quotes").status_code == 401


def test_headers_keep_browsers_careful(client: httpx.Client):
    answer = client.get("/v1/quotes")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert answer.headers["cache-control"] == "no-store"
    assert "server" not in answer.headers
