from datetime import date
from pathlib import Path

import pytest

from planner.catalog import load_catalog
from planner.catalog.check import check_catalog

CHIP_X = "hardware/chip-x.yaml"
ON_CHIP_X = "deployments/tiny-8b/tiny-8b--chip-x.yaml"
ON_RACK_Y = "deployments/tiny-8b/tiny-8b--rack-y.yaml"
FIRST = "{concurrency: 1, output_tokens_per_s: 72, ttft_ms: {p50: 200}, tpot_ms: {p50: 12}}"
SECOND = "{concurrency: 8, output_tokens_per_s: 400, ttft_ms: {p50: 300}, tpot_ms: {p50: 17}}"


def change(folder: Path, path: str, old: str, new: str) -> None:
    text = (folder / path).read_text("utf-8")
    assert old in text
    (folder / path).write_text(text.replace(old, new), "utf-8")


def found(folder: Path, **options: object) -> list[tuple[str, str]]:
    """Severity and place of each finding."""
    findings = check_catalog(load_catalog(folder), **options)  # pyright: ignore
    return [(finding.severity, finding.path) for finding in findings]


def texts(folder: Path) -> str:
    return "\n".join(map(str, check_catalog(load_catalog(folder))))


def test_the_tiny_catalog_is_sound(folder: Path):
    assert found(folder) == []


def test_what_a_schema_refuses_is_found_with_its_place(folder: Path):
    change(folder, CHIP_X, "memory_gb: 80", "memory: 80")
    assert found(folder) == [("error", "memory"), ("error", "memory_gb")]


@pytest.mark.parametrize(
    ("path", "old", "new", "place"),
    [
        (CHIP_X, "source: lab", "source: labb", "source"),
        (CHIP_X, "node_power_w: list", "node_power_w: lisst", "sources.node_power_w"),
        (CHIP_X, "{node_power_w: list}", "{rack_power_w: list}", "sources.rack_power_w"),
        ("models/tiny-8b.yaml", "source: lab", "note: none", "source"),
        (ON_CHIP_X, "model: tiny-8b", "model: tiny-9b", "model"),
        (ON_CHIP_X, "hardware: chip-x", "hardware: chip-z", "hardware"),
        (ON_CHIP_X, "evidence: measured\n", "", "evidence"),
        (ON_CHIP_X, "source: lab\n", "", "curves[0].source"),
        ("prices/shop.yaml", "source: guess", "source: gues", "hardware.rack-y.source"),
        ("prices/cloud.yaml", "chip-x:", "chip-z:", "hardware.chip-z"),
        ("costs.yaml", "life_years: {value: 5, source: guess", "life_years: {value: 5, source: g",
         "life_years.source"),
    ],
)  # fmt: skip
def test_a_loose_end_is_an_error(folder: Path, path: str, old: str, new: str, place: str):
    change(folder, path, old, new)
    assert found(folder) == [("error", place)]


def test_each_figure_of_hardware_has_a_source(folder: Path):
    change(folder, CHIP_X, "source: lab\n", "")
    places = [place for _, place in found(folder)]
    assert "memory_gb" in places
    assert "node_power_w" not in places  # it has one of its own


def test_a_voice_deployment_needs_no_model_of_the_catalog(folder: Path):
    change(folder, "voice/speak--chip-x.yaml", "role: tts", "role: serve")
    assert ("error", "model") in found(folder)


def test_estimates_are_kept_and_warn(folder: Path):
    change(folder, ON_CHIP_X, "evidence: measured", "evidence: estimate")
    assert found(folder) == [("warning", "evidence")]


def test_degrees_make_up_the_chips(folder: Path):
    change(folder, ON_RACK_Y, "{tensor: 4}", "{tensor: 2}")
    assert found(folder) == [("error", "parallelism")]
    change(folder, ON_RACK_Y, "{tensor: 2}", "{tensor: 2, data: 2}")
    assert found(folder) == []


def test_tensor_parallelism_divides_the_heads(folder: Path):
    change(folder, ON_RACK_Y, "{tensor: 4}", "{tensor: 3}")
    change(folder, ON_RACK_Y, "chips_per_replica: 4", "chips_per_replica: 3")
    assert "tensor parallelism 3 does not divide 32 attention heads" in texts(folder)


def test_a_replica_that_leaves_chips_of_its_domains_empty_warns(folder: Path):
    # 12 chips in domains of 8 take two, of which 4 chips stay empty; 16 fill two
    change(folder, ON_RACK_Y, "chips_per_replica: 4", "chips_per_replica: 12")
    change(folder, ON_RACK_Y, "parallelism: {tensor: 4}\n", "")
    assert found(folder) == [("warning", "chips_per_replica")]
    change(folder, ON_RACK_Y, "chips_per_replica: 12", "chips_per_replica: 16")
    assert found(folder) == []


