"""One small run, as every tool would write it: each importer must find the same point in it."""

from collections.abc import Callable

import pytest

from planner.catalog.importers import ImportResult

# 100 requests of 200 + 50 tokens in 10 s: 10 requests/s, 500 output and 2,000 input tokens/s.
# TTFT 100 ms in the median, TPOT 20 ms; mean E2E 110 + 49 × 20 = 1,090 ms, so 10.9 in flight.
CLOSED = [
    ("vllm.json", "vllm"),
    ("guidellm_02.json", "guidellm"),
    ("guidellm_05.json", "guidellm"),
    ("aiperf.json", "aiperf"),
    ("aiperf_phases.json", "aiperf"),
    ("genai_perf.json", "genai-perf"),
    ("sglang_new.jsonl", "sglang"),
    ("llmd_v02.yaml", "llm-d"),
    ("llmperf_summary.json", "llmperf"),
    ("inference_benchmarker.json", "inference-benchmarker"),
    ("inferencex_run.json", "inferencex"),
]
OPEN = [
    ("guidellm_08.json", "guidellm"),
    ("inference_perf/stage_0_lifecycle_metrics.json", "inference-perf"),
    ("llmd_v01.yaml", "llm-d"),
]
UNKNOWN_LOAD = [
    ("genai_perf.csv", "genai-perf"),
    ("aiperf.csv", "aiperf"),
    ("trtllm.json", "trtllm-bench"),
]
Loader = Callable[..., ImportResult]


@pytest.mark.parametrize(("name", "tool"), [*CLOSED, *OPEN, *UNKNOWN_LOAD])
def test_every_tool_gives_the_same_point(load_files: Loader, name: str, tool: str):
    point = load_files(name).points[0]
    assert point.origin.format == tool
    assert point.rates.requests_per_s == pytest.approx(10)
    assert point.rates.output_tokens_per_s == pytest.approx(500)
    assert point.rates.input_tokens_per_s == pytest.approx(2000)
    assert (point.shape.input_tokens, point.shape.output_tokens) == (200, 50)
    assert point.latencies.ttft_ms["p50"] == pytest.approx(100)
    assert point.latencies.ttft_ms["p99"] == pytest.approx(200)
    assert point.latencies.e2e_ms["p50"] == pytest.approx(1080)


@pytest.mark.parametrize(("name", "tool"), [*CLOSED, *OPEN, *UNKNOWN_LOAD])
def test_tpot_is_never_itl_nor_a_figure_that_holds_the_ttft(
    load_files: Loader, name: str, tool: str
):
    """Files hold 21.8 ms (E2E / tokens), 19.6, 9.5 or 99 beside the 20 that is TPOT."""
    tpot = load_files(name).points[0].latencies.tpot_ms
    assert tpot.get("mean", tpot.get("p50")) == pytest.approx(20)


@pytest.mark.parametrize(("name", "tool"), CLOSED)
def test_a_closed_loop_has_its_cap(load_files: Loader, name: str, tool: str):
    point = load_files(name).points[0]
    assert (point.load.kind, point.load.concurrency_cap) == ("closed", 12)


@pytest.mark.parametrize(("name", "tool"), OPEN)
def test_an_open_loop_has_its_rate(load_files: Loader, name: str, tool: str):
    point = load_files(name).points[0]
    assert (point.load.kind, point.load.offered_requests_per_s) == ("open", 10)


@pytest.mark.parametrize(("name", "tool"), UNKNOWN_LOAD)
def test_a_load_that_no_file_names_stays_unknown(load_files: Loader, name: str, tool: str):
    point = load_files(name).points[0]
    assert point.load.kind is None
    assert point.little_concurrency == pytest.approx(10.9)


def test_p50_of_guidellm_02_is_its_median(load_files: Loader):
    """Its percentiles jump from p25 to p75."""
    assert load_files("guidellm_02.json").points[0].latencies.tpot_ms["p50"] == 20


def test_a_flooding_step_of_guidellm_is_a_burst(load_files: Loader):
    """10.9 of 512 in flight: the cap did not hold."""
    step = load_files("guidellm_02.json").points[1]
    assert step.load.kind == "burst"
    assert "burst" in {f.code for f in step.findings}


def test_guidellm_01_is_summed_from_its_requests(load_files: Loader):
    """Ten requests of 1.08 s, one a second: 10 / (9 + 1.08) requests/s; TPOT (1080 − 100) / 49."""
    point = load_files("guidellm_01.json").points[0]
    assert point.rates.requests_per_s == pytest.approx(10 / 10.08)
    assert point.rates.output_tokens_per_s == pytest.approx(500 / 10.08)
    assert point.latencies.tpot_ms["p50"] == pytest.approx(20)
    assert point.load.offered_requests_per_s == 1


def test_appended_lines_are_points_of_their_own(load_files: Loader):
    points = load_files("vllm_appended.json").points
    assert [p.origin.place for p in points] == ["[0]", "[1]", "[2]"]
    assert [p.tags["deployment"] for p in points] == ["base", "base", "cache"]


