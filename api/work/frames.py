"""Messages between the service and a worker: a head of plain data, and parts of bytes."""

import json
import os
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

_LENGTH: Final = struct.Struct(">I")
_CHUNK: Final = 1 << 16


@dataclass(frozen=True, slots=True)
class Frame:
    """One message."""

    head: dict[str, Any]
    parts: Sequence[bytes] = field(default=())


def packed(frame: Frame) -> bytes:
    """The frame as bytes: length of the head, head with the lengths of the parts, parts."""
    head = json.dumps([frame.head, [len(part) for part in frame.parts]]).encode()
    return b"".join((_LENGTH.pack(len(head)), head, *frame.parts))


def read_frame(descriptor: int) -> Frame | None:
    """The next frame of a pipe; None where the other side has closed it."""
    raw = _read(descriptor, _LENGTH.size)
    if raw is None:
        return None
    head = _read(descriptor, _LENGTH.unpack(raw)[0])
    if head is None:
        return None
    fields, lengths = json.loads(head)
    parts = [_read(descriptor, length) for length in lengths]
    if None in parts:
        return None
    return Frame(fields, [part for part in parts if part is not None])


def write_all(descriptor: int, data: bytes) -> None:
    """Writes it all, however small the pipe is.

    Raises:
        BrokenPipeError: nobody reads any more.
    """
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def _read(descriptor: int, length: int) -> bytes | None:
    chunks: list[bytes] = []
    while length:
        chunk = os.read(descriptor, min(length, _CHUNK))
        if not chunk:
            return None
        chunks.append(chunk)
        length -= len(chunk)
    return b"".join(chunks)
