"""From points to a deployment: what goes in, what is asked for, what is left out."""

import json
from collections.abc import Callable

import pytest

from planner.catalog.importers import (
    ImportResult,
    deployment_json,
    deployment_yaml,
    import_results,
    point_json,
)
from planner.catalog.importers.options import ImportOptions
from planner.documents import read_document
from planner.entries.deployment import Deployment

Loader = Callable[..., ImportResult]


def run(cap: int = 12, rate: float = 10.0, **more: object) -> dict[str, object]:
    """A vLLM run: `rate` requests/s of 200 + 50 tokens for 100 s, TTFT 100 ms, TPOT 20 ms."""
    count = int(rate * 100)
    e2e = 100 + 49 * 20
    sound = {
        "num_prompts": count,
        "completed": count,
        "failed": 0,
        "duration": 100.0,
        "total_input_tokens": count * 200,
        "total_output_tokens": count * 50,
        "request_throughput": rate,
        "output_throughput": rate * 50,
        "request_rate": "inf",
        "max_concurrency": cap,
        "median_ttft_ms": 100.0,
        "median_tpot_ms": 20.0,
        "mean_e2el_ms": e2e,
    }
    return {**sound, **more}


def lines(*runs: dict[str, object]) -> str:
    return "\n".join(json.dumps(one) for one in runs)


def codes(result: ImportResult, kind: str) -> set[str]:
    return {finding.code for finding in result.findings if finding.kind == kind}


def test_a_closed_loop_is_planned_at_its_cap(load_text: Loader):
    """Little's law says 10 × 1.08 = 10.8 of 12: a short run's start and end, not another load."""
    result = load_text("runs.jsonl", lines(run()))
    assert result.deployment is not None
    (point,) = result.deployment.curves[0].points
    assert (point.concurrency, point.requests_per_s, point.output_tokens_per_s) == (12, 10, 500)


def test_a_cap_that_littles_law_does_not_confirm_is_not_planned_on(load_text: Loader):
    """4 × 2.7: merged clients; 40 × 0.27: an idle client. In flight were 10.8."""
    for cap in (4, 40):
        result = load_text("runs.jsonl", lines(run(cap=cap)))
        assert result.deployment is not None
        assert result.deployment.curves[0].points[0].concurrency == pytest.approx(10.8)


def test_an_open_loop_is_planned_at_what_was_in_flight(load_text: Loader):
    result = load_text("runs.jsonl", lines(run(cap=512, request_rate=10.0)))
    assert result.deployment is not None
    (point,) = result.deployment.curves[0].points
    assert point.concurrency == pytest.approx(10.8)
    assert point.offered_requests_per_s == 10


def test_a_burst_gives_its_rate_and_no_latency(load_text: Loader):
    burst = run(max_concurrency=None, median_ttft_ms=9_000.0, mean_e2el_ms=20_000)
    result = load_text("runs.jsonl", lines(burst))
    assert result.deployment is not None
    (point,) = result.deployment.curves[0].points
    assert (point.concurrency, point.ttft_ms, point.output_tokens_per_s) == (None, None, 500)


def test_latencies_of_a_doubtful_unit_are_left_out(load_text: Loader):
    result = load_text("runs.jsonl", lines(run(median_ttft_ms=0.1)))
    assert result.deployment is not None
    assert result.deployment.curves[0].points[0].ttft_ms is None
    assert "latency_magnitude" in codes(result, "warning")


def test_failures_go_into_the_point(load_text: Loader):
    result = load_text("runs.jsonl", lines(run(num_prompts=1250, failed=250)))
    assert result.deployment is not None
    assert result.deployment.curves[0].points[0].failed_fraction == pytest.approx(0.2)


def test_points_of_one_shape_make_one_curve_in_order(load_text: Loader):
    result = load_text("runs.jsonl", lines(run(24, 20.0), run(6, 5.0), run(12, 10.0)))
    assert result.deployment is not None
    (curve,) = result.deployment.curves
    assert [p.concurrency for p in curve.points] == [6, 12, 24]
    assert (curve.input_tokens, curve.output_tokens) == (200, 50)


@pytest.mark.parametrize(("tokens", "curves"), [(51_900, 1), (52_100, 2)])
def test_lengths_within_two_percent_of_their_mean_are_one_shape(
    load_text: Loader, tokens: int, curves: int
):
    """50 and 51.9 lie 1.86 % from 50.95; 50 and 52.1 lie 2.06 % from 51.05."""
    longer = run(24, 20.0, total_output_tokens=2 * tokens, output_throughput=2 * tokens / 100)
    result = load_text("runs.jsonl", lines(run(), longer))
    assert result.deployment is not None
    assert len(result.deployment.curves) == curves
    assert ("scattered_shapes" in codes(result, "warning")) is (curves == 2)


