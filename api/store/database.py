"""The database: a bounded number of connections, none of them held during a solve."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

from anyio import CapacityLimiter, to_thread
from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.engine import URL

CONNECTIONS: Final = 8
_BUSY_MS: Final = 30_000
_CONNECT_S: Final = 10


class Database:
    """Runs short transactions in threads; more than `CONNECTIONS` at once wait for their turn."""

    def __init__(self, url: str) -> None:
        self.engine = engine_of(url)
        self._limiter: CapacityLimiter | None = None

    async def read[Answer](self, work: Callable[[Connection], Answer]) -> Answer:
        """The answer of a transaction that changes nothing."""
        return await self._in_thread(partial(self.read_here, work))

    async def write[Answer](self, work: Callable[[Connection], Answer]) -> Answer:
        """The answer of a transaction; it is rolled back if the work raises."""
        return await self._in_thread(partial(self.write_here, work))

    def read_here[Answer](self, work: Callable[[Connection], Answer]) -> Answer:
        """`read` in this thread."""
        return self._run("DEFERRED", work)

    def write_here[Answer](self, work: Callable[[Connection], Answer]) -> Answer:
        """`write` in this thread."""
        return self._run("IMMEDIATE", work)

    async def _in_thread[Answer](self, work: Callable[[], Answer]) -> Answer:
        if self._limiter is None:
            self._limiter = CapacityLimiter(CONNECTIONS)
        return await to_thread.run_sync(work, limiter=self._limiter)

    def _run[Answer](self, mode: str, work: Callable[[Connection], Answer]) -> Answer:
        with self.engine.connect() as connection:
            connection.execution_options(planner_mode=mode)
            with connection.begin():
                return work(connection)

    def close(self) -> None:
        """Closes every connection."""
        self.engine.dispose()


def engine_of(url: str) -> Engine:
    """An engine for a URL in any of its usual spellings."""
    made = _driver(make_url(url))
    if made.get_backend_name() == "sqlite":
        return _sqlite(made)
    return create_engine(
        made,
        pool_size=CONNECTIONS,
        max_overflow=2,
        pool_pre_ping=True,
        hide_parameters=True,
        connect_args={"connect_timeout": _CONNECT_S},
    )


def try_out(connection: Connection) -> None:
    """Raises where the database does not answer, or has no tables."""
    connection.execute(text("SELECT 1 FROM organisations LIMIT 1")).all()


def _driver(url: URL) -> URL:
    if url.get_backend_name() in {"postgresql", "postgres"}:
        return url.set(drivername="postgresql+psycopg")
    return url


def _sqlite(url: URL) -> Engine:
    if url.database and url.database != ":memory:":
        Path(url.database).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    engine = create_engine(
        url, hide_parameters=True, pool_size=CONNECTIONS, connect_args={"check_same_thread": False}
    )
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _: Any) -> None:
    """Readers do not wait for the writer; what has been answered survives a power cut."""
    connection.isolation_level = None  # transactions are begun by us
    for pragma in (
        f"busy_timeout={_BUSY_MS}",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    """Takes the write lock at the start where it will be needed: a later upgrade could deadlock."""
    mode = connection.get_execution_options().get("planner_mode", "IMMEDIATE")
    connection.exec_driver_sql(f"BEGIN {mode}")
