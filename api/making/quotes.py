"""Quotes on order: solved, and stored with their audit row, once for each Idempotency-Key."""

import asyncio
from dataclasses import dataclass

from fastapi import Request
from sqlalchemy import Connection

from api.auth.caller import Caller
from api.http.line import answer_of
from api.making.asking import ask
from api.making.claims import claimed, free
from api.making.order import Made, Order
from api.services import Services
from api.store import audit, idempotency, quotes
from api.store.idempotency import Claim
from api.work.frames import Frame

__all__ = ["Made", "Making", "Order", "make", "observe", "store"]


@dataclass(frozen=True, slots=True)
class Making:
    """A quote in the making."""

    caller: Caller
    claim: Claim | None
    """Of its Idempotency-Key."""


async def make(request: Request, services: Services, order: Order) -> Made:
    """The quote, solved now or, for a key that was answered before, the one of then.

    Raises:
        Refused: the body cannot be planned on, or the key is not free.
        WorkerError: nobody could solve it.
        ClientGone: nobody waits for it any more.
    """
    claim, before = await claimed(services, order)
    if before is not None:
        return before
    try:
        task = await ask(services, order.caller, "quote", order.body)
        frame = await answer_of(request, services.pool, task)
        observe(services, frame)
        making = Making(order.caller, claim)
        await services.database.write(lambda c: store(c, making, frame))
    except BaseException:
        await asyncio.shield(free(services, claim))
        raise
    services.flights.landed(claim)
    return Made(frame.head["id"], frame.parts[0], quotes.digest_of(frame.parts[0]))


def store(connection: Connection, making: Making, frame: Frame) -> None:
    """Stores the quote, who made it, and what its key stands for: all or nothing."""
    quote_id = frame.head["id"]
    quotes.add(connection, making.caller.organisation_id, frame.head, frame.parts[0])
    audit.note(connection, making.caller, "quote.made", quote_id)
    if making.claim is not None:
        idempotency.answered(connection, making.claim, quote_id)


def observe(services: Services, frame: Frame) -> None:
    """Counts a solve."""
    metrics = services.metrics
    metrics.solves.labels(frame.head["status"]).inc()
    metrics.solve_s.observe(frame.head["seconds"])
    if frame.head["gap_fraction"] is not None:
        metrics.gap.observe(frame.head["gap_fraction"])
