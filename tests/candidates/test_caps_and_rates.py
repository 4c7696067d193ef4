"""Caps, rates and promises on one curve of the workload's own shape."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.factories.matches import (
    curve,
    demand,
    deployment,
    exact,
    found,
    only,
    point,
    refusal,
    service,
    workload,
)

SWEEP = curve(
    point(1, 50, tpot_ms={"p50": 20}),
    point(16, 720, tpot_ms={"p50": 22}),
    point(64, 2432, tpot_ms={"p50": 26}),
    point(128, 3584, tpot_ms={"p50": 36}),
)


def chat(**slo):
    return workload(slo=slo) if slo else workload()


def test_the_cap_is_89_where_tpot_reaches_30_ms():
    # 26 ms at 64 and 36 at 128: 89.6 in flight; S(89) between 64/2432 and 128/3584 s.
    served = service(chat(tpot_ms={"p50": 30}), SWEEP)
    s = Fraction(64, 2432) + (Fraction(128, 3584) - Fraction(64, 2432)) * Fraction(25, 64)
    assert served.plan.cap == 89
    assert abs(served.rate - 89 / s / 100) < Fraction(1, 10**12)
    assert served.plan.basis(89) == "interpolated"


def test_without_a_limit_the_whole_curve_may_be_used():
    served = service(chat(), SWEEP)
    assert (served.plan.cap, served.rate) == (128, exact("35.84"))


def test_the_contract_example_runs_at_cap_20_and_16_requests_per_s():
    # TPOT 10 to 15 ms allows 30; TTFT 100 to 300 ms reaches 200 at 20. S: 0.010 to 0.015 s a
    # token, 0.0125 at 20: 1,600 tokens/s, 16 requests/s.
    measured = curve(
        point(10, 1000, ttft_ms={"p50": 80, "p95": 100}, tpot_ms={"p50": 8, "p95": 10}),
        point(30, 2000, ttft_ms={"p50": 150, "p95": 300}, tpot_ms={"p50": 12, "p95": 15}),
    )
    served = service(chat(ttft_ms={"p95": 200}, tpot_ms={"p95": 20}), measured)
    assert (served.plan.cap, served.rate) == (20, 16)
    ttft, tpot = served.plan.achieved(20)
    assert (ttft.value, ttft.basis) == (200, "interpolated")
    assert tpot.value == Fraction("12.5")


def test_the_order_of_points_changes_nothing():
    turned = {**SWEEP, "points": SWEEP["points"][::-1]}
    assert service(chat(tpot_ms={"p50": 30}), turned).rate == (
        service(chat(tpot_ms={"p50": 30}), SWEEP).rate
    )


def test_a_limit_that_even_the_least_load_breaks_rejects_with_the_value():
    found_ = refusal(chat(tpot_ms={"p50": 19}), SWEEP)
    assert found_.reason == "slo_out_of_reach"
    assert (found_.best, found_.limit, found_.at_concurrency) == (20, 19, 1)
    assert "TPOT p50 is 20 ms at concurrency 1" in found_.text


def test_more_replicas_do_not_cure_a_latency():
    """218 ms with nothing else in flight: no count of replicas makes it 200."""
    alone = curve(point(1, 50, ttft_ms={"p50": 218}))
    slow = workload(requests_per_s=0.1, slo={"ttft_ms": {"p50": 200}})
    assert refusal(slow, alone).best == 218


def test_a_percentile_that_was_not_measured_rejects_and_says_what_is_there():
    found_ = refusal(chat(ttft_ms={"p95": 500}), curve(point(1, 50, ttft_ms={"p50": 100})))
    assert found_.reason == "metric_not_measured"
    assert "has p50 TTFT only" in found_.text


def test_a_higher_percentile_within_the_limit_is_a_proof():
    served = service(chat(ttft_ms={"p95": 500}), curve(point(1, 50, ttft_ms={"p99": 400})))
    assert [a.basis for a in served.plan.achieved(1)] == ["bounded_by_p99"]


def test_a_lower_percentile_stands_in_where_the_policy_says_so():
    measured = curve(point(1, 50, ttft_ms={"p50": 100}))
    served = service(chat(ttft_ms={"p95": 500}), measured, missing_percentile="use_lower")
    assert [a.basis for a in served.plan.achieved(1)] == ["not_measured"]


def test_one_point_with_a_stand_in_makes_what_lies_beside_it_not_measured():
    measured = curve(
        point(10, 1000, ttft_ms={"p50": 100}),
        point(30, 2000, ttft_ms={"p50": 150, "p95": 300}),
    )
    served = service(chat(ttft_ms={"p95": 200}), measured, missing_percentile="use_lower")
    assert served.plan.cap == 20
    assert [a.basis for a in served.plan.achieved(20)] == ["not_measured"]


def test_points_that_lack_a_needed_latency_are_left_out():
    measured = curve(
        point(10, 1000, ttft_ms={"p50": 100}),
        point(30, 2000),
        point(50, 2500, ttft_ms={"p50": 200}),
    )
    # Without the middle one S(30) is half way from 0.010 to 0.020 s: 2,000 tokens/s by chance.
    assert service(chat(ttft_ms={"p50": 150}), measured).plan.cap == 30
    ends = curve(point(10, 1000, ttft_ms={"p50": 100}), point(30, 2000))
    assert service(chat(ttft_ms={"p50": 150}), ends).plan.cap == 10


def test_an_end_to_end_time_that_was_not_measured_is_a_sum_and_says_so():
    measured = curve(point(10, 1000, ttft_ms={"p95": 100}, tpot_ms={"p95": 10}))
    # 100 + 99 x 10 = 1,090 ms.
    kept = service(chat(e2e_ms={"p95": 1090}), measured)
    assert [(a.value, a.basis) for a in kept.plan.achieved(10)] == [(1090, "sum_of_percentiles")]
    assert refusal(chat(e2e_ms={"p95": 1089}), measured).best == 1090


def test_as_a_bound_each_of_two_stages_is_taken_at_a_higher_percentile():
    # p95 of a sum of two: each at p97.5, for which p99 was measured: 200 + 99 x 12 = 1,388 ms.
    measured = curve(
        point(10, 1000, ttft_ms={"p95": 100, "p99": 200}, tpot_ms={"p95": 10, "p99": 12})
    )
    bound = service(chat(e2e_ms={"p95": 1400}), measured, percentile_sums="bound")
    assert [(a.value, a.basis) for a in bound.plan.achieved(10)] == [(1388, "sum_bound")]
    assert refusal(chat(e2e_ms={"p95": 1387}), measured, percentile_sums="bound").best == 1388


def test_a_bound_needs_the_higher_percentile():
    measured = curve(point(10, 1000, ttft_ms={"p95": 100}, tpot_ms={"p95": 10}))
    refused = refusal(chat(e2e_ms={"p95": 1400}), measured, percentile_sums="bound")
    assert refused.reason == "metric_not_measured"


def test_a_bound_of_one_stage_is_that_stage_itself():
    measured = curve(point(10, 1000, ttft_ms={"p95": 100}), shape=(500, 1))
    one = workload(output_tokens=1, slo={"e2e_ms": {"p95": 100}})
    assert service(one, measured, percentile_sums="bound").plan.cap == 10


def test_a_measured_end_to_end_time_comes_before_the_sum():
    measured = curve(
        point(10, 1000, ttft_ms={"p95": 100}, tpot_ms={"p95": 10}, e2e_ms={"p95": 900})
    )
    assert service(chat(e2e_ms={"p95": 900}), measured).plan.achieved(10)[0].basis == "measured"


def test_hidden_reasoning_loads_the_fleet_and_delays_the_first_visible_token():
    measured = curve(point(10, 1000, ttft_ms={"p50": 100}, tpot_ms={"p50": 10}), shape=(500, 150))
    thinking = workload(reasoning_tokens=50, slo={"first_visible_ms": {"p50": 600}})
    # 100 + 50 x 10 = 600 ms; 1,000 tokens/s / (100 + 50) tokens.
    served = service(thinking, measured)
    assert abs(served.rate * 150 - 1000) < Fraction(1, 10**9)
    assert served.plan.achieved(10)[0].value == 600
    tighter = {**thinking, "slo": {"first_visible_ms": {"p50": 599}}}
    assert refusal(tighter, measured).best == 600


def test_an_agents_task_adds_up_its_calls_and_tools():
    # 5 x (100 + 99 x 10 + 500) = 7,950 ms.
    measured = curve(point(10, 1000, ttft_ms={"p95": 100}, tpot_ms={"p95": 10}))
    agent = workload(kind="agent", tasks_per_s=2, calls_per_task=5, tool_s_per_call=0.5)
    served = service({**agent, "task_s": {"p95": 7.95}}, measured)
    assert served.plan.achieved(10)[0].value == 7950
    assert refusal({**agent, "task_s": {"p95": 7.9}}, measured).best == 7950


def voice(**more):
    base = workload(kind="voice", concurrent_sessions=60, turns_per_minute=4)
    return {**base, "endpoint_ms": 200, "network_ms": 40, **more}


def test_first_audio_adds_the_stages_around_the_model():
    # 200 + 50 + 40 + 100 + 100 + 9 x 10 = 580 ms.
    measured = curve(point(10, 1000, ttft_ms={"p95": 100}, tpot_ms={"p95": 10}))
    stages = {"asr_ms": 50, "tts_first_audio_ms": 100, "first_chunk_tokens": 10}
    promised = voice(time_to_first_audio_ms={"p95": 580}, **stages)
    assert service(promised, measured).plan.achieved(10)[0].value == 580
    tighter = voice(time_to_first_audio_ms={"p95": 579}, **stages)
    assert refusal(tighter, measured).best == 580


def test_speech_must_not_be_faster_than_the_tokens():
    measured = curve(point(10, 1000, tpot_ms={"mean": 10}))
    assert service(voice(tokens_per_audio_s=100), measured).plan.cap == 10
    assert refusal(voice(tokens_per_audio_s=101), measured).reason == "slo_out_of_reach"


def test_silence_after_a_barge_in_is_a_constant_that_no_curve_mends():
    measured = curve(point(10, 1000))
    assert service(voice(interruption_ms={"p95": 240}), measured).plan.cap == 10
    assert refusal(voice(interruption_ms={"p95": 239}), measured).best == 240


def test_a_saturated_point_ends_the_curve():
    measured = curve(point(10, 1000), point(20, 1500, failed_fraction=0.01), point(40, 4000))
    assert service(chat(), measured).plan.cap == 10


def test_a_saturated_point_without_a_rate_of_its_own_ends_it_too():
    broken = {"concurrency": 20, "input_tokens_per_s": 1, "failed_fraction": 0.5}
    assert service(chat(), curve(point(10, 1000), broken, point(40, 4000))).plan.cap == 10


def test_a_curve_of_saturated_points_only_is_no_curve():
    assert refusal(chat(), curve(point(10, 1000, failed_fraction=1))).reason == "saturated"


def test_an_overloaded_run_is_not_a_rate():
    """Offered 20 and achieved 3 requests/s: its 150 ms are those of the few that were served."""
    measured = curve(
        point(None, 200, offered_requests_per_s=2, requests_per_s=2, ttft_ms={"p50": 120}),
        point(None, 300, offered_requests_per_s=20, requests_per_s=3, ttft_ms={"p50": 150}),
    )
    assert service(chat(ttft_ms={"p50": 200}), measured).rate == 2


def test_the_last_load_that_kept_the_promise_counts_not_the_peak():
    """1.5 requests/s at 136 ms; 2.0 at 18.8 s; 3.0 without a TTFT; 4.0 with errors."""
    measured = curve(
        point(None, 150, ttft_ms={"p99": 136}),
        point(None, 200, ttft_ms={"p99": 18_800}),
        point(None, 300),
        point(None, 400, failed_fraction=0.059, ttft_ms={"p99": 100}),
    )
    served = service(workload(requests_per_s=20, slo={"ttft_ms": {"p99": 2000}}), measured)
    assert served.rate == exact("1.5")
    assert -(-20 // served.rate) == 14


def test_a_point_without_a_concurrency_stands_alone():
    served = service(chat(), curve(point(None, 4000), point(None, 5000)))
    assert (served.plan.cap, served.rate, served.plan.basis(None)) == (None, 50, "standalone")


def test_less_than_one_request_in_flight_is_no_cap():
    measured = curve(point(0.5, 40, tpot_ms={"p50": 10}), point(2, 100, tpot_ms={"p50": 40}))
    # 15 ms at 0.5 + 1.5 x 5/30 = 0.75.
    assert "below one request" in refusal(chat(tpot_ms={"p50": 15}), measured).text
    assert service(chat(tpot_ms={"p50": 20}), measured).plan.cap == 1


def test_workloads_of_different_promises_share_the_pool_of_the_stricter():
    strict, loose = ({"name": n, "slo": {"tpot_ms": {"p50": x}}} for n, x in (("a", 22), ("b", 36)))
    candidates = found(demand([workload(**strict), workload(**loose)], [deployment(SWEEP)]))
    assert [pool.cap for pool in candidates.pools] == [16, 128]
    served = {(s.load, candidates.pools[s.pool].cap): s.rate for s in candidates.problem.services}
    assert served == {(0, 16): exact("7.2"), (1, 16): exact("7.2"), (1, 128): exact("35.84")}


def test_a_pool_below_the_first_point_is_on_the_safe_side():
    high = curve(point(10, 1000, tpot_ms={"p50": 10}), point(20, 1500, tpot_ms={"p50": 15}))
    low = curve(point(4, 500, tpot_ms={"p50": 10}), shape=(200, 50))
    two = [workload(), workload(name="short", input_tokens=200, output_tokens=50)]
    candidates = found(demand(two, [deployment(high, low)]))
    here = {
        (candidates.loads[s.load].workload, candidates.pools[s.pool].cap): c
        for s, c in zip(candidates.problem.services, candidates.services, strict=True)
    }
    # At cap 4, S = 10/1000 s: 400 tokens/s, 4 requests/s of 100 tokens.
    assert here[0, 4].rate == 4
    assert here[0, 4].plan.basis(4) == "below_first_point"


@pytest.mark.parametrize("zero", [{"ttft_ms": {"p50": 0}}, {"tpot_ms": {"p50": 0, "p99": 0}}])
def test_latencies_of_0_crash_nothing(zero):
    assert (
        service(
            chat(ttft_ms={"p50": 1}, tpot_ms={"p50": 1}),
            curve(point(1, 50, **{"ttft_ms": {"p50": 1}, "tpot_ms": {"p50": 1}, **zero})),
        ).plan.cap
        == 1
    )


@settings(max_examples=40, deadline=None)
@given(st.integers(20, 40), st.integers(0, 20))
def test_a_looser_promise_never_gives_a_lower_cap_or_rate(limit: int, more: int):
    tight = only(found(demand([chat(tpot_ms={"p50": limit})], [deployment(SWEEP)])))
    loose = only(found(demand([chat(tpot_ms={"p50": limit + more})], [deployment(SWEEP)])))
    assert tight.plan.cap <= loose.plan.cap
    assert tight.rate <= loose.rate


@pytest.mark.parametrize(("measured_ms", "passes"), [(250, True), (480, True), (900, False)])
def test_limit_and_curve_are_both_in_milliseconds(measured_ms, passes):
    """Read as seconds, none of these would pass a limit of 500; with the limit in s, all would."""
    curve_ = curve(point(None, 1000, ttft_ms={"p95": measured_ms}))
    data = demand([chat(ttft_ms={"p95": 500})], [deployment(curve_)])
    assert bool(found(data).services) is passes


def test_where_nothing_may_be_used_nothing_is_served():
    candidates = found({**demand(), "deployments": []})
    assert (candidates.services, len(candidates.unserved)) == ((), 1)


@pytest.mark.parametrize(
    "extreme",
    [
        {"input_tokens": 0},
        {"output_tokens": 1},
        {"cached_input_fraction": 1.0},
        {"input_tokens": 1e8, "output_tokens": 1e8, "reasoning_tokens": 1e8},
        {"requests_per_s": 1e9},
        {"requests_per_s": 1e-300},
        {"slo": {"e2e_ms": {"p99.9": 1e9}, "ttft_ms": {"mean": 5e-324}}},
    ],
)
@pytest.mark.parametrize("rate", [0.001, 1e12])
@pytest.mark.parametrize("held", [None, 0.001, 1e7])
def test_extremes_are_served_or_refused_and_crash_nothing(extreme, rate, held):
    latencies = {"ttft_ms": {"mean": 0, "p99": 0}, "tpot_ms": {"p50": 5e-324, "p99": 1e9}}
    shapes = [(500, 100), (0, 1), (1e8, 1e8, 0.999), (1000, 5)]
    curves = [curve(point(held, rate, **latencies), shape=shape) for shape in shapes]
    candidates = found(demand([workload(**extreme)], [deployment(*curves)]))
    assert len(candidates.services) + len(candidates.rejected) > 0
