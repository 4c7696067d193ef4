"""Rates, caps and promises, reckoned by hand from small curves."""

from fractions import Fraction
from typing import Any

import pytest

from planner.demand import Policy, read_demand
from planner.entries import Deployment
from planner.quote import PoolPart
from planner.verify.plan import Lone, Plan, Refused
from planner.verify.promises import Promise, promises_of
from planner.verify.ratebook import RateBook
from tests.factories.quotes import curve, deployment, node8, point, pool, workload


def outcome(
    *curves: dict[str, Any], policy: dict[str, Any] | None = None, cap: int | None = 1, **asked: Any
) -> Plan | Lone | Refused:
    """How a deployment with these curves serves a workload."""
    entry = Deployment.model_validate(deployment(*curves))
    demand = read_demand(
        {"name": "x", "workloads": [workload(**asked)], "hardware": [node8()]}
        | {"policy": policy or {}}
    )
    place = PoolPart.model_validate(pool("east", concurrency_cap=cap))
    return RateBook(demand.policy, {"d": entry}).plan(demand.workloads[0], place)


def plan(*curves: dict[str, Any], **asked: Any) -> Plan:
    found = outcome(*curves, **asked)
    assert isinstance(found, Plan), found
    return found


def tpot(concurrency: float, rate: float, ms: float, **more: Any) -> dict[str, Any]:
    return point(concurrency, rate, tpot_ms={"p95": ms}, **more)


BATCHES = curve(tpot(1, 50, 20), tpot(16, 720, 22), tpot(64, 2432, 26), tpot(128, 3584, 36))
"""TPOT 30 is crossed at 64 + 64 x (30 - 26)/(36 - 26) = 89.6."""


def test_the_cap_is_where_the_limit_is_crossed_rounded_down():
    assert plan(BATCHES, slo={"tpot_ms": {"p95": 30}}).cap == 89


def test_the_rate_at_the_cap_is_by_littles_law():
    """S(64) = 64/2432, S(128) = 128/3584 s a token; 89 is 25/64 of the way; 100 tokens."""
    low, high = Fraction(64, 2432), Fraction(128, 3584)
    token_s = low + (high - low) * 25 / 64
    found = plan(BATCHES, slo={"tpot_ms": {"p95": 30}})
    assert found.rate(Fraction(89)) == 89 / token_s / 100
    assert float(found.rate(Fraction(89))) == pytest.approx(29.68, abs=0.005)


@pytest.mark.parametrize(("limit", "cap"), [(36, 128), (37, 128), (35.999, 127), (26, 64), (20, 1)])
def test_the_cap_at_its_edges(limit: float, cap: int):
    assert plan(BATCHES, slo={"tpot_ms": {"p95": limit}}).cap == cap


def test_a_limit_that_the_first_point_breaks_is_refused_with_its_value():
    found = outcome(BATCHES, slo={"tpot_ms": {"p95": 19.9}})
    assert isinstance(found, Refused)
    assert found.reason == "tpot_ms p95 is 20 ms at the least"


def test_without_limits_the_last_point_is_the_cap_but_never_beyond_the_peak():
    assert plan(BATCHES).cap == 128
    peaked = curve(tpot(8, 500, 20), tpot(16, 900, 22), tpot(32, 900, 26), tpot(64, 800, 30))
    assert plan(peaked).cap == 16  # the first of the equals


def test_below_the_first_point_a_token_takes_as_long_as_there():
    found = plan(curve(tpot(10, 1000, 10), tpot(30, 2000, 15)))
    assert found.rate(Fraction(4)) == Fraction(4) / Fraction(10, 1000) / 100


