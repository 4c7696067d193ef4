"""Bodies: of a declared type, not compressed, of a bounded size, arriving in a bounded time."""

import asyncio
import contextlib
from typing import Final

from fastapi import Request
from starlette.requests import ClientDisconnect

from api.errors import ClientGone, Refused

JSON: Final = "application/json"
_LINGER_S: Final = 2.0
_LINGER_BYTES: Final = 64 * 2**20
_CHARSETS: Final = {"utf-8", "utf8"}


async def read_body(request: Request, most_bytes: int, timeout_s: float) -> bytes:
    """The body, all of it.

    Raises:
        Refused: another type or encoding, too many bytes, too slow.
        ClientGone: the client hung up before the end.
    """
    _check_type(request)
    try:
        async with asyncio.timeout(timeout_s):
            if not _says_too_large(request, most_bytes):
                return await _read(request, most_bytes)
    except TimeoutError:
        text = f"The body did not arrive within {timeout_s:g} s."
        raise Refused("body-too-slow", text, headers={"Connection": "close"}) from None
    except ClientDisconnect:
        raise ClientGone from None
    await _discard(request)
    raise _too_large(most_bytes)


async def _discard(request: Request) -> None:
    """Reads on for a moment, so that a client that is still sending sees the answer."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_LINGER_S):
            left = _LINGER_BYTES
            while left > 0:
                message = await request.receive()
                if message["type"] != "http.request" or not message.get("more_body"):
                    return
                left -= len(message.get("body", b""))


async def _read(request: Request, most_bytes: int) -> bytes:
    chunks: list[bytes] = []
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > most_bytes:
            await _discard(request)
            raise _too_large(most_bytes)
        chunks.append(chunk)
    return b"".join(chunks)


def _check_type(request: Request) -> None:
    encoding = request.headers.get("content-encoding", "identity").strip().lower()
    if encoding != "identity":
        raise Refused(
            "unsupported-media-type",
            f"Content-Encoding {encoding[:40]!r} is not read; send the body as it is.",
            headers={"Accept-Encoding": "identity"},
        )
    given = request.headers.get("content-type", "")
    media, *parameters = [part.strip().lower() for part in given.split(";")]
    charsets = [p.partition("=")[2].strip('"') for p in parameters if p.startswith("charset=")]
    if media != JSON or any(charset not in _CHARSETS for charset in charsets):
        said = f"not {given[:80]!r}" if given else "and the request names none"
        raise Refused(
            "unsupported-media-type",
            f"The body must be Content-Type: {JSON}, {said}.",
            headers={"Accept": JSON},
        )


def _says_too_large(request: Request, most_bytes: int) -> bool:
    length = request.headers.get("content-length", "")
    return length.isdigit() and int(length[:20]) > most_bytes


def _too_large(most_bytes: int) -> Refused:
    text = f"The body has more than {most_bytes:,} bytes."
    return Refused("body-too-large", text, headers={"Connection": "close"})