def test_four_gpus_named_in_metadata_are_four_chips(load_files: Loader):
    layout = load_files("vllm_appended.json").points[0].layout
    assert (layout.chips, layout.replicas, layout.hardware) == (4, 4, "ACME_X1")


def test_failures_that_an_old_file_does_not_count_are_derived(load_text):
    text = (
        '{"num_prompts": 100, "completed": 70, "duration": 10, "output_throughput": 350,'
        ' "request_throughput": 7, "total_input_tokens": 70, "total_output_tokens": 3500,'
        ' "mean_ttft_ms": 100, "request_rate": "inf", "max_concurrency": 8}'
    )
    point = load_text("old.json", text).points[0]
    assert (point.counts.failed, point.counts.failed_is_derived) == (30, True)


def test_percentiles_come_from_per_request_lists_where_the_summary_lacks_them(load_files: Loader):
    """TTFT 100, 200, 300, 400 ms of the four that did not fail: p95 = 300 + 0.85 × 100."""
    latencies = load_files("vllm_detailed.json").points[0].latencies
    assert latencies.ttft_ms["p95"] == pytest.approx(385)
    assert latencies.tpot_ms["p95"] == pytest.approx(38.5)
    assert latencies.e2e_ms["p50"] == pytest.approx(300)  # 250 + two gaps of 25
    assert latencies.ttft_ms["p99"] == 397  # as stated


def test_the_old_sglang_has_medians_and_nothing_else(load_files: Loader):
    point = load_files("sglang_old.jsonl").points[0]
    assert dict(point.latencies.ttft_ms) == {"p50": 100}
    assert dict(point.latencies.tpot_ms) == {}
    assert point.counts.failed is None


def test_data_ranks_of_attention_lie_inside_the_tensor_ranks(load_files: Loader):
    layout = load_files("sglang_new.jsonl").points[0].layout
    assert layout.chips == 4
    assert layout.parallelism == {"tensor": 4, "pipeline": 1, "data": 2, "expert": 4}


def test_a_bare_infinity_is_a_burst(load_files: Loader):
    assert load_files("sglang_old.jsonl").points[1].load.kind == "burst"


def test_tpot_of_an_older_inference_perf_is_derived(load_files: Loader):
    """Reported 9.5 ms, (1090 − 110) / 49 = 20 ms: the percentiles are not taken either."""
    latencies = load_files("inference_perf/stage_0_lifecycle_metrics.json").points[0].latencies
    assert dict(latencies.tpot_ms) == {"mean": pytest.approx(20)}
    assert latencies.tpot_reported_ms["mean"] == pytest.approx(9.5)
    assert dict(latencies.itl_ms) == {}


def test_tpot_of_a_newer_inference_perf_is_taken(load_files: Loader):
    latencies = load_files("inference_perf/stage_1_lifecycle_metrics.json").points[0].latencies
    assert latencies.tpot_ms["p99"] == pytest.approx(22)


def test_stages_pooled_are_refused(load_files: Loader):
    result = load_files("inference_perf/summary_lifecycle_metrics.json")
    assert result.points == ()
    assert result.findings[0].code == "pooled_stages"


def test_units_of_llm_d_are_read_for_each_metric(load_files: Loader):
    """TTFT is in ms, the rest in s."""
    latencies = load_files("llmd_v01.yaml").points[0].latencies
    assert (latencies.ttft_ms["p50"], latencies.e2e_ms["p99.9"]) == (100, 1300)


def test_an_unknown_model_of_llm_d_is_that_of_its_load(load_files: Loader):
    assert load_files("llmd_v01.yaml").points[0].layout.model == "acme/acme-1t"


def test_chips_of_llm_d_02_are_replicas_times_count(load_files: Loader):
    layout = load_files("llmd_v02.yaml").points[0].layout
    assert (layout.chips, layout.replicas) == (8, 2)


def test_rates_per_gpu_are_multiplied_by_the_gpus_that_they_are_of(load_files: Loader):
    """4 × 125; and 24 decode of 72 chips, for (48 × 600 + 24 × 300) / 72 = 500 per chip."""
    single, _, split = load_files("inferencex_1k1k.json").points
    assert single.rates.output_tokens_per_s == pytest.approx(500)
    assert split.rates.output_tokens_per_s == pytest.approx(24 * 300)
    assert split.rates.input_tokens_per_s == pytest.approx(48 * 600)
    assert split.layout.chips == 72
    assert split.tags["decode_chips"] == "24"


def test_rates_that_no_split_explains_are_refused(load_text):
    row = (
        '[{"tput_per_gpu": 900, "output_tput_per_gpu": 125, "input_tput_per_gpu": 500, "tp": 4,'
        ' "conc": 8, "median_ttft": 0.1, "median_tpot": 0.02}]'
    )
    assert [f.code for f in load_text("agg.json", row).findings] == ["rates_do_not_add_up"]


def test_lengths_of_a_name_are_nominal(load_files: Loader):
    shape = load_files("inferencex_1k1k.json").points[0].shape
    assert (shape.input_tokens, shape.nominal_input_tokens) == (None, 1024)


