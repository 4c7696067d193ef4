"""Files that the command line writes."""

from pathlib import Path

from planner.errors import InvalidInput


def write_bytes(path: Path, content: bytes) -> None:
    """Writes a whole file.

    Raises:
        InvalidInput: the place cannot be written.
    """
    try:
        path.write_bytes(content)
    except OSError as error:
        raise InvalidInput.at("", f"cannot be written: {error.strerror}", str(path)) from None


def make_folder(path: Path) -> None:
    """A folder, with those above it.

    Raises:
        InvalidInput: it cannot be made.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidInput.at("", f"cannot be made: {error.strerror}", str(path)) from None
