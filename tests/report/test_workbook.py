"""The workbook: its formulas come to what stands beside them, and to the quote; text stays text."""

import io

import openpyxl
import pytest

from tests.factories.formulas import Calculator
from tests.factories.shown_quotes import QUOTES, document

MATERIALS, COSTS, ASSUMPTIONS = "Bill of materials", "Costs", "Assumptions"


@pytest.fixture(params=["rich", "racks", "nasty", "idle"])
def name(request: pytest.FixtureRequest) -> str:
    return request.param


def find(book: openpyxl.Workbook, sheet: str, text: str) -> int:
    """The row that starts with a text."""
    return next(row[0].row for row in book[sheet].iter_rows() if row[0].value == text)


def column_of(book: openpyxl.Workbook, sheet: str, name: str) -> str:
    cells = (cell for row in book[sheet].iter_rows() for cell in row)
    return next(cell.column_letter for cell in cells if cell.value == name)


def test_every_formula_comes_to_the_value_beside_it(name: str):
    content = document(name, "xlsx")
    calculator = Calculator(content)
    shown = openpyxl.load_workbook(io.BytesIO(content), data_only=True)
    formulas = [
        (sheet.title, cell.coordinate)
        for sheet in calculator.book
        for row in sheet.iter_rows()
        for cell in row
        if cell.data_type == "f"
    ]
    assert formulas
    for sheet, cell in formulas:
        expected = calculator.value(sheet, cell)
        assert shown[sheet][cell].value == pytest.approx(expected, rel=1e-12, abs=1e-9), cell


def test_lines_come_to_those_of_the_quote(name: str):
    """Each within a cent, since a quote deals out cents so that they add up."""
    calculator = Calculator(document(name, "xlsx"))
    total, quoted = (find(calculator.book, COSTS, text) for text in ("Total", "As quoted"))
    totals = QUOTES[name]().totals
    assert totals is not None
    for column in "DEFGHIJKLM":
        expected = calculator.value(COSTS, f"{column}{quoted}")
        assert calculator.value(COSTS, f"{column}{total}") == pytest.approx(expected, abs=0.011)
    year = calculator.value(COSTS, f"M{total}")
    assert year == pytest.approx(totals.usd_per_year, abs=0.01)


def test_a_dearer_server_makes_every_cost_that_follows_it_dearer():
    """West owns 2 nodes of 100,000 USD; at 200,000 its servers cost twice as much a year."""
    content = document("rich", "xlsx")
    book = openpyxl.load_workbook(io.BytesIO(content))
    price = column_of(book, MATERIALS, "USD per unit")
    row = next(r[0].row for r in book[MATERIALS].iter_rows() if r[0].value == "west")
    dearer = Calculator(content, {(MATERIALS, f"{price}{row}"): 200_000})
    before, after = Calculator(content), dearer
    west = next(r[0].row for r in book[COSTS].iter_rows() if r[0].value == "west")
    assert after.value(COSTS, f"D{west}") == pytest.approx(2 * before.value(COSTS, f"D{west}"))
    total = find(book, COSTS, "Total")
    more = after.value(COSTS, f"M{total}") - before.value(COSTS, f"M{total}")
    assert more == pytest.approx(sum(before.value(COSTS, f"{x}{west}") for x in "DEK"))
    summary = find(book, "Summary", "Cost a year, USD")
    assert after.value("Summary", f"B{summary}") == pytest.approx(
        before.value("Summary", f"B{summary}") + more
    )


def test_another_life_changes_what_is_paid_each_year():
    """10 % of the price is left, no cost of capital: 0.9 / 4 a year becomes 0.9 / 8."""
    content = document("rich", "xlsx")
    book = openpyxl.load_workbook(io.BytesIO(content))
    life = find(book, ASSUMPTIONS, "Years until a server is written off")
    rate = find(book, ASSUMPTIONS, "Cost of capital per year")
    share = find(book, ASSUMPTIONS, "Share of a price that is paid in each year")
    at = {(ASSUMPTIONS, f"B{life}"): 8.0, (ASSUMPTIONS, f"B{rate}"): 0.0}
    assert Calculator(content, at).value(ASSUMPTIONS, f"B{share}") == pytest.approx(0.9 / 8)


def test_what_is_ordered_adds_up():
    """3 owned nodes of 100,000 USD, 24 rented chips at 3 USD an hour."""
    calculator = Calculator(document("rich", "xlsx"))
    book = calculator.book
    total = find(book, MATERIALS, "Total")
    servers, rent, nodes = (
        calculator.value(MATERIALS, f"{column_of(book, MATERIALS, name)}{total}")
        for name in ("Servers, USD", "Rent, USD a year", "Nodes")
    )
    assert (servers, rent, nodes) == (300_000, 24 * 3 * 8760, 6)


@pytest.mark.parametrize("name", QUOTES)
def test_text_is_text(name: str):
    """The formulas are those that we write: none of them comes from a name."""
    book = openpyxl.load_workbook(io.BytesIO(document(name, "xlsx")))
    for sheet in book:
        for row in sheet.iter_rows():
            for cell in row:
                assert cell.hyperlink is None
                if cell.data_type == "f":
                    assert sheet.title in {"Summary", MATERIALS, COSTS, ASSUMPTIONS}
                    assert "HYPERLINK" not in cell.value


def test_names_that_look_like_formulas_stand_to_the_letter():
    book = openpyxl.load_workbook(io.BytesIO(document("nasty", "xlsx")))
    cells = {c.value: c.data_type for row in book["Workloads"].iter_rows() for c in row if c.value}
    for name in ('=HYPERLINK("http://example.org","y")', "+1", "-2+3", "@SUM(1)"):
        assert cells[name] == "s"


def test_a_quote_has_its_sheets_in_order():
    book = openpyxl.load_workbook(io.BytesIO(document("rich", "xlsx")))
    assert book.sheetnames == [
        "Summary",
        MATERIALS,
        ASSUMPTIONS,
        COSTS,
        "Workloads",
        "Pools",
        "Not used",
        "Sources",
        "Certificate",
    ]


def test_no_fleet_says_what_is_missing():
    book = openpyxl.load_workbook(io.BytesIO(document("infeasible", "xlsx")))
    assert COSTS not in book.sheetnames
    assert book["Summary"]["A1"].value == "=none"
    assert book["Summary"]["A1"].data_type == "s"
    assert "Infeasible" in str(book["Summary"]["A2"].value)
    assert "Missing" in book.sheetnames


def test_nothing_divides_by_no_tokens():
    text = [
        str(cell.value)
        for sheet in openpyxl.load_workbook(io.BytesIO(document("idle", "xlsx")))
        for row in sheet.iter_rows()
        for cell in row
    ]
    assert "Per million tokens, USD" not in text
