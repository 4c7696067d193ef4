"""Documents from files and from stdin."""

import sys
from pathlib import Path
from typing import Any

from planner.documents import decode, read_document, read_file
from planner.errors import InvalidInput

STDIN = "-"


def read_path(path: str) -> Any:
    """Plain data of a file, or of stdin for `-` (JSON, or YAML where it does not start as JSON)."""
    if path != STDIN:
        return read_file(Path(path))
    if sys.stdin is None:  # pyright: ignore[reportUnnecessaryComparison] - a shell may close it
        raise InvalidInput.at("", "closed; there is nothing to read", "stdin")
    text = decode(sys.stdin.buffer.read(), "stdin")
    return read_document(text, is_yaml=not text.lstrip().startswith(("{", "[")), source="stdin")


def write_text(path: Path, text: str) -> None:
    """Writes a whole file.

    Raises:
        InvalidInput: the place cannot be written.
    """
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise InvalidInput.at("", f"cannot be written: {error.strerror}", str(path)) from None
