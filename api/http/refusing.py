"""Exceptions of routes as problems, those of the framework included."""

from collections.abc import Iterable
from typing import Any, Final, cast

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Match

from api.errors import Refused, WorkerError
from api.log import log
from api.problems.answer import answer
from api.problems.kinds import KINDS
from api.problems.table import refusal_of
from api.services import services_of
from planner.documents import printable
from planner.errors import PlannerError

_OF_STATUS: Final = {404: "not-found", 405: "method-not-allowed"}
_METHODS: Final = ("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE")


def add_handlers(app: FastAPI) -> None:
    """Makes the app answer problems."""
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(WorkerError, _refused)
    app.add_exception_handler(PlannerError, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(SQLAlchemyError, _database)


async def _refused(request: Request, error: Exception) -> Response:
    return _answer(request, refusal_of(error))


async def _invalid(request: Request, error: Exception) -> Response:
    faults = [
        {"path": ".".join(str(step) for step in fault["loc"]), "message": str(fault["msg"])}
        for fault in cast("RequestValidationError", error).errors()
    ]
    shown = [{k: printable(v) for k, v in fault.items()} for fault in faults[:20]]
    detail = "; ".join(f"{fault['path']}: {fault['message']}" for fault in shown[:3])
    return _answer(request, Refused("invalid-parameter", detail, errors=shown))


async def _http(request: Request, error: Exception) -> Response:
    found = cast("HTTPException", error)
    slug = _OF_STATUS.get(found.status_code, "bad-request")
    headers = dict(found.headers or {})
    if found.status_code == 405:
        headers["Allow"] = ", ".join(_allowed(request))
    return _answer(request, Refused(slug, f"{KINDS[slug].title}.", headers=headers))


async def _database(request: Request, error: Exception) -> Response:
    log("database", request_id=request.state.request_id, error=type(error).__name__)
    refused = Refused("not-ready", "The database does not answer.", headers={"Retry-After": "5"})
    return _answer(request, refused)


def _answer(request: Request, refused: Refused) -> Response:
    services_of(request).metrics.errors.labels(refused.slug).inc()
    return answer(refused, request.state.request_id)


def _allowed(request: Request) -> Iterable[str]:
    """Every method of the path, over all of its routes."""
    for method in _METHODS:
        scope: dict[str, Any] = {**request.scope, "method": method}
        if any(route.matches(scope)[0] is Match.FULL for route in request.app.routes):
            yield method
            if method == "GET":
                yield "HEAD"
