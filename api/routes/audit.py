"""`/v1/audit`: who made and withdrew what."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import JSONResponse

from api.contract.answers import KEYED, json_answer, problems
from api.http.callers import Admin
from api.routes.paging import Paged, number_of, page
from api.services import services_of
from api.store import audit

router = APIRouter(prefix="/v1/audit", tags=["audit"])
_SHOWN = ("id", "at", "key_id", "key_name", "action", "subject", "request_id")


@router.get(
    "",
    operation_id="list_audit",
    summary="List the audit trail",
    response_model=None,
    responses={
        200: json_answer("AuditPage", "The newest first.", headers=("Link",)),
        **problems(*KEYED, 422),
    },
)
async def list_audit(
    request: Request, caller: Admin, asked: Annotated[Paged, Query()]
) -> JSONResponse:
    """The organisation's trail; it outlives what it is about."""
    before = number_of(asked.cursor)
    rows = await services_of(request).database.read(
        lambda c: audit.page(c, caller.organisation_id, before, asked.limit)
    )
    return page(request, rows, asked.limit, _line, lambda row: row.id)


def _line(row: Any) -> dict[str, Any]:
    return {name: getattr(row, name) for name in _SHOWN}
