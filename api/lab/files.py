"""The files of the page: read once, told apart by digest, also at hand compressed."""

import gzip
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from api.lab.pages import PAGES, PARTS, page_html

FOLDER: Final = Path(__file__).parent / "page"
CHARTS: Final = "charts.js"
"""The chart library: a worker makes it of what a Python package carries, when first asked."""
_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class PageFile:
    """One file as it is sent."""

    content: bytes
    compressed: bytes
    media_type: str
    digest: str


@cache
def page_files() -> Mapping[str, PageFile]:
    """Every file that is sent, by its path; pages as `name.html`."""
    found = sorted(path for path in FOLDER.rglob("*") if path.suffix in _TYPES)
    texts = {path.relative_to(FOLDER).as_posix(): path.read_text("utf-8") for path in found}
    pages = {f"{name}.html": page_html(name, texts) for name in PAGES}
    sent = {name: text for name, text in texts.items() if name not in PARTS} | pages
    return {name: _file(text.encode(), Path(name).suffix) for name, text in sent.items()}


def script(content: bytes) -> PageFile:
    """A script that was made and not read."""
    return _file(content, ".js")


def _file(content: bytes, suffix: str) -> PageFile:
    compressed = gzip.compress(content, 9, mtime=0)
    return PageFile(content, compressed, _TYPES[suffix], sha256(content).hexdigest()[:20])
