"""Who a request comes from."""

from dataclasses import dataclass
from typing import Final

SCOPES: Final = ("read", "write", "admin")
"""`read` sees, `write` makes and withdraws, `admin` sees the audit trail."""


@dataclass(frozen=True, slots=True)
class Caller:
    """One request's organisation and key."""

    organisation_id: str
    key_id: str | None
    """None: nobody needs a key."""
    key_name: str | None
    scopes: frozenset[str]
    entries_version: int
    """Counts the changes of the organisation's own entries."""
    request_id: str
