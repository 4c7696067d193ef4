"""The responses of an operation as the document declares them."""

from collections.abc import Mapping
from typing import Any, Final

from api.problems.kinds import BY_STATUS, MEDIA_TYPE

_TEXT: Final = {"type": "string"}
_HEADERS: Final = {
    "Location": {"description": "Where it stands.", "schema": _TEXT},
    "ETag": {"description": "Changes when the document does.", "schema": _TEXT},
    "Retry-After": {
        "description": "Seconds to wait before the next attempt.",
        "schema": {"type": "integer", "minimum": 0},
    },
    "Allow": {"description": "The methods that the resource knows.", "schema": _TEXT},
    "WWW-Authenticate": {"description": "How to send a key.", "schema": _TEXT},
    "Preference-Applied": {"description": "The preference that was kept.", "schema": _TEXT},
    "Vary": {"description": "The headers that the answer depends on.", "schema": _TEXT},
    "Content-Disposition": {"description": "A name for the file.", "schema": _TEXT},
    "Link": {"description": "The next page, rel=next.", "schema": _TEXT},
}
_OF_STATUS: Final = {
    401: ["WWW-Authenticate"],
    405: ["Allow"],
    429: ["Retry-After"],
    503: ["Retry-After"],
}
_DESCRIPTIONS: Final = {
    400: "The body is not JSON, or JSON that could mean several things.",
    401: "No key, or one that is not known.",
    403: "The key does not allow this.",
    404: "The caller has nothing under this name.",
    405: "The resource does not know this method.",
    406: "It cannot be had in any type of `Accept`.",
    408: "The body did not arrive in time.",
    409: "Not now, as things stand.",
    413: "The body is too large.",
    415: "The body has another type, or is compressed.",
    422: "Something in the request is not valid; `errors` says what and where.",
    429: "The key has used up its rate.",
    500: "A fault of the service.",
    501: "The service is installed without a package that this needs.",
    503: "The service cannot answer now; `Retry-After` says when to try again.",
    504: "No fleet within the time limit, and no proof that there is none; or too much to make.",
}
ALWAYS: Final = (405, 500, 503)
KEYED: Final = (401, 403, 429, *ALWAYS)
BODY: Final = (400, 408, 413, 415, 422)


def schema(name: str) -> dict[str, str]:
    """A reference to a schema of the document."""
    return {"$ref": f"#/components/schemas/{name}"}


def json_answer(
    name: str,
    description: str,
    *,
    headers: tuple[str, ...] = (),
    links: Mapping[str, Any] | None = None,
    example: str | None = None,
) -> dict[str, Any]:
    """A response with a JSON document."""
    content: dict[str, Any] = {"schema": schema(name)}
    if example:
        content["examples"] = {"small": {"$ref": f"#/components/examples/{example}"}}
    response: dict[str, Any] = {
        "description": description,
        "content": {"application/json": content},
    }
    if headers:
        response["headers"] = headers_of(*headers)
    if links:
        response["links"] = dict(links)
    return response


def bare_answer(description: str, headers: tuple[str, ...] = ()) -> dict[str, Any]:
    """A response without a body."""
    return {"description": description} | ({"headers": headers_of(*headers)} if headers else {})


def headers_of(*names: str) -> dict[str, Any]:
    """Headers of a response."""
    return {name: _HEADERS[name] for name in names}


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The problems that an operation may answer with."""
    return {status: _problem(status) for status in sorted(set(statuses))}


def _problem(status: int) -> dict[str, Any]:
    kinds = BY_STATUS[status]
    example = {
        "type": kinds[0].type,
        "title": kinds[0].title,
        "status": status,
        "detail": kinds[0].title + ".",
        "request_id": "r_0123456789abcdef0123",
    }
    types = ", ".join(f"`{kind.type}`" for kind in kinds)
    response: dict[str, Any] = {
        "description": f"{_DESCRIPTIONS[status]} Types: {types}.",
        "content": {MEDIA_TYPE: {"schema": schema("Problem"), "example": example}},
    }
    if status in _OF_STATUS:
        response["headers"] = {header: _HEADERS[header] for header in _OF_STATUS[status]}
    return response


def json_body(name: str, description: str, example: str) -> dict[str, Any]:
    """`openapi_extra` of an operation that takes a JSON document."""
    content = {
        "schema": schema(name),
        "examples": {"small": {"$ref": f"#/components/examples/{example}"}},
    }
    return {
        "requestBody": {
            "required": True,
            "description": description,
            "content": {"application/json": content},
        }
    }