def test_latency_never_falls_with_concurrency():
    """TTFT 300 at 4 and 200 at 8 is 300 at 8: a limit of 250 holds nowhere from 4 on."""
    bumpy = curve(
        point(1, 10, ttft_ms={"p95": 100}),
        point(4, 40, ttft_ms={"p95": 300}),
        point(8, 80, ttft_ms={"p95": 200}),
    )
    assert plan(bumpy, slo={"ttft_ms": {"p95": 250}}).cap == 3  # 1 + 3 x 150/200 = 3.25
    assert plan(bumpy, slo={"ttft_ms": {"p95": 300}}).cap == 8


def test_the_order_of_points_says_nothing():
    turned = BATCHES | {"points": BATCHES["points"][::-1]}
    assert plan(turned, slo={"tpot_ms": {"p95": 30}}).cap == 89


OF_TEN = {"offered_requests_per_s": 10}
SATURATED = [
    ({"failed_fraction": 0.01}, 4),
    ({"failed_fraction": 0}, 16),
    ({"requests_per_s": 8.9} | OF_TEN, 4),
    ({"requests_per_s": 9} | OF_TEN, 16),
    # E = 6 s of 60: of 10/s, 0.9 x 54/60 x 10 = 8.1 must be done
    ({"requests_per_s": 8.1, "duration_s": 60, "e2e_ms": {"mean": 6000}} | OF_TEN, 16),
    ({"requests_per_s": 8.09, "duration_s": 60, "e2e_ms": {"p50": 6000}} | OF_TEN, 4),
    # E = 1000 + 99 x 50 = 5,950 ms: 0.9 x 54.05/60 x 10 = 8.1075
    (
        {
            "requests_per_s": 8.1,
            "duration_s": 60,
            "ttft_ms": {"p50": 1000},
            "tpot_ms": {"p50": 50},
        }
        | OF_TEN,
        4,
    ),
]


@pytest.mark.parametrize(("state", "cap"), SATURATED)
def test_a_saturated_point_ends_the_curve(state: dict[str, Any], cap: int):
    measured = curve(point(4, 100), point(8, 200) | state, point(16, 300))
    assert plan(measured).cap == cap


def test_points_without_a_needed_latency_are_left_out():
    measured = curve(tpot(4, 100, 10), point(8, 999, ttft_ms={"p95": 1}), tpot(16, 300, 10))
    found = plan(measured, slo={"tpot_ms": {"p95": 30}})
    assert [float(knot) for knot in found.tracks[0].knots] == [4, 16]


@pytest.mark.parametrize(
    ("measured", "asked", "policy", "value"),
    [
        ({"p95": 10, "p99": 20}, "p95", "reject", 10),
        ({"p90": 10, "p99": 20}, "p95", "reject", 20),
        ({"p50": 5, "p90": 10}, "p95", "reject", None),
        ({"p50": 5, "p90": 10}, "p95", "use_lower", 10),
        ({"mean": 7, "p50": 5}, "mean", "reject", 7),
        ({"p50": 5, "p99": 9}, "mean", "use_lower", None),
        ({"mean": 7}, "p50", "use_lower", None),
        ({"p99.9": 9}, "p99", "reject", 9),
    ],
)
def test_a_percentile_is_proven_by_itself_or_a_higher_one(
    measured: dict[str, float], asked: str, policy: str, value: float | None
):
    found = outcome(
        curve(point(4, 100, ttft_ms=measured)),
        policy={"missing_percentile": policy},
        slo={"ttft_ms": {asked: 1000}},
    )
    if value is None:
        assert isinstance(found, Refused)
    else:
        assert isinstance(found, Plan)
        assert found.sum_ms(found.forms[0], Fraction(4)) == value


def kept(found: Plan | Lone | Refused, cap: int = 4, *, is_bound: bool = False) -> Promise:
    assert not isinstance(found, Refused), found
    return promises_of(found, Fraction(cap), is_bound=is_bound)[0]


