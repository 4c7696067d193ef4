"""The pages: one frame around what each has of its own."""

from collections.abc import Mapping
from dataclasses import dataclass
from string import Template
from typing import Final


@dataclass(frozen=True, slots=True)
class Page:
    """One page; its script has its name."""

    title: str
    heading: str = ""
    main: str = "single.html"
    """The file of what stands between head and foot."""
    skip: str = "content"
    """Where a reader who skips the links comes to."""
    skipped: str = "content"


FRAME: Final = "frame.html"
PAGES: Final[Mapping[str, Page]] = {
    "lab": Page("Lab", main="lab.html", skip="results", skipped="figures"),
    "quotes": Page("Quotes", "Quotes"),
    "claims": Page("Claims", "Published claims"),
    "quote": Page("Quote", "Quote"),
    "compare": Page("Two quotes", "Two quotes"),
}
"""By name."""
LINKS: Final[Mapping[str, str]] = {"lab": "/", "quotes": "/quotes", "claims": "/claims"}
"""The pages that each page leads to, and where they are."""
PARTS: Final = frozenset({FRAME, *(page.main for page in PAGES.values())})
"""Files that are sent only as parts of pages."""


def page_html(name: str, parts: Mapping[str, str]) -> str:
    """A page, put together.

    Args:
        name: one of `PAGES`.
        parts: the text of each of `PARTS`.
    """
    page = PAGES[name]
    links = "".join(
        f'<a href="{where}"{" aria-current=page" if each == name else ""}>{PAGES[each].title}</a>'
        for each, where in LINKS.items()
    )
    return Template(parts[FRAME]).substitute(
        name=name,
        title=page.title,
        skip=page.skip,
        skipped=page.skipped,
        links=links,
        main=Template(parts[page.main]).substitute(heading=page.heading).rstrip(),
    )
