"""Pages: a limit, an opaque cursor, and a link to the next page."""

import base64
import binascii
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Final
from urllib.parse import urlencode

from fastapi import Request
from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError
from starlette.responses import JSONResponse

_CURSOR: Final = re.compile(r"[A-Za-z0-9_-]{1,400}", re.ASCII)
_MOMENT: Final = re.compile(
    r"\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(\.\d{1,12})?([Zz]|[+-]\d\d:\d\d)", re.ASCII
)
_LAST: Final = 2**62


class Paged(BaseModel):
    """The parameters of every list; others are errors."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)

    limit: Annotated[int, Field(ge=1, le=200)] = 50
    """How many a page has at most."""
    cursor: Annotated[str, Field(min_length=1, max_length=400)] | None = None
    """`next_cursor` of the page before."""


def page(
    request: Request,
    rows: Sequence[Any],
    limit: int,
    shown: Callable[[Any], dict[str, Any]],
    place: Callable[[Any], object],
) -> JSONResponse:
    """A page of rows, of which there is one too many if there is a next page."""
    more = len(rows) > limit
    cursor = cursor_of(str(place(rows[limit - 1]))) if more else None
    body: Mapping[str, Any] = {"items": [shown(row) for row in rows[:limit]], "next_cursor": cursor}
    headers: dict[str, str] = {}
    if cursor:
        kept = {k: v for k, v in request.query_params.items() if k != "cursor"}
        headers["Link"] = (
            f'<{request.url.path}?{urlencode({**kept, "cursor": cursor})}>; rel="next"'
        )
    return JSONResponse(body, headers=headers)


def cursor_of(place: str) -> str:
    """A place in a list, as an opaque text."""
    return base64.urlsafe_b64encode(place.encode()).decode().rstrip("=")


def place_of(cursor: str) -> str | None:
    """The place that a cursor stands for; None where it is no cursor."""
    if not _CURSOR.fullmatch(cursor):
        return None
    try:
        raw = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        text = raw.decode()
    except (binascii.Error, UnicodeDecodeError):
        return None
    return text if text and text.isprintable() else None


def number_of(cursor: str | None) -> int | None:
    """The number that a cursor stands for; None without one.

    Raises:
        Refused: it is no cursor of such a list.
    """
    if cursor is None:
        return None
    place = place_of(cursor) or ""
    if not (place.isascii() and place.isdigit() and len(place) < 20 and int(place) <= _LAST):
        raise bad_cursor()
    return int(place)


def text_of_cursor(cursor: str | None) -> str | None:
    """The text that a cursor stands for; None without one.

    Raises:
        Refused: it is no cursor.
    """
    if cursor is None:
        return None
    place = place_of(cursor)
    if place is None:
        raise bad_cursor()
    return place


def bad_cursor() -> Exception:
    """What a text that is no cursor gets."""
    from api.errors import Refused

    return Refused("invalid-parameter", "cursor: use `next_cursor` of the page before, as it is.")


def _moment(text: str) -> str:
    """A moment as quotes are stamped: UTC, whole seconds, rounded up."""
    if not _MOMENT.fullmatch(text):
        raise PydanticCustomError("moment", "write YYYY-MM-DDThh:mm:ssZ")
    cut = re.sub(r"(\.\d{6})\d+", r"\1", text.upper())
    try:
        moment = datetime.fromisoformat(cut).astimezone(UTC)
    except (ValueError, OverflowError):
        raise PydanticCustomError("moment", "there is no such moment") from None
    if moment.microsecond and moment.year < 9999:
        moment = moment.replace(microsecond=0) + timedelta(seconds=1)
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ").rjust(20, "0")


Moment = Annotated[str, Field(json_schema_extra={"format": "date-time"}), AfterValidator(_moment)]
"""RFC 3339, with a time zone."""


def _storable(text: str) -> str:
    if "\x00" in text or not text.isprintable():
        raise PydanticCustomError("not_storable", "control characters are not allowed")
    return text


Searched = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_storable)]
"""Text that a name may be."""
