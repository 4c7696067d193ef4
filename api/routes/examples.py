"""`/v1/examples` and `/v1/demands`: demands that ship, and demands out of files."""

from anyio import to_thread
from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from api.contract.answers import BODY, KEYED, json_answer, json_body, problems
from api.http.body import read_body
from api.http.callers import Reader
from api.http.line import answer_of
from api.lab.examples import examples
from api.services import services_of

router = APIRouter(prefix="/v1")


@router.get(
    "/examples",
    operation_id="list_examples",
    summary="List examples",
    tags=["catalog"],
    response_model=None,
    responses={200: json_answer("ExampleList", "The smallest first."), **problems(*KEYED)},
)
async def list_examples(caller: Reader) -> JSONResponse:
    """Demands that ship with the service, each with what it shows."""
    del caller
    return JSONResponse({"items": await to_thread.run_sync(examples)})


@router.post(
    "/demands",
    operation_id="read_demand",
    summary="Read a demand file",
    tags=["questions"],
    response_model=None,
    responses={
        200: json_answer("DemandRead", "The demand, checked."),
        **problems(*KEYED, *BODY, 504),
    },
    openapi_extra=json_body("DemandFile", "A file of JSON or YAML.", "DemandFile"),
)
async def read_demand(request: Request, caller: Reader) -> Response:
    """The demand that a file holds, JSON or YAML; of a quote its demand."""
    del caller
    services = services_of(request)
    settings = services.settings
    body = await read_body(request, settings.max_body_bytes, settings.body_timeout_s)
    answer = await answer_of(request, services.pool, services.pool.submit("demand", [body]))
    return Response(answer.parts[0], media_type="application/json")
