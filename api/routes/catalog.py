"""`/v1/hardware`, `/v1/models`, `/v1/deployments`, `/v1/claims`: the catalog that ships."""

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from anyio import to_thread
from fastapi import APIRouter, Query, Request
from starlette.responses import JSONResponse

from api.contract.answers import KEYED, json_answer, problems
from api.contract.links import first_link
from api.errors import Refused
from api.http.callers import Reader
from api.routes.paging import Paged, Searched, page, text_of_cursor
from api.services import services_of
from planner.catalog.library import Catalog
from planner.entries import Deployment
from planner.entries.base import Schema

router = APIRouter(prefix="/v1", tags=["catalog"])
Shelf = Mapping[str, Schema]


class DeploymentQuery(Paged):
    """Which deployments to list."""

    model: Searched | None = None
    hardware: Searched | None = None


def _list(schema: str, one: str) -> dict[int | str, dict[str, Any]]:
    links = first_link(f"read_{one}", "entry_id")
    return {
        200: json_answer(schema, "From the catalog that ships.", headers=("Link",), links=links),
        **problems(*KEYED, 422),
    }


def _single_answers(schema: str) -> dict[int | str, dict[str, Any]]:
    return {200: json_answer(schema, "From the catalog."), **problems(*KEYED, 404, 422)}


def _add(kind: str, one: str, schema: str, shelf: Callable[[Catalog], Shelf]) -> None:
    """Adds the list of a kind, whole entries, and the single entry."""

    async def listed(
        request: Request, caller: Reader, asked: Annotated[Paged, Query()]
    ) -> JSONResponse:
        del caller
        return await _page(request, asked, shelf, _whole)

    async def single(request: Request, caller: Reader, entry_id: str) -> JSONResponse:
        del caller
        return await _single(request, entry_id, shelf)

    if kind != "deployments":
        router.add_api_route(
            f"/{kind}",
            listed,
            operation_id=f"list_{kind}",
            summary=f"List {kind}",
            description="Whole entries, by id, a page at a time.",
            response_model=None,
            responses=_list(f"{schema}Page", one),
        )
    router.add_api_route(
        f"/{kind}/{{entry_id}}",
        single,
        operation_id=f"read_{one}",
        summary=f"Read one of the {kind}",
        description="One entry of the catalog, whole.",
        response_model=None,
        responses=_single_answers(schema),
    )


@router.get(
    "/deployments",
    operation_id="list_deployments",
    summary="List deployments",
    response_model=None,
    responses=_list("DeploymentPage", "deployment"),
)
async def list_deployments(
    request: Request, caller: Reader, asked: Annotated[DeploymentQuery, Query()]
) -> JSONResponse:
    """Deployments by id, without their curves, a page at a time."""
    del caller

    def chosen(catalog: Catalog) -> Shelf:
        return {
            entry.id: entry
            for entry in catalog.deployments.values()
            if asked.model in (None, entry.model)
            and asked.hardware in (None, *entry.chips_by_hardware)
        }

    return await _page(request, asked, chosen, _summary)


_add("hardware", "hardware", "Hardware", lambda catalog: catalog.hardware)
_add("models", "model", "LanguageModel", lambda catalog: catalog.models)
_add("deployments", "deployment", "Deployment", lambda catalog: catalog.deployments)
_add("claims", "claim", "Claim", lambda catalog: catalog.claims)


async def _page(
    request: Request,
    asked: Paged,
    shelf: Callable[[Catalog], Shelf],
    shown: Callable[[Any], dict[str, Any]],
) -> JSONResponse:
    after = text_of_cursor(asked.cursor)

    def rows() -> list[Schema]:
        entries = shelf(services_of(request).catalog)
        ids = sorted(name for name in entries if after is None or name > after)
        return [entries[name] for name in ids[: asked.limit + 1]]

    found = await to_thread.run_sync(rows)
    return page(request, found, asked.limit, shown, lambda entry: entry.id)


async def _single(
    request: Request, entry_id: str, shelf: Callable[[Catalog], Shelf]
) -> JSONResponse:
    def entry() -> Schema | None:
        return shelf(services_of(request).catalog).get(entry_id)

    found = await to_thread.run_sync(entry)
    if found is None:
        raise Refused("not-found", "The catalog has no such entry.")
    return JSONResponse(_whole(found))


def _whole(entry: Schema) -> dict[str, Any]:
    return entry.model_dump(mode="json", exclude_unset=True)


def _summary(entry: Deployment) -> dict[str, Any]:
    return {
        "id": entry.id,
        "model": entry.model,
        "chips": entry.chips_by_hardware,
        "role": entry.role,
        "precision": entry.precision,
        "engine": entry.engine,
        "evidence": entry.evidence,
        "date": entry.date,
        "curves": len(entry.curves),
        "points": sum(len(curve.points) for curve in entry.curves),
    }
