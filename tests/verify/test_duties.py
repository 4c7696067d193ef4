"""The cost at another peak to mean is reckoned again, energy of owned nodes and tokens included."""

from pathlib import Path
from typing import Any

import pytest

from planner.documents import read_file
from planner.quote import Quote
from planner.service import make_quote
from planner.verify import broken, check_quote

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
RULE = "totals.usd_per_million_tokens_at_peak_to_mean"


def own_or_rent() -> dict[str, Any]:
    """Owned nodes beside rented ones, the mean left open."""
    demand: dict[str, Any] = read_file(EXAMPLES / "own-or-rent.yaml")
    return demand | {
        "workloads": [
            {key: value for key, value in workload.items() if key != "peak_to_mean"}
            for workload in demand["workloads"]
        ]
    }


def told(quote: Quote, **changes: float | None) -> Quote:
    assert quote.totals is not None
    at = {**(quote.totals.usd_per_million_tokens_at_peak_to_mean or {}), **changes}
    totals = quote.totals.model_copy(update={RULE.removeprefix("totals."): at})
    return quote.model_copy(update={"totals": totals})


@pytest.fixture(scope="module", params=["small.json", "own-or-rent"])
def quote(request: pytest.FixtureRequest) -> Quote:
    if request.param == "own-or-rent":
        return make_quote(own_or_rent())
    return make_quote(read_file(EXAMPLES / request.param))


def test_a_true_quote_keeps_each(quote: Quote):
    checked = [check for check in check_quote(quote) if check.rule.startswith(RULE)]
    assert [check.rule[-1] for check in checked] == ["1", "2", "3"]
    assert all(check.holds for check in checked)
    assert quote.totals is not None
    assert checked[0].left == str(quote.totals.usd_per_million_tokens)


@pytest.mark.parametrize("duty", ["1", "2", "3"])
def test_a_figure_that_is_not_so_is_found(quote: Quote, duty: str):
    assert quote.totals is not None
    figures = quote.totals.usd_per_million_tokens_at_peak_to_mean or {}
    wrong = (figures[duty] or 0) * 1.001
    assert broken(check_quote(told(quote, **{duty: wrong}))) == [f"{RULE}.{duty}"]


def test_a_duty_that_nobody_asked_for_is_found(quote: Quote):
    assert broken(check_quote(told(quote, **{"4": 1.0}))) == [f"{RULE}.4"]


def test_it_is_what_a_quote_of_that_duty_comes_to():
    """Twice the peak for the mean: half of the tokens, and less energy."""
    demand = read_file(EXAMPLES / "small.json")
    twice = demand | {"workloads": [{**demand["workloads"][0], "peak_to_mean": 2}]}
    at, other = make_quote(demand).totals, make_quote(twice).totals
    assert at is not None
    assert other is not None
    figures = at.usd_per_million_tokens_at_peak_to_mean or {}
    assert figures["2"] == pytest.approx(other.usd_per_million_tokens)
