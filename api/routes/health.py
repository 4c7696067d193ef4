"""`/healthz`, `/readyz`, `/metrics`: for load balancers and Prometheus; nobody needs a key."""

import asyncio
import time
from typing import Any, Final, Literal

from fastapi import APIRouter, Request
from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import JSONResponse, Response

import planner
from api.contract.answers import ALWAYS, json_answer, problems
from api.errors import Refused, WorkerError
from api.http.line import accepted
from api.metrics import MEDIA_TYPE
from api.services import Services, services_of
from api.store.database import try_out

router = APIRouter(tags=["health"])
PROBE_S: Final = 5.0
_FRESH_S: Final = 1.0
_AGAIN: Final = {"Retry-After": "1"}


@router.get(
    "/healthz",
    operation_id="health",
    summary="Whether the service runs",
    response_model=None,
    openapi_extra={"security": []},
    responses={200: json_answer("Health", "It does."), **problems(405, 500)},
)
async def health() -> JSONResponse:
    """Tries nothing, so that it answers under any load."""
    return JSONResponse({"status": "ok", "version": planner.__version__})


@router.get(
    "/readyz",
    operation_id="readiness",
    summary="Whether the service can answer",
    response_model=None,
    openapi_extra={"security": []},
    responses={200: json_answer("Readiness", "It can."), **problems(*ALWAYS)},
)
async def readiness(request: Request) -> JSONResponse:
    """Asks the database for a row and a worker for a small quote, at most once a second."""
    services = services_of(request)
    if time.monotonic() - services.ready_at > _FRESH_S:
        services.solver_state = await _tried(services)
        services.ready_at = time.monotonic()
    return JSONResponse({"status": "ready", "database": "ok", "solver": services.solver_state})


@router.get(
    "/metrics",
    operation_id="metrics",
    summary="Figures for Prometheus",
    response_model=None,
    response_class=Response,
    openapi_extra={"security": []},
    responses={
        200: {
            "description": "Solves, seconds, gaps, queue, errors.",
            "content": {MEDIA_TYPE: {"schema": {"type": "string"}}},
        },
        **problems(405, 500),
    },
)
async def metrics(request: Request) -> Response:
    """In Prometheus's text format."""
    text = services_of(request).metrics.text()
    return Response(
        text,
        media_type=MEDIA_TYPE,
        headers={"Content-Type": f"{MEDIA_TYPE}; version=0.0.4; charset=utf-8"},
    )


async def _tried(services: Services) -> Literal["ok", "busy"]:
    try:
        await asyncio.wait_for(services.database.read(try_out), PROBE_S)
    except (SQLAlchemyError, TimeoutError):
        raise Refused("not-ready", "The database does not answer.", headers=_AGAIN) from None
    return await _solver(services)


async def _solver(services: Services) -> Literal["ok", "busy"]:
    """Busy workers that live are no fault; a worker that is free must solve."""
    workers = services.settings.workers
    if services.pool.running >= workers and len(services.pool.pids) >= workers:
        return "busy"
    task: Any = None
    try:
        task = services.pool.submit("probe", first=True)
        accepted(await asyncio.wait_for(asyncio.wrap_future(task.future), PROBE_S))
    except (WorkerError, Refused, TimeoutError):
        if task is not None:
            services.pool.stop_task(task)
        raise Refused("not-ready", "No worker solves.", headers=_AGAIN) from None
    return "ok"
