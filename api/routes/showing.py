"""What belongs to a stored quote: `/v1/quotes/{id}/figures`, `/pictures`, `/documents/{kind}`."""

import re
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from api.auth.caller import Caller
from api.contract.answers import KEYED, headers_of, json_answer, problems
from api.http.callers import Reader
from api.http.line import answer_of
from api.making.asking import ask
from api.making.tradeoffs import tradeoffs_json
from api.routes.finding import quote_of
from api.services import services_of
from planner.report.documents import MEDIA_TYPES, Kind

router = APIRouter(prefix="/v1/quotes/{quote_id}", tags=["quotes"])
Shown = Annotated[Literal["light", "dark"], Query(description="Colours.")]
Answers = dict[int | str, dict[str, Any]]
FIGURES: Final[Answers] = {
    200: json_answer("FigureList", "Formula, numbers, sources."),
    **problems(*KEYED, 404, 422, 504),
}
PICTURES: Final[Answers] = {
    200: json_answer("PictureList", "Vega-Lite specifications."),
    **problems(*KEYED, 404, 422, 501, 504),
}
TRADEOFFS: Final[Answers] = {
    200: json_answer("TradeoffList", "Points, and pictures of them."),
    **problems(*KEYED, 404, 422, 501, 504),
}
"""What belongs to a quote is answered alike, whether the quote is kept or a preview."""
_ODD: Final = re.compile(r"[^A-Za-z0-9]+")


def documents_content() -> dict[str, Any]:
    """The media types of documents, as the contract has them."""
    binary = {"schema": {"type": "string", "format": "binary"}}
    content = {kind.partition(";")[0]: binary for kind in MEDIA_TYPES.values()}
    content["application/json"] = {"schema": {"type": "object"}}
    return content


@router.get(
    "/figures",
    operation_id="explain_quote",
    summary="Where the figures of a quote come from",
    response_model=None,
    responses=FIGURES,
)
async def explain_quote(request: Request, caller: Reader, quote_id: str) -> Response:
    """Each figure with its formula, the numbers put in, and the entries that it rests on."""
    row = await quote_of(request, caller, quote_id)
    return await shown_answer(request, caller, "figures", row.document.encode())


@router.get(
    "/pictures",
    operation_id="draw_quote",
    summary="The pictures of a quote",
    response_model=None,
    responses=PICTURES,
)
async def draw_quote(
    request: Request, caller: Reader, quote_id: str, theme: Shown = "light"
) -> Response:
    """Vega-Lite specifications, each with its words."""
    row = await quote_of(request, caller, quote_id)
    return await shown_answer(request, caller, "pictures", row.document.encode(), theme=theme)


@router.get(
    "/documents/{kind}",
    operation_id="document_quote",
    summary="A quote as a document",
    response_model=None,
    responses={
        200: {
            "description": "The document.",
            "headers": headers_of("Content-Disposition"),
            "content": documents_content(),
        },
        **problems(*KEYED, 404, 422, 501, 504),
    },
)
async def document_quote(request: Request, caller: Reader, quote_id: str, kind: Kind) -> Response:
    """A workbook, a page, a PDF, a sheet, a text, or the quote itself, to keep as a file."""
    row = await quote_of(request, caller, quote_id)
    answer = await document_answer(request, caller, row, kind)
    answer.headers["Content-Disposition"] = f'attachment; filename="{file_name(row, kind)}"'
    return answer


@router.get(
    "/tradeoffs",
    operation_id="vary_quote",
    summary="What headroom and speed would cost",
    response_model=None,
    responses=TRADEOFFS,
)
async def vary_quote(
    request: Request, caller: Reader, quote_id: str, theme: Shown = "light"
) -> Response:
    """The demand solved again with other headroom, and with other limits on TPOT.

    Each point is a fleet of its own; up to ten seconds a curve. Nothing is kept.
    """
    row = await quote_of(request, caller, quote_id)
    return await tradeoffs_answer(request, caller, row.document.encode(), theme)


def file_name(row: Any, kind: Kind) -> str:
    """What a stored quote is called as a file."""
    return f"{_ODD.sub('-', row.name).strip('-')[:60] or 'quote'}.{kind}"


async def document_answer(request: Request, caller: Caller, row: Any, kind: Kind) -> Response:
    """A stored quote as a document."""
    services = services_of(request)
    task = await ask(services, caller, "document", row.document.encode(), document=kind)
    answer = await answer_of(request, services.pool, task)
    # A document of ours that is opened in place may style itself, and do nothing else.
    policy = (
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
        "frame-ancestors 'none'; sandbox"
    )
    headers = {"Content-Security-Policy": policy}
    return Response(answer.parts[0], headers=headers, media_type=MEDIA_TYPES[kind])


async def shown_answer(
    request: Request, caller: Caller, task: str, document: bytes, **fields: Any
) -> Response:
    """What belongs to a quote: its `figures`, or its `pictures` in a `theme`."""
    services = services_of(request)
    asked = await ask(services, caller, task, document, **fields)
    answer = await answer_of(request, services.pool, asked)
    return Response(answer.parts[0], media_type="application/json")


async def tradeoffs_answer(
    request: Request, caller: Caller, document: bytes, theme: str
) -> Response:
    """What headroom and speed would cost."""
    body = await tradeoffs_json(request, caller, document, theme)
    return Response(body, media_type="application/json")
