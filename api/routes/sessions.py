"""`/v1/session`: signing in from the page, and out."""

from typing import Any

from fastapi import APIRouter, Request
from pydantic import ValidationError
from starlette.responses import JSONResponse, Response

from api.auth import cookie
from api.auth.caller import Caller
from api.contract.answers import BODY, bare_answer, json_answer, json_body, problems
from api.errors import Refused
from api.http.body import read_body
from api.http.callers import caller_of, caller_of_key
from api.schemas.lab import SignIn
from api.services import services_of
from api.work.parsing import parsed
from planner.errors import InvalidInput
from planner.validation import faults_of

router = APIRouter(prefix="/v1/session", tags=["session"])
_MOST_BYTES = 4096


@router.get(
    "",
    operation_id="read_session",
    summary="Who asks",
    response_model=None,
    openapi_extra={"security": []},
    responses={
        200: json_answer("Session", "Whether a key is needed, and which is used."),
        **problems(403, 405, 429, 500, 503),
    },
)
async def read_session(request: Request) -> JSONResponse:
    """Never 401: the page asks this to know whether to ask for a key."""
    try:
        caller = await caller_of(request, services_of(request))
    except Refused as refused:
        if refused.slug != "no-key":
            raise
        caller = None
    return JSONResponse(_session(request, caller))


@router.post(
    "",
    operation_id="sign_in",
    summary="Sign in with a key",
    response_model=None,
    responses={
        200: json_answer("Session", "A cookie stands for the key until the browser is closed."),
        **problems(401, 403, 429, 405, 500, 503, *BODY),
    },
    openapi_extra={"security": [], **json_body("SignIn", "The key.", "SignIn")},
)
async def sign_in(request: Request) -> JSONResponse:
    """For browsers: other clients send the key with each request. No script can read the cookie."""
    services = services_of(request)
    data = parsed(await read_body(request, _MOST_BYTES, services.settings.body_timeout_s))
    try:
        asked = SignIn.model_validate(data)
    except ValidationError as error:
        raise InvalidInput(faults_of(error), "") from None
    caller = await caller_of_key(request, services, asked.key)
    request.state.caller = caller
    response = JSONResponse(_session(request, caller) | {"is_signed_in": True})
    cookie.sign_in(request, response, asked.key)
    return response


@router.delete(
    "",
    operation_id="sign_out",
    summary="Sign out",
    status_code=204,
    response_model=None,
    response_class=Response,
    openapi_extra={"security": []},
    responses={204: bare_answer("The cookie is gone."), **problems(405, 500, 503)},
)
async def sign_out(request: Request) -> Response:
    """Has the browser forget the key; the key itself stays valid."""
    response = Response(status_code=204)
    cookie.sign_out(request, response)
    return response


def _session(request: Request, caller: Caller | None) -> dict[str, Any]:
    return {
        "is_allowed": caller is not None,
        "is_signed_in": caller is not None and cookie.NAME in request.cookies,
        "key_name": caller and caller.key_name,
        "scopes": sorted(caller.scopes) if caller else [],
    }