FULL = curve(
    point(
        4,
        100,
        ttft_ms={"p50": 50, "p95": 100, "p97.5": 110, "p99": 200},
        tpot_ms={"mean": 9, "p50": 8, "p95": 10, "p97.5": 11, "p99": 20},
        e2e_ms={"p50": 900, "p95": 1000},
    )
)
BARE = curve(
    point(
        4,
        100,
        ttft_ms={"p50": 50, "p95": 100, "p97.5": 110},
        tpot_ms={"p95": 10, "p97.5": 11},
    )
)
E2E = {"slo": {"e2e_ms": {"p95": 5000}}}
VISIBLE = {"slo": {"first_visible_ms": {"p95": 5000}}}
HIDDEN = {"reasoning_tokens": 50, "output_tokens": 50}
AGENT: dict[str, Any] = {
    "kind": "agent",
    "tasks_per_s": 1,
    "calls_per_task": 3,
    "tool_s_per_call": 2,
    "task_s": {"p95": 60},
}
VOICE: dict[str, Any] = {
    "kind": "voice",
    "concurrent_sessions": 1,
    "turns_per_minute": 1,
    "endpoint_ms": 300,
    "network_ms": 40,
}
FIRST_AUDIO: dict[str, Any] = {
    "asr_ms": 100,
    "tts_first_audio_ms": 60,
    "first_chunk_tokens": 5,
    "time_to_first_audio_ms": {"p95": 900},
}
BARGE_IN: dict[str, Any] = {"cancel_ms": 20, "interruption_ms": {"p95": 400}}

SUMS: list[tuple[dict[str, Any], dict[str, Any], float, str]] = [
    (FULL, E2E, 1000, "measured"),
    # 100 + 99 x 10
    (BARE, E2E, 1090, "sum_of_percentiles"),
    # no e2e at p99: 200 + 99 x 20
    (FULL, {"slo": {"e2e_ms": {"p99": 5000}}}, 2180, "sum_of_percentiles"),
    # 50 hidden tokens of 100: 100 + 99 x 10, and 100 + 50 x 10 to the first visible one
    (BARE, E2E | HIDDEN, 1090, "sum_of_percentiles"),
    (BARE, VISIBLE | HIDDEN, 600, "sum_of_percentiles"),
    # no hidden token: TTFT alone
    (BARE, VISIBLE, 100, "measured"),
    (BARE, {"slo": {"ttft_ms": {"p90": 5000}}}, 100, "bounded_by_p95"),
    # 3 x (100 + 99 x 10 + 2000)
    (BARE, AGENT, 9270, "sum_of_percentiles"),
    # 300 + 100 + 40 + 60 + 100 + 4 x 10
    (BARE, VOICE | FIRST_AUDIO, 640, "sum_of_percentiles"),
    # 300 + 40 + 20
    (BARE, VOICE | BARGE_IN, 360, "constant"),
    # the mean where there is one, else the lowest from p50 up
    (FULL, VOICE | {"tokens_per_audio_s": 50}, 9, "measured"),
    (BARE, VOICE | {"tokens_per_audio_s": 50}, 10, "bounded_by_p95"),
]


@pytest.mark.parametrize(("measured", "asked", "value", "basis"), SUMS)
def test_limits_are_sums(measured: dict[str, Any], asked: dict[str, Any], value: float, basis: str):
    entry = Deployment.model_validate(deployment(measured))
    whole = workload(**asked)
    if "kind" in asked:
        del whole["requests_per_s"]
    demand = read_demand({"name": "x", "workloads": [whole]})
    book = RateBook(demand.policy, {"d": entry})
    place = PoolPart.model_validate(pool("east", concurrency_cap=4))
    promise = kept(book.plan(demand.workloads[0], place))
    assert promise.achieved_ms == value
    assert promise.truths == {basis}


def test_as_a_bound_each_of_two_latencies_stands_at_half_of_what_may_fail():
    """p95 of two: each at p97.5, 110 + 99 x 11."""
    found = outcome(BARE, policy={"percentile_sums": "bound"}, slo={"e2e_ms": {"p95": 5000}})
    promise = kept(found, is_bound=True)
    assert promise.achieved_ms == 1199
    assert promise.truths == {"sum_bound"}


