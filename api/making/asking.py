"""A task for a worker, with the organisation's own entries beside it."""

from typing import Any

from api.auth.caller import Caller
from api.services import Services
from api.work.queue import Task


async def ask(
    services: Services,
    caller: Caller,
    kind: str,
    body: bytes,
    /,
    *,
    is_patient: bool = False,
    **fields: Any,
) -> Task:
    """The task, queued.

    Raises:
        WorkerError: there is no place for it.
    """
    own = await services.entries_of(caller)
    if own is None:
        return services.pool.submit(kind, [body], is_patient=is_patient, **fields)
    return services.pool.submit(
        kind, [body, own.raw], is_patient=is_patient, entries_version=own.digest, **fields
    )
