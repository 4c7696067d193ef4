"""Organisations and their API keys."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, insert, select, update

from api.clock import now
from api.store.tables import api_keys, organisations

LOCAL: Final = "local"
"""The organisation of callers who need no key."""


@dataclass(frozen=True, slots=True)
class StoredKey:
    """A key as it is stored: its secret only as a hash."""

    id: str
    organisation_id: str
    name: str
    secret_hash: str
    scopes: frozenset[str]
    rate_per_minute: int | None
    entries_version: int
    is_revoked: bool


def find_key(connection: Connection, key_id: str) -> StoredKey | None:
    """A key by the part of it that is no secret."""
    query = (
        select(api_keys, organisations.c.entries_version)
        .join(organisations, organisations.c.id == api_keys.c.organisation_id)
        .where(api_keys.c.id == key_id)
    )
    row = connection.execute(query).first()
    if row is None:
        return None
    return StoredKey(
        id=row.id,
        organisation_id=row.organisation_id,
        name=row.name,
        secret_hash=row.secret_hash,
        scopes=frozenset(row.scopes.split()),
        rate_per_minute=row.rate_per_minute,
        entries_version=row.entries_version,
        is_revoked=row.revoked_at is not None,
    )


def has_keys(connection: Connection) -> bool:
    """Whether any key was ever made; revoking the last one does not open the service again."""
    return connection.execute(select(api_keys.c.id).limit(1)).first() is not None


def entries_version(connection: Connection, organisation_id: str) -> int:
    """Counts the changes of an organisation's entries; 0: never had any."""
    query = select(organisations.c.entries_version).where(organisations.c.id == organisation_id)
    return connection.execute(query).scalar_one_or_none() or 0


def ensure_organisation(connection: Connection, name: str, organisation_id: str) -> str:
    """The id of the organisation of that name, made if there is none."""
    query = select(organisations.c.id).where(organisations.c.name == name)
    found = connection.execute(query).scalar_one_or_none()
    if found is not None:
        return found
    values = {"id": organisation_id, "name": name, "created_at": now(), "entries_version": 0}
    connection.execute(insert(organisations).values(**values))
    return organisation_id


def add_key(connection: Connection, key: StoredKey) -> None:
    """Stores a key."""
    values = {
        "id": key.id,
        "organisation_id": key.organisation_id,
        "name": key.name,
        "secret_hash": key.secret_hash,
        "scopes": " ".join(sorted(key.scopes)),
        "rate_per_minute": key.rate_per_minute,
        "created_at": now(),
    }
    connection.execute(insert(api_keys).values(**values))


def list_keys(connection: Connection) -> Sequence[Any]:
    """Every key with the name of its organisation, without its hash."""
    query = (
        select(
            api_keys.c.id,
            organisations.c.name.label("organisation"),
            api_keys.c.name,
            api_keys.c.scopes,
            api_keys.c.created_at,
            api_keys.c.revoked_at,
        )
        .join(organisations, organisations.c.id == api_keys.c.organisation_id)
        .order_by(api_keys.c.created_at, api_keys.c.id)
    )
    return connection.execute(query).all()


def revoke_key(connection: Connection, key_id: str) -> bool:
    """Whether there was such a key, which is of no use from now on."""
    query = (
        update(api_keys)
        .where(api_keys.c.id == key_id, api_keys.c.revoked_at.is_(None))
        .values(revoked_at=now())
    )
    return connection.execute(query).rowcount == 1
