"""Plans held against the memory and the ceiling of their chips.

tiny-8b in bf16 is 16 GB; KV takes 2 x 32 layers x 8 heads x 128 x 2 B = 131,072 B a token.
chip-x has 80 GB at 1,600 GB/s: usable 0.9 x 80 - 2 = 70 GB, 54 GB of them for KV.
"""

import pytest

from tests.factories.matches import curve, deployment, found, point, workload


def on_chip_x(workload_, *curves, **more):
    own = {"model": "tiny-8b", "hardware": "chip-x", "precision": "bf16", **more}
    data = {
        "name": "test",
        "workloads": [{**workload_, "model": "tiny-8b"}],
        "deployments": [deployment(*curves, **{"parallelism": {"tensor": 1}, **own})],
    }
    return found(data)


LONG = workload(input_tokens=8000, output_tokens=100)


def test_a_cap_beyond_the_memory_is_lowered():
    # 54e9 // (8,100 x 131,072) = 50 sequences.
    candidates = on_chip_x(LONG, curve(point(64, 900), shape=None))
    assert [pool.cap for pool in candidates.pools] == [50]
    (note,) = candidates.services[0].warnings
    assert note.code == "cap_lowered_by_memory"
    assert "70 GB usable - 16 GB of weights leave 54 GB" in note.text
    assert "so that 50 fit" in note.text


def test_a_cap_within_the_memory_is_left_alone():
    candidates = on_chip_x(LONG, curve(point(50, 900), shape=None))
    assert [pool.cap for pool in candidates.pools] == [50]
    assert candidates.services[0].warnings == ()


def test_a_measured_point_of_that_context_outranks_the_arithmetic_and_warns():
    candidates = on_chip_x(LONG, curve(point(64, 100), shape=(8000, 100)))
    assert [pool.cap for pool in candidates.pools] == [64]
    assert [note.code for note in candidates.services[0].warnings] == ["memory_outranked"]


def test_a_modeled_point_does_not():
    modeled = {"evidence": "modeled"}
    data = on_chip_x(LONG, curve(point(64, 900), shape=(8000, 100)), **modeled)
    assert [r.reason for r in data.rejected] == ["evidence_too_weak"]


def test_weights_that_do_not_fit_are_rejected_with_what_is_missing():
    # fp32: 32 GB of weights in 70; on a chip of 24 GB usable 0.9 x 24 - 0.6 = 21 GB.
    own = {"hardware": "small", "precision": "fp32"}
    small = {
        "id": "small",
        "memory_gb": 24,
        "chips_per_node": 8,
        "node_power_w": 3000,
        "price_usd_per_node": 1,
    }
    own_deployment = deployment(
        curve(point(None, 100), shape=None), model="tiny-8b", parallelism={"tensor": 1}, **own
    )
    candidates = found(
        {
            "name": "test",
            "workloads": [workload(model="tiny-8b")],
            "deployments": [own_deployment],
            "hardware": [small],
        }
    )
    (rejected,) = candidates.rejected
    assert rejected.reason == "does_not_fit"
    assert "weights of 32 GB in 21 GB of usable memory are short by 11 GB" in rejected.text


def test_an_unknown_layout_is_given_the_best_of_doubts():
    # Two chips without stated degrees: (140 - 16) GB // (8,100 x 131,072 B) = 116.
    open_layout = {"chips_per_replica": 2, "parallelism": {}}
    candidates = on_chip_x(LONG, curve(point(512, 900), shape=None), **open_layout)
    assert [pool.cap for pool in candidates.pools] == [116]


def test_without_a_known_precision_nothing_is_checked():
    for own in ({"precision": None}, {"precision": "w4a8"}):
        candidates = on_chip_x(LONG, curve(point(512, 900), shape=None), **own)
        assert [pool.cap for pool in candidates.pools] == [512]


@pytest.mark.parametrize(
    ("rate", "outcome"), [(99, "within"), (101, "warns"), (109, "warns"), (112, "rejected")]
)
def test_a_rate_above_the_bandwidth_warns_or_is_not_used(rate, outcome):
    # One stream reads 16 GB and a little KV a token: just under 1,600/16 = 100 tokens/s.
    measured = curve(point(1, rate), shape=(10, 10))
    candidates = on_chip_x(workload(input_tokens=10, output_tokens=10), measured)
    if outcome == "rejected":
        (found_,) = candidates.rejected
        assert found_.reason == "above_ceiling"
        assert "above the 99.99" in found_.text
        assert found_.best == rate
    else:
        codes = [note.code for note in candidates.services[0].warnings]
        assert codes == (["above_ceiling"] if outcome == "warns" else [])


@pytest.mark.parametrize(
    ("more", "named"),
    [({"precision": None}, "none stated"), ({"precision": "w4a8"}, "w4a8"),
     ({"kv_precision": "odd"}, "odd")],
)  # fmt: skip
def test_a_memory_fit_that_cannot_be_checked_is_said_not_to_be(more, named: str):
    candidates = on_chip_x(LONG, curve(point(64, 900), shape=None), **more)
    (note,) = [n for n in candidates.entries.notes if n.code == "memory_not_checked"]
    assert "memory fit of tiny-8b was not checked" in note.text
    assert f"({named})" in note.text
    checked = on_chip_x(LONG, curve(point(64, 900), shape=None))
    assert not [n for n in checked.entries.notes if n.code == "memory_not_checked"]


def test_a_stream_faster_than_the_memory_is_not_used():
    fast = curve(point(8, 500, tpot_ms={"p50": 8}), shape=(10, 10))
    candidates = on_chip_x(workload(input_tokens=10, output_tokens=10), fast)
    assert [r.reason for r in candidates.rejected] == ["above_ceiling"]
    assert "125 tokens/s per stream of its TPOT of 8 ms" in candidates.rejected[0].text
