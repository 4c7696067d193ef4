"""Jobs: quotes in the making that nobody waits for on the line."""

import json
import time
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from api.clock import days_ago, lease, now
from api.store.tables import jobs

ENDED = ("succeeded", "failed")
KEPT_DAYS = 30
LOST = {
    "type": "urn:planner:problem:stopping",
    "title": "The service is shutting down",
    "status": 503,
    "detail": "The service stopped before this job was done; ask again.",
}


def add(connection: Connection, organisation_id: str, job_id: str) -> None:
    """Stores a new job."""
    values = {
        "id": job_id,
        "organisation_id": organisation_id,
        "status": "queued",
        "leased_until": lease(),
        "created_at": now(),
    }
    connection.execute(insert(jobs).values(**values))


def find(connection: Connection, organisation_id: str, job_id: str) -> Any | None:
    """A job of the organisation; one whose process is gone has failed."""
    query = select(jobs).where(jobs.c.id == job_id, jobs.c.organisation_id == organisation_id)
    row = connection.execute(query).first()
    if row is not None and row.status not in ENDED and row.leased_until < time.time():
        finish(connection, job_id, "failed", problem=LOST)
        row = connection.execute(query).first()
    return row


def finish(
    connection: Connection,
    job_id: str,
    status: str,
    *,
    quote_id: str | None = None,
    problem: dict[str, Any] | None = None,
) -> bool:
    """Whether the job was still open, and ends with this."""
    query = (
        update(jobs)
        .where(jobs.c.id == job_id, jobs.c.status.not_in(ENDED))
        .values(
            status=status,
            finished_at=now(),
            quote_id=quote_id,
            problem=json.dumps(problem) if problem else None,
        )
    )
    return connection.execute(query).rowcount == 1


def renew(connection: Connection, ids: list[str]) -> None:
    """Says that these jobs are still worked on."""
    query = update(jobs).where(jobs.c.id.in_(ids), jobs.c.status.not_in(ENDED))
    connection.execute(query.values(leased_until=lease()))


def remove(connection: Connection, organisation_id: str, job_id: str) -> bool:
    """Whether there was such a job, which is forgotten; its quote, if there is one, stays."""
    query = delete(jobs).where(jobs.c.id == job_id, jobs.c.organisation_id == organisation_id)
    return connection.execute(query).rowcount == 1


def those_left(connection: Connection, ids: list[str]) -> set[str]:
    """Those that nobody has cancelled."""
    return set(connection.execute(select(jobs.c.id).where(jobs.c.id.in_(ids))).scalars())


def forget_old(connection: Connection) -> None:
    """Forgets jobs that nobody will poll any more."""
    connection.execute(delete(jobs).where(jobs.c.finished_at < days_ago(KEPT_DAYS)))
