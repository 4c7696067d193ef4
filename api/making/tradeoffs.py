"""What headroom and speed would cost: many small solves, between which others get their turn."""

import asyncio
import time
from dataclasses import dataclass
from typing import Any, Final

from fastapi import Request

from api.auth.caller import Caller
from api.errors import QueueFull
from api.http.line import answer_of
from api.making.asking import ask
from api.services import services_of
from api.work.frames import Frame

SECONDS: Final = 10.0
"""Time for the variants of one trade-off, and for a place in the queue for the pictures."""
PAUSE_S: Final = 0.25
"""Before the next attempt, where others have filled the queue in between."""


async def tradeoffs_json(request: Request, caller: Caller, document: bytes, theme: str) -> bytes:
    """Every trade-off of a quote, as far as there is time, with pictures; as JSON.

    Raises:
        ClientGone: nobody waits for it any more.
        QueueFull: there was no place for the first task, or in the end for the pictures.
        Refused: what draws it is not installed.
        WorkerError: nobody could solve it.
    """
    asked = _Asked(request, caller, document)
    orders: list[list[int]] = (await asked.answer("tradeoffs")).head["orders"]
    found = [await asked.solved(position, order) for position, order in enumerate(orders)]
    until = time.monotonic() + SECONDS
    return (await asked.answer("tradeoff_pictures", until, outcomes=found, theme=theme)).parts[0]


@dataclass(frozen=True, slots=True)
class _Asked:
    """One request for the trade-offs of a quote."""

    request: Request
    caller: Caller
    document: bytes

    async def solved(self, position: int, order: list[int]) -> list[dict[str, Any]]:
        """What came of the variants of one trade-off, as far as there is time."""
        until = time.monotonic() + SECONDS
        part: list[dict[str, Any]] = []
        for place in order:
            if time.monotonic() > until:
                break
            try:
                head = (await self.answer("outcome", until, place=[position, place])).head
            except QueueFull:  # until the end: what is solved so far is an answer
                break
            part += [head["outcome"]] if head["outcome"] else []
        return part

    async def answer(self, kind: str, until: float = 0, **fields: Any) -> Frame:
        """What a worker answers; a place in the queue is waited for until then."""
        services = services_of(self.request)
        while True:
            try:
                task = await ask(services, self.caller, kind, self.document, **fields)
            except QueueFull:
                if time.monotonic() > until:
                    raise
                await asyncio.sleep(PAUSE_S)
            else:
                return await answer_of(self.request, services.pool, task)
