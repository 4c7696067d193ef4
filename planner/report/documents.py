"""Every document that a quote can be had as: `document_of(quote, kind)`."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Final, Literal, get_args

from planner.catalog.library import Catalog
from planner.errors import InvalidInput
from planner.quote import Quote
from planner.report.extras import need

Kind = Literal["json", "csv", "md", "html", "pdf", "xlsx"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
MEDIA_TYPES: Final[dict[Kind, str]] = {
    "json": "application/json",
    "csv": "text/csv; charset=utf-8",
    "md": "text/markdown; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "pdf": "application/pdf",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
"""What each kind is called in `Content-Type`; without its parameters, in `Accept`."""
_ENDINGS: Final[dict[str, Kind]] = {
    "json": "json",
    "csv": "csv",
    "md": "md",
    "markdown": "md",
    "html": "html",
    "htm": "html",
    "pdf": "pdf",
    "xlsx": "xlsx",
}


@dataclass(frozen=True, slots=True)
class _Maker:
    """Where a kind is made; the module is imported when it is first asked for."""

    module: str
    function: str

    def __call__(self, quote: Quote, catalog: Catalog | None) -> bytes:
        make: Callable[[Quote, Catalog | None], bytes] = getattr(
            import_module(self.module), self.function
        )
        return make(quote, catalog)


_MAKERS: Final[dict[Kind, _Maker]] = {
    "csv": _Maker("planner.report.csv_file", "csv_of"),
    "md": _Maker("planner.report.markdown", "markdown_of"),
    "html": _Maker("planner.report.page", "page_of"),
    "pdf": _Maker("planner.report.pdf", "pdf_of"),
    "xlsx": _Maker("planner.report.workbook", "workbook_of"),
}


_MODULES: Final[dict[Kind, tuple[str, ...]]] = {
    "html": ("jinja2", "altair", "vl_convert"),
    "pdf": ("jinja2", "altair", "vl_convert", "pydyf"),
    "xlsx": ("xlsxwriter",),
}
"""What each kind needs of the extra `documents`."""


def check_can_make(kind: Kind) -> None:
    """Looks for what a kind needs, so that nobody waits for a solve in vain.

    Raises:
        NotInstalled: the extra `documents`, or a library that PDF needs, is not there.
    """
    for module in _MODULES.get(kind, ()):
        need(module)
    if kind == "pdf":
        from planner.report.pdf import weasyprint

        weasyprint()


def document_of(quote: Quote, kind: Kind, catalog: Catalog | None = None) -> bytes:
    """A quote as one document, infeasible ones too.

    Args:
        quote: any.
        kind: one of `KINDS`.
        catalog: that the quote was made with, for the titles of sources and for the curves of
            what was rejected, which a quote does not carry.

    Raises:
        NotInstalled: the extra `documents`, or a library that PDF needs, is not there.
    """
    if kind == "json":
        return quote.to_json().encode() + b"\n"
    return _MAKERS[kind](quote, catalog)


def kind_of_path(path: Path) -> Kind:
    """The kind that the ending of a file name asks for.

    Raises:
        InvalidInput: none is made with this ending.
    """
    kind = _ENDINGS.get(path.suffix.removeprefix(".").lower())
    if kind is None:
        endings = ", ".join(f".{name}" for name in KINDS)
        raise InvalidInput.at("", f"the name must end in one of {endings}", str(path))
    return kind


def kind_of_media_type(media_type: str) -> Kind | None:
    """The kind of a media type; parameters do not matter; `None` where no kind has it.

    >>> kind_of_media_type("text/csv; charset=utf-8"), kind_of_media_type("image/png")
    ('csv', None)
    """
    wanted = media_type.partition(";")[0].strip().lower()
    for kind, known in MEDIA_TYPES.items():
        if known.partition(";")[0] == wanted:
            return kind
    return None
