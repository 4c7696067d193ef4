"""A quote as PDF: the page on A4, with a header and page numbers."""

from importlib import import_module
from typing import Any, Final

from planner.catalog.library import Catalog
from planner.errors import NotInstalled
from planner.quote import Quote
from planner.report.extras import need
from planner.report.page import rendered

DEBIAN: Final = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"
"""The packages of Debian and Ubuntu that hold what WeasyPrint draws text with."""


def pdf_of(quote: Quote, catalog: Catalog | None = None) -> bytes:
    """The whole document.

    Raises:
        NotInstalled: WeasyPrint, or the libraries that it draws text with, are not there.
    """
    press = weasyprint()
    document = press.HTML(string=rendered(quote, catalog, is_print=True), url_fetcher=_load_nothing)
    drawn: bytes = document.write_pdf()
    return drawn


def weasyprint() -> Any:
    """WeasyPrint, which looks for its libraries while it is imported.

    Raises:
        NotInstalled: the message names what to install.
    """
    need("pydyf")
    try:
        return import_module("weasyprint")
    except OSError as error:
        remedy = f"apt-get install {DEBIAN} (Debian, Ubuntu)"
        raise NotInstalled(f"Pango, which PDF needs ({error})", remedy) from None


def _load_nothing(url: str, *_: Any, **__: Any) -> Any:
    """A page that holds all it shows has nothing to load."""
    raise ValueError(f"{url} is not loaded")