def test_what_was_not_measured_is_said():
    found = outcome(
        FULL, policy={"missing_percentile": "use_lower"}, slo={"tpot_ms": {"p99.9": 5000}}
    )
    assert kept(found).truths == {"not_measured"}


SHAPES = [
    # I, O: within 2 % of 500 x 100
    ({"input_tokens": 510, "output_tokens": 98}, "same_shape"),
    # 5.11 to 1 is beyond 5 to 1: planned as 511 x 102.2, of the first curve's ratio
    ({"input_tokens": 511, "output_tokens": 100}, "padded"),
    ({"input_tokens": 500, "output_tokens": 100, "cached_input_fraction": 0.03}, "larger_shape"),
    ({"input_tokens": 1001, "output_tokens": 100}, None),
    ({"input_tokens": 100, "output_tokens": 301}, None),
]


@pytest.mark.parametrize(("asked", "rule"), SHAPES)
def test_which_shape_speaks_for_which(asked: dict[str, Any], rule: str | None):
    """Two curves that share no concurrency, so that nothing is fitted between them."""
    curves = (curve(point(4, 100)), curve(point(8, 100), shape=(1000, 300)))
    found = outcome(*curves, **asked)
    assert (found.rule if isinstance(found, Plan) else None) == rule


def test_the_nearest_of_two_same_shapes_speaks():
    near = curve(point(4, 100), shape=(505, 100))
    assert plan(near, curve(point(4, 200))).curves == (1,)


def test_a_curve_without_a_shape_speaks_first():
    found = plan(curve(point(4, 100)), curve(point(4, 300), shape=None))
    assert (found.rule, found.rate(Fraction(4))) == ("any_shape", 3)


INPUT_HEAVY = curve(point(1, 10), point(10, 100), shape=(1000, 100))
"""10 tokens/s a request in flight: t = 100/100 x 10/10 = 1 s at 10."""
OUTPUT_HEAVY = curve(point(2, 40), point(10, 200), shape=(200, 400))
"""20 tokens/s a request in flight: t = 400/200 = 2 s at 10."""


def test_between_two_shapes_the_rate_is_fitted():
    """1000 a + 100 b = 1 and 200 a + 400 b = 2: b = 9/1900, a = 1/1900.

    A request of 600 x 200 takes (600 + 1800)/1900 s of a replica: 19/24 requests/s.
    """
    found = plan(INPUT_HEAVY, OUTPUT_HEAVY, input_tokens=600, output_tokens=200)
    assert found.rule == "fitted"
    assert found.cap == 10
    assert found.rate(Fraction(10)) == Fraction(19, 24)
    # below 2, the first concurrency of both: t = 10, 4/20... each as at 2, times c / 2
    assert found.rate(Fraction(1)) == found.rate(Fraction(2)) / 2


def test_alpha_and_beta_are_never_below_zero():
    """t = 1 s for 1000 x 100 and 1 s for 200 x 400: a = 3/3800, b = 2/950. All well.

    t = 1 s and 20 s: 1000 a + 100 b = 1, 200 a + 400 b = 20 needs a < 0; with a = 0
    b minimises (100 b - 1)^2 + (20 b - 1)^2: b = 120/10400.
    """
    slow = curve(point(10, 20), shape=(200, 400))
    fast = curve(point(10, 100), shape=(1000, 100))
    found = plan(fast, slow, input_tokens=600, output_tokens=200)
    assert found.fit
    assert found.fit.at(Fraction(10))[:2] == (0, Fraction(120, 10400))


