"""Whole bytes: weights, what is usable, what fits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.sizing.memory import (
    binding_limit,
    bytes_of_gb,
    bytes_of_gib,
    chips_by_capacity,
    pool_tokens,
    shortfall_bytes,
    usable_bytes,
    weight_bytes,
    whole_times,
)

GIB = 2**30


def test_weights_follow_all_parameters():
    # 46.7e9 × 2 B = 93.4e9 B = 86.99 GiB; in int8 half of it
    assert weight_bytes(46.7e9, 2) / GIB == pytest.approx(86.99, abs=0.01)
    assert weight_bytes(46.7e9, 1) / GIB == pytest.approx(43.49, abs=0.01)


def test_a_gb_is_not_a_gib_and_the_verdict_is_the_same_in_both():
    """84e9 B are 84.0 GB or 78.23 GiB; 81,559 MiB are 79.65 GiB or 85.52 GB."""
    card = bytes_of_gib(81_559 / 1024)
    assert bytes_of_gb(84) / GIB == pytest.approx(78.23, abs=0.01)
    assert card / GIB == pytest.approx(79.65, abs=0.01)
    assert card / 1e9 == pytest.approx(85.52, abs=0.01)
    assert shortfall_bytes(bytes_of_gb(84), card) == 0
    assert shortfall_bytes(bytes_of_gib(78.23), bytes_of_gb(85.52)) == 0


def test_the_reserve_goes_off_every_chip():
    # 84 − 16 − 4 × 5 = 48, not 84 − 16 − 5 = 63
    usable = usable_bytes(4, bytes_of_gb(21), 1, bytes_of_gb(5))
    assert usable - bytes_of_gb(16) == bytes_of_gb(48)


def test_usable_fraction_and_reserve_go_off_one_after_the_other():
    # 2 × (79.65 × 0.9 − 3) = 137.37 GiB; less 131.42 of weights: 5.95
    usable = usable_bytes(2, bytes_of_gib(79.65), 0.9, bytes_of_gib(3))
    assert (usable - bytes_of_gib(131.42)) / GIB == pytest.approx(5.95, abs=0.001)


def test_an_exact_multiple_is_not_lost_to_rounding():
    # 4.9 GB hold 0.7 GB seven times; in binary 4.9 / 0.7 is below 7
    assert whole_times(bytes_of_gb(4.9), bytes_of_gb(0.7)) == 7
    # 80 × 0.9 = 72 GB exactly
    assert usable_bytes(1, bytes_of_gb(80), 0.9) == 72 * 10**9


def test_sequences_are_floored():
    # 46.76 GiB / 3.125 GiB = 14.96
    assert whole_times(bytes_of_gib(46.76), bytes_of_gib(3.125)) == 14


def test_what_does_not_fit_is_short_by_so_much_and_has_room_for_nothing():
    # 1,313 GiB of weights on 144 GiB: −1,169 GiB, never a default of blocks
    short = shortfall_bytes(bytes_of_gib(1313), bytes_of_gib(144))
    assert short == bytes_of_gib(1169)
    assert whole_times(-short, 2**20) == 0
    assert pool_tokens(-short, 131_072, block_tokens=16) == 0


def test_blocks_are_floored_before_tokens():
    # 2.89 GiB / (16 × 131,072 B) = 1,479.68 → 1,479 blocks → 23,664 tokens, below 29,000
    tokens = pool_tokens(bytes_of_gib(2.89), 131_072, block_tokens=16)
    assert tokens == 1479 * 16
    # 1,952 blocks: 31,232 tokens hold 20,000 once, not 1.56 times
    assert whole_times(1952 * 16, 20_000) == 1


def test_a_measured_pool_smaller_than_one_window_holds_none():
    # 79,392 tokens < 131,072; with KV bytes halved 158,784 hold one
    assert whole_times(79_392, 131_072) == 0
    assert whole_times(2 * 79_392, 131_072) == 1
    # 79,392 × 516,096 B = 38.16 GiB against 63.0 GiB
    assert pytest.approx(38.16, abs=0.01) == 79_392 * 516_096 / GIB
    assert 131_072 * 516_096 / GIB == 63.0


@pytest.mark.parametrize(
    ("parameters", "bytes_each", "memory_gb", "chips"),
    [
        (20e9, 2, 44, 1),  # 40 GB on one wafer
        (70e9, 2, 44, 4),  # 140 / 44 = 3.2
        (1e12, 2, 44, 46),  # 2,000 / 44 = 45.5
        (70e9, 1, 0.23, 305),  # 70 / 0.23 = 304.3
        (1e12, 1, 180, 6),  # five hold 900 GB: FP8 does not fit
        (49e9, 2, 80, 2),  # 98 GB
        (44e9, 1, 44, 1),  # an exact multiple is not one more
    ],
)
def test_chips_by_capacity(parameters: float, bytes_each: int, memory_gb: float, chips: int):
    needed = weight_bytes(parameters, bytes_each)
    assert chips_by_capacity(needed, bytes_of_gb(memory_gb)) == chips


def test_a_chip_that_is_all_reserve_holds_nothing():
    with pytest.raises(ValueError, match="no usable memory"):
        chips_by_capacity(1, usable_bytes(1, bytes_of_gb(1), 0.9, bytes_of_gb(2)))


def test_the_larger_need_binds_and_is_named():
    # 50 × 500 / 2,500 = 10 chips of compute; 440 / 80 = 5.5 → 6 of memory
    memory = chips_by_capacity(bytes_of_gb(440), bytes_of_gb(80))
    assert binding_limit({"compute": 10, "memory": memory}) == ("compute", 10)
    assert binding_limit({"compute": 5, "memory": memory}) == ("memory", 6)


@given(room=st.integers(-(10**15), 10**15), item=st.integers(1, 10**12))
def test_what_fits_fits_and_one_more_does_not(room: int, item: int):
    count = whole_times(room, item)
    assert count * item <= max(0, room) < (count + 1) * item
