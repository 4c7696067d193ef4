"""`/v1/claim-groups`: published claims by what they measure, and their picture."""

from anyio import to_thread
from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from api.contract.answers import KEYED, json_answer, problems
from api.http.callers import Reader
from api.http.line import answer_of
from api.lab.claims import claim_groups
from api.routes.showing import Shown
from api.services import services_of

router = APIRouter(prefix="/v1/claim-groups", tags=["catalog"])


@router.get(
    "",
    operation_id="group_claims",
    summary="Published claims by what they measure",
    response_model=None,
    responses={
        200: json_answer("ClaimGroupList", "With what each leaves out."),
        **problems(*KEYED),
    },
)
async def group_claims(request: Request, caller: Reader) -> JSONResponse:
    """What each claim measures, says, leaves out, and lacks to be planned on."""
    del caller
    services = services_of(request)
    return JSONResponse(await to_thread.run_sync(lambda: claim_groups(services.catalog)))


@router.get(
    "/pictures",
    operation_id="draw_claims",
    summary="The picture of the published claims",
    response_model=None,
    responses={
        200: json_answer("ClaimPictures", "Vega-Lite specifications."),
        **problems(*KEYED, 422, 501, 504),
    },
)
async def draw_claims(request: Request, caller: Reader, theme: Shown = "light") -> Response:
    """A panel of its own, with a log axis of its own, for each kind of claim."""
    del caller
    pool = services_of(request).pool
    answer = await answer_of(request, pool, pool.submit("claims", theme=theme))
    return Response(answer.parts[0], media_type="application/json")
