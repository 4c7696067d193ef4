"""A stated derivation between shapes: its lengths, its seconds per token, its curves."""

from typing import Any

import pytest

from planner.verify import broken, check_quote
from tests.factories.quotes import bare, change, curve, deployment, point, read, workload

INPUT_HEAVY = curve(point(1, 10), point(20, 200), shape=(1000, 100))
OUTPUT_HEAVY = curve(point(2, 40), point(20, 400), shape=(200, 400))
ALPHA, BETA = "0.00026315789473684211", "0.0023684210526315790"
"""At 20 in flight 1000 a + 100 b = 0.5 and 200 a + 400 b = 1: a = 1/3800, b = 9/3800."""


def fitted(input_tokens: float, output_tokens: float, rate: str, **stated: Any) -> dict[str, Any]:
    """5 requests/s, in pools between two shapes."""
    data = bare()
    entry = deployment(INPUT_HEAVY, OUTPUT_HEAVY)
    asked = workload(requests_per_s=5, input_tokens=input_tokens, output_tokens=output_tokens)
    data["demand"] |= {"deployments": [entry], "workloads": [asked]}
    data["inputs"]["deployments"] = [entry]
    told = {"rule": "fitted", "basis": "interpolated", "curves": [0, 1]} | stated
    routes = [
        route | {"requests_per_s": 2.5, "rate_per_replica": rate, "rate": told}
        for route in data["workloads"][0]["routes"]
    ]
    tokens = 5 * output_tokens
    data["workloads"][0] |= {
        "requests_per_s": 5,
        "mean_requests_per_s": 5,
        "output_tokens_per_s": tokens,
        "required_output_tokens_per_s": tokens * 1.3,
        "active_users": 300,
        "routes": routes,
        "slo": [],
    }
    return data


def broken_in(data: dict[str, Any]) -> set[str]:
    return {rule.split("@")[0] for rule in broken(check_quote(read(data)))}


SECONDS = {
    "replica_s_per_uncached_input_token": ALPHA,
    "replica_s_per_output_token": BETA,
    "fit_residual_fraction": 0.0,
}
RATE = "1.5833333333333334"
"""600 x 200 takes (600 + 1800)/3800 s of a replica."""


def test_a_right_derivation_holds():
    assert broken_in(fitted(600, 200, RATE, **SECONDS)) == set()


@pytest.mark.parametrize(
    "stated",
    [
        {"curves": [0]},
        {"rule": "padded"},
        {"replica_s_per_output_token": "0.0023684"},
        {"fit_residual_fraction": 0.001},
    ],
)
def test_a_wrong_derivation_breaks_its_rule(stated: dict[str, Any]):
    assert broken_in(fitted(600, 200, RATE, **(SECONDS | stated))) == {"derivation.chat"}


def test_seconds_per_token_that_are_no_numbers_cannot_be_read():
    stated = SECONDS | {"replica_s_per_output_token": "fast"}
    assert broken_in(fitted(600, 200, RATE, **stated)) == {"references"}


def test_padded_lengths_are_stated():
    """1000 x 50 is 20 to 1: planned as 1000 x 100, 0.5 s: 2 requests/s."""
    padded = {"rule": "padded", "curves": [0]}
    lengths = {"planned_input_tokens": 1000, "planned_output_tokens": 100}
    assert broken_in(fitted(1000, 50, "2", **padded, **lengths)) == set()
    assert broken_in(fitted(1000, 50, "2", **padded)) == {"derivation.chat"}
    wrong = lengths | {"planned_output_tokens": 50}
    assert broken_in(fitted(1000, 50, "2", **padded, **wrong)) == {"derivation.chat"}


def test_a_rate_of_the_unpadded_shape_is_too_high():
    told = {"rule": "padded", "curves": [0]}
    lengths = {"planned_input_tokens": 1000, "planned_output_tokens": 100}
    assert broken_in(fitted(1000, 50, "2.1", **told, **lengths)) == {"rate.chat"}


def test_either_of_the_curves_that_bracket_may_come_first():
    data = change(fitted(600, 200, RATE, **SECONDS), {"workloads.0.routes.0.rate.curves": [1, 0]})
    assert broken_in(data) == set()
