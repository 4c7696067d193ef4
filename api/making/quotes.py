"""Quotes on order: solved, stored with their audit row, once for each Idempotency-Key."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from fastapi import Request
from sqlalchemy import Connection
from starlette.responses import JSONResponse

from api.auth.caller import Caller
from api.errors import PlannerFault, Refused
from api.http.line import accepted, answer_of
from api.making.claims import claimed, give_up
from api.services import Services
from api.store import audit, idempotency, jobs, quotes
from api.store.idempotency import Claim
from api.work.frames import Frame
from api.work.queue import Task


@dataclass(frozen=True, slots=True)
class Order:
    """What a caller asks."""

    caller: Caller
    body: bytes
    key: str | None
    """The Idempotency-Key."""
