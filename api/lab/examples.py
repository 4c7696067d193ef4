"""The demands that ship as examples, each with the first sentence of its file."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

from planner.documents import read_file

_ROOT: Final = Path(__file__).resolve().parents[2]
FOLDERS: Final = (_ROOT / "planner" / "_examples", _ROOT / "examples")
"""As installed, and in a checkout."""
_FIRST: Final = "small"
_ON_THE_COMMAND_LINE: Final = re.compile(r" \(exit status \d\)")
_SHOWN: Final = "65 replicas of 16 chips: a demand that can be checked in the head."


@cache
def examples() -> tuple[dict[str, Any], ...]:
    """The smallest first, the others by file name; none where they are not installed."""
    folder = next((folder for folder in FOLDERS if folder.is_dir()), None)
    if folder is None:
        return ()
    paths = [path for path in folder.iterdir() if path.suffix in {".json", ".yaml"}]
    ordered = sorted(paths, key=lambda path: (path.stem != _FIRST, path.stem))
    return tuple(_example(path) for path in ordered)


def _example(path: Path) -> dict[str, Any]:
    demand: dict[str, Any] = read_file(path)
    remark = " ".join(_remark(path.read_text("utf-8")))
    first = _ON_THE_COMMAND_LINE.sub("", remark.partition(". ")[0]).rstrip(".")
    text = f"{first}." if remark else _SHOWN
    return {"id": path.stem, "name": demand["name"], "text": text, "demand": demand}


def _remark(text: str) -> Iterator[str]:
    """The comment that a YAML file opens with."""
    for line in text.splitlines():
        if not line.startswith("#"):
            return
        yield line.lstrip("# ").strip()
