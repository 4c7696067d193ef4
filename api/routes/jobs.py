"""`/v1/jobs`: quotes in the making, polled and cancelled."""

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from api.contract.answers import KEYED, bare_answer, json_answer, problems
from api.contract.links import QUOTE_OF_JOB
from api.http.callers import Reader, Writer
from api.making.jobs import job_json
from api.routes.finding import job_of
from api.services import services_of
from api.store import jobs

router = APIRouter(prefix="/v1/jobs", tags=["jobs"])
_POLL_S = "1"


@router.get(
    "/{job_id}",
    operation_id="read_job",
    summary="Poll a job",
    response_model=None,
    responses={
        200: json_answer(
            "Job", "The job as it is now.", headers=("Retry-After",), links=QUOTE_OF_JOB
        ),
        **problems(*KEYED, 404, 422),
    },
)
async def read_job(request: Request, caller: Reader, job_id: str) -> JSONResponse:
    """`Retry-After` is there as long as it is not done."""
    row = await job_of(request, caller, job_id)
    headers = {} if row.status in jobs.ENDED else {"Retry-After": _POLL_S}
    return JSONResponse(job_json(services_of(request), row), headers=headers)


@router.delete(
    "/{job_id}",
    operation_id="cancel_job",
    summary="Cancel or forget a job",
    status_code=204,
    response_model=None,
    response_class=Response,
    responses={204: bare_answer("It is gone."), **problems(*KEYED, 404, 422)},
)
async def cancel_job(request: Request, caller: Writer, job_id: str) -> Response:
    """A solve that is not done is stopped, and leaves no quote; a quote that is done stays."""
    await job_of(request, caller, job_id)
    services = services_of(request)
    await services.database.write(lambda c: jobs.remove(c, caller.organisation_id, job_id))
    task = services.flights.jobs.get(job_id)
    if task is not None:
        services.pool.stop_task(task)
    return Response(status_code=204)
