"""What every answer gets: a request id, security headers, a line in the log, no body for HEAD."""

import re
import time
import traceback
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any, Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.clock import new_id
from api.errors import ClientGone, Refused
from api.log import log
from api.problems.answer import answer
from api.services import Services

_ID: Final = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)
_GONE: Final = 499
SECURITY: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Envelope:
    """The outermost of our middlewares; nothing that goes wrong leaves it as an exception."""

    def __init__(self, app: ASGIApp, services: Services) -> None:
        self._app, self._services = app, services

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or something that is none."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        await _Exchange(self._app, self._services, scope).run(receive, send)


class _Exchange:
    """One request and its answer."""

    def __init__(self, app: ASGIApp, services: Services, scope: Scope) -> None:
        self._app, self._services, self._scope = app, services, scope
        given = Headers(scope=scope).get("x-request-id", "")
        self._id = given if _ID.fullmatch(given) else new_id("r")
        self._method: str = scope["method"]
        self._status = 0
        self._start = time.perf_counter()
        scope.setdefault("state", {})["request_id"] = self._id
        if self._method == "HEAD":
            scope["method"] = "GET"

    async def run(self, receive: Receive, send: Send) -> None:
        """Answers, whatever happens."""
        ours = self._sender(send)
        try:
            await self._app(self._scope, receive, ours)
        except ClientGone:
            self._status = _GONE
        except Exception as error:  # noqa: BLE001  the edge: told in the log, answered as a problem
            self._log_fault(error)
            if not self._status:
                text = "Something went wrong that should not; it is logged under this request id."
                refused = answer(Refused("internal-error", text), self._id)
                await refused(self._scope, receive, ours)
        finally:
            self._tell()

    def _sender(self, send: Send) -> Callable[[Message], Awaitable[None]]:
        async def ours(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                self._status = message["status"]
                headers = MutableHeaders(scope=message)
                headers["X-Request-Id"] = self._id
                headers.setdefault("Cache-Control", "no-store")
                for name, value in SECURITY.items():
                    headers.setdefault(name, value)
            elif self._method == "HEAD":
                message = {**message, "body": b""}
            await send(message)

        return ours

    def _tell(self) -> None:
        seconds = time.perf_counter() - self._start
        route = getattr(self._scope.get("route"), "path", "none")
        metrics = self._services.metrics
        metrics.requests.labels(_known(self._method), route, str(self._status)).inc()
        metrics.request_s.labels(_known(self._method), route).observe(seconds)
        caller = self._scope["state"].get("caller")
        log(
            "request",
            request_id=self._id,
            method=_known(self._method),
            route=route,
            status=self._status,
            ms=round(seconds * 1000, 2),
            organisation=caller and caller.organisation_id,
            key=caller and caller.key_id,
        )

    def _log_fault(self, error: Exception) -> None:
        """Where it went wrong; not the message, which may quote what the caller sent."""
        frames = traceback.extract_tb(error.__traceback__)
        places = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames[-12:]]
        log("fault", request_id=self._id, error=type(error).__name__, places=places)


def _known(method: str) -> str:
    """A method for a label: callers do not get to make up new ones."""
    return method if method in {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"} else "other"
