"""Quotes that nobody waits for on the line: a job to poll, and to cancel."""

import json
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import JSONResponse, Response

from api.clock import new_id
from api.errors import Refused, ServiceError
from api.http.line import accepted
from api.log import log
from api.making.asking import ask
from api.making.claims import claimed, free
from api.making.order import Made, Order
from api.making.quotes import Making, observe, store
from api.problems.answer import body_of
from api.problems.table import refusal_of
from api.services import Services
from api.store import idempotency, jobs
from api.work.frames import Frame
from api.work.queue import Task


async def start_job(services: Services, order: Order) -> Response | Made:
    """202 with the job, or the quote that the order's key already has.

    Raises:
        Refused: the key is not free.
        WorkerError: there is no place in the queue.
    """
    claim, before = await claimed(services, order)
    if before is not None:
        return before
    making, job_id = Making(order.caller, claim), new_id("j")
    try:
        await services.database.write(lambda c: jobs.add(c, order.caller.organisation_id, job_id))
        task = await ask(services, order.caller, "quote", order.body, is_patient=True)
    except BaseException:
        await services.database.write(
            lambda c: jobs.remove(c, order.caller.organisation_id, job_id)
        )
        await free(services, claim)
        raise
    services.flights.jobs[job_id] = task
    task.future.add_done_callback(lambda _: _finish(services, making, job_id, task))
    row = await services.database.read(lambda c: jobs.find(c, order.caller.organisation_id, job_id))
    headers = {"Location": f"/v1/jobs/{job_id}", "Preference-Applied": "respond-async"}
    return JSONResponse(job_json(services, row), 202, headers)


def job_json(services: Services, row: Any) -> dict[str, Any]:
    """The job as it is now."""
    task = services.flights.jobs.get(row.id)
    is_running = row.status == "queued" and task is not None and task.started_at is not None
    return {
        "id": row.id,
        "status": "running" if is_running else row.status,
        "created_at": row.created_at,
        "finished_at": row.finished_at,
        "quote_id": row.quote_id,
        "problem": json.loads(row.problem) if row.problem else None,
    }


def _finish(services: Services, making: Making, job_id: str, task: Task) -> None:
    """Stores what came of a job; called by the worker's thread, once."""
    try:
        services.database.write_here(lambda c: _end(c, services, making, (job_id, task)))
    except SQLAlchemyError as error:
        log("database", error=type(error).__name__, job=job_id)
    finally:
        services.flights.jobs.pop(job_id, None)
        services.flights.landed(making.claim)


def _end(connection: Connection, services: Services, making: Making, job: tuple[str, Task]) -> None:
    """Everything about the end of a job, or nothing; a job that was cancelled leaves no quote."""
    job_id, task = job
    try:
        frame = accepted(_result(task))
    except ServiceError as error:
        problem = body_of(_refusal(error), making.caller.request_id)
        jobs.finish(connection, job_id, "failed", problem=problem)
    else:
        observe(services, frame)
        if jobs.finish(connection, job_id, "succeeded", quote_id=frame.head["id"]):
            store(connection, making, frame)
            return
    if making.claim is not None:
        idempotency.give_up(connection, making.claim)


def _result(task: Task) -> Frame:
    return task.future.result(timeout=0)


def _refusal(error: ServiceError) -> Refused:
    return refusal_of(error)
