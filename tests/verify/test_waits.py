"""Waits and goodput are reckoned again, in another way than the one that stated them."""

import math
from typing import Any

import pytest

from planner.quote import Quote
from planner.service import make_quote
from planner.sizing.queueing import wait_probability
from planner.verify import broken, check_quote
from planner.verify.waits import erlang_c


def busy_quote() -> Quote:
    """One replica of 4 slots: 3.2 requests/s, each 1 s in its slot, so 3.2 of 4 are taken.

    B(4, 3.2) = 0.1888..; C = B / (1 - 0.8 (1 - B)) = 0.5384..; of 100 requests 46 do not wait.
    """
    demand: dict[str, Any] = {
        "name": "queue",
        "workloads": [
            {
                "name": "chat",
                "model": "m",
                "requests_per_s": 3.2,
                "input_tokens": 100,
                "output_tokens": 100,
                "slo": {"tpot_ms": {"p95": 20}, "ttft_ms": {"p99": 500}},
            }
        ],
        "hardware": [
            {
                "id": "box",
                "memory_gb": 80,
                "chips_per_node": 8,
                "node_power_w": 10000,
                "price_usd_per_node": 100000,
            }
        ],
        "deployments": [
            {
                "id": "d",
                "model": "m",
                "hardware": "box",
                "chips_per_replica": 8,
                "curves": [
                    {
                        "input_tokens": 100,
                        "output_tokens": 100,
                        "points": [
                            {
                                "concurrency": 4,
                                "output_tokens_per_s": 400,
                                "tpot_ms": {"p95": 10},
                                "ttft_ms": {"p99": 100},
                            }
                        ],
                    }
                ],
            }
        ],
        "policy": {"headroom": 0},
    }
    return make_quote(demand)


def with_pool(quote: Quote, **changes: Any) -> Quote:
    pool = quote.pools[0].model_copy(update=changes)
    return quote.model_copy(update={"pools": (pool,)})


def test_the_wait_is_the_one_of_the_formula():
    blocked = (3.2**4 / 24) / sum(3.2**n / math.factorial(n) for n in range(5))
    waits = blocked / (1 - 0.8 * (1 - blocked))
    pool = busy_quote().pools[0]
    assert pool.wait_probability == pytest.approx(waits)
    # W = S / (N - a) ln(C / (1 - p)), S = 1 s
    assert pool.queue_ms.p95 == pytest.approx(1000 / 0.8 * math.log(waits / 0.05))
    assert erlang_c(4, 3.2) == pytest.approx(waits)


def test_a_true_quote_keeps_it():
    checks = {check.rule: check for check in check_quote(busy_quote())}
    assert {"wait.d@default/c4", "wait.d@default/c4.p50", "goodput.chat"} <= set(checks)
    assert checks["goodput.chat"].left == "0.94"  # 1 - 0.05 - 0.01


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ({"wait_probability": 0.5}, "wait.d@default/c4"),
        ({"queue_ms": {"p50": 100, "p95": 2970, "p99": 5000}}, "wait.d@default/c4.p50"),
        ({"queue_ms": {"p50": 0, "p95": 2000, "p99": None}}, "wait.d@default/c4.p95"),
    ],
)
def test_a_wait_that_is_not_so_is_found(changes: dict[str, Any], rule: str):
    quote = busy_quote()
    kind = type(quote.pools[0].queue_ms)
    told = {key: kind(**v) if isinstance(v, dict) else v for key, v in changes.items()}
    assert rule in broken(check_quote(with_pool(quote, **told)))


@pytest.mark.parametrize("told", [0.95, 1.0])
def test_a_goodput_that_is_not_so_is_found(told: float):
    quote = busy_quote()
    part = quote.workloads[0].model_copy(update={"goodput_fraction_lower_bound": told})
    changed = quote.model_copy(update={"workloads": (part,)})
    assert broken(check_quote(changed)) == ["goodput.chat"]


@pytest.mark.parametrize("slots", [1, 7, 100, 5_000, 200_000])
@pytest.mark.parametrize("load", [0.01, 0.5, 0.9, 0.99, 0.9999])
def test_both_ways_agree_however_many_slots_there_are(slots: int, load: float):
    offered = slots * load
    expected = wait_probability(slots, offered)
    assert erlang_c(slots, offered) == pytest.approx(expected, rel=1e-7, abs=1e-12)


def test_a_voice_of_no_sessions_keeps_what_no_latency_can_break():
    demand: dict[str, Any] = {
        "name": "night",
        "workloads": [
            {
                "name": "calls",
                "kind": "voice",
                "model": "m",
                "concurrent_sessions": 0,
                "turns_per_minute": 3,
                "input_tokens": 100,
                "output_tokens": 100,
                "time_to_first_audio_ms": {"p95": 800},
                "interruption_ms": {"p99": 200},
            }
        ],
    }
    quote = make_quote(demand)
    assert quote.workloads[0].goodput_fraction_lower_bound == pytest.approx(0.95)
    assert not broken(check_quote(quote))


@pytest.mark.parametrize("slots", [10**9, 10**10 + 1, 10**12, 10**15])
@pytest.mark.parametrize("spare", [0.001, 0.1, 1, 3, 5, 7])
def test_both_ways_agree_for_more_slots_than_can_be_counted(slots: int, spare: float):
    """A queue of 10^13 slots takes milliseconds: neither way has a step for each of its root."""
    offered = slots - spare * math.sqrt(slots)
    expected = wait_probability(slots, offered)
    assert erlang_c(slots, offered) == pytest.approx(expected, rel=5e-7, abs=1e-9)


@pytest.mark.parametrize("spare", [0.01, 1, 4])
def test_what_is_reckoned_for_few_slots_goes_on_for_many(spare: float):
    few, many = (wait_probability(n, n - spare * math.sqrt(n)) for n in (10**9 - 1, 10**9))
    assert few == pytest.approx(many, rel=1e-7)
    few, many = (erlang_c(10**10 + 10**5, offered) for offered in (1e10 - 1, 1e10))
    assert few == pytest.approx(many, rel=1e-4)
