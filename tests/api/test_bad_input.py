"""Whatever is sent, the answer is a problem and the service lives; on both databases."""

import gzip
import json
import re
import socket
from pathlib import Path
from typing import Any

import httpx
import pytest

from api.settings import MIB
from tests.api.harness import Live, demand

JSON = {"Content-Type": "application/json"}
FIELD, NAME, COUNT = '"FIELD"', '"NAME"', '"COUNT"'


def body(field: str = "1000", name: str = '"chat"', count: str = "16") -> bytes:
    """The small demand with a number, a text and a whole number written in any way."""
    whole = demand(name="NAME")
    whole["workloads"][0]["requests_per_s"] = "FIELD"
    whole["deployments"][0]["chips_per_replica"] = "COUNT"
    text = json.dumps(whole).replace(FIELD, field).replace(NAME, name).replace(COUNT, count)
    return text.encode("utf-8", "surrogatepass")


def refused(client: httpx.Client, content: bytes, statuses: set[int], **headers: str) -> Any:
    answer = client.post("/v1/quotes", content=content, headers=JSON | headers)
    assert answer.status_code in statuses, (answer.status_code, answer.text[:300])
    assert answer.headers["content-type"] == "application/problem+json"
    assert client.get("/healthz").status_code == 200
    return answer.json()


def test_the_body_that_the_others_differ_from_is_right(client: httpx.Client):
    assert client.post("/v1/quotes", content=body(), headers=JSON).status_code == 201


@pytest.mark.parametrize("literal", ["NaN", "Infinity", "-Infinity", "1e400", "-1e999"])
def test_numbers_that_json_does_not_have(client: httpx.Client, literal: str):
    refused(client, body(field=literal), {400})


@pytest.mark.parametrize(
    "text", ["inf", "nan", "NaN", "1e400", "1_000", " 5 ", "5", "0x10", "", "１２"]
)
def test_text_is_no_number(client: httpx.Client, text: str):
    problem = refused(client, body(field=json.dumps(text)), {422})
    assert problem["errors"][0]["path"] == "workloads[0].requests_per_s"


@pytest.mark.parametrize("value", ["true", "false", "null", "[]", "{}", "[1000]"])
def test_other_things_are_no_numbers(client: httpx.Client, value: str):
    refused(client, body(field=value), {422})
    refused(client, body(count=value), {422})


@pytest.mark.parametrize("flag", ['"true"', "1", "0", '"yes"'])
def test_a_flag_is_true_or_false(client: httpx.Client, flag: str):
    policy = f'"policy": {{"survive_site_loss": {flag}'
    refused(client, body().replace(b'"policy": {"headroom": 0.3', policy.encode()), {422})


@pytest.mark.parametrize("text", [r'"\ud800"', r'"a\udc00b"', r'"a\u0000b"', r'"\u0007"', '"\x00"'])
def test_text_that_cannot_be_stored(client: httpx.Client, text: str):
    refused(client, body(name=text), {400, 422})


def test_surrogates_and_zeros_anywhere(client: httpx.Client):
    for text in (r"\ud800", r"\u0000"):
        for field in ("id", "model", "hardware", "note", "engine"):
            entry = json.dumps(demand()).replace(
                '"chips_per_replica"', f'"{field}": "{text}", "chips_per_replica"'
            )
            refused(client, entry.encode(), {400, 422})


@pytest.mark.parametrize(
    "path", ["/v1/quotes?name=a%00b", "/v1/quotes?name=%ED%A0%80", "/v1/quotes?name=a%0Ab"]
)
def test_filters_that_no_name_has(client: httpx.Client, path: str):
    answer = client.get(path)
    assert answer.status_code in {200, 422}
    assert answer.status_code == 422 or answer.json()["items"] == []


@pytest.mark.parametrize(
    "part", ["%00", "a%00b", "%ED%A0%80", "x" * 5000, "..%2f..%2fetc", "%F0%9F"]
)
@pytest.mark.parametrize(
    "place",
    ["quotes", "jobs", "hardware", "models", "claims", "catalog/prices", "catalog/hardware"],
)
def test_ids_that_nothing_has(client: httpx.Client, place: str, part: str):
    assert client.get(f"/v1/{place}/{part}").status_code == 404