def test_latencies_between_shapes_are_the_worse_of_both():
    """TTFT 100 to 200 and 150 to 160 over 4 to 8: at 6 they are 150 and 155, at 8 200."""
    one = curve(
        point(4, 40, ttft_ms={"p95": 100}), point(8, 80, ttft_ms={"p95": 200}), shape=(1000, 100)
    )
    other = curve(
        point(4, 80, ttft_ms={"p95": 150}), point(8, 160, ttft_ms={"p95": 160}), shape=(200, 400)
    )
    asked = {"input_tokens": 600, "output_tokens": 200}
    found = plan(one, other, **asked, slo={"ttft_ms": {"p95": 180}})
    assert found.sum_ms(found.forms[0], Fraction(6)) == 155
    assert found.cap == 7  # 175 at 7, 200 at 8


def test_a_ratio_outside_is_padded():
    """Ratios 10 and 0.5. 1000 x 50 is 20: planned as 1000 x 100. 20 x 200 is 0.1: as 100 x 200."""
    raised = plan(INPUT_HEAVY, OUTPUT_HEAVY, input_tokens=1000, output_tokens=50).lengths
    assert tuple(raised) == (1000, 100, 1000)
    raised = plan(INPUT_HEAVY, OUTPUT_HEAVY, input_tokens=20, output_tokens=200).lengths
    assert tuple(raised) == (100, 200, 100)


def test_cached_input_is_padded_by_as_much():
    """40 of 400 tokens are computed: U/O = 0.2 below 0.5; U becomes 100, and I 460."""
    asked = {"input_tokens": 400, "output_tokens": 200, "cached_input_fraction": 0.9}
    found = plan(INPUT_HEAVY, OUTPUT_HEAVY, **asked)
    assert (found.rule, tuple(found.lengths)) == ("padded", (460, 200, 100))


def test_of_larger_shapes_the_best_rate_at_its_own_cap_speaks():
    """100/130 requests/s at 4 in flight, 240/120 = 2 at 16; they share no concurrency."""
    curves = (
        curve(point(4, 100), shape=(600, 130)),
        curve(point(16, 240), shape=(900, 120)),
    )
    found = plan(*curves)
    assert (found.rule, found.curves, found.rate(Fraction(16))) == ("larger_shape", (1,), 2)


def test_a_mismatch_speaks_only_where_the_policy_allows_it():
    small, tiny = curve(point(4, 100), shape=(100, 50)), curve(point(4, 90), shape=(10, 90))
    assert isinstance(outcome(small, tiny), Refused)
    # 5 x 2 against 50 x 1.11
    found = plan(small, tiny, policy={"allow_shape_mismatch": True})
    assert (found.rule, found.curves, found.rate(Fraction(4))) == ("shape_mismatch", (0,), 1)


def test_a_point_without_a_concurrency_stands_alone():
    """Of 100, 200 and 300 tokens/s the last keeps no limit of 60 ms."""
    measured = curve(
        point(None, 100, ttft_ms={"p95": 10}),
        point(None, 200, ttft_ms={"p95": 50}),
        point(None, 300, ttft_ms={"p95": 90}),
    )
    found = outcome(measured, cap=None, slo={"ttft_ms": {"p95": 60}})
    assert isinstance(found, Lone)
    assert (found.point, found.rate) == (1, 2)
    assert isinstance(outcome(measured, cap=None, slo={"ttft_ms": {"p95": 9}}), Refused)
    assert isinstance(outcome(measured, cap=4), Refused)


def test_the_smallest_demand_needs_20_requests_per_s_of_a_replica():
    found = outcome(curve(point(None, 4000), shape=None), cap=None, output_tokens=200)
    assert isinstance(found, Lone)
    assert (found.rule, found.rate) == ("any_shape", 20)


def test_asks_that_are_alike_are_reckoned_once():
    entry = Deployment.model_validate(deployment(BATCHES))
    demand = read_demand({"name": "x", "workloads": [workload(name=n) for n in ("a", "b")]})
    book = RateBook(Policy(), {"d": entry})
    place = PoolPart.model_validate(pool("east", concurrency_cap=4))
    assert book.plan(demand.workloads[0], place) is book.plan(demand.workloads[1], place)
