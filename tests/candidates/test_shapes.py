"""The shape rules: same, between, padded, larger, carried over."""

from fractions import Fraction

import pytest

from tests.factories.matches import curve, exact, point, refusal, service, workload


def chat(length=500, output=100, **more):
    return workload(input_tokens=length, output_tokens=output, **more)


def seconds(rate: int, output: int) -> Fraction:
    """Replica-seconds of one request of so many tokens."""
    return Fraction(output, rate)


LONG_IN = curve(point(8, 1000), shape=(8000, 1000))
EVEN = curve(point(8, 2000), shape=(1000, 1000))
LONG_OUT = curve(point(8, 4000), shape=(1000, 8000))


@pytest.mark.parametrize("length", [490, 500, 510])
def test_lengths_within_2_percent_are_the_same_shape(length):
    served = service(chat(length), curve(point(8, 1000)))
    assert (served.plan.rule, served.rate) == ("same_shape", 10)


@pytest.mark.parametrize("length", ["510.01", "489.9"])
def test_lengths_beyond_2_percent_are_another_shape(length):
    found = float(length)
    measured = curve(point(8, 1000))
    if found < 500:
        assert service(chat(found), measured).plan.rule == "larger_shape"
    else:
        assert refusal(chat(found), measured).reason == "shape_not_covered"


def test_the_nearest_of_several_same_shapes_counts_whatever_their_order():
    a, b = curve(point(8, 1000), shape=(495, 100)), curve(point(8, 2000), shape=(509, 100))
    for curves in ((a, b), (b, a)):
        assert service(chat(), *curves).rate == 10


def test_of_two_equally_near_shapes_the_order_of_lists_does_not_choose():
    a, b = curve(point(8, 1000), shape=(500, 100)), curve(point(8, 2000), shape=(500, 102))
    wanted = workload(input_tokens=500, output_tokens=Fraction(10200, 101).__float__())
    assert service(wanted, a, b).rate == service(wanted, b, a).rate


def test_a_curve_without_a_shape_holds_for_any():
    served = service(chat(7, 13), curve(point(8, 1300), shape=None))
    assert (served.plan.rule, served.rate) == ("any_shape", 100)


def test_between_two_shapes_input_and_output_cost_what_both_say():
    # t = 8000 a + 1000 b = 1.0 s and 1000 a + 1000 b = 0.5 s: a = 1/14,000, b = 3/7,000.
    # 4000 x 1000: 4/14 + 3/7 = 5/7 s.
    served = service(chat(4000, 1000), LONG_IN, EVEN)
    assert served.plan.rule == "fitted"
    assert abs(served.rate - Fraction(7, 5)) < Fraction(1, 10**12)


def test_a_ratio_beyond_the_measured_ones_is_padded():
    """6,000 x 600 is planned as 6,000 x 750: 10 : 1 is above 8 : 1."""
    served = service(chat(6000, 600), LONG_IN, EVEN)
    assert served.plan.rule == "padded"
    assert served.plan.shape == (6000, 750)
    # 6000/14,000 + 750 x 3/7,000 = 3/4 s.
    assert abs(served.rate - Fraction(4, 3)) < Fraction(1, 10**12)


def test_padding_the_input_leaves_what_is_cached_as_it_is():
    # 900 of 1,000 cached: 100 uncached to 1,000 output, padded to 1 : 1 as 900 more input.
    served = service(
        chat(1000, 1000, cached_input_fraction=0.9),
        curve(point(8, 1000), shape=(8000, 1000)),
        curve(point(8, 2000), shape=(1000, 1000)),
    )
    assert (served.plan.rule, served.plan.shape) == ("padded", (1900, 1000))


@pytest.mark.parametrize(
    "cached", [{"input_tokens": 0}, {"input_tokens": 500, "cached_input_fraction": 1}]
)
def test_a_prompt_without_anything_to_compute_is_padded_too(cached):
    served = service(workload(output_tokens=1000, **cached), LONG_IN, EVEN)
    assert served.plan.rule == "padded"
    assert served.rate > 0