def test_weights_beyond_the_memory_warn(folder: Path):
    # 8e9 parameters in fp32 are 32 GB
    change(folder, ON_CHIP_X, "precision: bf16", "precision: fp32")
    change(folder, ON_CHIP_X, "tpot_ms: {p50: 12}", "tpot_ms: {p50: 21}")
    change(folder, ON_CHIP_X, "output_tokens_per_s: 72", "output_tokens_per_s: 44")
    change(folder, ON_CHIP_X, SECOND, FIRST.replace("concurrency: 1", "concurrency: 2")
           .replace("72", "80").replace("12", "21"))  # fmt: skip
    assert found(folder) == []
    change(folder, CHIP_X, "memory_gb: 80", "memory_gb: 31")
    assert found(folder) == [("warning", "chips_per_replica")]


def test_an_unknown_precision_warns_that_nothing_was_checked(folder: Path):
    change(folder, ON_CHIP_X, "precision: bf16", "precision: fp7")
    assert found(folder) == [("warning", "precision")]


def test_a_rate_above_what_the_memory_allows_is_an_error(folder: Path):
    # 16 GB of weights and 0.07 GB of KV at 1,600 GB/s: 99.6 tokens/s for one request
    point = "{concurrency: 1, output_tokens_per_s: %s}"
    for rate, expected in [(99, []), (105, ["warning"]), (112, ["error"])]:
        change(folder, ON_CHIP_X, FIRST, point % rate)
        assert [severity for severity, _ in found(folder)] == expected
        change(folder, ON_CHIP_X, point % rate, FIRST)


def test_a_stream_faster_than_its_weights_are_read_is_an_error(folder: Path):
    # 1000 / 8 ms is 125 tokens/s, 25 % above the 99.6
    change(folder, ON_CHIP_X, "tpot_ms: {p50: 12}", "tpot_ms: {p50: 8}")
    assert ("error", "curves[0].points[0].tpot_ms") in found(folder)


def test_speculation_lifts_the_ceiling_by_what_it_gets_accepted(folder: Path):
    faster = FIRST.replace("72", "180").replace("200", "50").replace("p50: 12", "p50: 5.1")
    change(folder, ON_CHIP_X, FIRST, faster)
    assert [severity for severity, _ in found(folder)] == ["error", "error"]
    change(
        folder, ON_CHIP_X, "output_tokens: 101", "output_tokens: 101\n    acceptance_length: 2.5"
    )
    assert found(folder) == []


def test_a_rate_that_its_latencies_cannot_give_is_an_error(folder: Path):
    # 101 tokens in 0.3 + 100 x 0.017 = 2 s: 8 requests give 404 tokens/s, 520 would be 10.3 of them
    change(folder, ON_CHIP_X, "output_tokens_per_s: 400", "output_tokens_per_s: 480")
    assert found(folder) == []
    change(folder, ON_CHIP_X, "output_tokens_per_s: 480", "output_tokens_per_s: 520")
    assert found(folder) == [("error", "curves[0].points[1].output_tokens_per_s")]


def test_a_rate_per_stream_is_not_taken_for_the_system(folder: Path):
    # one of the 8 requests gets 101 tokens in 2 s
    change(folder, ON_CHIP_X, "output_tokens_per_s: 400", "output_tokens_per_s: 50")
    assert found(folder) == [("error", "curves[0].points[1].output_tokens_per_s")]
    assert "per-stream" in texts(folder)


def test_requests_and_tokens_agree(folder: Path):
    # 4 requests/s x 101 tokens are 404 tokens/s
    for requests, expected in [(4, 0), (5, 1)]:
        wider = SECOND.replace("concurrency: 8", f"concurrency: 8, requests_per_s: {requests}")
        change(folder, ON_CHIP_X, SECOND, wider)
        assert len(found(folder)) == expected
        change(folder, ON_CHIP_X, wider, SECOND)


def test_streams_that_fall_behind_warn(folder: Path):
    change(folder, "voice/speak--chip-x.yaml", "real_time_factor: 0.2", "real_time_factor: 1.2")
    assert found(folder) == [("warning", "curves[0].points[0].real_time_factor")]


def test_old_curves_and_prices_warn_on_a_day(folder: Path):
    # on 1 July all figures of 1 January are six months old, those of 1 February are not
    day = date(2026, 7, 1)
    assert [path for _, path in found(folder, as_of=day)] == [
        "curves",
        "curves",
        "hardware",
        "curves",
    ]
    assert found(folder, as_of=date(2026, 6, 30)) == [("warning", "hardware")]  # of June 2025
    assert found(folder, as_of=day, max_age_months=14) == []
