"""Bodies into plain data, as strictly as the command line reads files."""

from typing import Any

from api.errors import Refused
from planner.documents import decode, read_document
from planner.errors import InvalidInput


def parsed(raw: bytes) -> Any:
    """Plain data of a JSON body.

    Raises:
        Refused: it is not JSON, or JSON that could mean several things.
    """
    try:
        return read_document(decode(raw))
    except InvalidInput as error:
        faults = [{"path": fault.path, "message": fault.message} for fault in error.faults]
        detail = "; ".join(str(fault) for fault in error.faults)
        raise Refused("not-json", detail, errors=faults) from None
