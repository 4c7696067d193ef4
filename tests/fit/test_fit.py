"""Answers of `planner fit`."""

import pytest

from planner.errors import InvalidInput
from planner.fit import FitQuestion, fit


def layouts(found) -> set[tuple[int, int, int]]:
    return {(row.tensor, row.pipeline, row.data) for row in found.layouts}


def test_the_smallest_layout_of_each_tensor_degree_is_shown(a_model, a_chip):
    """140 GB and a 42.9 GB window; usable 80 × 0.9 − 2 = 70 GB a chip.

    TP1: 3 stages of 27/80 × 140 = 47.3 GB and 14.5 GB of KV. TP2 × 2 and TP4: 280 GB for 183.
    """
    found = fit(a_model(), a_chip())
    assert layouts(found) == {(1, 3, 1), (2, 2, 1), (4, 1, 1), (8, 1, 1)}
    by_degree = {row.tensor: row for row in found.layouts}
    assert by_degree[4].weights_gb_per_chip == 35
    assert by_degree[4].free_gb_per_chip == 35
    # 35 / 10.74 = 3.26
    assert by_degree[4].sequences == 3
    assert (found.weights_gb, found.kv_bytes_per_token) == (140, 327_680)


def test_more_sequences_ask_for_more_chips(a_model, a_chip):
    # four windows are 171.8 GB beside 140: TP4 has 280
    assert (4, 1, 1) in layouts(fit(a_model(), a_chip(), FitQuestion(sequences=3)))
    four = layouts(fit(a_model(), a_chip(), FitQuestion(sequences=4)))
    assert (4, 1, 1) not in four
    assert (8, 1, 1) in four


def test_one_stream_of_140_gb_at_3350_gb_per_s(a_model, a_chip):
    # 3,350 / (140 + 0.0052) = 23.9 tok/s at a context of 16 tokens
    chip = a_chip(memory_gb=160)
    question = FitQuestion(chips=1, context_tokens=16, usable_fraction=1)
    (row,) = fit(a_model(), chip, question).layouts
    assert row.one_stream_ceiling_tokens_per_s == pytest.approx(23.93, abs=0.01)
    # 989e12 / 140e9
    assert row.prefill_ceiling_tokens_per_s == pytest.approx(7064.3, abs=0.1)


def test_what_does_not_fit_says_by_how_much_in_both_units(a_model, a_chip):
    """1,313 GiB of weights on 144 GiB: 1,169 GiB, or 1,255.2 GB, too much."""
    question = FitQuestion(chips=1, weights_gb=1313 * 2**30 / 1e9, usable_fraction=1, reserve_gb=0)
    found = fit(a_model(), a_chip(memory_gb=144 * 2**30 / 1e9), question)
    assert not found.fits
    assert found.reason is not None
    assert found.reason.startswith("The weights do not fit by 1,255.2 GB (1,169.0 GiB) on 1 chip ")
    (row,) = found.layouts
    assert (row.fits, row.sequences, row.kv_pool_tokens) == (False, 0, 0)
    assert row.system_ceiling_tokens_per_s is None


def test_sequences_that_do_not_fit_beside_the_weights_say_so(a_model, a_chip):
    found = fit(a_model(), a_chip(memory_gb=180), FitQuestion(chips=1, context_tokens=131_072))
    assert found.reason is not None
    # 180 × 0.9 − 2 − 140 = 20 GB; a window is 42.95
    assert found.reason.startswith(
        "1 sequence of 131,072 tokens beside the weights do not fit by 22.9 GB (21.4 GiB)"
    )


@pytest.mark.parametrize(("precision", "fits"), [("fp16", False), ("fp8", False), ("int4", True)])
def test_a_dense_trillion_on_five_chips_of_180_gb(a_model, a_chip, precision: str, fits: bool):
    """2,000 and 1,000 GB are more than 5 × 160; 520 GB are not. 128 heads do not divide by five."""
    model = a_model(total_parameters=1e12, layers=120)
    model = model.model_copy(
        update={"attention": model.attention.model_copy(update={"heads": 128})}
    )
    question = FitQuestion(chips=5, precision=precision, context_tokens=8192)
    found = fit(model, a_chip(memory_gb=180), question)
    assert found.fits == fits
    assert layouts(found) == {(1, 5, 1)}
    assert [(row.tensor, row.pipeline) for row in found.refused] == [(5, 1)]


def test_tensor_five_is_possible_where_the_heads_divide(a_model, a_chip):
    attention = {"kind": "gqa", "heads": 80, "kv_heads": 8, "head_size": 128}
    model = a_model(total_parameters=1e12, layers=120, attention=attention)
    question = FitQuestion(chips=5, precision="int4", context_tokens=8192)
    found = fit(model, a_chip(memory_gb=180), question)
    assert layouts(found) == {(5, 1, 1), (1, 5, 1)}
    assert found.refused == ()


