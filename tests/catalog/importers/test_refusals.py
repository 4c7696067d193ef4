"""Records that only mislead: each is refused, with its reason."""

import json
from collections.abc import Callable

import pytest

from planner.catalog.importers import ImportResult

Loader = Callable[..., ImportResult]
VLLM = {
    "num_prompts": 10,
    "completed": 10,
    "duration": 10.0,
    "request_throughput": 1.0,
    "output_throughput": 50.0,
    "total_output_tokens": 500,
    "mean_ttft_ms": 100.0,
}
AIPERF = {
    "input_config": {},
    "benchmark_duration": {"unit": "sec", "avg": 10},
    "request_throughput": {"unit": "requests/sec", "avg": 1},
}
STAGE = {"load_summary": {"requested_rate": 1.0}, "successes": {"count": 0}}
GUIDE = {"request_totals": {"successful": 0, "errored": 9}}
OPTIMUM = {
    "config": {
        "scenario": {
            "input_shapes": {"batch_size": 1},
            "generate_kwargs": {"max_new_tokens": 2},
        }
    },
    "report": {
        "prefill": {"latency": {"unit": "ms", "mean": 30}},
        "decode": {"latency": {"unit": "s", "mean": 1}},
    },
}
ROW = {"tput_per_gpu": 250, "output_tput_per_gpu": 50, "input_tput_per_gpu": 200, "tp": 1}


@pytest.mark.parametrize(
    ("record", "code"),
    [
        (VLLM | {"run_number": -1}, "warmup"),
        (VLLM | {"ramp_up_strategy": "linear"}, "ramped_rate"),
        ({"avg_latency": 1.0, "latencies": [1.0]}, "no_operating_point"),
        ({"Test name": "latency_llama8b", "Mean latency (ms)": 10}, "field_missing"),
        ({"batch_size": 8, "overall_throughput": 900.0}, "no_operating_point"),
        ({"metadata": {"benchmark_phase": "profiling"}, "metrics": {}}, "per_request_records"),
        (AIPERF, "field_missing"),
        (
            AIPERF
            | {
                "output_token_throughput": {"unit": "tokens/sec", "avg": 50},
                "time_to_first_token": {"unit": "min", "avg": 1},
            },
            "unit_unknown",
        ),
        (STAGE, "no_successful_request"),
        ({"benchmarks": [{"metrics": GUIDE}]}, "no_successful_request"),
        ({"benchmarks": [{"metrics": {}}]}, "field_missing"),
        ({"benchmarks": [{"mode": "synchronous", "results": []}]}, "no_successful_request"),
        (OPTIMUM, "unit_unknown"),
        (ROW, "no_latency"),
        ({"results_num_completed_requests": 5}, "field_missing"),
        ({"engine": {}, "world_info": {}, "performance": {}}, "field_missing"),
        ({"version": "0.1", "scenario": {}, "metrics": {}}, "field_missing"),
    ],
)
def test_a_record_that_makes_no_point_is_refused(load_text: Loader, record: dict, code: str):
    result = load_text("result.json", json.dumps(record))
    assert result.points == ()
    assert [(f.kind, f.code) for f in result.findings] == [("refusal", code)]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Config Name,Concurrency\nrun_0,4\n", "no_operating_point"),
        ("Metric,avg\nTime To First Token (ms),100\n", "field_missing"),
    ],
)
def test_a_table_that_makes_no_point_is_refused(load_text: Loader, text: str, code: str):
    assert [f.code for f in load_text("table.csv", text).findings] == [code]


@pytest.mark.parametrize(
    ("columns", "code"),
    [
        ({}, "map_missing"),
        ({"output_tokens_per_s": "b"}, "column_twice"),
        ({"output_tokens_per_s": "a"}, "not_a_number"),
        ({"requests_per_s": "c"}, "field_missing"),
    ],
)
def test_a_sheet_whose_map_does_not_fit_is_refused(load_text: Loader, columns: dict, code: str):
    result = load_text("sheet.csv", "a,b,b,c\nx,1,2,3\n", format="csv", columns=columns)
    assert [f.code for f in result.findings] == [code]


def test_one_refused_record_does_not_take_the_others_with_it(load_text: Loader):
    text = json.dumps([VLLM | {"completed": 0, "output_throughput": 0.0}, VLLM])
    result = load_text("runs.json", text)
    assert [p.origin.place for p in result.points] == ["[1]"]
    assert [(f.code, f.place) for f in result.findings if f.kind == "refusal"] == [
        ("no_successful_request", "[0]")
    ]


def test_records_of_no_tool_among_results_are_counted(load_text: Loader):
    result = load_text("runs.json", json.dumps([VLLM, {"a": 1}, 3]))
    assert len(result.points) == 1
    (found,) = [f for f in result.findings if f.code == "unknown_format"]
    assert found.text.startswith("2 of 3 records")


def test_a_choice_that_nothing_fits_lists_what_there_is(load_files: Loader):
    result = load_files("vllm_appended.json", only={"deployment": "other"})
    (found,) = [f for f in result.findings if f.kind == "question"]
    assert "they say base, cache" in found.text


def test_an_offline_mlperf_run_is_a_rate_without_latency(load_text: Loader):
    text = (
        "MLPerf Results Summary\nScenario : Offline\nSamples per second: 10\n"
        "Tokens per second: 500\nResult is : VALID\nMean latency (ns) : 2654000000000\n"
    )
    point = load_text("log.txt", text).points[0]
    assert (point.load.kind, point.rates.output_tokens_per_s) == ("burst", 500)
    assert all(not values for values in point.latencies.by_name.values())
    assert {f.code for f in point.findings} >= {"offline_run", "burst"}


def test_a_run_that_was_cancelled_is_told(load_text: Loader):
    run = AIPERF | {
        "output_token_throughput": {"unit": "tokens/sec", "avg": 50},
        "was_cancelled": True,
        "incomplete_reason": "deadline",
    }
    (point,) = load_text("run.json", json.dumps(run)).points
    assert "(deadline)" in next(f.text for f in point.findings if f.code == "cancelled")
