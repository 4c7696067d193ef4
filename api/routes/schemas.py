"""`/v1/schemas/demand`: what may stand in a demand, for editors, forms and validators."""

from typing import Any, Final

from anyio import to_thread
from fastapi import APIRouter
from starlette.responses import JSONResponse

from api.contract.answers import KEYED, problems
from api.contract.schemas import MEDIA_TYPE, demand_schema
from api.http.callers import Reader

router = APIRouter(prefix="/v1")
_ANSWER: Final[dict[str, Any]] = {
    "description": "JSON Schema 2020-12; units are in `x-unit`.",
    "content": {MEDIA_TYPE: {"schema": {"type": "object", "additionalProperties": True}}},
}


@router.get(
    "/schemas/demand",
    operation_id="read_demand_schema",
    summary="Read the schema of a demand",
    tags=["questions"],
    response_model=None,
    responses={200: _ANSWER, **problems(*KEYED)},
)
async def read_demand_schema(caller: Reader) -> JSONResponse:
    """Every field of a demand with what it means, its unit and its bounds, as one document."""
    del caller
    return JSONResponse(await to_thread.run_sync(demand_schema), media_type=MEDIA_TYPE)
