"""The numbers put into a formula come to the figure that they explain."""

import re

import pytest

from api.lab.examples import examples
from api.lab.explain import Explained, Line, entries_of, figures_of
from planner.catalog.library import load_catalog
from planner.quote import Quote
from planner.service import make_quote

EVIDENCE = {"measured", "third party", "vendor", "modelled", "target", "listed", "assumed", "given"}
ADDED_UP = re.compile(
    r"totals\.(chips|provisioned_chips|it_megawatts|facility_megawatts|mean_facility_megawatts|"
    r"output_tokens_per_s|required_output_tokens_per_s|capex_usd|usd_per_year)"
    r"|cost\.lines.*|sites\[\d+\]\.facility_megawatts"
)
OF_ONE_LINE = re.compile(
    r"totals\.(usd_per_million.*|energy.*)|workloads\[\d+\]\.\w+|pools.*\.chips"
)


@pytest.fixture(scope="module", params=[example["id"] for example in examples()])
def quote(request: pytest.FixtureRequest) -> Quote:
    demand = next(e["demand"] for e in examples() if e["id"] == request.param)
    return make_quote(demand)


def result(line: Line) -> float:
    """The last number of a line."""
    return [part for part in line if isinstance(part, int | float)][-1]


def test_terms_add_up_to_the_figure(quote: Quote):
    checked = 0
    for figure in figures_of(quote):
        if ADDED_UP.fullmatch(figure.path) and figure.value is not None:
            found = sum(result(line) for line in figure.worked)
            assert found == pytest.approx(figure.value, rel=1e-9, abs=0.011), figure.path
            checked += 1
        elif OF_ONE_LINE.fullmatch(figure.path) and figure.value is not None:
            assert result(figure.worked[0]) == pytest.approx(figure.value), figure.path
            checked += 1
    assert checked > (3 if quote.totals is None else 15)


def test_replicas_are_the_load_rounded_up_and_spares(quote: Quote):
    for figure in figures_of(quote):
        if re.fullmatch(r"pools\[\d+\]\.replicas", figure.path):
            *terms, last = [line for line in figure.worked if "rate: " not in str(line[0])]
            numbers = [part for part in last if isinstance(part, int)]
            working, spare, whole = numbers
            assert sum(map(result, terms)) <= working * (1 + 1e-9)
            assert working + spare == whole == figure.value


def test_every_key_and_note_leads_somewhere(quote: Quote):
    entries = {entry.key: entry for entry in entries_of(quote, load_catalog())}
    codes = {note.code for note in (*quote.assumptions, *quote.warnings)}
    figures = figures_of(quote)
    assert {entry.evidence for entry in entries.values()} <= EVIDENCE
    for figure in figures:
        assert set(figure.rests_on) <= entries.keys()
    used = {code for figure in figures for code in figure.notes}
    assert quote.totals is None or used & codes


def test_paths_are_places_in_the_quote(quote: Quote):
    whole = quote.model_dump(mode="json")
    for figure in figures_of(quote):
        found = whole
        for name, index in re.findall(r"([^.\[\]]+)|\[(\d+)\]", figure.path):
            found = found[int(index)] if index else found[name]
        assert found == figure.value, figure.path


def test_each_figure_is_explained_once(quote: Quote):
    paths = [figure.path for figure in figures_of(quote)]
    assert len(paths) == len(set(paths))


def test_a_line_writes_whole_numbers_as_such():
    figures = figures_of(make_quote(examples()[0]["demand"]))
    replicas = next(f for f in figures if f.path == "totals.replicas")
    assert isinstance(replicas, Explained)
    assert replicas.worked[0] == (
        "chat on acme-1t-b200-tp16: ", 1000, " requests/s", " × ", 1.3, " ÷ ", 20,
        " a replica = ", 65,
    )  # fmt: skip
