"""Public result files, where they are at hand: every figure that was worked out for them."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from planner.catalog.importers import ImportOptions, ImportResult, import_results, point_json

FORMATS = Path(__file__).resolve().parents[4] / "shared" / "formats"
SAMPLES = FORMATS / "samples"
KEY = FORMATS / "expected.json"
ROWS: list[dict[str, Any]] = json.loads(KEY.read_text("utf-8")) if KEY.exists() else []

pytestmark = pytest.mark.skipif(not ROWS, reason="the public samples are not here")

OURS = {
    "isl": "input_tokens",
    "osl": "output_tokens",
    "concurrency_cfg": "concurrency_cap",
    "concurrency_measured": "concurrency_measured",
    "concurrency_little": "concurrency_little",
    "request_rate_cfg": "offered_requests_per_s",
    "n_ok": "requests_ok",
    "n_failed": "requests_failed",
    "n_incomplete": "requests_incomplete",
    "duration_s": "duration_s",
    "request_rps": "requests_per_s",
    "output_tok_s": "output_tokens_per_s",
    "input_tok_s": "input_tokens_per_s",
    "tpot_token_weighted_ms": "tpot_token_weighted_ms",
}
LATENCIES = ("ttft_ms", "tpot_ms", "itl_ms", "e2e_ms", "tpot_reported_ms")


@cache
def imported(file: str) -> ImportResult:
    beside = SAMPLES / Path(file).parent / "system.json"
    names = [file, str(Path(file).parent / "system.json")] if beside.exists() else [file]
    return import_results(
        [(name, (SAMPLES / name).read_bytes()) for name in names], ImportOptions()
    )


def point_of(row: dict[str, Any]) -> dict[str, Any]:
    place = "" if row["index"] is None else f"[{row['index']}]"
    found = [p for p in imported(row["file"]).points if not place or p.origin.place == place]
    assert len(found) == 1
    return point_json(found[0])


def name_of(row: dict[str, Any]) -> str:
    return f"{row['file']}[{row['index']}]"


@pytest.mark.parametrize("row", [row for row in ROWS if row["valid"]], ids=name_of)
def test_every_figure_is_right_to_a_thousandth(row: dict[str, Any]):
    point = point_of(row)
    wanted = {ours: row.get(theirs) for theirs, ours in OURS.items()}
    found = {ours: point[ours] for ours in wanted}
    for metric in LATENCIES:
        stated = row.get(metric) or {}
        for key, value in stated.items():
            if not isinstance(value, bool):
                wanted[f"{metric}.{key}"] = value
                found[f"{metric}.{key}"] = (point[metric] or {}).get(key)
    wrong = {
        name: (value, found[name])
        for name, value in wanted.items()
        if value is not None and found[name] != pytest.approx(value, rel=1e-3)
    }
    assert wrong == {}


@pytest.mark.parametrize("row", [row for row in ROWS if row["valid"]], ids=name_of)
def test_nothing_is_said_that_the_file_does_not_say(row: dict[str, Any]):
    """A latency that has no value in the key was not measured, and is not filled in."""
    point = point_of(row)
    absent = [m for m in LATENCIES[:4] if m in row and row[m] is None and point[m]]
    assert absent == []


@pytest.mark.parametrize("row", [row for row in ROWS if not row["valid"]], ids=name_of)
def test_what_is_no_measurement_is_refused_with_its_reason(row: dict[str, Any]):
    result = imported(row["file"])
    assert result.points == ()
    assert [f.code for f in result.findings] == ["no_successful_request"]


@pytest.mark.parametrize(
    ("file", "code"),
    [
        ("mlperf/odd/INVALID_ranging_mlperf_log_summary.txt", "invalid_run"),
        ("aiperf/qwen06b_rtx6000ada_sweep/conc1_profile_export.jsonl", "per_request_records"),
        ("vllm/dgxspark_gptoss20b_rate_sweep/summary_by_repo_author.json", "unknown_format"),
        ("vllm/dgxspark_gptoss20b_rate_sweep/meta.json", "unknown_format"),
        (
            "inference-perf/h100_llama31_8b_rate_sweep/summary_lifecycle_metrics.json",
            "pooled_stages",
        ),
        (
            "inference-perf/h100_llama31_8b_rate_sweep/stage_3_prometheus_metrics.json",
            "pooled_stages",
        ),
    ],
)
def test_files_that_are_no_points_are_refused(file: str, code: str):
    result = imported(file)
    assert result.points == ()
    assert {f.code for f in result.findings if f.kind == "refusal"} == {code}


@pytest.mark.parametrize(
    ("file", "codes"),
    [
        (
            "vllm/odd/dgxspark_102_of_300_failed.json",
            {"failed_requests", "saturated", "transient", "latency_identity"},
        ),
        ("vllm/h100_gptoss120b_tp4_x2_parts/allparts_conc64.json", {"clients_merged"}),
        ("llm-d-benchmark/br_v0.1_example_units_mislabelled.yaml", {"latency_magnitude"}),
        ("llmperf/odd/lepton_70b_130of150_errors_summary.json", {"failed_requests", "idle_client"}),
        (
            "inference-perf/h100_llama31_8b_rate_sweep/stage_4_lifecycle_metrics.json",
            {"client_limited", "saturated", "tpot_derived"},
        ),
        ("inferencex/glm5_fp8_tp8_isl8192_osl128_seconds/conc16.json", {"startup_burst"}),
    ],
)
def test_what_is_odd_is_told(file: str, codes: set[str]):
    assert codes <= {f.code for point in imported(file).points for f in point.findings}


def test_sound_open_loop_points_are_not_called_saturated():
    """The rates of this sweep were served; only the drain tail lowers what is reported."""
    files = [row["file"] for row in ROWS if "dgxspark_gptoss20b_rate_sweep" in row["file"]]
    assert len(files) == 6
    told = {f.code for file in files for p in imported(file).points for f in p.findings}
    assert "saturated" not in told
