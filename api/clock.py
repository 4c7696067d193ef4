"""Moments as they are stored: UTC, RFC 3339, so that text sorts as time does."""

import secrets
import time
from datetime import UTC, datetime, timedelta
from typing import Final

LEASE_S: Final = 60.0
"""How long something in flight is believed to be so, after its process last said so."""


def now() -> str:
    """This moment."""
    return text_of(datetime.now(UTC))


def text_of(moment: datetime) -> str:
    """A moment as it is stored.

    >>> text_of(datetime(2026, 3, 4, 5, 6, 7, 80, UTC))
    '2026-03-04T05:06:07.000080Z'
    """
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def days_ago(days: int) -> str:
    """The moment so many days ago."""
    return text_of(datetime.now(UTC) - timedelta(days=days))


def lease() -> float:
    """Until when something that is in flight now is believed to be so; seconds since 1970."""
    return time.time() + LEASE_S


def new_id(prefix: str) -> str:
    """An id that nobody guesses."""
    return f"{prefix}_{secrets.token_hex(10)}"
