"""A service on a port of its own, in this process, with workers of its own."""

import os
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from secrets import token_hex
from typing import Any

import httpx
import psycopg
import uvicorn
from sqlalchemy import make_url

from api.app import create_app
from api.auth.secrets import new_key
from api.clock import new_id
from api.server import config_of
from api.services import Services
from api.settings import Settings
from api.store import keys
from api.store.keys import StoredKey

POSTGRES = os.environ.get("PLANNER_TEST_POSTGRES_URL", "postgresql://root@127.0.0.1:5432/test")
WAIT_S = 60
ALL = ("read", "write", "admin")


@dataclass
class Live:
    """A service that listens."""

    url: str
    services: Services

    def key(self, organisation: str = "acme", scopes: tuple[str, ...] = ALL, rate: int = 0) -> str:
        """A new key of an organisation."""
        key_id, secret_hash, text = new_key()

        def work(connection: Any) -> None:
            owner = keys.ensure_organisation(connection, organisation, new_id("o"))
            stored = StoredKey(
                key_id, owner, "test", secret_hash, frozenset(scopes), rate, 0, is_revoked=False
            )
            keys.add_key(connection, stored)

        self.services.database.write_here(work)
        return text

    def client(self, organisation: str = "acme", **more: Any) -> httpx.Client:
        """A client with a new key."""
        headers = {"Authorization": f"Bearer {self.key(organisation, **more)}"}
        return httpx.Client(base_url=self.url, headers=headers, timeout=WAIT_S)

    def anybody(self) -> httpx.Client:
        """A client without a key."""
        return httpx.Client(base_url=self.url, timeout=WAIT_S)


@contextmanager
def live(settings: Settings) -> Iterator[Live]:
    """The service, until the block ends."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        app = create_app(replace(settings, port=listener.getsockname()[1]))
        server = uvicorn.Server(config_of(app, settings))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        try:
            url = f"http://127.0.0.1:{listener.getsockname()[1]}"
            wait_for(lambda: httpx.get(f"{url}/readyz", timeout=WAIT_S).status_code == 200)
            yield Live(url, app.state.services)
        finally:
            server.should_exit = True
            thread.join(WAIT_S)


def wait_for(what: Any, seconds: float = WAIT_S) -> None:
    """Waits until something is so; a refused connection is not yet so."""
    end = time.monotonic() + seconds
    while True:
        try:
            if what():
                return
        except httpx.TransportError:
            pass
        assert time.monotonic() < end, "it did not come to pass in time"
        time.sleep(0.05)


@contextmanager
def postgres() -> Iterator[str]:
    """The address of a new database on the test server; dropped afterwards."""
    name = f"planner_{token_hex(6)}"
    with psycopg.connect(POSTGRES, autocommit=True, connect_timeout=5) as server:
        server.execute(f"CREATE DATABASE {name}")
        try:
            yield make_url(POSTGRES).set(database=name).render_as_string(hide_password=False)
        finally:
            server.execute(f"DROP DATABASE {name} WITH (FORCE)")


def has_postgres() -> bool:
    """Whether the test server answers."""
    try:
        psycopg.connect(POSTGRES, connect_timeout=5).close()
    except psycopg.OperationalError:
        return False
    return True


def demand(**changes: Any) -> dict[str, Any]:
    """The small demand with its own hardware: 65 replicas of 16 chips with any catalog."""
    whole: dict[str, Any] = {
        "name": "launch",
        "workloads": [
            {
                "name": "chat",
                "model": "acme-1t",
                "requests_per_s": 1000,
                "input_tokens": 1500,
                "output_tokens": 200,
            }
        ],
        "hardware": [
            {
                "id": "x1",
                "memory_gb": 180,
                "chips_per_node": 8,
                "node_power_w": 14300,
                "price_usd_per_node": 515000,
            }
        ],
        "deployments": [
            {
                "id": "acme-1t-x1",
                "model": "acme-1t",
                "hardware": "x1",
                "chips_per_replica": 16,
                "curves": [{"points": [{"output_tokens_per_s": 4000}]}],
            }
        ],
        "policy": {"headroom": 0.3},
    }
    return whole | changes


def same(quote: Mapping[str, Any]) -> dict[str, Any]:
    """A quote without what differs between two makings of it."""
    kept = {k: v for k, v in quote.items() if k not in {"id", "created_at"}}
    certificate = dict(quote["certificate"])
    certificate["solver"] = {k: v for k, v in certificate["solver"].items() if k != "seconds"}
    return kept | {"certificate": certificate}
