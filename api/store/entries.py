"""An organisation's own entries of the catalog."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from api.clock import now
from api.store.tables import entries, organisations


@dataclass(frozen=True, slots=True)
class Place:
    """Where an entry stands."""

    organisation_id: str
    kind: str
    """deployments, hardware or prices."""
    id: str


def find(connection: Connection, place: Place) -> Any | None:
    """The entry there."""
    return connection.execute(select(entries).where(*_is(place))).first()


def put(connection: Connection, place: Place, document: str) -> bool:
    """Stores an entry; whether there was none there before."""
    values = {
        "document": document,
        "digest": sha256(document.encode()).hexdigest(),
        "updated_at": now(),
    }
    _changed(connection, place.organisation_id)
    if connection.execute(update(entries).where(*_is(place)).values(**values)).rowcount:
        return False
    values |= {
        "organisation_id": place.organisation_id,
        "kind": place.kind,
        "id": place.id,
        "created_at": values["updated_at"],
    }
    connection.execute(insert(entries).values(**values))
    return True


def remove(connection: Connection, place: Place) -> bool:
    """Whether there was an entry, which is gone."""
    _changed(connection, place.organisation_id)
    return connection.execute(delete(entries).where(*_is(place))).rowcount == 1


def count(connection: Connection, organisation_id: str) -> int:
    """Entries of all kinds."""
    query = select(func.count()).where(entries.c.organisation_id == organisation_id)
    return connection.execute(query).scalar_one()


def page(
    connection: Connection, organisation_id: str, kind: str, after: str | None, limit: int
) -> Sequence[Any]:
    """Entries by id, one more than asked for if there are more."""
    query = select(
        entries.c.id, entries.c.created_at, entries.c.updated_at, entries.c.digest
    ).where(entries.c.organisation_id == organisation_id, entries.c.kind == kind)
    if after is not None:
        query = query.where(entries.c.id > after)
    return connection.execute(query.order_by(entries.c.id).limit(limit + 1)).all()


def everything(connection: Connection, organisation_id: str) -> dict[str, dict[str, Any]]:
    """{kind: {id: entry}} of an organisation, in order."""
    query = (
        select(entries.c.kind, entries.c.id, entries.c.document)
        .where(entries.c.organisation_id == organisation_id)
        .order_by(entries.c.kind, entries.c.id)
    )
    found: dict[str, dict[str, Any]] = {}
    for kind, entry_id, document in connection.execute(query):
        found.setdefault(kind, {})[entry_id] = json.loads(document)
    return found


def _changed(connection: Connection, organisation_id: str) -> None:
    """Counts the change; the row's lock lets in one change of an organisation at a time."""
    query = update(organisations).where(organisations.c.id == organisation_id)
    connection.execute(query.values(entries_version=organisations.c.entries_version + 1))


def _is(place: Place) -> tuple[ColumnElement[bool], ...]:
    return (
        entries.c.organisation_id == place.organisation_id,
        entries.c.kind == place.kind,
        entries.c.id == place.id,
    )
