"""`/v1/catalog`: an organisation's own deployments, hardware and prices."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import JSONResponse, Response

from api.contract.answers import BODY, KEYED, bare_answer, json_answer, json_body, problems
from api.contract.links import entry_links, first_link
from api.errors import Refused
from api.http.body import read_body
from api.http.callers import Reader, Writer
from api.making.entries import SCHEMAS, checked, put, remove
from api.routes.paging import Paged, page, text_of_cursor
from api.services import services_of
from api.store import entries
from api.store.entries import Place

router = APIRouter(prefix="/v1/catalog", tags=["own entries"])
_LINE = ("id", "created_at", "updated_at", "digest")
Single = Callable[..., Awaitable[Response]]


def _lister(kind: str) -> Single:
    async def listed(
        request: Request, caller: Reader, asked: Annotated[Paged, Query()]
    ) -> JSONResponse:
        """The organisation's own entries, a page at a time."""
        after = text_of_cursor(asked.cursor)
        rows = await services_of(request).database.read(
            lambda c: entries.page(c, caller.organisation_id, kind, after, asked.limit)
        )
        return page(request, rows, asked.limit, _line, lambda row: row.id)

    return listed


def _putter(kind: str) -> Single:
    async def put_entry(request: Request, caller: Writer, entry_id: str) -> Response:
        """Quotes that were made before do not change."""
        services = services_of(request)
        settings = services.settings
        body = await read_body(request, settings.max_body_bytes, settings.body_timeout_s)
        place = Place(caller.organisation_id, kind, entry_id)
        document = await checked(services, place, body)
        is_new, digest = await put(services, caller, place, document)
        headers = {"ETag": f'"{digest}"', "Location": request.url.path}
        return Response(document, 201 if is_new else 200, headers, "application/json")

    return put_entry


def _reader(kind: str) -> Single:
    async def read_entry(request: Request, caller: Reader, entry_id: str) -> Response:
        """As it was put."""
        place = _place(caller.organisation_id, kind, entry_id)
        row = await services_of(request).database.read(lambda c: entries.find(c, place))
        if row is None:
            raise _not_there()
        headers = {"ETag": f'"{row.digest}"'}
        return Response(row.document, headers=headers, media_type="application/json")

    return read_entry


def _remover(kind: str) -> Single:
    async def remove_entry(request: Request, caller: Writer, entry_id: str) -> Response:
        """Quotes that were made with it do not change."""
        place = _place(caller.organisation_id, kind, entry_id)
        if not await remove(services_of(request), caller, place):
            raise _not_there()
        return Response(status_code=204)

    return remove_entry


def _add(kind: str, one: str) -> None:
    """Adds the operations on one kind of entry."""
    schema = SCHEMAS[kind].__name__
    path = f"/{kind}/{{entry_id}}"
    router.get(
        f"/{kind}",
        operation_id=f"list_own_{kind}",
        summary=f"List own {kind}",
        responses={
            200: json_answer(
                "EntryPage",
                "By id.",
                headers=("Link",),
                links=first_link(f"read_own_{one}", "entry_id"),
            ),
            **problems(*KEYED, 422),
        },
        response_model=None,
    )(_lister(kind))
    router.put(
        path,
        operation_id=f"put_own_{one}",
        summary=f"Put one of your own {kind}",
        responses=_put_answers(schema, one),
        openapi_extra=json_body(schema, "The entry; its id is that of the path.", schema),
        response_model=None,
    )(_putter(kind))
    router.get(
        path,
        operation_id=f"read_own_{one}",
        summary=f"Read one of your own {kind}",
        responses={
            200: json_answer(schema, "The entry.", headers=("ETag",)),
            **problems(*KEYED, 404, 422),
        },
        response_model=None,
    )(_reader(kind))
    router.delete(
        path,
        operation_id=f"remove_own_{one}",
        summary=f"Remove one of your own {kind}",
        status_code=204,
        response_class=Response,
        responses={204: bare_answer("It is gone."), **problems(*KEYED, 404, 409, 422)},
        response_model=None,
    )(_remover(kind))


def _put_answers(schema: str, one: str) -> dict[int | str, dict[str, Any]]:
    headers, links = ("Location", "ETag"), entry_links(one)
    return {
        200: json_answer(schema, "It replaces the one before.", headers=headers, links=links),
        201: json_answer(schema, "It is new.", headers=headers, links=links),
        **problems(*KEYED, *BODY, 409),
    }


def _place(organisation_id: str, kind: str, entry_id: str) -> Place:
    if "\x00" in entry_id:
        raise _not_there()
    return Place(organisation_id, kind, entry_id)


def _not_there() -> Refused:
    return Refused("not-found", "The organisation has no such entry of its own.")


def _line(row: Any) -> dict[str, Any]:
    return {name: getattr(row, name) for name in _LINE}


_add("deployments", "deployment")
_add("hardware", "hardware")
_add("prices", "price_list")
