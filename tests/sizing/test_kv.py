"""Bytes of the KV cache."""

from fractions import Fraction

import pytest

from planner.sizing.kv import (
    gqa_cache,
    mean_bytes_while_decoding,
    mla_cache,
    pool_agrees,
    with_sliding_layers,
)
from planner.sizing.memory import bytes_of_gib, pool_tokens

GIB = 2**30


@pytest.mark.parametrize(
    ("kv_heads", "head_size", "layers", "bytes_per_token"),
    [
        (8, 128, 80, 327_680),  # 2 × 80 × 8 × 128 × 2
        (8, 128, 32, 131_072),  # KV heads, not the 32 heads; not 4,194,304
        (8, 128, 36, 147_456),  # stated head size, not 2,560 / 32 = 80: 92,160
        (4, 128, 28, 57_344),  # not the hidden size of 3,584
        (32, 128, 32, 524_288),  # as many KV heads as heads
        (8, 128, 126, 516_096),
    ],
)
def test_grouped_query_attention(kv_heads: int, head_size: int, layers: int, bytes_per_token: int):
    assert gqa_cache(kv_heads, head_size, layers).bytes_per_token() == bytes_per_token


def test_a_byte_a_value_is_half_of_two():
    assert gqa_cache(8, 128, 80, bytes_per_value=1).bytes_per_token() == 163_840


def test_latent_attention_keeps_one_latent_and_the_rotary_part():
    """(512 + 64) × 61 × 2 = 70,272 B, not 2 × 512 × 61 × 2; 8.578 GiB at 131,072 tokens."""
    cache = mla_cache(512, 64, layers=61)
    assert cache.bytes_per_token() == 70_272
    assert cache.bytes_per_sequence(131_072) / GIB == pytest.approx(8.578, abs=0.001)


def test_scales_of_a_four_bit_cache_count():
    # 576 × 61 × 9/16 = 19,764
    assert mla_cache(512, 64, 61, Fraction(9, 16)).bytes_per_token() == 19_764


def test_concurrency_multiplies_the_cache():
    # 131,072 B × 32,768 = 4 GiB; four of them 16
    one = gqa_cache(8, 128, 32).bytes_per_sequence(32_768)
    assert (one / GIB, 4 * one / GIB) == (4.0, 16.0)


def test_tensor_ranks_beyond_the_kv_heads_hold_copies():
    cache = gqa_cache(8, 128, 80)
    assert [cache.on_chip(n).bytes_per_token() for n in (1, 4, 8, 16)] == [
        327_680,
        81_920,
        40_960,
        40_960,
    ]
    assert (cache.copies(8), cache.copies(16)) == (1, 2)


def test_a_latent_is_copied_on_every_tensor_rank():
    cache = mla_cache(512, 64, layers=61)
    assert cache.on_chip(tensor=8) == cache
    assert cache.copies(8) == 8


def test_kv_heads_that_do_not_spread_evenly_pad():
    # ten KV heads on four ranks: three each, twelve in all
    assert gqa_cache(10, 128, 40).copies(4) == Fraction(12, 10)


def test_a_stage_holds_its_layers_only():
    """48 layers in three stages: 32,768 B a token each; 3.18 GiB hold 104,202, not 34,734."""
    stage = gqa_cache(4, 128, layers=48).on_chip(tensor=1, pipeline=3)
    assert stage.bytes_per_token() == 32_768
    assert stage.bytes_per_sequence(262_144) / GIB == 8.0
    assert pool_tokens(bytes_of_gib(3.18), stage.bytes_per_token()) == 104_202


def test_the_largest_of_uneven_stages_counts():
    # 61 layers in two stages: 31 and 30
    assert mla_cache(512, 64, layers=61).on_chip(1, pipeline=2).full_layers == 31


def test_sliding_layers_keep_their_window():
    """36 layers, 18 of them keep 128 tokens: per layer and token 2 × 8 × 64 × 2 = 2,048 B."""
    cache = with_sliding_layers(gqa_cache(8, 64, layers=36), 18, window_tokens=128)
    assert cache.bytes_per_sequence(100) == 2048 * 36 * 100
    assert cache.bytes_per_sequence(8192) == 2048 * (18 * 8192 + 18 * 128)
    assert cache.on_chip(8).bytes_per_sequence(8192) * 8 == cache.bytes_per_sequence(8192)


def test_no_more_layers_can_slide_than_there_are():
    with pytest.raises(ValueError, match="25 sliding layers are more than the 24"):
        with_sliding_layers(gqa_cache(8, 64, layers=24), 25, window_tokens=128)


def test_the_mean_over_the_output_is_that_at_its_middle():
    # 101 tokens from 1,000: positions 1,000 to 1,100
    cache = gqa_cache(8, 128, 80)
    assert mean_bytes_while_decoding(cache, 1000, 101) == 327_680 * 1050


def test_with_a_window_the_mean_errs_low():
    cache = with_sliding_layers(gqa_cache(8, 64, layers=2), 1, window_tokens=50)
    exact = Fraction(sum(cache.bytes_per_sequence(t) for t in range(10, 110)), 100)
    assert mean_bytes_while_decoding(cache, 10, 100) <= exact


def test_pool_tokens_and_bytes_must_agree():
    # 69,524,783,104 / 132,608 = 524,288 exactly
    assert pool_agrees(69_524_783_104, 132_608, gqa_cache(32, 128, 32).bytes_per_token())
    # 74.95 GiB / 972,000 = 82,796 B a token; the engine shows 64.68 GiB / 626,949 = 110,774
    assert pool_agrees(bytes_of_gib(74.95), 972_000, 82_796)
    assert pool_agrees(bytes_of_gib(64.68), 626_949, 110_774)
    assert not pool_agrees(bytes_of_gib(64.68), 972_000, 82_796)
