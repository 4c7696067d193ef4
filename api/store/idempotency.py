"""Idempotency keys: one quote for one key and body, however often it is asked."""

import time
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, delete, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from api.clock import days_ago, lease, new_id, now
from api.store.tables import idempotency

KEPT_DAYS = 30


@dataclass(frozen=True, slots=True)
class Claim:
    """A key as one request has it."""

    organisation_id: str
    key: str
    fingerprint: str
    token: str
    """Tells this request from the others with the same key."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What is known of a key."""

    state: Literal["ours", "in_flight", "other_body", "answered"]
    quote_id: str | None = None


def new_claim(organisation_id: str, key: str, fingerprint: str) -> Claim:
    """A request's own claim, not yet made."""
    return Claim(organisation_id, key, fingerprint, new_id("t"))


def claim(connection: Connection, wanted: Claim) -> Seen:
    """Takes the key for this request, unless another has it.

    The insert decides between requests at the same moment: one of them wins it.
    """
    values = {
        "organisation_id": wanted.organisation_id,
        "key": wanted.key,
        "fingerprint": wanted.fingerprint,
        "token": wanted.token,
        "leased_until": lease(),
        "created_at": now(),
    }
    try:
        with connection.begin_nested():
            connection.execute(insert(idempotency).values(**values))
    except IntegrityError:
        return _seen(connection, wanted, values)
    return Seen("ours")


def _seen(connection: Connection, wanted: Claim, values: dict[str, Any]) -> Seen:
    row = connection.execute(select(idempotency).where(*_is(wanted)).with_for_update()).first()
    if row is None:
        return Seen("in_flight")  # it was given up between our insert and our look
    if row.quote_id is None and row.leased_until < time.time():
        connection.execute(update(idempotency).where(*_is(wanted)).values(**values))
        return Seen("ours")
    if row.fingerprint != wanted.fingerprint:
        return Seen("other_body")
    return Seen("in_flight") if row.quote_id is None else Seen("answered", row.quote_id)


def answered(connection: Connection, ours: Claim, quote_id: str) -> None:
    """Ties the key to the quote, in the transaction that stores it."""
    query = update(idempotency).where(*_is(ours), idempotency.c.token == ours.token)
    connection.execute(query.values(quote_id=quote_id))


def give_up(connection: Connection, ours: Claim) -> None:
    """Frees the key: there is no quote, and the next request may try."""
    connection.execute(
        delete(idempotency).where(
            *_is(ours), idempotency.c.token == ours.token, idempotency.c.quote_id.is_(None)
        )
    )


def renew(connection: Connection, tokens: list[str]) -> None:
    """Says that these requests are still in flight."""
    query = update(idempotency).where(idempotency.c.token.in_(tokens))
    connection.execute(query.values(leased_until=lease()))


def forget_old(connection: Connection) -> None:
    """Frees keys that nobody will repeat any more."""
    is_old = idempotency.c.created_at < days_ago(KEPT_DAYS)
    is_done = or_(idempotency.c.quote_id.is_not(None), idempotency.c.leased_until < time.time())
    connection.execute(delete(idempotency).where(is_old, is_done))


def _is(wanted: Claim) -> tuple[ColumnElement[bool], ...]:
    return (
        idempotency.c.organisation_id == wanted.organisation_id,
        idempotency.c.key == wanted.key,
    )
