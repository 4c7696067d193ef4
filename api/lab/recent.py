"""Previews: quotes that were made and not kept, at hand for a while for what belongs to them."""

import threading
from collections import OrderedDict
from typing import Final

MOST_BYTES: Final = 32 * 2**20


class Recent:
    """The latest previews by organisation and id; the oldest go when the room is full."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._kept: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def keep(self, organisation_id: str, quote_id: str, document: bytes) -> None:
        """Keeps a preview, if it is not larger than the whole room."""
        if len(document) > self._most_bytes:
            return
        with self._lock:
            self._bytes += len(document)
            self._kept[organisation_id, quote_id] = document
            while self._bytes > self._most_bytes:
                self._bytes -= len(self._kept.popitem(last=False)[1])

    def find(self, organisation_id: str, quote_id: str) -> bytes | None:
        """The preview; None where it is gone, or another organisation's."""
        with self._lock:
            return self._kept.get((organisation_id, quote_id))
