"""Every case of `tests/cases`: would an expert agree?

A case is a demand and the part of its quote that must match, with the arithmetic in `why`. They
come in pairs at an edge: what just fits, and one unit less. Each runs on the tiny catalog of the
tests, so that a new price in the real one breaks none.
"""

from collections import Counter
from pathlib import Path

import pytest

from planner import make_quote
from planner.catalog.library import Catalog, load_catalog
from planner.errors import InvalidInput, PlannerError
from tests.factories.cases import Case, differences, merge, read_cases

CASES = tuple(read_cases())
PROFILES = Path(__file__).parent / "data" / "profiles"


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_catalog(PROFILES)


def parameter(case: Case):
    marks = [pytest.mark.xfail(reason=case.xfail, strict=True)] if case.xfail else []
    return pytest.param(case, id=f"{case.file}: {case.name}", marks=marks)


@pytest.mark.parametrize("case", [parameter(case) for case in CASES])
def test_case(case: Case, catalog: Catalog):
    if case.error is not None:
        refuse(case, case.error, catalog)
        return
    quote = make_quote(case.demand, catalog).model_dump(mode="json")
    wrong = differences(case.quote, quote)
    assert not wrong, "\n".join([case.name, case.why, *wrong])


def refuse(case: Case, error: dict[str, object], catalog: Catalog) -> None:
    with pytest.raises(PlannerError) as caught:
        make_quote(case.demand, catalog)
    found = caught.value
    assert found.exit_code == error["exit"], str(found)
    faults = found.faults if isinstance(found, InvalidInput) else []
    if "path" in error:
        assert error["path"] in [fault.path for fault in faults], str(found)
    if "says" in error:
        assert str(error["says"]) in str(found)


def test_every_case_has_a_name_of_its_own_and_a_reason():
    assert [name for name, times in Counter(c.name for c in CASES).items() if times > 1] == []
    assert [c.name for c in CASES if not c.why.strip()] == []


def test_every_case_expects_something():
    assert [c.name for c in CASES if bool(c.quote) == bool(c.error)] == []


def test_a_part_that_differs_is_named():
    quote = {"totals": {"nodes": 2, "usd_per_year": 100.0}, "warnings": [{"code": "a"}]}
    assert differences({"totals": {"nodes": 2, "usd_per_year": 100.4}}, quote) == []
    assert differences({"totals": {"nodes": 3}}, quote) == ["quote.totals.nodes: 2, not 3"]
    assert differences({"totals": {"usd_per_year": 101}}, quote) != []
    assert differences({"warnings": [{"code": "b"}]}, quote) != []
    assert differences({"warnings": []}, quote) != []


def test_null_takes_away_what_is_shared():
    assert merge({"policy": {"headroom": 0}, "a": 1}, {"policy": None}) == {"a": 1}
