"""Each cross-check: a point that it finds, with its figure, beside one that it leaves alone."""

from collections.abc import Callable, Iterator

import pytest

from planner.catalog.importers.checks import CHECKS, check, identity, latency, load
from planner.catalog.importers.finding import Finding
from planner.catalog.importers.measurement import Measurement

Make = Callable[..., Measurement]


def only(findings: Iterator[Finding]) -> Finding:
    (finding,) = findings
    return finding


def test_a_sound_point_passes_every_check(measurement: Make):
    assert check(measurement()) == ()


def test_every_check_says_in_its_docstring_what_it_holds():
    assert all(rule.__doc__ for rule in CHECKS.values())


@pytest.mark.parametrize(
    "parts",
    [
        {"counts": {"ok": 0, "failed": 8}},
        {"rates": {"output_tokens_per_s": 0}},
        {"shape": {"output_tokens": 0}},
    ],
)
def test_without_success_a_point_is_refused(measurement: Make, parts: dict):
    found = check(measurement(**parts))
    assert [(f.kind, f.code) for f in found] == [("refusal", "no_successful_request")]


def test_failures_are_told_as_a_share(measurement: Make):
    found = only(load.completion(measurement(counts={"ok": 198, "failed": 102})))
    assert (found.kind, found.value) == ("warning", pytest.approx(0.34))


@pytest.mark.parametrize(("cut", "told"), [(50, False), (53, True)])
def test_requests_cut_at_the_end_are_told_from_one_in_twenty(
    measurement: Make, cut: int, told: bool
):
    """53 / 1053 = 5.03 %."""
    assert bool(list(load.completion(measurement(counts={"incomplete": cut})))) is told


def test_a_negative_rate_is_refused(measurement: Make):
    assert only(load.signs(measurement(rates={"requests_per_s": -1}))).kind == "refusal"


@pytest.mark.parametrize(
    ("rate", "kind"),
    [(500, None), (509, None), (520, "warning"), (620, "warning"), (700, "refusal")],
)
def test_tokens_must_multiply(measurement: Make, rate: float, kind: str | None):
    """10 requests/s × 50 tokens = 500: 2 % are rounding, beyond 20 % a figure is something else."""
    found = list(identity.token_identity(measurement(rates={"output_tokens_per_s": rate})))
    assert [f.kind for f in found] == ([kind] if kind else [])


@pytest.mark.parametrize(
    ("rate", "layout", "guess"),
    [
        (2500, {}, "the total rate, input included"),  # (200 + 50) / 50 = 5 times as much
        (125, {"chips": 4}, "a rate per chip"),
        (500 / 10.9, {}, "a rate per stream"),
    ],
)
def test_the_usual_mistake_is_named(measurement: Make, rate: float, layout: dict, guess: str):
    found = identity.token_identity(measurement(rates={"output_tokens_per_s": rate}, layout=layout))
    assert guess in only(found).text


@pytest.mark.parametrize(("tpot", "residual"), [(20, None), (30, 0.4495), (10, -0.4495)])
def test_latencies_must_add_up(measurement: Make, tpot: float, residual: float | None):
    """110 + 30 × 49 = 1,580 for an E2E of 1,090: +45 %."""
    parts = {"ttft_ms": {"mean": 110}, "tpot_ms": {"mean": tpot}, "e2e_ms": {"mean": 1090}}
    found = list(identity.latency_identity(measurement(latencies=parts)))
    assert [f.value for f in found] == ([pytest.approx(residual, rel=1e-3)] if residual else [])


@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ({"load": {"concurrency_cap": 4}}, "clients_merged"),  # 10.9 / 4
        ({"load": {"concurrency_cap": 20}}, "idle_client"),  # 10.9 / 20
        ({"load": {"concurrency_cap": 20, "kind": "open"}}, "cap_not_binding"),
        ({"load": {"concurrency_cap": 12}}, None),
    ],
)
def test_littles_law_against_the_cap(measurement: Make, parts: dict, code: str | None):
    assert [f.code for f in load.little(measurement(**parts))] == ([code] if code else [])


