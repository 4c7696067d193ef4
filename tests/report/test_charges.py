"""What is reckoned from a quote alone is what the quote was made with."""

import pytest

from planner.quote import Quote
from planner.report.charges import idle_stands, stands_of, token_charges, usd_by_load
from planner.report.ranges import pool_ranges
from planner.report.waiting import queue_of
from tests.factories.shown_quotes import QUOTES


@pytest.fixture(params=["rich", "racks", "nasty", "idle"])
def quote(request: pytest.FixtureRequest) -> Quote:
    return QUOTES[request.param]()


def test_stands_cost_what_the_fleet_costs(quote: Quote):
    assert quote.totals is not None
    whole = float(sum(stand.usd for stand in stands_of(quote).values()))
    assert whole == pytest.approx(quote.totals.usd_per_year or 0, abs=0.006)


def test_workloads_bear_what_the_quote_says(quote: Quote):
    assert quote.cost is not None
    borne = usd_by_load(quote)
    for part in quote.cost.by_workload:
        usd = float(sum(usd for (name, _), usd in borne.items() if name == part.name))
        assert usd == pytest.approx(part.usd_per_year, abs=0.011)
    assert sum(borne.values()) >= sum(stand.usd for stand in idle_stands(quote))


def test_input_and_output_bear_the_language_model_part(quote: Quote):
    served = sum(usd for (_, stage), usd in usd_by_load(quote).items() if stage == "serve")
    charges = list(token_charges(quote))
    assert sum(each.input_usd + each.output_usd for each in charges) == served


def test_pools_range_as_far_as_the_band(quote: Quote):
    assert quote.cost is not None
    band, ranges = quote.cost.bands["replicas"], list(pool_ranges(quote))
    if ranges or not quote.site_losses:
        assert sum(each.low for each in ranges) == band.low
        assert sum(each.high for each in ranges) == band.high


def test_queues_are_those_of_the_pools(quote: Quote):
    for pool in quote.pools:
        queue = queue_of(quote, pool)
        assert (queue is None) is (pool.wait_probability is None)
        if queue is not None:
            assert queue.probability == pytest.approx(pool.wait_probability)
            assert queue.wait_ms(95) == pytest.approx(pool.queue_ms.p95)