def test_nanoseconds_and_the_machine_beside_an_mlperf_log(load_files: Loader):
    point = load_files("mlperf/mlperf_log_summary.txt", "mlperf/system.json").points[0]
    assert point.latencies.tpot_ms["p99"] == pytest.approx(22)
    assert point.load.offered_requests_per_s == 10.1
    assert point.shape.output_tokens == 50  # 500 tokens/s of 10 samples/s
    assert (point.layout.chips, point.layout.hardware) == (8, "ACME X1 80GB")


def test_an_invalid_mlperf_run_is_refused(load_text):
    text = "MLPerf Results Summary\nScenario : Server\nResult is : INVALID\n"
    assert [f.code for f in load_text("log.txt", text).findings] == ["invalid_run"]


def test_llmperf_counts_minutes_and_holds_text_for_numbers(load_files: Loader):
    point = load_files("llmperf_summary.json").points[0]
    assert point.rates.requests_per_s == pytest.approx(10)  # 600 a minute
    assert dict(point.latencies.tpot_ms) == {"mean": pytest.approx(20)}


def test_the_warm_up_of_inference_benchmarker_is_left_out(load_files: Loader):
    places = [p.origin.place for p in load_files("inference_benchmarker.json").points]
    assert places == ["results[1]", "results[2]"]


def test_a_cut_genai_perf_file_has_lengths_and_load_derived(load_text: Loader):
    """44,191 tokens/s of 17.22 requests/s are 2,566 tokens each; 17.22 × 5.767 s are in flight."""
    text = (
        '{"request_throughput": {"unit": "requests/sec", "avg": 17.22},'
        ' "request_latency": {"unit": "ms", "avg": 5767},'
        ' "output_token_throughput": {"unit": "tokens/sec", "avg": 44191},'
        ' "output_token_throughput_per_user": {"unit": "tok'
    )
    point = load_text("part.json", text).points[0]
    assert point.shape.output_tokens == pytest.approx(2566.3, rel=1e-4)
    assert point.shape.output_is_derived
    assert point.concurrency == pytest.approx(99.3, rel=1e-3)


def test_prefill_and_decode_apart_name_no_chips(load_text: Loader):
    text = (
        '{"backend": "sglang", "random_range_ratio": 0.0, "duration": 10, "completed": 100,'
        ' "total_input_tokens": 20000, "total_output_tokens": 5000, "output_throughput": 500,'
        ' "server_info": {"prefill": [{"tp_size": 1}], "decode": [{"tp_size": 4}]}}'
    )
    point = load_text("pd.jsonl", text).points[0]
    assert point.layout.chips is None
    assert "split_serving" in {f.code for f in point.findings}


def test_a_table_of_published_mlperf_results_is_refused_with_a_remedy(load_text: Loader):
    raw = "Public ID\tSubmitter\tScenario\tSubmitter\r\n1\tx\tServer\ty\r\n".encode("utf-16")
    (found,) = load_text("results.csv", raw).findings
    assert "mlperf_log_summary.txt" in found.text


def test_placeholder_figures_are_refused(load_text: Loader):
    """A report whose lengths and rates are all 2,262.448 says nothing."""
    same = "{units: x, mean: 2262.448}"
    text = (
        "version: '0.2'\nscenario: {stack: []}\nresults: {request_performance: {aggregate: {"
        f"requests: {{total: 500, input_length: {same}, output_length: {same}}},"
        f" throughput: {{output_token_rate: {same}, requests_rate: {same}}}, latency: {{}}}}}}}}\n"
    )
    assert [f.code for f in load_text("br.yaml", text).findings] == ["token_identity"]


def test_figures_of_a_run_are_no_tags(load_text: Loader):
    """Whole numbers among latencies must not look like settings of a deployment."""
    text = (
        '{"num_prompts": 9, "completed": 9, "duration": 10, "output_throughput": 50,'
        ' "mean_ttft_ms": 100, "p99_e2el_ms": 2000, "total_cached_tokens": 7, "max_num_seqs": 8,'
        ' "prefix_caching": true}'
    )
    tags = load_text("run.json", text).points[0].tags
    assert tags == {"max_num_seqs": "8", "prefix_caching": "True"}


def test_a_static_batch_is_rated_over_prefill_and_decode(load_files: Loader):
    """8 × 50 tokens in 0.11 + 0.98 s, not the 400 tokens/s of the decode alone."""
    point = load_files("optimum.json").points[0]
    assert point.rates.output_tokens_per_s == pytest.approx(8 * 50 / 1.09)
    assert point.layout.precision is None  # torch_dtype is that of the computation


def test_a_nightly_table_has_display_names(load_files: Loader):
    point = load_files("vllm_nightly.json").points[0]
    assert point.latencies.tpot_ms["p99"] == 22
    assert (point.layout.chips, point.layout.hardware) == (4, "ACME X1")


def test_a_total_rate_is_never_an_output_rate(load_files: Loader):
    """`vllm bench throughput` has no other."""
    result = load_files("vllm_throughput.json")
    assert result.points == ()
    assert result.findings[0].code == "no_operating_point"
