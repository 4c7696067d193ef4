"""The audit trail: who did what; rows are only ever added."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, insert, select

from api.auth.caller import Caller
from api.clock import now
from api.store.tables import audit


def note(connection: Connection, caller: Caller, action: str, subject: str) -> None:
    """Adds a row, in the transaction of what it is about."""
    values = {
        "at": now(),
        "organisation_id": caller.organisation_id,
        "key_id": caller.key_id,
        "key_name": caller.key_name,
        "action": action,
        "subject": subject,
        "request_id": caller.request_id,
    }
    connection.execute(insert(audit).values(**values))


def page(
    connection: Connection, organisation_id: str, before: int | None, limit: int
) -> Sequence[Any]:
    """Rows of an organisation, the newest first, one more than asked for if there are more."""
    query = select(audit).where(audit.c.organisation_id == organisation_id)
    if before is not None:
        query = query.where(audit.c.id < before)
    return connection.execute(query.order_by(audit.c.id.desc()).limit(limit + 1)).all()
