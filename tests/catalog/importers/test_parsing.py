"""Files as they arrive: encodings, lines, cuts, text for numbers."""

import json
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from planner.catalog.importers import ImportOptions, ImportResult, import_results

Loader = Callable[..., ImportResult]
RUN = {
    "num_prompts": 100,
    "completed": 100,
    "failed": 0,
    "duration": 10.0,
    "total_input_tokens": 20000,
    "total_output_tokens": 5000,
    "request_throughput": 10.0,
    "output_throughput": 500.0,
    "request_rate": "inf",
    "max_concurrency": 12,
    "mean_ttft_ms": 110.0,
    "mean_tpot_ms": 20.0,
}
TEXT = json.dumps(RUN)


def codes(result: ImportResult) -> list[str]:
    return [f.code for f in result.findings if f.kind != "question"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_every_encoding_that_spreadsheets_leave_behind_is_read(load_text: Loader, encoding: str):
    assert len(load_text("run.json", TEXT.encode(encoding)).points) == 1


def test_objects_one_a_line_or_one_after_another_are_records(load_text: Loader):
    later = json.dumps({**RUN, "max_concurrency": 24})
    for between in ("\n", "\r\n", " "):
        result = load_text("runs.json", TEXT + between + later)
        assert [p.origin.place for p in result.points] == ["[0]", "[1]"]


def test_a_list_is_its_elements(load_text: Loader):
    assert load_text("runs.json", f"[{TEXT}]").points[0].origin.place == "[0]"


def test_a_cut_file_is_read_as_far_as_it_stands(load_text: Loader):
    """Cut inside the last member: mean TPOT is lost, the rest is there."""
    result = load_text("run.json", TEXT[:-3])
    assert "truncated" in codes(result)
    assert result.points[0].latencies.ttft_ms["mean"] == 110
    assert dict(result.points[0].latencies.tpot_ms) == {}


def test_of_cut_lines_the_whole_ones_are_read(load_text: Loader):
    result = load_text("runs.jsonl", TEXT + "\n" + TEXT.replace("12", "24")[:-30])
    assert len(result.points) == 1
    assert "truncated" in codes(result)


def test_a_cut_file_without_its_rate_is_refused(load_text: Loader):
    result = load_text(
        "run.json", TEXT[: TEXT.index('"output_throughput"')] + '"mean_ttft_ms": 1, "x'
    )
    assert result.points == ()
    assert codes(result) == ["truncated", "field_missing"]


def test_broken_json_is_refused_with_its_place(load_text: Loader):
    result = load_text("run.json", TEXT.replace(":", "", 1))
    assert codes(result) == ["not_json"]
    assert "line 1, column" in result.findings[0].text


def test_a_broken_line_does_not_hide_the_others(load_text: Loader):
    result = load_text("runs.jsonl", f"{TEXT}\n{{broken}}\n{TEXT.replace('12', '24')}")
    assert len(result.points) == 2
    assert codes(result)[0] == "not_json"


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("a.json", "", "empty_file"),
        ("a.json", "  \n", "empty_file"),
        ("a.json", b"\x1f\x8b\x08", "packed_file"),
        ("a.json", b'{"a": "\xff\xff\xff\xff\xff"}', "not_text"),
        ("a.json", "hello", "not_json"),
        ("a.json", "[" * 100_000, "not_json"),
        ("a.yaml", "a: [" * 200, "not_yaml"),
        ("a.yaml", "a: b: c", "not_yaml"),
        ("a.json", '{"a": 1}', "unknown_format"),
        ("a.txt", "hello", "unknown_format"),
        ("a.csv", "a,b\n1,2\n", "unknown_format"),
    ],
)
def test_what_is_no_result_is_refused_with_a_reason(
    load_text: Loader, name: str, content: str | bytes, code: str
):
    result = load_text(name, content)
    assert (result.points, result.deployment) == ((), None)
    assert codes(result)[0] == code
    assert result.findings[0].file == name


def test_numbers_as_text_are_numbers(load_text: Loader):
    text = json.dumps({**RUN, "output_throughput": "500.0", "mean_ttft_ms": "1,110.5"})
    point = load_text("run.json", text).points[0]
    assert point.rates.output_tokens_per_s == 500
    assert point.latencies.ttft_ms["mean"] == 1110.5


@pytest.mark.parametrize("value", ["fast", "1_000", True, [1], "1,5"])
def test_what_is_no_number_is_refused_by_name(load_text: Loader, value: object):
    result = load_text("run.json", json.dumps({**RUN, "output_throughput": value}))
    assert codes(result) == ["not_a_number"]
    assert "output_throughput" in result.findings[0].text


@pytest.mark.parametrize("rate", ["inf", 1e9, float("inf"), None])
def test_every_way_to_say_all_at_once_is_one(load_text: Loader, rate: object):
    text = json.dumps({**RUN, "request_rate": rate, "max_concurrency": None})
    assert load_text("run.json", text).points[0].load.kind == "burst"


def test_not_a_number_is_not_there(load_text: Loader):
    text = TEXT.replace("110.0", "NaN")
    assert "mean" not in load_text("run.json", text).points[0].latencies.ttft_ms


def test_a_named_format_overrides_detection(load_text: Loader):
    result = load_text("run.json", TEXT, format="sglang")
    assert result.points[0].origin.format == "sglang"


def test_a_format_that_cannot_be_is_refused(load_text: Loader):
    assert codes(load_text("log.txt", "hello", format="vllm")) == ["unknown_format"]


leaf = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
value = st.recursive(
    leaf,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
)


@settings(max_examples=200, deadline=None)
@given(changes=st.dictionaries(st.sampled_from([*RUN, "p99_ttft_ms", "ttfts", "itls"]), value))
def test_no_content_raises(changes: dict[str, object]):
    raw = json.dumps({**RUN, **changes}).encode()
    asked = ImportOptions(model="m", hardware="h", chips=1)
    result = import_results([("run.json", raw)], asked)
    assert result.points or result.findings
