"""What is reckoned from a quote alone is what the quote was made with."""

from fractions import Fraction

import pytest

from planner.quote import Quote
from planner.report.busy import busy_by_pool
from planner.report.charges import Ledger
from planner.report.ranges import pool_ranges
from planner.report.waiting import queue_of
from planner.service import make_quote
from tests.factories.demands import small_demand
from tests.factories.shown_quotes import QUOTES


@pytest.fixture(params=["rich", "racks", "nasty", "idle"])
def quote(request: pytest.FixtureRequest) -> Quote:
    return QUOTES[request.param]()


def test_stands_cost_what_the_fleet_costs(quote: Quote):
    assert quote.totals is not None
    whole = float(sum(stand.usd for stand in Ledger(quote).stands.values()))
    assert whole == pytest.approx(quote.totals.usd_per_year or 0, abs=0.006)


def test_workloads_bear_what_the_quote_says(quote: Quote):
    assert quote.cost is not None
    ledger = Ledger(quote)
    for part in quote.cost.by_workload:
        assert float(ledger.usd_of(part.name)) == pytest.approx(part.usd_per_year, abs=0.011)
    idle = sum(stand.usd for stand in ledger.idle)
    assert idle == sum(c.usd for c in ledger.charges) * (ledger.idle_factor - 1)


def test_input_and_output_bear_the_language_model_part(quote: Quote):
    ledger = Ledger(quote)
    served = sum(usd for (_, stage), usd in ledger.usd_by_load.items() if stage == "serve")
    assert sum(each.input_usd + each.output_usd for each in ledger.token_charges) == served


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


def test_what_is_busy_is_reckoned_once_for_all_figures_of_a_quote(quote: Quote):
    assert busy_by_pool(quote) is busy_by_pool(quote)
    fewer = quote.model_copy(update={"pools": (), "workloads": ()})
    assert busy_by_pool(fewer) == ()


def test_output_that_is_measured_to_take_no_time_costs_what_the_cost_book_says():
    """(100, 100) takes 1 s and (200, 100) takes 2 s at 1 in flight: 10 ms an input token alone."""
    curves = [
        {
            "input_tokens": length,
            "output_tokens": 100,
            "points": [{"concurrency": 1, "output_tokens_per_s": rate}],
        }
        for length, rate in ((100, 100), (200, 50))
    ]
    asked = small_demand()
    asked["deployments"][0]["curves"] = curves
    asked["workloads"][0] |= {"requests_per_s": 1, "input_tokens": 150, "output_tokens": 90}
    quote = make_quote(asked)
    route = quote.workloads[0].routes[0].rate
    assert (route.rule, float(route.replica_s_per_output_token or 1)) == ("fitted", 0)
    (charge,) = Ledger(quote).token_charges
    assert not charge.is_measured
    totals = quote.totals
    assert totals is not None
    per_token = charge.input_usd / Fraction(str(totals.input_tokens_per_year))
    assert float(per_token * 10**6) == pytest.approx(totals.usd_per_million_input_tokens, rel=1e-6)