def test_a_key_that_stands_twice(client: httpx.Client):
    twice = body().replace(b'"requests_per_s": 1000', b'"requests_per_s": 5, "requests_per_s": 50')
    assert "twice" in refused(client, twice, {400})["detail"]


def test_deep_nesting(client: httpx.Client):
    refused(client, b"[" * 100_000, {400})
    refused(client, b'{"a":' * 50_000, {400})
    refused(client, body(name="[" * 2000 + "]" * 2000), {400})
    refused(client, body(name="[" * 60 + "]" * 60), {422})


@pytest.mark.parametrize("digits", [401, 4301, 30, 20])
def test_huge_whole_numbers(client: httpx.Client, digits: int):
    number = "1" + "0" * (digits - 1)
    refused(client, body(field=number), {400, 422})
    refused(client, body(count=number), {400, 422})
    refused(client, body(count="-" + number), {400, 422})


@pytest.mark.parametrize(("count", "status"), [("16.0", 201), ("16.5", 422), ("1.6e1", 201)])
def test_whole_numbers_written_as_decimals(client: httpx.Client, count: str, status: int):
    """Never 16 for 16.5."""
    answer = client.post("/v1/quotes", content=body(count=count), headers=JSON)
    assert answer.status_code == status
    assert status == 422 or answer.json()["totals"]["replicas"] == 65


@pytest.mark.parametrize(
    "content", [b"", b" ", b"{", b"nope", b"'", b"\xff\xfe\x00", b"{}x", b"\x80"]
)
def test_no_json_at_all(client: httpx.Client, content: bytes):
    refused(client, content, {400})


@pytest.mark.parametrize("content", [b"[]", b"null", b"1", b'"demand"', b"{}"])
def test_json_that_is_no_demand(client: httpx.Client, content: bytes):
    refused(client, content, {422})


@pytest.mark.parametrize("mark", [b"\xef\xbb\xbf", b""])
def test_byte_order_marks_and_windows_lines(client: httpx.Client, mark: bytes):
    content = mark + json.dumps(demand(), indent=1).replace("\n", "\r\n").encode()
    assert client.post("/v1/quotes", content=content, headers=JSON).status_code == 201


@pytest.mark.parametrize(
    "media",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "application/json; charset=latin-1",
        "application/jsonx",
        "text/json",
        "",
    ],
)
def test_another_type(client: httpx.Client, media: str):
    refused(client, body(), {415}, **{"Content-Type": media})


def test_no_type(client: httpx.Client):
    request = client.build_request("POST", "/v1/quotes", content=body())
    assert "content-type" not in request.headers
    assert client.send(request).status_code == 415


def test_the_type_may_name_utf_8(client: httpx.Client):
    headers = {"Content-Type": 'Application/JSON; charset="UTF-8"'}
    assert client.post("/v1/quotes", content=body(), headers=headers).status_code == 201


@pytest.mark.parametrize("encoding", ["gzip", "br", "deflate", "gzip, gzip", "zstd", "x"])
def test_compressed_bodies(client: httpx.Client, encoding: str):
    refused(client, gzip.compress(body()), {415}, **{"Content-Encoding": encoding})


def test_a_small_bomb(client: httpx.Client):
    bomb = gzip.compress(b" " * 32 * MIB + body())
    before = _resident_mib()
    refused(client, bomb, {415}, **{"Content-Encoding": "gzip"})
    refused(client, bomb, {400})
    assert _resident_mib() - before < 64


def test_a_body_that_is_too_large(client: httpx.Client):
    refused(client, b" " * (4 * MIB + 1), {413})


def test_a_body_that_only_says_how_large_it_is(service: Live):
    head = f"POST /v1/quotes HTTP/1.1\r\nHost: x\r\nContent-Length: {10**15}\r\n"
    head += f"Content-Type: application/json\r\nAuthorization: Bearer {service.key()}\r\n\r\n"
    assert _raw(service, head.encode()).startswith(b"HTTP/1.1 413")