def test_latencies_between_shapes_are_the_worse_of_the_two_each():
    """TTFT is worse on one, TPOT on the other: their sum is that of neither."""
    a = curve(point(8, 1000, ttft_ms={"p50": 300}, tpot_ms={"p50": 10}), shape=(8000, 1000))
    b = curve(point(8, 2000, ttft_ms={"p50": 100}, tpot_ms={"p50": 20}), shape=(1000, 1000))
    # 300 + 999 x 20 = 20,280 ms.
    wanted = chat(4000, 1000, slo={"e2e_ms": {"p50": 20_280}})
    assert service(wanted, a, b).plan.achieved(8)[0].value == 20_280
    assert refusal(chat(4000, 1000, slo={"e2e_ms": {"p50": 20_279}}), a, b).best == 20_280


def test_a_measured_end_to_end_time_says_nothing_between_shapes():
    e2e = {"e2e_ms": {"p50": 1}, "ttft_ms": {"p50": 100}, "tpot_ms": {"p50": 10}}
    a = curve(point(8, 1000, **e2e), shape=(8000, 1000))
    b = curve(point(8, 2000, **e2e), shape=(1000, 1000))
    assert refusal(chat(4000, 1000, slo={"e2e_ms": {"p50": 5000}}), a, b).best == 100 + 999 * 10


def test_shapes_that_share_no_concurrency_are_not_fitted():
    a = curve(point(8, 1000), shape=(8000, 1000))
    b = curve(point(16, 2000), shape=(1000, 1000))
    assert service(chat(4000, 1000), a, b).plan.rule == "larger_shape"


def test_beyond_the_longest_measured_length_nothing_is_fitted():
    assert refusal(chat(8200, 2000), LONG_IN, EVEN, LONG_OUT).reason == "shape_not_covered"


def test_a_larger_shape_gives_its_request_rate_as_a_floor():
    served = service(chat(400, 90), curve(point(8, 1000)))
    assert (served.plan.rule, served.rate) == ("larger_shape", 10)  # not 1000/90
    assert served.plan.shape == (500, 100)


def test_of_several_larger_shapes_the_best_request_rate_wins():
    served = service(
        chat(400, 90), curve(point(None, 1000)), curve(point(None, 1500), shape=(500, 120))
    )
    assert served.rate == exact("12.5")


def test_a_larger_shape_that_is_better_cached_is_no_floor():
    cached = curve(point(8, 1000), shape=(1000, 100, 0.9))
    assert refusal(chat(400, 90), cached).reason == "shape_not_covered"
    assert service(chat(400, 90, cached_input_fraction=0.75), cached).plan.rule == "larger_shape"


def test_an_unlike_shape_is_rejected_with_the_nearest_named():
    refused = refusal(chat(9000, 90), EVEN, LONG_OUT)
    assert refused.reason == "shape_not_covered"
    assert "the nearest is 1,000 x 1,000" in refused.text


def test_a_token_rate_is_carried_over_only_where_the_policy_allows_it():
    served = service(chat(9000, 100), EVEN, LONG_OUT, allow_shape_mismatch=True)
    assert (served.plan.rule, served.rate) == ("shape_mismatch", 20)


def test_a_limit_that_its_own_shape_breaks_is_not_escaped_by_another_shape():
    own = curve(point(8, 1000, ttft_ms={"p50": 900}))
    other = curve(point(8, 1000, ttft_ms={"p50": 100}), shape=(600, 200))
    assert refusal(chat(slo={"ttft_ms": {"p50": 500}}), own, other).best == 900


def test_where_its_own_shape_lacks_the_latency_the_next_rule_is_tried():
    own, other = (
        curve(point(8, 1000)),
        curve(point(8, 1000, ttft_ms={"p50": 100}), shape=(600, 200)),
    )
    served = service(chat(slo={"ttft_ms": {"p50": 500}}), own, other)
    assert served.plan.rule == "larger_shape"


def test_the_order_of_curves_changes_nothing():
    forward = service(chat(6000, 600), LONG_IN, EVEN, LONG_OUT)
    back = service(chat(6000, 600), LONG_OUT, EVEN, LONG_IN)
    assert forward.rate == back.rate
    assert forward.plan.curves == back.plan.curves
