"""API keys: made once, shown once, stored as a hash, compared in constant time."""

import hmac
import re
import secrets
from hashlib import sha256
from typing import Final

_KEY: Final = re.compile(r"plk_([0-9a-f]{16})_([A-Za-z0-9_-]{43})", re.ASCII)
_NOBODY: Final = "0" * 64
"""What an unknown key is compared with, so that it takes as long as a known one."""


def new_key() -> tuple[str, str, str]:
    """A key's id, its hash, and the key itself, which is nowhere else.

    The secret has 256 bits of chance, so a plain hash cannot be turned back by guessing.
    """
    key_id, secret = secrets.token_hex(8), secrets.token_urlsafe(32)
    return key_id, hash_of(secret), f"plk_{key_id}_{secret}"


def split(key: str) -> tuple[str, str] | None:
    """The id and the secret of a key; None where it is none.

    >>> split("plk_0123456789abcdef_" + "x" * 43)[0]
    '0123456789abcdef'
    >>> split("plk_1_x") is None
    True
    """
    found = _KEY.fullmatch(key)
    return (found[1], found[2]) if found else None


def hash_of(secret: str) -> str:
    """What is stored of a secret."""
    return sha256(secret.encode()).hexdigest()


def matches(secret: str, stored_hash: str | None) -> bool:
    """Whether a secret is the one that was stored."""
    return hmac.compare_digest(hash_of(secret), stored_hash or _NOBODY)
