"""Which cuts of a replica are possible, and how many chips they are."""

import pytest

from planner.sizing.layouts import Layout, layout_of, layout_refusal, tensor_degrees


@pytest.mark.parametrize(
    ("heads", "tensor", "is_allowed"),
    [
        (40, 6, False),  # remainder 4
        (52, 3, False),  # 1
        (28, 8, False),  # 4
        (128, 24, False),  # 8
        (40, 8, True),
        (52, 4, True),
        (28, 4, True),
        (128, 32, True),
    ],
)
def test_tensor_parallelism_divides_the_heads(heads: int, tensor: int, is_allowed: bool):
    assert (layout_refusal(Layout(tensor), heads, layers=61) is None) == is_allowed


def test_a_refusal_says_by_how_much():
    reason = layout_refusal(Layout(6), heads=40, layers=40)
    assert reason == "tensor parallelism 6 does not divide 40 attention heads (remainder 4)"


def test_a_stage_has_a_layer():
    assert layout_refusal(Layout(pipeline=40), heads=40, layers=40) is None
    reason = layout_refusal(Layout(pipeline=41), heads=40, layers=40)
    assert reason == "41 pipeline stages are more than 40 layers"


def test_degrees_stay_within_their_limit():
    assert list(tensor_degrees(64, 8)) == [1, 2, 4, 8]
    assert list(tensor_degrees(4, 8)) == [1, 2, 4]


def test_context_ranks_are_chips():
    """Two prefill workers of 8 context ranks and a decode worker of TP8: 24 chips, not 10."""
    assert 2 * Layout(context=8).chips + Layout(tensor=8).chips == 24


def test_expert_ranks_are_no_further_chips():
    assert Layout(tensor=8, expert=8).chips == 8
    assert Layout(tensor=2, pipeline=3, data=4, expert=8).chips == 24


def test_the_product_of_stated_degrees_is_the_chip_count():
    assert layout_of({"tensor": 8, "pipeline": 2}, chips=16) == Layout(8, 2)
    with pytest.raises(ValueError, match="is 16 chips, not 8"):
        layout_of({"tensor": 8, "pipeline": 2}, chips=8)


def test_expert_parallelism_alone_implies_data_parallel_attention():
    assert layout_of({"expert": 32}, chips=32) == Layout(data=32, expert=32)


def test_unknown_degrees_are_refused():
    with pytest.raises(ValueError, match="parallelism tp is not known; known are tensor"):
        layout_of({"tp": 8}, chips=8)


def test_experts_spread_evenly():
    with pytest.raises(ValueError, match="expert parallelism 3 does not divide the 8 chips"):
        Layout(tensor=8, expert=3)


def test_degrees_count_from_one():
    with pytest.raises(ValueError, match="pipeline parallelism must be at least 1"):
        Layout(pipeline=0)
