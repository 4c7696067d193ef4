"""What is in flight in this process, said to the database again and again, so that it is believed."""

import threading
from typing import Final

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from api.store import idempotency, jobs
from api.store.database import Database

_EVERY_S: Final = 15.0


class Flights:
    """Tokens of idempotency claims, and ids of jobs, that this process works on."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.tokens: set[str] = set()
        self.jobs: set[str] = set()
        self._is_closed = threading.Event()
        self._thread = threading.Thread(target=self._renew, name="flights", daemon=True)

    def start(self) -> None:
        """Starts to renew leases."""
        self._thread.start()

    def close(self) -> None:
        """Stops to; what is in flight then runs out."""
        self._is_closed.set()
        if self._thread.is_alive():
            self._thread.join(5)

    def _renew(self) -> None:
        while not self._is_closed.wait(_EVERY_S):
            tokens, ids = list(self.tokens), list(self.jobs)
            if not tokens and not ids:
                continue

            def renew(connection: Connection, tokens: list[str] = tokens, ids: list[str] = ids) -> None:
                idempotency.renew(connection, tokens)
                jobs.renew(connection, ids)

            try:
                self._database.write_here(renew)
            except SQLAlchemyError:  # the next round tries again, well before a lease ends
                continue
