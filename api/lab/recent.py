"""Previews: quotes that were made and not kept, at hand for a while for what belongs to them."""

import threading
from collections import Counter, OrderedDict
from typing import Final

MOST_BYTES: Final = 32 * 2**20


class Recent:
    """The latest previews by organisation and id.

    When the room is full, the organisation that takes most of it loses its oldest.
    """

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most_bytes = most_bytes
        self._kept: dict[str, OrderedDict[str, bytes]] = {}
        self._bytes: Counter[str] = Counter()
        self._lock = threading.Lock()

    def keep(self, organisation_id: str, quote_id: str, document: bytes) -> None:
        """Keeps a preview, if it is not larger than the whole room."""
        if len(document) > self._most_bytes:
            return
        with self._lock:
            self._kept.setdefault(organisation_id, OrderedDict())[quote_id] = document
            self._bytes[organisation_id] += len(document)
            while self._bytes.total() > self._most_bytes:
                self._drop_oldest_of(self._bytes.most_common(1)[0][0])

    def find(self, organisation_id: str, quote_id: str) -> bytes | None:
        """The preview; None where it is gone, or another organisation's."""
        with self._lock:
            kept = self._kept.get(organisation_id)
            return None if kept is None else kept.get(quote_id)

    def clear(self) -> None:
        """Forgets every preview."""
        with self._lock:
            self._kept.clear()
            self._bytes.clear()

    def _drop_oldest_of(self, organisation_id: str) -> None:
        kept = self._kept[organisation_id]
        self._bytes[organisation_id] -= len(kept.popitem(last=False)[1])
        if not kept:
            del self._kept[organisation_id], self._bytes[organisation_id]
