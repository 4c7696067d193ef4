"""Stored quotes: never changed; a withdrawn one is no longer shown, its audit rows are."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, func, insert, select, update

from api.clock import now
from api.store.tables import quotes

SUMMARY = (
    quotes.c.position,
    quotes.c.id,
    quotes.c.name,
    quotes.c.status,
    quotes.c.created_at,
    quotes.c.replicas,
    quotes.c.usd_per_year,
    quotes.c.demand_digest,
)


@dataclass(frozen=True, slots=True)
class QuoteFilter:
    """Which quotes a list shows."""

    name: str | None = None
    """Exactly this."""
    status: str | None = None
    created_after: str | None = None
    created_before: str | None = None


def digest_of(document: bytes) -> str:
    """What an ETag is made of."""
    return sha256(document).hexdigest()


def add(
    connection: Connection, organisation_id: str, summary: dict[str, Any], document: bytes
) -> None:
    """Stores a quote."""
    fields = ("id", "name", "status", "created_at", "replicas", "usd_per_year", "demand_digest")
    values = {name: summary[name] for name in fields} | {
        "organisation_id": organisation_id,
        "document": document.decode(),
        "digest": digest_of(document),
    }
    connection.execute(insert(quotes).values(**values))


def find(connection: Connection, organisation_id: str, quote_id: str) -> Any | None:
    """A quote of the organisation, whole; None where it has no such quote, or withdrew it."""
    query = select(quotes).where(
        quotes.c.id == quote_id,
        quotes.c.organisation_id == organisation_id,
        quotes.c.withdrawn_at.is_(None),
    )
    return connection.execute(query).first()


def withdraw(connection: Connection, organisation_id: str, quote_id: str) -> bool:
    """Whether there was such a quote, which is not shown from now on."""
    query = (
        update(quotes)
        .where(
            quotes.c.id == quote_id,
            quotes.c.organisation_id == organisation_id,
            quotes.c.withdrawn_at.is_(None),
        )
        .values(withdrawn_at=now())
    )
    return connection.execute(query).rowcount == 1


def page(
    connection: Connection,
    organisation_id: str,
    wanted: QuoteFilter,
    before: int | None,
    limit: int,
) -> Sequence[Any]:
    """Summaries, the newest first, one more than asked for if there are more."""
    query = select(*SUMMARY).where(
        quotes.c.organisation_id == organisation_id, quotes.c.withdrawn_at.is_(None)
    )
    if wanted.name is not None:
        query = query.where(quotes.c.name == wanted.name)
    if wanted.status is not None:
        query = query.where(quotes.c.status == wanted.status)
    if wanted.created_after is not None:
        query = query.where(quotes.c.created_at >= wanted.created_after)
    if wanted.created_before is not None:
        query = query.where(quotes.c.created_at < wanted.created_before)
    if before is not None:
        query = query.where(quotes.c.position < before)
    return connection.execute(query.order_by(quotes.c.position.desc()).limit(limit + 1)).all()


def count(connection: Connection) -> int:
    """All that are stored."""
    return connection.execute(select(func.count()).select_from(quotes)).scalar_one()
