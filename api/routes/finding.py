"""What a path names, or 404: also where it is there, but not the caller's."""

import re
from typing import Any, Final

from fastapi import Request

from api.auth.caller import Caller
from api.errors import Refused
from api.services import services_of
from api.store import jobs, quotes

_ID: Final = re.compile(r"[a-z]_[0-9a-f]{20}", re.ASCII)


async def quote_of(request: Request, caller: Caller, quote_id: str) -> Any:
    """The stored quote.

    Raises:
        Refused: the organisation has none of this id.
    """
    if _ID.fullmatch(quote_id):
        row = await services_of(request).database.read(
            lambda c: quotes.find(c, caller.organisation_id, quote_id)
        )
        if row is not None:
            return row
    raise Refused("not-found", "There is no such quote.")


async def job_of(request: Request, caller: Caller, job_id: str) -> Any:
    """The stored job.

    Raises:
        Refused: the organisation has none of this id.
    """
    if _ID.fullmatch(job_id):
        row = await services_of(request).database.write(
            lambda c: jobs.find(c, caller.organisation_id, job_id)
        )
        if row is not None:
            return row
    raise Refused("not-found", "There is no such job.")
