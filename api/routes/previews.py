"""`/v1/previews`: quotes that are not kept, for whoever still moves the inputs."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from api.contract.answers import BODY, KEYED, json_answer, json_body, problems
from api.errors import Refused
from api.http.body import read_body
from api.http.callers import Reader
from api.http.line import answer_of
from api.making.asking import ask
from api.making.quotes import observe
from api.routes.showing import (
    FIGURES,
    PICTURES,
    TRADEOFFS,
    Shown,
    shown_answer,
    tradeoffs_answer,
)
from api.services import services_of

router = APIRouter(prefix="/v1/previews", tags=["previews"])


@router.post(
    "",
    operation_id="preview_quote",
    summary="Preview a quote",
    response_model=None,
    responses={
        200: json_answer("Quote", "The quote; it is not kept, listed or audited."),
        **problems(*KEYED, *BODY, 504),
    },
    openapi_extra=json_body("Demand", "What is asked.", "Demand"),
)
async def preview_quote(request: Request, caller: Reader) -> Response:
    """As `POST /v1/quotes` answers, without a trace. Hanging up ends the solve."""
    services = services_of(request)
    settings = services.settings
    body = await read_body(request, settings.max_body_bytes, settings.body_timeout_s)
    task = await ask(services, caller, "quote", body)
    frame = await answer_of(request, services.pool, task)
    observe(services, frame)
    services.recent.keep(caller.organisation_id, frame.head["id"], frame.parts[0])
    return Response(frame.parts[0], media_type="application/json")


@router.get(
    "/{quote_id}/figures",
    operation_id="explain_preview",
    summary="Where the figures of a preview come from",
    response_model=None,
    responses=FIGURES,
)
async def explain_preview(request: Request, caller: Reader, quote_id: str) -> Response:
    """For as long as the preview is at hand: ask for it again where this is 404."""
    return await shown_answer(request, caller, "figures", _preview(request, caller, quote_id))


@router.get(
    "/{quote_id}/pictures",
    operation_id="draw_preview",
    summary="The pictures of a preview",
    response_model=None,
    responses=PICTURES,
)
async def draw_preview(
    request: Request, caller: Reader, quote_id: str, theme: Shown = "light"
) -> Response:
    """For as long as the preview is at hand: ask for it again where this is 404."""
    document = _preview(request, caller, quote_id)
    return await shown_answer(request, caller, "pictures", document, theme=theme)


@router.get(
    "/{quote_id}/tradeoffs",
    operation_id="vary_preview",
    summary="What headroom and speed would cost, for a preview",
    response_model=None,
    responses=TRADEOFFS,
)
async def vary_preview(
    request: Request, caller: Reader, quote_id: str, theme: Shown = "light"
) -> Response:
    """For as long as the preview is at hand: ask for it again where this is 404."""
    return await tradeoffs_answer(request, caller, _preview(request, caller, quote_id), theme)


def _preview(request: Request, caller: Reader, quote_id: str) -> bytes:
    found = services_of(request).recent.find(caller.organisation_id, quote_id)
    if found is None:
        raise Refused("not-found", "There is no such preview, or no longer.")
    return found
