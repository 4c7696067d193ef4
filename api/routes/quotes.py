"""`/v1/quotes`: made, listed, read, checked again, compared, withdrawn."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Header, Query, Request
from starlette.responses import JSONResponse, Response

from api.clock import now
from api.contract.answers import BODY, KEYED, bare_answer, json_answer, json_body, problems
from api.contract.links import JOB_LINKS, QUOTE_LINKS, first_link
from api.http.accept import kind_wanted
from api.http.body import read_body
from api.http.callers import Reader, Writer
from api.http.line import answer_of
from api.making.comparison import compare
from api.making.jobs import start_job
from api.making.order import Made, Order
from api.making.quotes import make
from api.routes.finding import quote_of
from api.routes.paging import Moment, Paged, Searched, number_of, page
from api.routes.showing import document_answer, documents_content, file_name
from api.services import services_of
from api.store import audit, quotes
from api.store.quotes import QuoteFilter

router = APIRouter(prefix="/v1/quotes", tags=["quotes"])
IdempotencyKey = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=255,
        pattern=r"^[\x21-\x7e]+$",
        description="The same key with the same body gets the same quote, however often.",
    ),
]
Preference = Annotated[
    str | None,
    Header(
        alias="Prefer",
        max_length=200,
        description="`respond-async` answers 202 with a job, for long solves.",
    ),
]
SUMMARY = ("id", "name", "status", "created_at", "replicas", "usd_per_year", "demand_digest")


def _read_answer() -> dict[str, Any]:
    whole = json_answer("Quote", "The quote, as it was made.", headers=("ETag", "Vary"))
    return {**whole, "content": {**documents_content(), **whole["content"]}}


class QuoteQuery(Paged):
    """Which quotes to list."""

    name: Searched | None = None
    """Exactly this."""
    status: Literal["optimal", "feasible", "infeasible"] | None = None
    created_after: Moment | None = None
    """From then on."""
    created_before: Moment | None = None
    """Before then."""


@router.post(
    "",
    operation_id="make_quote",
    summary="Make a quote",
    status_code=201,
    response_model=None,
    responses={
        201: json_answer(
            "Quote",
            "The quote; `infeasible` is an answer too.",
            headers=("Location", "ETag"),
            links=QUOTE_LINKS,
        ),
        202: json_answer(
            "Job",
            "The quote is in the making.",
            headers=("Location", "Preference-Applied"),
            links=JOB_LINKS,
        ),
        **problems(*KEYED, *BODY, 409, 504),
    },
    openapi_extra=json_body("Demand", "What is asked.", "Demand"),
)
async def make_quote(
    request: Request,
    caller: Writer,
    idempotency_key: IdempotencyKey = None,
    prefer: Preference = None,
) -> Response:
    """The cheapest fleet that keeps every promise of a demand, proven, and kept."""
    services = services_of(request)
    settings = services.settings
    body = await read_body(request, settings.max_body_bytes, settings.body_timeout_s)
    order = Order(caller, body, idempotency_key)
    if "respond-async" in _preferences(prefer):
        made = await start_job(services, order)
    else:
        made = await make(request, services, order)
    if not isinstance(made, Made):
        return made
    return _quote(made.document, made.digest, 201, {"Location": f"/v1/quotes/{made.quote_id}"})


@router.get(
    "",
    operation_id="list_quotes",
    summary="List quotes",
    response_model=None,
    responses={
        200: json_answer(
            "QuotePage",
            "The newest first.",
            headers=("Link",),
            links=first_link("read_quote", "quote_id"),
        ),
        **problems(*KEYED, 422),
    },
)
async def list_quotes(
    request: Request, caller: Reader, asked: Annotated[QuoteQuery, Query()]
) -> JSONResponse:
    """The organisation's quotes, a page at a time."""
    wanted = QuoteFilter(asked.name, asked.status, asked.created_after, asked.created_before)
    before = number_of(asked.cursor)
    rows = await services_of(request).database.read(
        lambda c: quotes.page(c, caller.organisation_id, wanted, before, asked.limit)
    )
    return page(request, rows, asked.limit, summary_of, lambda row: row.position)


