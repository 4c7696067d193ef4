"""Every document of every kind of quote: there is one, and a missing package is said clearly."""

import csv
import io
import json
import sys
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from planner.errors import InvalidInput, NotInstalled
from planner.quote import read_quote
from planner.report import documents
from planner.report.content import Figure, shown, tables_of
from planner.report.csv_file import written
from planner.report.documents import KINDS, MEDIA_TYPES, document_of, kind_of_path
from planner.report.markdown import escaped
from planner.report.spreadsheet_safety import defused
from tests.factories.shown_quotes import NAMES, QUOTES, document, rich_quote

STARTS = {"json": b"{", "csv": b"table,", "md": b"# ", "html": b"<!DOCTYPE html>"}
STARTS |= {"pdf": b"%PDF-", "xlsx": b"PK\x03\x04"}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", QUOTES)
def test_every_quote_has_every_document(name: str, kind: documents.Kind):
    made = document(name, kind)
    assert made.startswith(STARTS[kind])
    assert b"NaN" not in made or kind in {"pdf", "xlsx"}


def test_json_is_the_quote_itself():
    quote = rich_quote()
    assert read_quote(json.loads(document_of(quote, "json"))) == quote


@pytest.mark.parametrize(
    ("name", "kind"), [("q.xlsx", "xlsx"), ("Q.HTML", "html"), ("a.b.md", "md"), ("q.pdf", "pdf")]
)
def test_the_ending_of_a_name_asks_for_a_kind(name: str, kind: str):
    assert kind_of_path(Path(name)) == kind


@pytest.mark.parametrize("name", ["quote.docx", "quote", "quote.xls"])
def test_an_ending_that_nobody_makes_is_refused(name: str):
    with pytest.raises(InvalidInput, match=r"\.xlsx"):
        kind_of_path(Path(name))


@pytest.mark.parametrize("kind", KINDS)
def test_media_types_lead_back_to_their_kind(kind: documents.Kind):
    assert documents.kind_of_media_type(MEDIA_TYPES[kind].upper()) == kind


@pytest.mark.parametrize(
    ("kind", "module"),
    [("xlsx", "xlsxwriter"), ("html", "jinja2"), ("html", "vl_convert"), ("pdf", "altair")],
)
def test_a_missing_package_is_named_with_what_to_install(
    monkeypatch: pytest.MonkeyPatch, kind: documents.Kind, module: str
):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(NotInstalled, match=rf"{module} is not installed.*planner\[documents\]"):
        documents.check_can_make(kind)


def test_a_missing_pango_is_named_with_what_to_install(monkeypatch: pytest.MonkeyPatch):
    def no_library(_: str) -> None:
        raise OSError("cannot load library 'libpango-1.0-0'")

    monkeypatch.setattr("planner.report.pdf.import_module", no_library)
    with pytest.raises(NotInstalled, match=r"apt-get install libpango-1\.0-0"):
        documents.check_can_make("pdf")


@pytest.mark.parametrize("kind", ["json", "csv", "md"])
def test_plain_documents_need_no_package(monkeypatch: pytest.MonkeyPatch, kind: documents.Kind):
    for module in ("xlsxwriter", "jinja2", "altair", "vl_convert", "weasyprint"):
        monkeypatch.setitem(sys.modules, module, None)
    documents.check_can_make(kind)
    assert document_of(rich_quote(), kind)


def rows_of(quote_name: str) -> list[dict[str, str]]:
    text = document(quote_name, "csv").decode()
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_csv_has_a_line_a_figure():
    found = {(r["table"], r["row"], r["column"]): (r["value"], r["unit"]) for r in rows_of("rich")}
    assert found["fleet", "Nodes", "value"] == ("6", "")
    assert found["bill_of_materials", "west / box / buy", "purchase"] == ("200000.0", "USD")
    assert found["bill_of_materials", "east / box / rent (on demand)", "nodes"] == ("3", "")
    assert float(found["cost_lines", "rent", "USD a year"][0]) == 3 * 24 * 8760


def test_csv_lines_have_as_many_fields_each():
    lines = list(csv.reader(io.StringIO(document("nasty", "csv").decode(), newline="")))
    assert {len(line) for line in lines} == {5}


def test_no_cell_of_a_csv_starts_a_formula():
    cells = [cell for row in rows_of("nasty") for cell in row.values()]
    assert not [cell for cell in cells if cell[:1] in "=+@\t\r" and cell]
    assert '\'=HYPERLINK("http://example.org","y")' in cells


def test_negative_numbers_stay_numbers():
    assert written(Figure(-5.5, "usd")) == -5.5
    assert written("-5.5") == "'-5.5"


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@x", "\t=1", "\r1", " =1", "＝1", "－1"])
def test_text_that_looks_like_a_formula_gets_an_apostrophe(text: str):
    assert defused(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", " ", "east", "a=1", "b-2", "1+1", "'"])
def test_other_text_stays_as_it_is(text: str):
    assert defused(text) == text


@pytest.mark.parametrize("name", NAMES)
def test_markdown_shows_names_to_the_letter(name: str):
    html = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    tokens = html.parse(f"| a |\n|---|\n| {escaped(name)} |\n")
    texts = [child for token in tokens if token.type == "inline" for child in token.children or ()]
    assert [child.type for child in texts[1:]] in (["text"], ["text", "text"])
    assert "".join(child.content for child in texts[1:]) == shown(name)


def test_markdown_has_every_table():
    text = document("rich", "md").decode()
    titles = [line[3:] for line in text.splitlines() if line.startswith("## ")]
    assert titles == [table.title for table in tables_of(rich_quote())]
