"""What is ordered, and what was made of it."""

from dataclasses import dataclass
from hashlib import sha256

from api.auth.caller import Caller


@dataclass(frozen=True, slots=True)
class Order:
    """A demand as it came, from whom, under which key."""

    caller: Caller
    body: bytes
    key: str | None
    """The Idempotency-Key."""

    @property
    def fingerprint(self) -> str:
        """The same for the same body, to the letter."""
        return sha256(self.body).hexdigest()


@dataclass(frozen=True, slots=True)
class Made:
    """A stored quote."""

    quote_id: str
    document: bytes
    digest: str
