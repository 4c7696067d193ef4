"""Waiting for a worker while somebody is on the line; whoever hangs up ends the solve."""

import asyncio
from typing import Final

from fastapi import Request

from api.errors import ClientGone, Refused
from api.work.frames import Frame
from api.work.pool import Pool
from api.work.queue import Task

PATIENCE_S: Final = 0.5
"""Time for a task that nobody waits for to end by itself: to start a worker anew takes longer."""


async def answer_of(request: Request, pool: Pool, task: Task) -> Frame:
    """What the worker answers.

    Raises:
        ClientGone: the client hung up, so the task was stopped.
        Refused: the worker has a problem for an answer.
        WorkerError: there is no answer.
    """
    future = asyncio.wrap_future(task.future)
    gone = asyncio.ensure_future(_hung_up(request))
    try:
        await asyncio.wait({future, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not future.done():
            raise ClientGone
        return accepted(future.result())
    finally:
        gone.cancel()
        if not future.done():
            pool.stop_task(task, PATIENCE_S)
            future.add_done_callback(_look_at)


def accepted(frame: Frame) -> Frame:
    """The answer, unless it is a problem.

    Raises:
        Refused: it is.
    """
    if "problem" in frame.head:
        raise Refused(
            frame.head["problem"],
            frame.head["detail"],
            errors=frame.head["errors"],
            extra=frame.head["extra"],
        )
    return frame


async def _hung_up(request: Request) -> None:
    """Returns when the client does; the body has been read."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _look_at(future: "asyncio.Future[Frame]") -> None:
    """An error that nobody waits for is no news."""
    if not future.cancelled():
        future.exception()
