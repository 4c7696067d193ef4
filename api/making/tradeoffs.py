"""What headroom and speed would cost: many small solves, between which others get their turn."""

import time
from typing import Any, Final

from fastapi import Request

from api.auth.caller import Caller
from api.http.line import answer_of
from api.making.asking import ask
from api.services import services_of
from api.work.frames import Frame

SECONDS: Final = 10.0
"""Time for the variants of one trade-off."""


async def tradeoffs_json(request: Request, caller: Caller, document: bytes, theme: str) -> bytes:
    """Every trade-off of a quote, as far as there is time, with pictures; as JSON.

    Raises:
        ClientGone: nobody waits for it any more.
        Refused: what draws it is not installed.
        WorkerError: nobody could solve it.
    """

    async def answer(kind: str, **fields: Any) -> Frame:
        task = await ask(services_of(request), caller, kind, document, **fields)
        return await answer_of(request, services_of(request).pool, task)

    orders: list[list[int]] = (await answer("tradeoffs")).head["orders"]
    found: list[list[dict[str, Any]]] = []
    for position, order in enumerate(orders):
        until = time.monotonic() + SECONDS
        part: list[dict[str, Any]] = []
        for place in order:
            if time.monotonic() > until:
                break
            head = (await answer("outcome", place=[position, place])).head
            part += [head["outcome"]] if head["outcome"] else []
        found.append(part)
    return (await answer("tradeoff_pictures", outcomes=found, theme=theme)).parts[0]
