"""What is in flight in this process, said to the database again and again to be believed."""

import threading
import time
from collections.abc import Callable
from typing import Final

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from api.log import log
from api.store import idempotency, jobs
from api.store.database import Database
from api.store.idempotency import Claim
from api.work.queue import Task

_EVERY_S: Final = 10.0
_TIDY_S: Final = 3600.0


class Flights:
    """Idempotency claims and jobs of this process; what it forgets ends with its lease."""

    def __init__(self, database: Database, stop: Callable[[Task], None]) -> None:
        self._database, self._stop = database, stop
        self._tokens: set[str] = set()
        self.jobs: dict[str, Task] = {}
        self._is_closed = threading.Event()
        self._thread = threading.Thread(target=self._renew, name="flights", daemon=True)

    def took_off(self, claim: Claim) -> None:
        """A claim is in flight."""
        self._tokens.add(claim.token)

    def landed(self, claim: Claim | None) -> None:
        """A claim is no longer in flight."""
        if claim is not None:
            self._tokens.discard(claim.token)

    def start(self) -> None:
        """Starts to renew leases."""
        self._thread.start()

    def close(self) -> None:
        """Stops to."""
        self._is_closed.set()
        if self._thread.is_alive():
            self._thread.join(5)

    def _renew(self) -> None:
        tidied = 0.0
        while not self._is_closed.wait(_EVERY_S):
            is_untidy = time.monotonic() - tidied > _TIDY_S
            try:
                self._say_so()
                if is_untidy:
                    self._database.write_here(_tidy)
                    tidied = time.monotonic()
            except SQLAlchemyError as error:  # the next round tries again, before a lease ends
                log("database", error=type(error).__name__)

    def _say_so(self) -> None:
        tokens, tasks = list(self._tokens), dict(self.jobs)
        if tokens:
            self._database.write_here(lambda c: idempotency.renew(c, tokens))
        if tasks:
            left = self._database.write_here(lambda c: _renew_jobs(c, list(tasks)))
            for job_id in tasks.keys() - left:
                self._stop(tasks[job_id])


def _renew_jobs(connection: Connection, ids: list[str]) -> set[str]:
    jobs.renew(connection, ids)
    return jobs.those_left(connection, ids)


def _tidy(connection: Connection) -> None:
    idempotency.forget_old(connection)
    jobs.forget_old(connection)
