"""Links from one answer to the next request."""

from typing import Any, Final


def _link(operation: str, description: str, **parameters: str) -> dict[str, Any]:
    return {"operationId": operation, "description": description, "parameters": parameters}


_ID: Final = "$response.body#/id"
_FIRST: Final = "$response.body#/items/0/id"
QUOTE_LINKS: Final = {
    "read": _link("read_quote", "The quote.", quote_id=_ID),
    "verify": _link("verify_quote", "Its rules again.", quote_id=_ID),
    "compare": _link(
        "compare_quotes", "With itself: nothing changed.", **{"path.quote_id": _ID, "with": _ID}
    ),
    "withdraw": _link("withdraw_quote", "The end of it.", quote_id=_ID),
}
JOB_LINKS: Final = {
    "poll": _link("read_job", "How far it is.", job_id=_ID),
    "cancel": _link("cancel_job", "Stop it.", job_id=_ID),
}
QUOTE_OF_JOB: Final = {
    "quote": _link("read_quote", "Once it is there.", quote_id="$response.body#/quote_id")
}


def entry_links(kind: str) -> dict[str, Any]:
    """From an entry that was put."""
    return {
        "read": _link(f"read_own_{kind}", "The entry.", entry_id=_ID),
        "remove": _link(f"remove_own_{kind}", "The end of it.", entry_id=_ID),
    }


def first_link(operation: str, parameter: str) -> dict[str, Any]:
    """From a list to its first item."""
    return {"first": _link(operation, "The first of the page.", **{parameter: _FIRST})}
