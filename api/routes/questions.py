"""`/v1/fits` and `/v1/imports`: questions that leave nothing behind."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from api.auth.caller import Caller
from api.contract.answers import BODY, KEYED, json_answer, json_body, problems
from api.http.body import read_body
from api.http.callers import Reader
from api.http.line import answer_of
from api.making.asking import ask
from api.services import services_of

router = APIRouter(prefix="/v1", tags=["questions"])


@router.post(
    "/fits",
    operation_id="fit_model",
    summary="Fit a model on a chip",
    response_model=None,
    responses={
        200: json_answer("Fit", "Which layouts fit; none is an answer too."),
        **problems(*KEYED, *BODY, 504),
    },
    openapi_extra=json_body("FitRequest", "A model on a kind of chip.", "FitRequest"),
)
async def fit_model(request: Request, caller: Reader) -> Response:
    """Which layouts fit, how many sequences each holds, and what it could do at best."""
    return await _asked(request, caller, "fit", services_of(request).settings.max_body_bytes)


@router.post(
    "/imports",
    operation_id="import_results",
    summary="Import benchmark results",
    response_model=None,
    responses={
        200: json_answer("ImportAnswer", "The deployment, with its warnings."),
        **problems(*KEYED, *BODY, 504),
    },
    openapi_extra=json_body(
        "ImportRequest", "Result files and what they leave out.", "ImportRequest"
    ),
)
async def import_results(request: Request, caller: Reader) -> Response:
    """Result files of a benchmark tool as a deployment, which a demand or the catalog may take."""
    return await _asked(request, caller, "import", services_of(request).settings.max_import_bytes)


async def _asked(request: Request, caller: Caller, kind: str, most_bytes: int) -> Response:
    services = services_of(request)
    body = await read_body(request, most_bytes, services.settings.body_timeout_s)
    task = await ask(services, caller, kind, body)
    answer = await answer_of(request, services.pool, task)
    return Response(answer.parts[0], media_type="application/json")