def test_a_wider_tolerance_makes_one_curve(load_text: Loader):
    longer = run(24, 20.0, total_output_tokens=120_000, output_throughput=1200.0)
    result = load_text("runs.jsonl", lines(run(), longer), shape_tolerance=0.2)
    assert result.deployment is not None
    assert [c.output_tokens for c in result.deployment.curves] == [55]


def test_several_runs_of_a_load_are_their_median_and_the_spread_is_told(load_text: Loader):
    runs = (run(rate=9.5), run(rate=10.0), run(rate=11.0))
    result = load_text("runs.jsonl", lines(*runs))
    assert result.deployment is not None
    (point,) = result.deployment.curves[0].points
    assert point.output_tokens_per_s == 500
    (told,) = [f for f in result.findings if f.code == "repeated_runs"]
    assert told.value == pytest.approx((550 - 475) / 500)


def test_a_percentile_that_one_run_lacks_is_not_in_the_median(load_text: Loader):
    result = load_text("runs.jsonl", lines(run(p99_ttft_ms=150.0), run(rate=10.1)))
    assert result.deployment is not None
    assert result.deployment.curves[0].points[0].ttft_ms == {"p50": 100}


def test_the_first_run_of_a_sweep_is_cold_and_its_summary_counts_once(load_files: Loader):
    """TTFT 800 ms in run 0, 100 and 104 after it: the median of the two."""
    names = [f"vllm_sweep/run={i}.json" for i in range(3)]
    result = load_files(*names, "vllm_sweep/summary.json")
    assert result.deployment is not None
    (point,) = result.deployment.curves[0].points
    assert point.ttft_ms is not None
    assert point.ttft_ms["p50"] == 102
    assert codes(result, "note") == {"duplicate", "cold_run"}


def test_clients_of_a_merged_run_are_not_counted_twice(load_text: Loader):
    """Two clients of 4 with 40 requests each, and their merged file with 80: 3.7 in flight each."""
    part = {"date": "20260102-030405", "cap": 4, "rate": 3.4}
    whole = {"date": "20260102-030406", "cap": 4, "rate": 6.8}
    result = load_text("runs.jsonl", lines(run(**part), run(**part, label="b"), run(**whole)))
    assert codes(result, "note") >= {"duplicate"} or "part_of_a_run" in codes(result, "note")
    other = run(**{**part, "rate": 3.4}, median_ttft_ms=101.0)
    result = load_text("runs.jsonl", lines(run(**part), other, run(**whole)))
    assert result.deployment is not None
    assert [p.requests_per_s for p in result.deployment.curves[0].points] == [6.8]
    assert "part_of_a_run" in codes(result, "note")


def test_deployments_that_differ_in_a_tag_are_asked_for(load_files: Loader):
    result = load_files("vllm_appended.json")
    assert result.deployment is None
    (question,) = [f for f in result.findings if f.kind == "question"]
    assert question.code == "several_deployments"
    assert "--only deployment=base; --only deployment=cache" in question.text


def test_the_deployment_that_was_chosen_is_built(load_files: Loader):
    result = load_files("vllm_appended.json", only={"deployment": "base"})
    assert result.deployment is not None
    assert sum(len(c.points) for c in result.deployment.curves) == 2
    assert "replicas" in codes(result, "warning")  # 4 chips, which the file calls 4 replicas


def test_replicas_that_were_measured_together_are_divided(load_files: Loader):
    """100 requests in 21 s by four replicas of one chip."""
    chosen = {"deployment": "cache"}
    result = load_files("vllm_appended.json", only=chosen, chips=1, replicas=4)
    assert result.deployment is not None
    point = result.deployment.curves[0].points[0]
    assert point.requests_per_s == pytest.approx(100 / 21 / 4, rel=1e-5)
    assert point.offered_requests_per_s == 1.25
    assert point.ttft_ms == {"mean": 110, "p50": 100, "p99": 200}
    assert result.deployment.chips_per_replica == 1


def test_chips_that_contradict_the_file_are_refused(load_files: Loader):
    result = load_files("vllm_appended.json", only={"deployment": "base"}, chips=8)
    assert result.deployment is None
    assert codes(result, "refusal") == {"contradiction"}


