"""Ceilings on rates."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.sizing.roofline import (
    Ceiling,
    Reads,
    Roof,
    Tier,
    bandwidth_ceiling,
    compute_ceiling,
    lower_ceiling,
    one_stream_ceiling,
    peak_flops,
    rate_over_ceiling,
    read_seconds,
)
from planner.sizing.shares import bandwidth_share, compute_share, kv_occupancy

SEVENTY_B = Reads(weight_bytes=140e9, kv_bytes_per_sequence=0)


def roof(chips: int = 1, stages: int = 1) -> Roof:
    """Chips of 80 GB at 3.35 TB/s and 989 TFLOPS."""
    return Roof((Tier(80e9 * chips, 3.35e12 * chips),), 989e12 * chips, stages)


def test_one_stream_reads_all_active_weights_for_each_token():
    # 3,350 / 140 = 23.9; two chips read twice as fast
    assert one_stream_ceiling(roof(), SEVENTY_B) == pytest.approx(23.93, abs=0.01)
    assert one_stream_ceiling(roof(chips=2), SEVENTY_B) == pytest.approx(47.86, abs=0.01)


def test_one_stream_reads_its_cache_too():
    # 3,350 / (140 + 40 × 1.0737) = 18.3
    reads = Reads(140e9, 40 * 2**30)
    assert one_stream_ceiling(roof(), reads) == pytest.approx(18.31, abs=0.01)


def test_of_a_pipeline_one_stream_uses_a_stage_at_a_time():
    assert one_stream_ceiling(roof(chips=4, stages=4), SEVENTY_B) == pytest.approx(23.93, abs=0.01)


def test_the_system_shares_weights_and_not_caches():
    # 32 streams: 32 × 3,350 / (140 + 32 × 1) = 623
    assert bandwidth_ceiling(roof(), Reads(140e9, 1e9), 32) == pytest.approx(623.3, abs=0.1)


def test_a_pipeline_reads_weights_for_each_group_anew():
    """Two stages, 32 streams in groups of 16: 16 × 6,700 / (140 + 16) = 687, below 1,246."""
    reads = Reads(140e9, 1e9)
    assert bandwidth_ceiling(roof(2, stages=2), reads, 32) == pytest.approx(687.2, abs=0.1)
    assert bandwidth_ceiling(roof(2), reads, 32) == pytest.approx(1246.5, abs=0.1)
    # one stream cannot be grouped
    assert bandwidth_ceiling(roof(2, 2), reads, 1) == one_stream_ceiling(roof(2, 2), reads)


def test_the_arithmetic_is_two_operations_a_parameter():
    # 989e12 / (2 × 70e9) = 7,064; with seven input tokens for each output an eighth
    assert compute_ceiling(roof(), 70e9) == pytest.approx(7064.3, abs=0.1)
    assert compute_ceiling(roof(), 70e9, other_tokens_per_token=7) == pytest.approx(883.0, abs=0.1)


def test_the_lower_of_the_known_ceilings_binds():
    assert lower_ceiling(100, 200) == Ceiling(100, "bandwidth")
    assert lower_ceiling(300, 200) == Ceiling(200, "compute")
    assert lower_ceiling(None, 200) == Ceiling(200, "compute")
    assert lower_ceiling(None, None) is None


def test_what_is_not_known_bounds_nothing():
    dark = Roof((), None)
    assert one_stream_ceiling(dark, SEVENTY_B) is None
    assert bandwidth_ceiling(dark, SEVENTY_B, 8) is None
    assert compute_ceiling(dark, 70e9) is None


def test_a_peak_that_is_not_stated_is_not_underrated():
    # A100: bf16 312; int8 runs at 624
    assert peak_flops(8, {16: 312}) == 624e12
    assert peak_flops(4, {16: 2250, 8: 4500, 4: 9000}) == 9000e12
    assert peak_flops(16, {8: 1230}) == 1230e12
    assert peak_flops(16, {}) is None


def test_fast_memory_serves_what_it_holds_and_the_slow_one_the_rest():
    """2 GB at 150 TB/s, 256 GB at 0.4: 70 GB take the 68 + x GB that come slowly."""
    tiers = (Tier(256e9, 0.4e12), Tier(2e9, 150e12))
    assert read_seconds(1e9, tiers) == pytest.approx(1e9 / 150.4e12)
    # the fast one is through after 13.3 µs; the slow one reads all along: 68 / 400 s
    assert read_seconds(70e9, tiers) == pytest.approx(68e9 / 0.4e12)


@pytest.mark.parametrize(
    ("rate", "kind"), [(99, "within"), (100, "within"), (110, "warn"), (110.001, "refuse")]
)
def test_a_rate_more_than_a_tenth_above_its_ceiling_is_out(rate: float, kind: str):
    assert rate_over_ceiling(rate, 100).kind == kind


def test_speculation_raises_the_ceiling_by_its_acceptance_length():
    # 24 tok/s × 2.5 accepted a step = 60
    assert rate_over_ceiling(60, 24, acceptance_length=2.5).kind == "within"
    assert rate_over_ceiling(60, 24).kind == "refuse"
    assert rate_over_ceiling(60, 24).excess_fraction == 1.5


def test_published_figures_above_the_weight_reads_are_out():
    # 16.06 GB of weights on 8 × 1.0 TB/s: 498 tok/s a stream, 646 was published
    ceiling = one_stream_ceiling(Roof((Tier(512e9, 8e12),), None), Reads(16.06e9, 0))
    assert ceiling == pytest.approx(498, abs=0.5)
    assert rate_over_ceiling(646, ceiling).kind == "refuse"
    # 70.6 GB on 3.35 TB/s: 47.5; 50 is 5 % above
    ceiling = one_stream_ceiling(roof(), Reads(70.6e9, 0))
    assert ceiling == pytest.approx(47.5, abs=0.05)
    assert rate_over_ceiling(50, ceiling).kind == "warn"


def test_shares_of_a_rate():
    # 800 tok/s over 32 streams are 25 steps/s × (140 − 73) GB … 25 × 67 = 1,675 GB/s of 3,350
    assert bandwidth_share(roof(), Reads(67e9, 0), 800, 32) == pytest.approx(0.5)
    # 7,064 tok/s would be all of the arithmetic
    assert compute_share(roof(), 70e9, 706.43) == pytest.approx(0.1, abs=1e-4)
    assert kv_occupancy(64, 1e9, 80e9) == 0.8
    assert bandwidth_share(Roof((), None), SEVENTY_B, 1, 1) is None


@given(
    concurrency=st.floats(0.5, 4096),
    stages=st.integers(1, 8),
    kv=st.floats(0, 50e9),
)
def test_a_rate_at_its_ceiling_takes_all_of_the_bandwidth_at_most(
    concurrency: float, stages: int, kv: float
):
    chips, reads = roof(8, stages), Reads(140e9, kv)
    ceiling = bandwidth_ceiling(chips, reads, concurrency)
    assert ceiling is not None
    share = bandwidth_share(chips, reads, ceiling, concurrency)
    assert share is not None
    assert share <= 1 + 1e-9


@given(fewer=st.floats(1, 4096), more=st.floats(1, 4096), stages=st.integers(1, 8))
def test_more_in_flight_never_lowers_the_ceiling(fewer: float, more: float, stages: int):
    fewer, more = sorted((fewer, more))
    low, high = (bandwidth_ceiling(roof(8, stages), Reads(140e9, 1e9), c) for c in (fewer, more))
    assert low is not None
    assert high is not None
    assert high >= low * (1 - 1e-12)


@given(amount=st.floats(1, 1e12), size=st.floats(1e6, 1e11), speed=st.floats(1e9, 1e14))
def test_a_tier_more_never_slows_reading(amount: float, size: float, speed: float):
    slow = Tier(1e13, 4e11)
    assert read_seconds(amount, (slow, Tier(size, speed))) <= read_seconds(amount, (slow,)) * (
        1 + 1e-9
    )