@router.get(
    "/{quote_id}",
    operation_id="read_quote",
    summary="Read a quote",
    response_model=None,
    responses={
        200: _read_answer(),
        304: bare_answer("It is the one of `If-None-Match`.", ("ETag", "Vary")),
        **problems(*KEYED, 404, 406, 422, 501, 504),
    },
)
async def read_quote(
    request: Request,
    caller: Reader,
    quote_id: str,
    if_none_match: Annotated[str | None, Header(alias="If-None-Match", max_length=1000)] = None,
) -> Response:
    """A quote never changes; later changes of the catalog do not touch it.

    `Accept` says as what: the quote itself (JSON, also where nothing is asked for), a workbook, a
    page, a PDF, a sheet, or a text.
    """
    kind = kind_wanted(",".join(request.headers.getlist("accept")))
    row = await quote_of(request, caller, quote_id)
    # How a document looks may change with the service: its tag is weak.
    tag = f'"{row.digest}"' if kind == "json" else f'W/"{row.digest}-{kind}"'
    headers = {"ETag": tag, "Vary": "Accept"}
    if if_none_match and _is_one_of(tag, if_none_match):
        return Response(status_code=304, headers=headers)
    if kind == "json":
        return _quote(row.document, row.digest, 200, headers)
    answer = await document_answer(request, caller, row, kind)
    headers["Content-Disposition"] = f'inline; filename="{file_name(row, kind)}"'
    answer.headers.update(headers)
    return answer


@router.delete(
    "/{quote_id}",
    operation_id="withdraw_quote",
    summary="Withdraw a quote",
    status_code=204,
    response_model=None,
    response_class=Response,
    responses={204: bare_answer("It is withdrawn."), **problems(*KEYED, 404, 422)},
)
async def withdraw_quote(request: Request, caller: Writer, quote_id: str) -> Response:
    """It is no longer shown; who made and who withdrew it stays in the audit trail."""
    await quote_of(request, caller, quote_id)
    await services_of(request).database.write(
        lambda c: (
            quotes.withdraw(c, caller.organisation_id, quote_id)
            and audit.note(c, caller, "quote.withdrawn", quote_id)
        )
    )
    return Response(status_code=204)


@router.post(
    "/{quote_id}/verify",
    operation_id="verify_quote",
    summary="Check a quote again",
    response_model=None,
    responses={
        200: json_answer("Verification", "Every rule, with its numbers."),
        **problems(*KEYED, 404, 422, 504),
    },
)
async def verify_quote(request: Request, caller: Reader, quote_id: str) -> JSONResponse:
    """Every rule again in exact arithmetic, from the stored quote alone."""
    row = await quote_of(request, caller, quote_id)
    pool = services_of(request).pool
    answer = await answer_of(request, pool, pool.submit("verify", [row.document.encode()]))
    checks = answer.head["checks"]
    broken = [check["rule"] for check in checks if not check["holds"]]
    body = {"quote_id": quote_id, "holds": not broken, "broken": broken, "checks": checks}
    return JSONResponse(body | {"verified_at": now()})


@router.get(
    "/{quote_id}/comparison",
    operation_id="compare_quotes",
    summary="Compare two quotes",
    response_model=None,
    responses={
        200: json_answer("Comparison", "What changed, and in which inputs."),
        **problems(*KEYED, 404, 422),
    },
)
async def compare_quotes(
    request: Request,
    caller: Reader,
    quote_id: str,
    other_id: Annotated[
        str, Query(alias="with", max_length=100, description="The quote that came after.")
    ],
) -> Response:
    """What changed from this quote to the other one, and which inputs did."""
    before = await quote_of(request, caller, quote_id)
    after = await quote_of(request, caller, other_id)
    return Response(await compare(before, after), media_type="application/json")


def summary_of(row: Any) -> dict[str, Any]:
    """One line of the list."""
    return {name: getattr(row, name) for name in SUMMARY}


def _quote(document: str | bytes, digest: str, status: int, headers: dict[str, str]) -> Response:
    return Response(document, status, {"ETag": f'"{digest}"', **headers}, "application/json")


def _preferences(prefer: str | None) -> set[str]:
    return {part.split(";")[0].strip().lower() for part in (prefer or "").split(",")}


def _is_one_of(tag: str, if_none_match: str) -> bool:
    tags = {each.strip().removeprefix("W/") for each in if_none_match.split(",")}
    return "*" in tags or tag.removeprefix("W/") in tags
