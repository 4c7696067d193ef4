"""Result files on disk: which there are, and their contents."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from planner.errors import InvalidInput

ENDINGS: Final = {".json", ".jsonl", ".yaml", ".yml", ".csv", ".tsv", ".txt"}
_ASIDE: Final = (".failure.json", ".pytorch.json", "warmup.json")
"""What tools write beside their results: failed and warm-up runs, and the same in another form."""


@dataclass(frozen=True, slots=True)
class ResultFile:
    """A file to read, and whether it was named or found in a folder."""

    path: Path
    name: str
    is_named: bool


def result_files(paths: Sequence[Path]) -> list[ResultFile]:
    """The files that were named, and those below the folders that were, each once.

    Raises:
        InvalidInput: a path that is not there, or a folder without any file of a known ending.
    """
    found: dict[Path, ResultFile] = {}
    for path in paths:
        if path.is_dir():
            for file in _below(path):
                found.setdefault(file.resolve(), ResultFile(file, str(file), is_named=False))
        elif path.exists():
            found[path.resolve()] = ResultFile(path, str(path), is_named=True)
        else:
            raise InvalidInput.at(
                "", "is not there; give a result file or a folder of them", str(path)
            )
    return list(found.values())


def _below(folder: Path) -> Iterator[Path]:
    files = sorted(
        p for p in folder.rglob("*") if p.suffix.lower() in ENDINGS and _is_result(p, folder)
    )
    if not files:
        message = f"holds no {', '.join(sorted(ENDINGS))} file; give the folder with the results"
        raise InvalidInput.at("", message, str(folder))
    yield from files


def _is_result(path: Path, folder: Path) -> bool:
    hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
    return path.is_file() and not hidden and not path.name.endswith(_ASIDE)


def read_bytes(file: ResultFile) -> bytes:
    """The contents of a file.

    Raises:
        InvalidInput: it cannot be read.
    """
    try:
        return file.path.read_bytes()
    except OSError as error:
        raise InvalidInput.at("", f"cannot be read: {error.strerror}", file.name) from None
