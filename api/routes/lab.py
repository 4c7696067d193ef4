"""The page of the service: `/`, `/quotes`, `/claims`, and the files that they are made of."""

import re
from typing import Final

from anyio import to_thread
from fastapi import APIRouter, Request
from starlette.responses import Response

from api.errors import Refused
from api.http.line import answer_of
from api.lab.files import CHARTS, PageFile, page_files, script
from api.services import services_of

router = APIRouter(include_in_schema=False)
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
    "object-src 'none'"
)
_ASK_AGAIN: Final = "no-cache"
"""Kept by the browser, and asked about each time, by its digest."""


@router.get("/")
async def lab(request: Request) -> Response:
    """Where one moves the inputs and sees the fleet change."""
    return await _page(request, "lab.html")


@router.get("/quotes")
async def history(request: Request) -> Response:
    """The quotes of one's own."""
    return await _page(request, "quotes.html")


@router.get("/claims")
async def claims(request: Request) -> Response:
    """Published claims, by what they measure."""
    return await _page(request, "claims.html")


@router.get("/quotes/{quote_id}")
async def quote(request: Request, quote_id: str) -> Response:
    """One stored quote."""
    del quote_id
    return await _page(request, "quote.html")


@router.get("/quotes/{quote_id}/with/{other_id}")
async def comparison(request: Request, quote_id: str, other_id: str) -> Response:
    """Two stored quotes side by side."""
    del quote_id, other_id
    return await _page(request, "compare.html")


@router.get("/lab/{name:path}")
async def file(request: Request, name: str) -> Response:
    """A script, a style, the icon."""
    if name == CHARTS:
        found = await _charts(request)
    else:
        found = (await to_thread.run_sync(page_files)).get(name)
    if found is None or name.endswith(".html"):
        raise Refused("not-found", "There is no such file.")
    return _answer(request, found)


async def _charts(request: Request) -> PageFile:
    services = services_of(request)
    if services.charts is None:
        answer = await answer_of(request, services.pool, services.pool.submit("charts"))
        services.charts = await to_thread.run_sync(script, answer.parts[0])
    return services.charts


async def _page(request: Request, name: str) -> Response:
    return _answer(request, (await to_thread.run_sync(page_files))[name])


def _answer(request: Request, found: PageFile) -> Response:
    tag = f'"{found.digest}"'
    headers = {
        "ETag": tag,
        "Cache-Control": _ASK_AGAIN,
        "Vary": "Accept-Encoding",
        "Content-Security-Policy": POLICY,
        "Cross-Origin-Opener-Policy": "same-origin",
        "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    }
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if _takes_gzip(request.headers.get("accept-encoding", "")):
        headers["Content-Encoding"] = "gzip"
        return Response(found.compressed, headers=headers, media_type=found.media_type)
    return Response(found.content, headers=headers, media_type=found.media_type)


def _takes_gzip(accept_encoding: str) -> bool:
    """Whether a header names gzip, and not in order to refuse it.

    >>> _takes_gzip("br, gzip;q=0.5"), _takes_gzip("gzip;q=0"), _takes_gzip("identity")
    (True, False, False)
    """
    for part in accept_encoding.lower().split(","):
        coding, _, weight = part.partition(";")
        if coding.strip() in {"gzip", "x-gzip"}:
            return not re.fullmatch(r"q=0(\.0*)?", weight.strip())
    return False