def test_what_the_options_rule_out_is_left_out(load_files: Loader):
    """The third row has 72 chips of another kind."""
    result = load_files("inferencex_1k1k.json", input_tokens=922, output_tokens=922)
    assert result.deployment is not None
    assert [p.concurrency for p in result.deployment.curves[0].points] == [6, 12]
    assert "left_out" in codes(result, "note")


def test_a_nominal_length_is_never_planned_on(load_files: Loader):
    result = load_files("inferencex_1k1k.json")
    assert result.deployment is None
    (question,) = [f for f in result.findings if f.kind == "question"]
    assert question.code == "lengths"
    assert "1024 × 1024" in question.text


def test_a_measured_length_outranks_a_stated_one(load_text: Loader):
    result = load_text("runs.jsonl", lines(run()), input_tokens=999, output_tokens=999)
    assert result.deployment is not None
    assert result.deployment.curves[0].input_tokens == 200


@pytest.mark.parametrize("missing", ["model", "hardware", "chips"])
def test_what_no_file_says_is_asked_for(load_text: Loader, missing: str):
    result = load_text("runs.jsonl", lines(run()), **{missing: None})
    assert result.deployment is None
    assert codes(result, "question") == {missing}
    assert len(result.points) == 1


def test_precision_and_parallelism_are_asked_for_beside_a_deployment(load_text: Loader):
    result = load_text("runs.jsonl", lines(run()), precision=None)
    assert result.deployment is not None
    assert codes(result, "question") == {"precision", "parallelism"}


def test_flat_rate_and_latency_point_to_the_client(load_text: Loader):
    flat = [run(cap, 10.0, mean_e2el_ms=cap * 100) for cap in (10, 20, 40)]
    assert "client_limited" in codes(load_text("runs.jsonl", lines(*flat)), "warning")
    growing = [run(cap, cap / 1.08) for cap in (10, 20, 40)]
    assert "client_limited" not in codes(load_text("runs.jsonl", lines(*growing)), "warning")


SHEET = {
    "concurrency": "users",
    "requests_per_s": "req/s",
    "output_tokens_per_s": "tok/s",
    "input_tokens": "in",
    "output_tokens": "out",
    "ttft_p50_s": "TTFT p50 [s]",
    "ttft_p99_s": "TTFT p99 [s]",
    "tpot_p50_ms": "TPOT p50 [ms]",
}


def test_a_home_made_sheet_is_read_by_its_map(load_files: Loader):
    result = load_files("sheet.csv", format="csv", columns=SHEET)
    assert result.deployment is not None
    low, high = result.deployment.curves[0].points
    assert low.ttft_ms == {"p50": 100, "p99": 200}
    assert (high.concurrency, high.output_tokens_per_s) == (24, 750)


def test_a_column_that_is_not_there_is_named(load_files: Loader):
    result = load_files("sheet.csv", format="csv", columns={"output_tokens_per_s": "speed"})
    (found,) = [f for f in result.findings if f.kind == "refusal"]
    assert (found.code, "'speed'" in found.text, "tok/s" in found.text) == (
        "column_missing",
        True,
        True,
    )


def test_what_is_written_is_read_back_the_same(load_text: Loader):
    named = run(date="20260102-030405")
    result = load_text("runs.jsonl", lines(named, run(24, 15.0)), engine_version="1e3", id="1_000")
    assert result.deployment is not None
    for text, is_yaml in (
        (deployment_yaml(result.deployment), True),
        (deployment_json(result.deployment), False),
    ):
        document = read_document(text, is_yaml=is_yaml)
        assert Deployment.model_validate(document) == result.deployment


def test_the_id_says_what_it_is(load_files: Loader):
    result = load_files("sglang_new.jsonl")
    assert result.deployment is not None
    assert result.deployment.id == "acme-1t--x1--fp8-tp4-dp2-ep4--sglang"


def test_a_canonical_point_is_json_and_says_what_is_derived(load_text: Loader):
    bare = {
        k: v for k, v in run(mean_ttft_ms=100.0, mean_tpot_ms=20.0).items() if k != "mean_e2el_ms"
    }
    (point,) = load_text("runs.jsonl", lines(bare)).points
    shown = json.loads(json.dumps(point_json(point), allow_nan=False))
    assert shown["e2e_ms"] == {"mean": 1080}
    assert shown["derived"] == ["e2e_ms.mean"]
    assert shown["concurrency"] == pytest.approx(10.8)
    assert shown["tpot_token_weighted_ms"] is None


def test_no_file_is_no_deployment():
    result = import_results([], ImportOptions())
    assert (result.points, result.deployment, result.findings) == ((), None, ())
