"""What an entry cannot be."""

import pytest
from pydantic import BaseModel, ValidationError

from planner.entries import Deployment, Hardware, LanguageModel
from planner.entries.prices import HardwarePrice, high_end
from tests.factories.matches import curve, deployment, hardware, point


def refused(schema: type[BaseModel], data: dict) -> str:
    with pytest.raises(ValidationError) as raised:
        schema.model_validate(data)
    return str(raised.value)


def measured(**latencies) -> dict:
    return deployment(curve(point(1, 50, **latencies)))


def test_percentiles_rise():
    assert Deployment.model_validate(measured(ttft_ms={"p50": 400, "p95": 400}))
    text = refused(Deployment, measured(ttft_ms={"p50": 600, "p95": 410}))
    assert "ttft_ms: p95 (410) is below p50 (600); percentiles must rise" in text


def test_a_percentile_stands_once_however_it_is_written():
    text = refused(Deployment, measured(ttft_ms={"p95": 400, "p95.0": 500}))
    assert "p95 stands twice" in text


def test_a_median_of_0_beside_a_mean_of_14_s_is_refused():
    """Failed and empty streams were counted as 0 ms: the throughput is right, this is not."""
    text = refused(Deployment, measured(ttft_ms={"mean": 14_807.83, "p50": 0}))
    assert "ttft_ms: p50 is 0 beside a mean of 14807.83 ms" in text
    assert Deployment.model_validate(measured())


@pytest.mark.parametrize(
    "latencies",
    [
        {"queue_ms": {"mean": 3, "p50": 0}},  # most did not wait
        {"tpot_ms": {"mean": 0, "p50": 0}},  # answers of one token
        {"ttft_ms": {"mean": 10, "p25": 0}},
    ],
)
def test_zeroes_that_can_be_are_kept(latencies):
    assert Deployment.model_validate(measured(**latencies))


def test_two_curves_of_one_shape_are_refused():
    twice = [curve(point(1, 50)), curve(point(2, 90))]
    assert "two curves have the same shape" in refused(Deployment, deployment(*twice))
    cached = [curve(point(1, 50)), curve(point(2, 90), shape=(500, 100, 0.5))]
    assert Deployment.model_validate(deployment(*cached))
    empty = [curve(point(1, 50), shape=(0, 100)), curve(point(2, 90), shape=(0, 100, 0.5))]
    assert "two curves have the same shape" in refused(Deployment, deployment(*empty))


def test_one_curve_at_most_holds_for_any_shape():
    any_shape = curve(point(1, 50), shape=None)
    cached = {**any_shape, "cached_input_fraction": 0.5}
    assert "two curves have no shape" in refused(Deployment, deployment(any_shape, cached))


def test_half_a_shape_is_none():
    half = {"input_tokens": 500, "points": [point(1, 50)]}
    assert "give both input_tokens and output_tokens, or neither" in refused(
        Deployment, deployment(half)
    )


def test_a_point_has_a_rate():
    assert "a point needs output_tokens_per_s" in refused(
        Deployment, deployment(curve({"concurrency": 1}))
    )
    assert "output_tokens_per_s" in refused(Deployment, deployment(curve(point(1, 0))))


def test_a_concurrency_stands_once():
    assert "two points have the same concurrency" in refused(
        Deployment, deployment(curve(point(1, 50), point(1, 60)))
    )


def test_a_replica_is_laid_out_once():
    parts = [{"hardware": "a", "chips": 4}, {"hardware": "b", "chips": 16}]
    whole = Deployment.model_validate(
        {"id": "d", "model": "m", "parts": parts, "curves": [curve(point(1, 50))]}
    )
    assert (whole.chips, whole.chips_by_hardware) == (20, {"a": 4, "b": 16})
    assert "give hardware and chips_per_replica, or parts" in refused(
        Deployment, deployment(parts=parts)
    )


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"scale_up_chips": 12}, "not a whole number of nodes"),
        ({"node_idle_power_w": 9000}, "node_idle_power_w is above node_power_w"),
        ({"tdp_w": 1001}, "less than its 8 chips draw"),
        ({"purchase_unit": "rack"}, "needs nodes_per_rack and rack_power_w"),
        ({"price_usd_per_chip": 1}, "give one of price_usd_per_node"),
        ({"price_usd_per_node": [2, 1]}, "the first is above the second"),
    ],
)
def test_hardware_agrees_with_itself(given, fault):
    assert fault in refused(Hardware, hardware(**given))
    assert Hardware.model_validate(hardware())


def test_ten_kilowatts_are_those_of_the_whole_server():
    # 8 x 700 W of chips in a server of 10.2 kW: the rest is 4.6 kW, not added again.
    assert Hardware.model_validate(hardware(node_power_w=10_200, tdp_w=700)).node_power_w == 10_200


MODEL = {
    "id": "m",
    "total_parameters": 8e9,
    "active_parameters": 8e9,
    "layers": 24,
    "attention": {"kind": "gqa", "heads": 64, "kv_heads": 8, "head_size": 64},
    "max_context_tokens": 8192,
}


@pytest.mark.parametrize(
    ("attention", "fault"),
    [
        ({"kv_heads": 7}, "kv_heads does not divide heads"),
        ({"head_size": None}, "gqa needs head_size"),
        ({"sliding_layers": 12}, "sliding_layers needs window_tokens"),
        ({"sliding_layers": 25, "window_tokens": 128}, "above the layers that store KV"),
        ({"kind": "mla"}, "mla needs latent_size, rope_size"),
    ],
)
def test_a_model_is_whole(attention, fault):
    changed = {**MODEL, "attention": {**MODEL["attention"], **attention}}
    assert fault in refused(LanguageModel, changed)
    assert LanguageModel.model_validate(MODEL)


def test_active_parameters_are_among_all_of_them():
    assert "active_parameters is above total" in refused(
        LanguageModel, {**MODEL, "active_parameters": 9e9}
    )


def test_a_range_counts_at_its_high_end():
    price = HardwarePrice.model_validate({"price_usd_per_node": [200_000, 240_000]})
    assert high_end(price.price_usd_per_node) == 240_000
    assert high_end(3.5) == 3.5
