"""Ceilings and shares of a deployment's points."""

from typing import Any

import pytest

from planner.ceiling import Subject, point_ceiling, point_verdict, stream_verdict
from planner.entries.deployment import Deployment
from planner.utilization import shares_at


@pytest.fixture
def subject(a_model, a_chip):
    """A 70B in FP8 on two chips, tensor 2, with one point."""

    def make(point: dict[str, Any], curve: dict[str, Any] | None = None, **overrides: Any):
        whole = {
            "id": "d",
            "model": "dense-70b",
            "hardware": "chip-80gb",
            "chips_per_replica": 2,
            "precision": "fp8",
            "parallelism": {"tensor": 2},
            "curves": [(curve or {}) | {"points": [point]}],
        }
        deployment = Deployment.model_validate(whole | overrides)
        made = Subject(a_model(), deployment, {"chip-80gb": a_chip()})
        return made, deployment.curves[0], deployment.curves[0].points[0]

    return make


SHAPE = {"input_tokens": 1000, "output_tokens": 1000}


def test_the_bandwidth_bounds_few_streams(subject):
    """Ten streams: 10 × 6,700 / (70 + 10 × 163,840 B × 1,499.5 / 1e9) = 924.7 tok/s."""
    case = subject({"concurrency": 10, "output_tokens_per_s": 900}, SHAPE)
    ceiling = point_ceiling(*case)
    assert ceiling is not None
    assert ceiling.binding == "bandwidth"
    assert ceiling.tokens_per_s == pytest.approx(924.7, abs=0.1)


def test_the_arithmetic_of_prompts_counts(subject):
    """9,000 in and 1,000 out: 2 × 1,979e12 / (2 × 70e9 × 10) = 2,827 tok/s at most."""
    case = subject({"output_tokens_per_s": 3200}, {"input_tokens": 9000, "output_tokens": 1000})
    ceiling, verdict = point_ceiling(*case), point_verdict(*case)
    assert ceiling is not None
    assert verdict is not None
    assert (ceiling.binding, round(ceiling.tokens_per_s)) == ("compute", 2827)
    assert verdict.kind == "refuse"


def test_cached_prompts_cost_nothing(subject):
    # nine tenths cached: 900 computed tokens for 1,000: 28,271 / 1.9
    curve = {"input_tokens": 9000, "output_tokens": 1000, "cached_input_fraction": 0.9}
    ceiling = point_ceiling(*subject({"output_tokens_per_s": 3200}, curve))
    assert ceiling is not None
    assert ceiling.tokens_per_s == pytest.approx(28_271.4 / 1.9, abs=0.1)


@pytest.mark.parametrize(("rate", "kind"), [(900, "within"), (1000, "warn"), (1030, "refuse")])
def test_a_rate_is_held_against_its_ceiling(subject, rate: float, kind: str):
    # 924.7 × 1.1 = 1,017
    verdict = point_verdict(*subject({"concurrency": 10, "output_tokens_per_s": rate}, SHAPE))
    assert verdict is not None
    assert verdict.kind == kind


def test_speculation_compares_with_the_ceiling_times_its_acceptance_length(subject):
    point = {"concurrency": 10, "output_tokens_per_s": 2000}
    with_length = SHAPE | {"acceptance_length": 2.5}
    assert point_verdict(*subject(point, with_length, speculation="mtp")).kind == "within"
    assert point_verdict(*subject(point, SHAPE)).kind == "refuse"


def test_speculation_of_unknown_length_is_bounded_by_arithmetic_alone(subject):
    case = subject({"concurrency": 10, "output_tokens_per_s": 2000}, SHAPE, speculation="mtp")
    ceiling = point_ceiling(*case)
    assert ceiling is not None
    assert ceiling.binding == "compute"


def test_one_stream_has_a_ceiling_of_its_own(subject):
    """6,700 / (70 + 0.25) = 95.4 tok/s: a TPOT of 9 ms is 111, 10 ms is 100."""
    fast = {"output_tokens_per_s": 100, "concurrency": 1, "tpot_ms": {"p50": 9}}
    assert stream_verdict(*subject(fast, SHAPE)).kind == "refuse"
    assert stream_verdict(*subject(fast | {"tpot_ms": {"p50": 10}}, SHAPE)).kind == "warn"
    assert stream_verdict(*subject(fast | {"tpot_ms": {"p99": 9}}, SHAPE)) is None


def test_prefill_counts_its_cache_hits(subject):
    """2 × 1,979e12 / 140e9 = 28,271 computed tok/s; with half of them cached 56,543."""
    curve = {"input_tokens": 4000, "output_tokens": 1, "cached_input_fraction": 0.5}
    case = subject({"input_tokens_per_s": 50_000}, curve, role="prefill")
    ceiling = point_ceiling(*case)
    assert ceiling is not None
    assert ceiling.tokens_per_s == pytest.approx(56_542.9, abs=0.1)
    assert point_verdict(*case).kind == "within"


def test_without_a_precision_nothing_is_flagged(subject):
    case = subject({"concurrency": 1, "output_tokens_per_s": 1e6}, precision=None)
    assert point_verdict(*case) is None


def test_shares_of_a_measured_rate(subject):
    """462.35 tok/s is half of the ceiling of 924.7.

    Arithmetic: 462.35 × 2 computed tokens × 140e9 / 3,958e12 = 3.27 %. KV, in BF16, on one chip:
    10 × 163,840 B × 1,499.5 = 2.457 GB of 70 − 35 = 35 GB.
    """
    made, curve, _ = subject({"concurrency": 10, "output_tokens_per_s": 462.35}, SHAPE)
    shares = shares_at(made, curve, 462.35, 10)
    assert shares.memory_bandwidth_utilization_fraction == pytest.approx(0.5, abs=1e-4)
    assert shares.compute_utilization_fraction == pytest.approx(0.0327, abs=1e-4)
    assert shares.kv_occupancy_fraction == pytest.approx(0.0702, abs=1e-4)
    assert not shares.bandwidth_is_lower_bound


def test_unknown_layouts_have_no_kv_occupancy(subject):
    made, curve, _ = subject({"output_tokens_per_s": 100}, SHAPE, parallelism={})
    shares = shares_at(made, curve, 100, 10)
    assert shares.kv_occupancy_fraction is None
    assert shares.memory_bandwidth_utilization_fraction is not None
