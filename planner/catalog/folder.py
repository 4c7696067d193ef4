"""Which folder the catalog lies in, and which files of it are read."""

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from planner.errors import InvalidProfile

PROFILES_VARIABLE: Final = "PLANNER_PROFILES"
_ENDINGS: Final = (".yaml", ".yml")
_PACKAGE: Final = Path(__file__).parents[1]


@dataclass(frozen=True)
class ProfileFile:
    """One file of the catalog as it was read."""

    path: str
    """Relative to the folder, with `/`."""
    content: bytes
    digest: str
    """SHA-256 of the content, hexadecimal."""


def default_folder() -> Path:
    """`PLANNER_PROFILES`, else `profiles/` of the checkout, else the copy that was installed."""
    chosen = os.environ.get(PROFILES_VARIABLE)
    if chosen:
        return Path(chosen)
    checkout = _PACKAGE.parent / "profiles"
    return checkout if checkout.is_dir() else _PACKAGE / "_profiles"


def shown_path(folder: Path) -> str:
    """How messages name the folder: from the working directory where it lies below that."""
    here = Path.cwd()
    return str(folder.relative_to(here) if folder.is_relative_to(here) else folder)


def read_folder(folder: Path) -> tuple[ProfileFile, ...]:
    """Every YAML file under the folder, in order of path; hidden files and folders are left out.

    Raises:
        InvalidProfile: the folder is not there, or a file of it cannot be read.
    """
    if not folder.is_dir():
        message = f"is not a folder; give one with --profiles or {PROFILES_VARIABLE}"
        raise InvalidProfile.at("", message, shown_path(folder))
    return tuple(_read(folder, path) for path in sorted(_paths(str(folder))))


def digest_of(files: tuple[ProfileFile, ...]) -> str:
    """One digest of all files: their paths and their contents."""
    whole = hashlib.sha256()
    for file in files:
        whole.update(f"{file.path}\0{file.digest}\n".encode())
    return f"sha256:{whole.hexdigest()}"


def _paths(root: str) -> list[str]:
    found: list[str] = []
    for here, folders, names in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".")]
        inside = os.path.relpath(here, root).replace(os.sep, "/")
        prefix = "" if inside == "." else f"{inside}/"
        found += [
            prefix + name for name in names if name.endswith(_ENDINGS) and not name.startswith(".")
        ]
    return found


def _read(folder: Path, path: str) -> ProfileFile:
    try:
        content = (folder / path).read_bytes()
    except OSError as error:
        message = f"cannot be read: {error.strerror}"
        raise InvalidProfile.at("", message, f"{shown_path(folder)}/{path}") from None
    return ProfileFile(path, content, hashlib.sha256(content).hexdigest())
