"""Signing in from the page: the key in a cookie that no script can read."""

from typing import Final

from fastapi import Request
from starlette.responses import Response

from api.errors import Refused

NAME: Final = "planner_key"
HEADER: Final = "x-planner-page"
"""Any value: a page elsewhere cannot send it, a form cannot either."""
_SAFE: Final = {"GET", "HEAD", "OPTIONS"}


def key_of(request: Request) -> str | None:
    """The key that the page signed in with.

    Raises:
        Refused: the request would change something, and need not come from our page.
    """
    key = request.cookies.get(NAME)
    if key is None:
        return None
    if request.method not in _SAFE and HEADER not in request.headers:
        text = f"With a cookie, send the header {HEADER}: 1 too; or send the key as a bearer."
        raise Refused("not-allowed", text)
    return key


def sign_in(request: Request, response: Response, key: str) -> None:
    """Has the browser keep the key until it is closed."""
    response.set_cookie(
        NAME, key, path="/", httponly=True, samesite="strict", secure=_is_secure(request)
    )


def sign_out(request: Request, response: Response) -> None:
    """Has the browser forget the key."""
    response.delete_cookie(
        NAME, path="/", httponly=True, samesite="strict", secure=_is_secure(request)
    )


def _is_secure(request: Request) -> bool:
    """Whether the browser speaks TLS, to us or to what stands before us."""
    return "https" in {request.url.scheme, request.headers.get("x-forwarded-proto")}
