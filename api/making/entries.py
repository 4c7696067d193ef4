"""An organisation's own entries: checked before they are kept, counted, and noted in the trail."""

import json
import re
from collections.abc import Mapping
from typing import Any, Final

from anyio import to_thread
from pydantic import ValidationError
from sqlalchemy import Connection

from api.auth.caller import Caller
from api.errors import Refused
from api.services import Services
from api.store import audit, entries
from api.store.entries import Place
from api.work.parsing import parsed
from planner.catalog.library import Catalog
from planner.entries import Deployment, Hardware, PriceList
from planner.entries.base import Schema
from planner.validation import faults_of

SCHEMAS: Final[Mapping[str, type[Schema]]] = {
    "deployments": Deployment,
    "hardware": Hardware,
    "prices": PriceList,
}
_ID: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:+@-]{0,199}", re.ASCII)


async def checked(services: Services, place: Place, body: bytes) -> str:
    """The entry as it will be stored.

    Raises:
        Refused: not JSON, not such an entry, or one of another id.
    """
    if not _ID.fullmatch(place.id):
        text = "The id of an entry is letters, digits and . _ : + @ - and at most 200 of them."
        raise Refused("invalid-entry", text, errors=[{"path": "entry_id", "message": text}])
    return await to_thread.run_sync(_checked, place, body)


def _checked(place: Place, body: bytes) -> str:
    data = parsed(body)
    try:
        entry = SCHEMAS[place.kind].model_validate(data)
    except ValidationError as error:
        faults = faults_of(error)
        raise Refused(
            "invalid-entry",
            "; ".join(str(fault) for fault in faults[:3]),
            errors=[{"path": fault.path, "message": fault.message} for fault in faults],
        ) from None
    given: str = getattr(entry, "id")  # noqa: B009  every entry of SCHEMAS has one
    if given != place.id:
        text = f"The path says {place.id!r}, the entry {given!r}."
        raise Refused("invalid-entry", text, errors=[{"path": "id", "message": text}])
    document = entry.model_dump(mode="json", exclude_unset=True)
    return json.dumps(document, ensure_ascii=False, allow_nan=False)


async def put(services: Services, caller: Caller, place: Place, document: str) -> tuple[bool, str]:
    """Stores an entry: whether it is new, and its digest.

    Raises:
        Refused: it needs hardware that nobody knows, or there are too many entries.
    """

    def work(connection: Connection) -> tuple[bool, str]:
        is_new = entries.put(connection, place, document)
        if (
            is_new
            and entries.count(connection, place.organisation_id) > services.settings.max_entries
        ):
            text = f"An organisation has at most {services.settings.max_entries} entries."
            raise Refused("entries-full", text)
        _refuse_unknown_hardware(connection, services.catalog, place, json.loads(document))
        audit.note(connection, caller, "entry.put", f"{place.kind}/{place.id}")
        row = entries.find(connection, place)
        return is_new, row.digest if row else ""

    await to_thread.run_sync(lambda: services.catalog)
    return await services.database.write(work)


async def remove(services: Services, caller: Caller, place: Place) -> bool:
    """Whether there was such an entry, which is gone.

    Raises:
        Refused: another entry needs it.
    """

    def work(connection: Connection) -> bool:
        if not entries.remove(connection, place):
            return False
        if place.kind == "hardware" and place.id not in services.catalog.hardware:
            _refuse_if_needed(connection, place)
        audit.note(connection, caller, "entry.removed", f"{place.kind}/{place.id}")
        return True

    return await services.database.write(work)


def _refuse_unknown_hardware(
    connection: Connection, catalog: Catalog, place: Place, entry: dict[str, Any]
) -> None:
    if place.kind != "deployments":
        return
    for name in _hardware_of(entry):
        own = Place(place.organisation_id, "hardware", name)
        if name not in catalog.hardware and entries.find(connection, own) is None:
            text = f"hardware: {name!r} is neither in the catalog nor among your own; put it first."
            raise Refused("invalid-entry", text, errors=[{"path": "hardware", "message": text}])


def _refuse_if_needed(connection: Connection, place: Place) -> None:
    own = entries.everything(connection, place.organisation_id).get("deployments", {})
    users = [name for name, entry in own.items() if place.id in _hardware_of(entry)]
    if users:
        named = ", ".join(users[:3])
        text = f"{len(users)} deployments need {place.id} ({named}); remove them first."
        raise Refused("entry-in-use", text)


def _hardware_of(entry: dict[str, Any]) -> list[str]:
    parts: list[dict[str, Any]] = entry.get("parts") or []
    one = entry.get("hardware")
    return [part["hardware"] for part in parts] + ([one] if isinstance(one, str) else [])
