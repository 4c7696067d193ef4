"""Every number of a quote is explained, and the numbers put in come to it."""

import math
import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from api.lab.examples import examples
from api.lab.explain import Explained, Line, entries_of, figures_of
from api.lab.explain.parts import ASIDE
from planner.catalog.library import load_catalog
from planner.quote import Quote
from planner.service import make_quote
from tests.lab.demands import ALL

EVIDENCE = {"measured", "third party", "vendor", "modelled", "target", "listed", "assumed", "given"}
EXCEPTIONS = {
    r"workloads\[\d+\]\.routes\[\d+\]\.rate\.curves\[\d+\]": "a position in a list, no quantity",
    r"workloads\[\d+\]\.routes\[\d+\]\.rate\.point": "a position in a list, no quantity",
}
ADDED_UP = re.compile(
    r"totals\.(replicas|spare_replicas|chips|provisioned_chips|nodes|spare_nodes|rented_nodes"
    r"|racks|\w*megawatts|tonnes_co2_per_year|\w*_tokens_per_year|output_tokens_per_s"
    r"|required_output_tokens_per_s|capex_usd|usd_per_year)"
    r"|cost\.(lines|by_purpose|by_workload\[\d+\]\.usd_per_year|bands\.replicas).*"
    r"|sites\[\d+\]\.(\w*megawatts|racks)|pools\[\d+\]\.nodes"
)
THE_MOST = re.compile(r"pools\[\d+\]\.(memory|compute|kv)_.*")
THE_LEAST = re.compile(r"workloads\[\d+\]\.effective_tpot_ms")
NO_SUM = re.compile(
    r"(totals\.)?(pools\[\d+\]\.)?replicas|pools\[\d+\]\.utilization_fraction"  # has its own test
    r"|.*\.(slo\[\d+\]\.(achieved|limit)|power_cap_megawatts|rate_per_replica)"  # sets it beside
)


@pytest.fixture(scope="module", params=ALL)
def quote(request: pytest.FixtureRequest) -> Quote:
    return make_quote(ALL[request.param])


def leaves(data: Any, path: str) -> Iterator[str]:
    """Each number of a document."""
    if isinstance(data, dict):
        for name, value in data.items():
            yield from leaves(value, f"{path}.{name}")
    elif isinstance(data, list):
        for position, value in enumerate(data):
            yield from leaves(value, f"{path}[{position}]")
    elif isinstance(data, int | float) and not isinstance(data, bool):
        yield path


def terms(figure: Explained) -> list[Line]:
    """The lines that make the figure."""
    return [line for line in figure.worked if line[0] != ASIDE]


def result(line: Line) -> float:
    """The last number of a line."""
    return [part for part in line if isinstance(part, int | float)][-1]


def reckoned(line: Line) -> float | None:
    """What stands left of the last `=`; `None` where it is no arithmetic."""
    end = max((n for n, part in enumerate(line) if str(part).endswith(" = ")), default=None)
    if end is None:
        return None
    text = ""
    for number, part in enumerate(line[:end]):
        words = str(part).rpartition(": ")[2] if number < 2 else str(part)
        text += repr(part) if not isinstance(part, str) else _operators(words)
    text += _operators(str(line[end])[:-3])
    return eval(text.replace("×", "*").replace("÷", "/").replace("−", "-"), {"ln": math.log})


def _operators(text: str) -> str:
    return " ".join(re.findall(r"ln(?=\()|[()×÷+−]", re.sub(r"\([a-z]+\)", "", text)))


def test_every_number_is_explained(quote: Quote):
    whole = quote.model_dump(mode="json")
    known = {figure.path for figure in figures_of(quote)}
    for part in ("totals", "workloads", "pools", "sites", "cost"):
        for path in leaves(whole[part], part):
            is_exception = any(re.fullmatch(each, path) for each in EXCEPTIONS)
            assert (path in known) is not is_exception, path


def test_terms_add_up_to_the_figure(quote: Quote):
    checked = 0
    for figure in figures_of(quote):
        if figure.value is None or NO_SUM.fullmatch(figure.path):
            continue
        results = [result(line) for line in terms(figure)]
        found = results[0] if results else 0
        if ADDED_UP.fullmatch(figure.path):
            found = sum(results)
        elif THE_MOST.fullmatch(figure.path):
            found = max(results)
        elif THE_LEAST.fullmatch(figure.path):
            found = min(results)
        assert found == pytest.approx(figure.value, rel=1e-9, abs=0.011), figure.path
        if abs(figure.value) < 1 and not figure.unit.startswith("USD a year"):
            assert found == pytest.approx(figure.value, rel=1e-9), figure.path
        checked += 1
    assert checked > (3 if quote.totals is None else 15)


def test_each_line_reckons_to_what_it_says(quote: Quote):
    checked = 0
    for figure in figures_of(quote):
        for line in figure.worked:
            found = reckoned(line)
            if found is not None:
                assert found == pytest.approx(result(line), rel=1e-6, abs=1e-9), (figure.path, line)
                checked += 1
    assert checked > (3 if quote.totals is None else 10)


def test_replicas_are_the_load_rounded_up_and_spares(quote: Quote):
    for figure in figures_of(quote):
        if re.fullmatch(r"pools\[\d+\]\.replicas", figure.path):
            *loads, last = terms(figure)
            numbers = [part for part in last if isinstance(part, int)]
            working, spare, whole = numbers
            assert sum(map(result, loads)) <= working * (1 + 1e-9)
            assert working + spare == whole == figure.value


def test_every_key_and_note_leads_somewhere(quote: Quote):
    entries = {entry.key: entry for entry in entries_of(quote, load_catalog())}
    codes = {note.code for note in (*quote.assumptions, *quote.warnings)}
    figures = figures_of(quote)
    assert {entry.evidence for entry in entries.values()} <= EVIDENCE
    for figure in figures:
        assert set(figure.rests_on) <= entries.keys(), figure.path
    used = {code for figure in figures for code in figure.notes}
    assert quote.totals is None or used & codes


def test_paths_are_places_in_the_quote(quote: Quote):
    whole = quote.model_dump(mode="json")
    for figure in figures_of(quote):
        found: Any = whole
        for name, index in re.findall(r"([^.\[\]]+)|\[(\d+)\]", figure.path):
            found = found[int(index)] if index else found[name]
        value = float(Fraction(found)) if isinstance(found, str) else found
        assert value == figure.value, figure.path


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
