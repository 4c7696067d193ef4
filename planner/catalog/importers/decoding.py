"""Bytes of a result file as text, in the encodings that spreadsheets and tools leave behind."""

from typing import Final

from planner.catalog.importers.finding import Refused

MAX_BYTES: Final = 512 * 2**20
_GZIP: Final = b"\x1f\x8b"
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")
_LONGEST_CHARACTER: Final = 4


def decode(raw: bytes) -> str:
    r"""Text of UTF-8 or UTF-16, with or without a byte order mark.

    Raises:
        Refused: empty, packed, too large, or in no such encoding.

    >>> (
    ...     decode("a,b".encode("utf-16")),
    ...     decode("a,b".encode("utf-16-le")),
    ...     decode(b"\xef\xbb\xbfa"),
    ... )
    ('a,b', 'a,b', 'a')
    """
    if not raw.strip():
        raise Refused("empty_file", "the file is empty")
    if raw.startswith(_GZIP):
        raise Refused("packed_file", "a gzip archive: unpack it first")
    if len(raw) > MAX_BYTES:
        raise Refused("file_too_large", f"{len(raw):,} bytes; at most {MAX_BYTES:,} are read")
    return _decoded(raw, _encoding(raw))


def _encoding(raw: bytes) -> str:
    if raw[:2] in _UTF16:
        return "utf-16"
    sample = raw[:200]
    if sample[1::2].count(0) > len(sample) // 4:
        return "utf-16-le"
    return "utf-16-be" if sample[::2].count(0) > len(sample) // 4 else "utf-8-sig"


def _decoded(raw: bytes, encoding: str) -> str:
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        if error.start and error.start >= len(raw) - _LONGEST_CHARACTER:
            return raw[: error.start].decode(encoding)  # cut off inside a character
        name = encoding.removesuffix("-sig").upper()
        raise Refused("not_text", f"byte {error.start}: not {name} text") from None
