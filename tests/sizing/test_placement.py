"""What fits in a layout."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.sizing.kv import gqa_cache, mla_cache
from planner.sizing.layouts import Layout
from planner.sizing.memory import bytes_of_gb, bytes_of_gib, usable_bytes, weight_bytes
from planner.sizing.placement import MemoryNeed, Weights, fit_layout

GIB = 2**30


def seventy_b(context_tokens: int = 131_072) -> MemoryNeed:
    """A 70B in BF16 on chips of 79.65 GiB, 0.9 usable, 3 GiB reserved."""
    return MemoryNeed(
        weights=Weights(bytes_of_gib(131.42), layers=80),
        cache=gqa_cache(8, 128, layers=80),
        context_tokens=context_tokens,
        usable_bytes_per_chip=usable_bytes(1, bytes_of_gib(79.65), 0.9, bytes_of_gib(3)),
    )


def test_a_window_of_40_gib_fits_on_four_chips_not_on_two():
    """TP2: 137.37 − 131.42 = 5.95 < 40 GiB. TP4: 274.74 − 131.42 = 143.3 → 3 sequences."""
    two, four = (fit_layout(seventy_b(), Layout(n)) for n in (2, 4))
    assert 2 * two.free_bytes_per_chip / GIB == pytest.approx(5.95, abs=0.01)
    assert (two.sequences, four.sequences) == (0, 3)
    assert two.weights_short_bytes == 0
    assert two.short_bytes(1) / GIB == pytest.approx(40 - 5.95, abs=0.01)
    # four sequences of 40 GiB are 160: short by 16.7, so eight chips or two replicas
    assert four.short_bytes(3) == 0
    assert four.short_bytes(4) / GIB == pytest.approx(160 - 143.31, abs=0.02)
    assert fit_layout(seventy_b(), Layout(8)).sequences >= 4


def test_a_mixture_of_experts_holds_all_of_them():
    """46.7e9 parameters; 2 × 40 × 0.9 − 2 × 2 = 68 GiB. BF16 87.0: no; INT8: 24.5 / 4 → 6.

    The 12.9e9 active ones, 24 GiB in BF16, would wrongly fit.
    """
    need = MemoryNeed(
        weights=Weights(weight_bytes(12.9e9, 2), 32, expert_bytes=weight_bytes(33.8e9, 2)),
        cache=gqa_cache(8, 128, layers=32),
        context_tokens=32_768,
        usable_bytes_per_chip=usable_bytes(1, bytes_of_gib(40), 0.9, bytes_of_gib(2)),
    )
    half = Weights(weight_bytes(12.9e9, 1), 32, expert_bytes=weight_bytes(33.8e9, 1))
    bf16, int8 = (fit_layout(n, Layout(2)) for n in (need, replace(need, weights=half)))
    assert bf16.weights_short_bytes / GIB == pytest.approx(86.99 - 68, abs=0.01)
    assert bf16.sequences == 0
    assert (int8.weights_short_bytes, int8.sequences) == (0, 6)


def test_one_replica_of_a_13b_holds_14_windows():
    """72 − 24.24 − 1 = 46.76 GiB; 819,200 B × 4,096 = 3.125 GiB; 14.96 → 14."""
    need = MemoryNeed(
        weights=Weights(bytes_of_gib(24.24), layers=40),
        cache=gqa_cache(40, 128, layers=40),
        context_tokens=4096,
        usable_bytes_per_chip=usable_bytes(1, bytes_of_gib(80), 0.9, bytes_of_gib(1)),
    )
    assert fit_layout(need, Layout()).sequences == 14


def test_expert_parallelism_divides_the_experts_and_nothing_else():
    """58 × 256 × 3 × 7168 × 2048 B = 653.9e9; / 8 = 81.7; + 17 = 98.7 GB = 92 GiB < 126.36."""
    weights = Weights(17 * 10**9, 61, expert_bytes=58 * 256 * 3 * 7168 * 2048)
    need = MemoryNeed(
        weights=weights,
        cache=mla_cache(512, 64, layers=61),
        context_tokens=4096,
        usable_bytes_per_chip=usable_bytes(1, bytes_of_gib(140.4), 0.9),
    )
    found = fit_layout(need, Layout(data=8, expert=8))
    assert found.weight_bytes_per_chip / 1e9 == pytest.approx(98.7, abs=0.05)
    assert found.free_bytes_per_chip / GIB == pytest.approx(126.36 - 91.96, abs=0.01)


def test_tensor_ranks_cut_experts_too():
    weights = Weights(17 * 10**9, 61, expert_bytes=640 * 10**9)
    assert weights.on_chip(Layout(tensor=8)) == (17 + 640) * 10**9 // 8


def test_a_latent_cache_is_copied_by_tensor_and_split_by_data_ranks():
    """30 GiB / 70,272 B = 458,393.9 tokens: 458,393 with TP8, eight times that with DP8."""
    need = MemoryNeed(
        weights=Weights(0, layers=61),
        cache=mla_cache(512, 64, layers=61),
        context_tokens=1,
        usable_bytes_per_chip=bytes_of_gib(30),
    )
    assert fit_layout(need, Layout(tensor=8)).kv_pool_tokens == 458_393
    # a token is whole on its rank: 8 × 458,393 = 3,667,144
    assert fit_layout(need, Layout(data=8)).kv_pool_tokens == 3_667_144
    assert fit_layout(need, Layout(data=8)).sequences == 3_667_144


def test_a_stage_is_compared_with_its_own_layers():
    """Qwen3-Coder-30B, three stages with 3.18 GiB left each: 104,202 tokens, 262,144 do not fit."""
    need = MemoryNeed(
        weights=Weights(0, layers=48),
        cache=gqa_cache(4, 128, layers=48),
        context_tokens=262_144,
        usable_bytes_per_chip=bytes_of_gib(3.18),
    )
    found = fit_layout(need, Layout(pipeline=3))
    assert found.kv_pool_tokens == 104_202
    assert found.sequences == 0
    assert found.short_bytes(1) / GIB == pytest.approx(3 * (8 - 3.18), abs=0.001)


def test_the_memory_of_three_nodes_is_usable_with_stages_only():
    """1,249.8 GiB on chips of 72: 16 hold 1,152, 24 hold 1,728 but do not divide 128 heads."""
    need = MemoryNeed(
        weights=Weights(bytes_of_gib(1249.8), layers=61),
        cache=mla_cache(512, 64, layers=61),
        context_tokens=1,
        usable_bytes_per_chip=usable_bytes(1, bytes_of_gib(80), 0.9),
    )
    fits = {layout: fit_layout(need, layout).sequences > 0 for layout in map(Layout, (16, 32))}
    assert fits == {Layout(16): False, Layout(32): True}
    assert fit_layout(need, Layout(tensor=8, pipeline=3)).sequences > 0


@pytest.mark.parametrize(
    ("bytes_each", "fits"), [(2, False), (1, False), (133 / 256, True), (0.5, True)]
)
@pytest.mark.parametrize("layout", [Layout(pipeline=5), Layout(tensor=5)])
def test_a_dense_trillion_on_five_chips_of_180_gb(bytes_each: float, fits: bool, layout: Layout):
    # 2,000 GB and 1,000 GB are more than 900; int4's 500 to 520 are not
    need = MemoryNeed(
        weights=Weights(weight_bytes(1e12, bytes_each), layers=120),
        cache=gqa_cache(8, 128, layers=120),
        context_tokens=8192,
        usable_bytes_per_chip=bytes_of_gb(180),
    )
    assert (fit_layout(need, layout).sequences > 0) == fits


def test_a_sequence_takes_whole_blocks():
    # 17 tokens take two blocks of 16: 32 tokens
    need = replace(seventy_b(context_tokens=17), block_tokens=16)
    found = fit_layout(need, Layout(4))
    assert found.kv_bytes_per_sequence_per_chip == 32 * 81_920
    assert found.kv_pool_tokens % 16 == 0


def test_context_ranks_share_a_sequence_and_copy_the_weights():
    plain, split = (fit_layout(seventy_b(), layout) for layout in (Layout(4), Layout(4, context=2)))
    assert split.weight_bytes_per_chip == plain.weight_bytes_per_chip
    assert split.kv_bytes_per_sequence_per_chip * 2 == plain.kv_bytes_per_sequence_per_chip


@given(
    tensor=st.sampled_from([1, 2, 4, 8, 16]),
    pipeline=st.integers(1, 12),
    context=st.integers(1, 200_000),
)
def test_what_is_said_to_fit_fits_and_one_more_is_short(tensor: int, pipeline: int, context: int):
    found = fit_layout(seventy_b(context), Layout(tensor, pipeline))
    if found.weights_short_bytes == 0:
        assert found.short_bytes(found.sequences) == 0
        assert found.short_bytes(found.sequences + 1) > 0
    else:
        assert found.sequences == found.kv_pool_tokens == 0


@given(tensor=st.sampled_from([1, 2, 4, 8]), pipeline=st.integers(1, 79))
def test_a_stage_more_never_makes_a_chip_fuller(tensor: int, pipeline: int):
    fewer, more = (fit_layout(seventy_b(), Layout(tensor, n)) for n in (pipeline, pipeline + 1))
    assert more.weight_bytes_per_chip <= fewer.weight_bytes_per_chip
    assert more.sequences >= fewer.sequences
