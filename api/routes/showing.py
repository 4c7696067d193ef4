"""What belongs to a stored quote: `/v1/quotes/{id}/figures`, `/pictures`, `/documents/{kind}`."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from api.contract.answers import KEYED, headers_of, json_answer, problems
from api.http.callers import Reader
from api.http.line import answer_of
from api.routes.finding import quote_of
from api.services import services_of
from planner.report.documents import MEDIA_TYPES, Kind

router = APIRouter(prefix="/v1/quotes/{quote_id}", tags=["quotes"])
Shown = Annotated[Literal["light", "dark"], Query(description="Colours.")]
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
    responses={
        200: json_answer("FigureList", "Formula, numbers, sources."),
        **problems(*KEYED, 404, 422, 504),
    },
)
async def explain_quote(request: Request, caller: Reader, quote_id: str) -> Response:
    """Each figure with its formula, the numbers put in, and the entries that it rests on."""
    row = await quote_of(request, caller, quote_id)
    return await figures_answer(request, row.document.encode())


@router.get(
    "/pictures",
    operation_id="draw_quote",
    summary="The pictures of a quote",
    response_model=None,
    responses={
        200: json_answer("PictureList", "Vega-Lite specifications."),
        **problems(*KEYED, 404, 422, 501, 504),
    },
)
async def draw_quote(
    request: Request, caller: Reader, quote_id: str, theme: Shown = "light"
) -> Response:
    """Vega-Lite specifications, each with its words."""
    row = await quote_of(request, caller, quote_id)
    return await pictures_answer(request, row.document.encode(), theme)


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
    return await document_answer(request, row, kind, "attachment")


async def document_answer(
    request: Request,
    row: Any,
    kind: Kind,
    disposition: Literal["attachment", "inline"],
    headers: Mapping[str, str] | None = None,
) -> Response:
    """A stored quote as a document, under a name made of its own."""
    pool = services_of(request).pool
    task = pool.submit("document", [row.document.encode()], document=kind)
    answer = await answer_of(request, pool, task)
    name = _ODD.sub("-", row.name).strip("-")[:60] or "quote"
    sent = {
        "Content-Disposition": f'{disposition}; filename="{name}.{kind}"',
        # A document of ours that is opened in place may style itself, and do nothing else.
        "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
        "frame-ancestors 'none'; sandbox",
        **(headers or {}),
    }
    return Response(answer.parts[0], headers=sent, media_type=MEDIA_TYPES[kind])


async def figures_answer(request: Request, document: bytes) -> Response:
    """Where the figures of a quote come from."""
    return await _asked(request, "figures", document)


async def pictures_answer(request: Request, document: bytes, theme: str) -> Response:
    """The pictures of a quote."""
    return await _asked(request, "pictures", document, theme=theme)


async def _asked(request: Request, task: str, document: bytes, **fields: Any) -> Response:
    pool = services_of(request).pool
    answer = await answer_of(request, pool, pool.submit(task, [document], **fields))
    return Response(answer.parts[0], media_type="application/json")
