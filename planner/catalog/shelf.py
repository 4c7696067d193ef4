"""The entries of one kind: found by id at once, checked against their schema when looked up."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from planner.entries.base import Schema
from planner.errors import Fault, InvalidProfile


@dataclass(frozen=True)
class Record:
    """An entry as it was read: where it stands, and its plain data."""

    file: str
    data: dict[str, Any]
    path: str = ""
    """Where in the file, for files that hold several entries."""


class Shelf[Entry: Schema](Mapping[str, Entry]):
    """Entries of one schema by id, in order of id; each is validated once, when first asked for."""

    def __init__(self, schema: type[Entry], records: dict[str, Record]) -> None:
        self._schema = schema
        self._records = dict(sorted(records.items()))
        self._entries: dict[str, Entry] = {}

    def __getitem__(self, entry_id: str) -> Entry:
        if entry_id not in self._entries:
            self._entries[entry_id] = validated(self._schema, self._records[entry_id])
        return self._entries[entry_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self._records)

    def __len__(self) -> int:
        return len(self._records)

    def __contains__(self, entry_id: object) -> bool:
        return entry_id in self._records

    def record(self, entry_id: str) -> Record:
        """The entry as it was read, not validated."""
        return self._records[entry_id]


def validated[Entry: Schema](schema: type[Entry], record: Record) -> Entry:
    """The entry of a record.

    Raises:
        InvalidProfile: with every fault, and its path in the file.
    """
    try:
        return schema.model_validate(record.data)
    except ValidationError as error:
        from planner.validation import faults_of

        faults = [Fault(_joined(record.path, f.path), f.message) for f in faults_of(error)]
        raise InvalidProfile(faults, record.file) from None


def file_stem(entry_id: str) -> str:
    """The file name, without its ending, of an entry.

    Letters, digits and `.`, `_`, `+`, `-` stay as they are; anything else, which a file name
    might not hold, becomes `_`.

    >>> file_stem("llama-3.3-70b--h200-sxm--fp8-tp2--trtllm"), file_stem("acme/chat: v2")
    ('llama-3.3-70b--h200-sxm--fp8-tp2--trtllm', 'acme_chat__v2')
    """
    return re.sub(r"[^\w.+-]", "_", entry_id)


def _joined(head: str, tail: str) -> str:
    return f"{head}.{tail}" if head and tail else head or tail