def test_a_per_stream_rate_is_refused_where_only_tpot_can_tell(measurement: Make):
    """50 tokens/s × 20 ms is one stream, of 12."""
    latencies = {"tpot_ms": {"p50": 20}, "ttft_ms": {"p50": 100}, "e2e_ms": {}}
    point = measurement(
        latencies=latencies, rates={"output_tokens_per_s": 50, "requests_per_s": None}
    )
    found = only(load.per_stream(point))
    assert (found.kind, found.value) == ("refusal", pytest.approx(1))


@pytest.mark.parametrize(
    ("achieved", "code"),
    [
        # 100 s of arrivals and an E2E of 10 s: 0.909 of the offered rate without any queue, so
        # 0.9 × 0.909 = 0.818 is where saturation begins
        (8.3, None),
        (8.1, "saturated"),
    ],
)
def test_overload_is_judged_against_the_drain_tail(
    measurement: Make, achieved: float, code: str | None
):
    point = measurement(
        load={"kind": "open", "offered_requests_per_s": 10, "concurrency_cap": None},
        rates={"requests_per_s": achieved},
        latencies={"e2e_ms": {"mean": 10_000}},
    )
    assert load.drain_share(point) == pytest.approx(100 / 110)
    assert [f.code for f in load.overload(point)] == ([code] if code else [])


@pytest.mark.parametrize(("e2e_ms", "told"), [(9_000, False), (11_000, True)])
def test_a_run_under_ten_times_e2e_is_too_short(measurement: Make, e2e_ms: float, told: bool):
    point = measurement(
        load={"kind": "open", "offered_requests_per_s": 10, "concurrency_cap": None},
        latencies={"e2e_ms": {"mean": e2e_ms}},
    )
    assert bool(list(load.transient(point))) is told


def test_all_at_once_is_told(measurement: Make):
    assert only(load.burst(measurement(load={"kind": "burst"}))).code == "burst"
    assert list(load.burst(measurement())) == []


@pytest.mark.parametrize(
    ("p99", "sent", "told"), [(290, 100, False), (310, 100, True), (310, 10_000, False)]
)
def test_a_start_up_burst_shows_in_p99(measurement: Make, p99: float, sent: int, told: bool):
    """12 of 100 requests came together; of 10,000 they are 0.12 %, and p99 is not theirs."""
    point = measurement(
        latencies={"ttft_ms": {"mean": 120, "p50": 100, "p99": p99}}, load={"requests_sent": sent}
    )
    assert bool(list(load.startup_burst(point))) is told


@pytest.mark.parametrize(("ttft", "told"), [(0.25, True), (2, False), (2e6, True)])
def test_a_ttft_out_of_scale_is_told(measurement: Make, ttft: float, told: bool):
    point = measurement(latencies={"ttft_ms": {"p50": ttft}})
    assert bool(list(latency.magnitude(point))) is told


def test_percentiles_that_fall_are_refused(measurement: Make):
    point = measurement(latencies={"ttft_ms": {"p50": 600, "p95": 410}})
    found = only(latency.order(point))
    assert (found.kind, found.code) == ("refusal", "latency_order")
    assert "p95 (410) is below p50 (600)" in found.text


def test_a_ttft_above_e2e_is_refused(measurement: Make):
    point = measurement(latencies={"ttft_ms": {"mean": 1100}})
    assert only(latency.order(point)).kind == "refusal"


def test_a_median_of_zero_beside_a_mean_is_refused(measurement: Make):
    point = measurement(latencies={"ttft_ms": {"mean": 14_807.83, "p50": 0}})
    assert only(latency.zeros(point)).kind == "refusal"


def test_a_latency_that_is_zero_throughout_was_not_measured(measurement: Make):
    point = measurement(latencies={"ttft_ms": {"mean": 0, "p50": 0, "p99": 0}})
    assert only(latency.zeros(point)).kind == "warning"


@pytest.mark.parametrize(("itl", "told"), [(200, True), (22, False)])
def test_itl_of_several_tokens_a_chunk_is_told(measurement: Make, itl: float, told: bool):
    point = measurement(latencies={"itl_ms": {"mean": itl}})
    assert [f.value for f in latency.chunked_itl(point)] == ([10] if told else [])
