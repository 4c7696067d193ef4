"""Everything that requests share: settings, database, workers, rates, metrics, catalog."""

import json
import threading
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Literal

from fastapi import Request
from sqlalchemy import Connection

from api.auth.caller import Caller
from api.auth.rates import Rates
from api.flights import Flights
from api.lab.files import PageFile
from api.lab.recent import Recent
from api.metrics import Metrics
from api.settings import Settings
from api.store import entries, keys
from api.store.database import Database
from api.store.keys import LOCAL
from api.store.migrate import migrate
from api.work.pool import Pool
from planner.catalog.library import Catalog, load_catalog

_KEPT_ORGANISATIONS = 32


@dataclass(frozen=True, slots=True)
class OwnEntries:
    """An organisation's own entries as a worker takes them."""

    version: int
    raw: bytes
    digest: str


@dataclass
class Services:
    """One running service."""

    settings: Settings
    database: Database
    pool: Pool
    metrics: Metrics
    flights: Flights
    rates: Rates = field(default_factory=Rates)
    recent: Recent = field(default_factory=Recent)
    """Previews."""
    charts: PageFile | None = None
    """The chart library, once it was asked for."""
    _entries: dict[str, OwnEntries] = field(default_factory=dict[str, OwnEntries])
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _is_started: bool = False
    ready_at: float = float("-inf")
    """When the last probe was right."""
    solver_state: Literal["ok", "busy"] = "ok"

    def start(self) -> None:
        """Migrates the database and starts the workers, once."""
        with self._lock:
            if self._is_started:
                return
            self.migrate()
            self.pool.start()
            self.flights.start()
            self._is_started = True

    def migrate(self) -> None:
        """Brings the tables up to date."""
        migrate(self.database.engine)
        self.database.write_here(lambda c: keys.ensure_organisation(c, LOCAL, LOCAL))

    def close(self) -> None:
        """Stops the workers and lets go of the database."""
        self.pool.close()
        self.flights.close()
        self.database.close()

    @cached_property
    def catalog(self) -> Catalog:
        """The catalog that ships."""
        return load_catalog()

    async def entries_of(self, caller: Caller) -> OwnEntries | None:
        """The organisation's own entries; None where there never were any."""
        if caller.entries_version == 0:
            return None
        kept = self._entries.get(caller.organisation_id)
        if kept is None or kept.version != caller.entries_version:
            kept = await self.database.read(lambda c: _load(c, caller.organisation_id))
            while len(self._entries) >= _KEPT_ORGANISATIONS:
                self._entries.pop(next(iter(self._entries)))
            self._entries[caller.organisation_id] = kept
        return kept


def _load(connection: Connection, organisation_id: str) -> OwnEntries:
    version = keys.entries_version(connection, organisation_id)
    raw = json.dumps(entries.everything(connection, organisation_id)).encode()
    return OwnEntries(version, raw, sha256(raw).hexdigest())


def new_services(settings: Settings) -> Services:
    """A service that is not started."""
    database = Database(settings.database_url)
    pool = Pool(settings)
    return Services(settings, database, pool, Metrics(pool), Flights(database, pool.stop_task))


def services_of(request: Request) -> Services:
    """The service that a request came to."""
    return request.app.state.services