def test_a_body_in_endless_pieces(client: httpx.Client):
    pieces = (b" " * MIB for _ in range(100))
    try:
        answer = client.post("/v1/quotes", content=pieces, headers=JSON)
    except httpx.TransportError:
        return  # hung up on, which is as well
    assert answer.status_code == 413


@pytest.mark.parametrize(
    "junk", [b"\x16\x03\x01\x02\x00", b"GET\r\n\r\n", b"POST / HTTP/9.9\r\n\r\n"]
)
def test_what_is_no_http(service: Live, junk: bytes):
    assert not _raw(service, junk).startswith(b"HTTP/1.1 5")
    assert httpx.get(f"{service.url}/healthz").status_code == 200


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/metrics", "/openapi.json", "/v1/quotes"])
def test_head_is_get_without_a_body(client: httpx.Client, path: str):
    answer = client.head(path)
    assert (answer.status_code, answer.content) == (200, b"")
    assert client.head("/").status_code in {200, 404}


@pytest.mark.parametrize("path", ["/v1/quotes/", "/healthz/", "//v1/quotes", "/V1/quotes"])
def test_no_redirects(client: httpx.Client, path: str):
    answer = client.post(path, json=demand(), headers={"X-Forwarded-Proto": "https"})
    assert answer.status_code in {404, 405}
    assert "location" not in answer.headers


def test_a_method_too_many_names_all_others(client: httpx.Client):
    answer = client.patch("/v1/quotes")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD, POST")


@pytest.mark.parametrize(
    "query",
    [
        "limit=0",
        "limit=201",
        "limit=inf",
        "limit=nan",
        "limit=x",
        "cursor=!",
        "cursor=",
        "cursor=eA",
        "status=best",
        "created_after=yesterday",
        "created_after=1700000000",
        "statsu=optimal",
        "created_after=2026-02-30T00:00:00Z",
        "created_before=2026-01-01",
        "name=",
    ],
)
def test_parameters_that_mean_nothing(client: httpx.Client, query: str):
    answer = client.get(f"/v1/quotes?{query}")
    assert (answer.status_code, answer.json()["type"]) == (
        422,
        "urn:planner:problem:invalid-parameter",
    )


def test_formulas_in_names_come_back_as_they_were(client: httpx.Client):
    """JSON has no cells; whoever makes a sheet of it quotes them."""
    for name in ("=1+1", "@SUM(A1)", "+7", "-7"):
        assert client.post("/v1/quotes", json=demand(name=name)).json()["name"] == name


def test_names_that_differ_in_punctuation_stay_apart(client: httpx.Client):
    """2 x x+ for 20 requests/s and 5 x x- for 10, at 10 and 2 a replica."""
    hardware = demand()["hardware"][0]
    quote = client.post(
        "/v1/quotes",
        json={
            "name": "twins",
            "workloads": [
                {"name": n, "model": n, "requests_per_s": r, "input_tokens": 1, "output_tokens": 1}
                for n, r in (("m+", 20), ("m-", 10))
            ],
            "hardware": [
                hardware | {"id": "x+", "chips_per_node": 1},
                hardware | {"id": "x-", "chips_per_node": 1},
            ],
            "deployments": [
                {
                    "id": f"d{sign}",
                    "model": f"m{sign}",
                    "hardware": f"x{sign}",
                    "chips_per_replica": 1,
                    "curves": [{"points": [{"output_tokens_per_s": rate}]}],
                }
                for sign, rate in (("+", 10), ("-", 2))
            ],
            "policy": {"headroom": 0},
        },
    ).json()
    assert {p["deployment"]: p["replicas"] for p in quote["pools"]} == {"d+": 2, "d-": 5}


def test_an_id_that_nobody_knows(client: httpx.Client):
    refused(client, json.dumps(demand(deployments=["nobody"])).encode(), {422})


def _raw(service: Live, content: bytes) -> bytes:
    host, port = re.findall(r"//(.*):(\d+)", service.url)[0]
    with socket.create_connection((host, int(port)), timeout=10) as line:
        line.sendall(content)
        return line.recv(4096)


def _resident_mib() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / MIB
