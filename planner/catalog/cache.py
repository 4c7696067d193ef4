"""Parsed files, kept from one run to the next: YAML takes seconds where JSON takes milliseconds.

One cache file a folder, in the user's own cache folder. It holds plain data by the digest of the
text that it came from, so it can never be stale, and its own digest, so that half of one is seen.
"""

import contextlib
import hashlib
import json
import os
import tempfile
from pathlib import Path
from typing import Any, Final

from planner.catalog.folder import ProfileFile, read_folder, shown_path
from planner.errors import InvalidInput, InvalidProfile

_FORM: Final = "planner profiles 1"
"""What the cache holds; raise the number whenever `documents` reads the same text differently."""


def load_parsed(folder: Path) -> tuple[tuple[ProfileFile, ...], dict[str, Any]]:
    """The files of a folder, and the plain data of each by its path; each text is parsed once.

    Raises:
        InvalidProfile: a file that cannot be read.
    """
    files = read_folder(folder)
    place = cache_file(folder)
    known = _read_cache(place)
    wanted = {file.digest: file for file in files}
    fresh = {digest: _parse(folder, file) for digest, file in wanted.items() if digest not in known}
    parsed = {digest: fresh.get(digest, known.get(digest)) for digest in wanted}
    if fresh or len(known) != len(parsed):
        _write_cache(place, parsed)
    return files, {file.path: parsed[file.digest] for file in files}


def cache_file(folder: Path) -> Path:
    """Where the parsed form of a folder is kept."""
    base = os.environ.get("XDG_CACHE_HOME") or Path("~").expanduser() / ".cache"
    name = hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:32]
    return Path(base) / "planner" / f"profiles-{name}.json"


def _parse(folder: Path, file: ProfileFile) -> Any:
    from planner.documents import decode, read_document

    source = f"{shown_path(folder)}/{file.path}"
    try:
        return read_document(decode(file.content, source), is_yaml=True, source=source)
    except InvalidInput as error:
        raise InvalidProfile(error.faults, error.source) from None


def _read_cache(place: Path) -> dict[str, Any]:
    """By digest of the text; empty where there is no cache, or one that is not whole."""
    try:
        head, _, body = place.read_bytes().partition(b"\n")
    except OSError:
        return {}
    return json.loads(body) if head == _head(body) else {}


def _write_cache(place: Path, parsed: dict[str, Any]) -> None:
    """Whole or not at all: written beside, then moved; where that cannot be, there is no cache."""
    body = json.dumps(parsed, ensure_ascii=False, separators=(",", ":")).encode()
    with contextlib.suppress(OSError):
        place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, beside = tempfile.mkstemp(dir=place.parent, prefix=f"{place.stem}.", suffix=".new")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(_head(body) + b"\n" + body)
            Path(beside).replace(place)
        except OSError:
            Path(beside).unlink(missing_ok=True)


def _head(body: bytes) -> bytes:
    return f"{_FORM} {hashlib.sha256(body).hexdigest()}".encode()
