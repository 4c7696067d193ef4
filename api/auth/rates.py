"""How fast a key may ask: a bucket of tokens for each, filled evenly."""

import math
import threading
import time
from typing import Final

_BURST_S: Final = 10.0
"""A bucket holds what flows in over so many seconds."""
_MOST_KEYS: Final = 10_000


class Rates:
    """The buckets of all keys; full ones are forgotten when there are too many."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._buckets: dict[str, tuple[float, float]] = {}

    def wait_s(self, key_id: str, per_minute: int) -> int:
        """0 where the key may ask now, which is counted; else the seconds until it may."""
        if per_minute <= 0:
            return 0
        per_s, now = per_minute / 60, time.monotonic()
        most = max(1.0, per_s * _BURST_S)
        with self._lock:
            tokens, since = self._buckets.get(key_id, (most, now))
            tokens = min(most, tokens + (now - since) * per_s)
            if tokens < 1:
                return math.ceil((1 - tokens) / per_s)
            if len(self._buckets) >= _MOST_KEYS:
                self._buckets.clear()
            self._buckets[key_id] = (tokens - 1, now)
        return 0
