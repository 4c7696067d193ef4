"""A refusal as an HTTP response."""

import json
from typing import Any

from starlette.responses import Response

from api.errors import Refused
from api.problems.kinds import KINDS, MEDIA_TYPE


def body_of(refused: Refused, request_id: str = "") -> dict[str, Any]:
    """The members of the problem."""
    kind = KINDS[refused.slug]
    body: dict[str, Any] = {
        "type": kind.type,
        "title": kind.title,
        "status": kind.status,
        "detail": refused.detail,
    }
    if request_id:
        body["request_id"] = request_id
    if refused.errors:
        body["errors"] = refused.errors
    return body | refused.extra


def answer(refused: Refused, request_id: str = "") -> Response:
    """The response, with what its status asks for."""
    kind = KINDS[refused.slug]
    headers = dict(refused.headers)
    if kind.status == 401:
        headers.setdefault("WWW-Authenticate", 'Bearer realm="planner"')
    return Response(
        json.dumps(body_of(refused, request_id), ensure_ascii=False),
        kind.status,
        headers,
        MEDIA_TYPE,
    )
