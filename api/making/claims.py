"""An order's Idempotency-Key: taken, answered before, or refused."""

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from api.errors import Refused
from api.log import log
from api.making.order import Made, Order
from api.services import Services
from api.store import idempotency, quotes
from api.store.idempotency import Claim, Seen


async def claimed(services: Services, order: Order) -> tuple[Claim | None, Made | None]:
    """The claim of this request on its key, or the quote that the key already has.

    Raises:
        Refused: the key is in flight, came with another body, or its quote was withdrawn.
    """
    if order.key is None:
        return None, None
    wanted = idempotency.new_claim(order.caller.organisation_id, order.key, order.fingerprint)
    seen, made = await services.database.write(lambda c: _look(c, wanted))
    if seen.state == "ours":
        services.flights.took_off(wanted)
        return wanted, None
    if seen.state == "other_body":
        text = "This Idempotency-Key came before, with another body; take a new one."
        raise Refused("key-reused", text)
    if seen.state == "in_flight":
        text = "The first request with this Idempotency-Key is still being answered; try again."
        raise Refused("in-flight", text, headers={"Retry-After": "1"})
    if made is None:
        raise Refused("quote-withdrawn", f"The quote of this key, {seen.quote_id}, was withdrawn.")
    return None, made


async def free(services: Services, claim: Claim | None) -> None:
    """Gives the key up, so that the next request may try; a lease that ends does the same."""
    if claim is None:
        return
    services.flights.landed(claim)
    try:
        await services.database.write(lambda c: idempotency.give_up(c, claim))
    except SQLAlchemyError as error:
        log("database", error=type(error).__name__)


def _look(connection: Connection, wanted: Claim) -> tuple[Seen, Made | None]:
    seen = idempotency.claim(connection, wanted)
    if seen.quote_id is None:
        return seen, None
    row = quotes.find(connection, wanted.organisation_id, seen.quote_id)
    return seen, row and Made(row.id, row.document.encode(), row.digest)
