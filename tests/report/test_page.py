"""The page and the PDF: whole, safe, and with every name to the letter."""

import io
import re
from html.parser import HTMLParser

import pypdf
import pytest

from planner.report.content import Figure, Table, shown, tables_of
from planner.report.content.cells import columns
from planner.report.page import MOST_ROWS, _told
from planner.report.pdf import _load_nothing
from tests.factories.shown_quotes import (
    NAMES,
    QUOTES,
    document,
    infeasible_quote,
    rich_quote,
)

VOID = {"meta", "br", "link", "img", "wbr"}


class Reader(HTMLParser):
    """Tags, attributes and text; refuses tags that do not close each other."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


@pytest.fixture(scope="module", params=QUOTES)
def page(request: pytest.FixtureRequest) -> Reader:
    return Reader(document(request.param, "html").decode())


def test_the_page_is_well_formed(page: Reader):
    assert page.open == []


def test_the_page_runs_and_loads_nothing(page: Reader):
    allowed = {"html", "head", "meta", "title", "style", "body", "header", "p", "span", "h1", "h2"}
    allowed |= {"bdi", "strong", "dl", "div", "dt", "dd", "nav", "ul", "li", "a", "main", "section"}
    allowed |= {"table", "thead", "tbody", "tr", "th", "td", "figure", "footer"}
    allowed |= {"svg", "desc", "g", "path", "text", "defs", "rect", "clippath", "line", "tspan"}
    assert {tag for tag, _ in page.tags} <= allowed
    for _, attributes in page.tags:
        assert not [name for name in attributes if name.startswith("on") or name == "src"]
        assert (attributes.get("href") or "#").startswith("#")
        assert "url(h" not in str(attributes)


def test_the_style_loads_nothing():
    text = document("rich", "html").decode()
    (style,) = re.findall(r"<style>(.*?)</style>", text, flags=re.DOTALL)
    assert "url(" not in style
    assert "@import" not in style
    assert "prefers-color-scheme: dark" in style


def test_ids_are_unique_and_links_lead_to_them(page: Reader):
    ids = [a["id"] for _, a in page.tags if "id" in a]
    assert len(ids) == len(set(ids))
    links = [(a["href"] or "")[1:] for tag, a in page.tags if tag == "a"]
    assert links
    assert set(links) <= set(ids)


def test_every_picture_has_words(page: Reader):
    for tag, attributes in page.tags:
        if tag == "svg":
            assert attributes["role"] == "img"
            assert attributes["aria-labelledby"]


def test_every_table_has_heads(page: Reader):
    scopes = [a.get("scope") for tag, a in page.tags if tag == "th"]
    assert set(scopes) <= {"col", "row"}


def test_names_stand_to_the_letter():
    texts = Reader(document("nasty", "html").decode()).texts
    for name in NAMES:
        assert shown(name) in texts
    assert "49" not in texts  # {{7*7}}


def test_every_table_is_on_the_page():
    texts = Reader(document("rich", "html").decode()).texts
    assert {table.title for table in tables_of(rich_quote())} <= set(texts)


def pdf_of(name: str) -> pypdf.PdfReader:
    return pypdf.PdfReader(io.BytesIO(document(name, "pdf")))


@pytest.mark.parametrize("name", QUOTES)
def test_every_page_of_the_pdf_has_its_number(name: str):
    pages = pdf_of(name).pages
    for number, page in enumerate(pages, 1):
        assert f"Page {number} of {len(pages)}" in _text(page)


def _text(page: pypdf.PageObject) -> str:
    """Without the zeroes that pypdf leaves beside letters beyond the first plane."""
    return page.extract_text().replace("\0", "")


def test_the_pdf_has_a_header_from_its_second_page_on():
    pages = pdf_of("rich").pages
    assert len(pages) > 1
    assert all(page.extract_text().count("Rich") for page in pages)
    assert all(rich_quote().id in page.extract_text() for page in pages[1:])


def test_the_pdf_says_what_the_page_says():
    text = "\n".join(page.extract_text() for page in pdf_of("rich").pages)
    for table in tables_of(rich_quote()):
        assert table.title in text
    assert pdf_of("rich").metadata.title == "Rich"  # type: ignore[union-attr]


def test_no_fleet_says_so_at_once():
    first = pdf_of("infeasible").pages[0].extract_text()
    assert "Infeasible." in first
    assert "What is missing" in first
    assert infeasible_quote().shortfalls[0].unit in first


def test_nothing_is_loaded_while_the_pdf_is_made():
    with pytest.raises(ValueError, match="is not loaded"):
        _load_nothing("http://example.org/x.png")


def test_a_table_is_no_longer_than_people_read():
    rows = tuple((f"w{i}", Figure(i)) for i in range(MOST_ROWS + 5))
    told = _told(Table("t", "T", columns("name", "#n"), rows))
    assert len(told.rows) == MOST_ROWS
    assert told.note.startswith("5 more rows")


def test_a_column_in_which_nothing_is_known_is_left_out():
    rows = (("a", Figure(None), Figure(0)), ("b", Figure(None), Figure(1)))
    told = _told(Table("t", "T", columns("name", "#x", "#y"), rows))
    assert [column.name for column in told.columns] == ["name", "y"]