@pytest.mark.parametrize(
    ("parameters", "precision", "memory_gb", "chips"),
    [
        (20e9, "fp16", 44, 1),  # 40 GB
        (70e9, "fp16", 44, 4),  # 140 GB
        (1e12, "fp16", 44, 46),  # 2,000 GB
        (70e9, "fp8", 0.23, 305),  # 70 GB
        (671e9, "fp8", 1e-6, 671_000_000),  # 671 GB in kilobytes
        (1e13, "fp16", 1e-6, 20_000_000_000),  # more than a billion
    ],
)
def test_the_fewest_chips_by_capacity(
    a_model, a_chip, parameters: float, precision: str, memory_gb: float, chips: int
):
    question = FitQuestion(precision=precision, context_tokens=1024)
    found = fit(a_model(total_parameters=parameters), a_chip(memory_gb=memory_gb), question)
    assert found.chips_by_capacity == chips


def test_tensor_parallelism_crosses_the_domain_only_where_it_must(a_mixture, a_chip):
    """1,342 GB in BF16 on chips of 80 × 0.9 = 72 GB: 24 do by memory; TP24 divides no 128 heads.

    Tensor alone needs 32, the next divisor; TP8 × 3 stages runs on 24.
    """
    question = FitQuestion(context_tokens=4096, reserve_gb=0)
    found = fit(a_mixture(), a_chip(), question)
    assert {(8, 3, 1), (32, 1, 1)} <= layouts(found)
    assert not any(row.tensor == 24 for row in found.layouts)
    crossing = {row.tensor for row in found.layouts if row.crosses_scale_up_domain}
    assert crossing == {32}


def test_data_parallel_attention_holds_more_of_a_latent_cache(a_mixture, a_chip):
    """TP8 copies each of 70,272 B a token eight times; DP8 holds other sequences on each chip.

    On chips of 140 × 0.9 − 2 = 124 GB: TP8 671 / 8 = 83.9, free 40.1; DP8 37 + 634 / 8 = 116.3,
    free 7.75 GB; × 8 is 62 GB.
    """
    question = FitQuestion(precision="fp8", context_tokens=4096)
    rows = fit(a_mixture(), a_chip(memory_gb=140), question).layouts
    tensor = next(row for row in rows if row.tensor == 8)
    data = next(row for row in rows if row.data == 8)
    assert tensor.free_gb_per_chip == pytest.approx(40.125)
    assert data.free_gb_per_chip == pytest.approx(7.75)
    assert tensor.kv_bytes_per_token_per_chip == data.kv_bytes_per_token_per_chip == 70_272
    # 40.125e9 / (70,272 × 4,096) = 139.4; 7.75e9 / … = 26.9 on each of eight
    assert (tensor.sequences, data.sequences) == (139, 8 * 26)


def test_a_bare_number_is_no_precision(a_model, a_chip):
    with pytest.raises(InvalidInput, match="kv_precision: 8 could be bits or bytes"):
        fit(a_model(), a_chip(), FitQuestion(kv_precision="8"))


def test_a_context_beyond_the_models_is_refused(a_model, a_chip):
    with pytest.raises(InvalidInput, match="131,073 is beyond the 131,072 of dense-70b"):
        fit(a_model(), a_chip(), FitQuestion(context_tokens=131_073))


def test_no_layout_of_so_many_chips_says_why(a_model, a_chip):
    # 83 is prime and more than 80 layers; 64 heads do not divide by it
    found = fit(a_model(), a_chip(), FitQuestion(chips=83))
    assert found.layouts == ()
    assert found.reason is not None
    assert "83 does not divide 64 attention heads" in found.reason
    assert "83 pipeline stages are more than 80 layers" in found.reason


def test_weights_cast_in_silicon_take_no_memory_and_serve_one_model(a_model, a_chip):
    cast = a_chip(memory_gb=1, hardwired_model="dense-70b")
    question = FitQuestion(context_tokens=1024)
    found = fit(a_model(), cast, question)
    assert found.fits
    assert found.layouts[0].weights_gb_per_chip == 0
    assert found.layouts[0].one_stream_ceiling_tokens_per_s is None
    other = fit(a_model(id="another"), cast, question)
    assert not other.fits
    assert other.reason == "The hardware is cast for dense-70b and runs nothing else."


def test_copies_and_uneven_heads_are_noted(a_model, a_chip):
    wide = fit(a_model(), a_chip(), FitQuestion(chips=16, context_tokens=1024)).layouts
    notes = {row.tensor: row.note for row in wide}
    assert notes[16] == "8 KV heads are copied 2 times"
    assert notes[8] is None


def test_a_chip_that_is_all_reserve_holds_nothing(a_model, a_chip):
    found = fit(a_model(), a_chip(), FitQuestion(chips=8, reserve_gb=80))
    assert not found.fits


def test_sliding_layers_hold_more_sequences(a_model, a_chip):
    attention = {
        "kind": "gqa",
        "heads": 64,
        "kv_heads": 8,
        "head_size": 128,
        "window_tokens": 1024,
        "sliding_layers": 40,
    }
    question = FitQuestion(chips=8)
    (plain,) = [r for r in fit(a_model(), a_chip(), question).layouts if r.tensor == 8]
    sliding = fit(a_model(attention=attention), a_chip(), question)
    (half,) = [r for r in sliding.layouts if r.tensor == 8]
    # 52.5 GB free a chip; 512 B a layer and token: 80 × 131,072 are 5.37 GB → 9.8;
    # 40 × (131,072 + 1,024) are 2.71 GB → 19.4
    assert (plain.sequences, half.sequences) == (9, 19)
