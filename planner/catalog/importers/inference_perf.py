"""Kubernetes inference-perf `stage_N_lifecycle_metrics.json`: one point a stage, all in seconds."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from planner.catalog.importers.fields import Fields
from planner.catalog.importers.finding import Finding, Refused, warning
from planner.catalog.importers.measurement import (
    Counts,
    Latencies,
    Load,
    Measurement,
    Origin,
    Rates,
    Shape,
    token_weighted_tpot_ms,
)
from planner.catalog.importers.numbers import offered_rate

_TPOT_TOLERANCE: Final = 0.25
"""Older versions count one token too many a chunk: reported TPOT is then under half of it."""
_SENT: Final = 0.95


def recognises(record: Mapping[str, Any]) -> bool:
    """Whether inference-perf wrote this, a summary of all stages included."""
    return "load_summary" in record and isinstance(record.get("successes"), Mapping)


def read(record: Mapping[str, Any], origin: Origin) -> Iterator[Measurement]:
    """The operating point of one stage; a summary pools stages and is refused."""
    fields = Fields(record)
    summary, successes = fields["load_summary"], fields["successes"]
    if "requested_rate" not in summary and "concurrency" not in summary:
        text = "pools all stages, or comes from the server: give the stage_N_lifecycle_metrics.json"
        raise Refused("pooled_stages", text)
    ok, throughput = successes.number("count"), successes["throughput"]
    if not ok:
        raise Refused("no_successful_request", "no request succeeded: zeros are no measurements", 0)
    rate = throughput.number("requests_per_sec")
    shape = Shape(
        input_tokens=_length(successes, "prompt_len", "prompt_tokens"),
        output_tokens=_length(successes, "output_len", "output_tokens"),
    )
    latencies, remarks = _latencies(successes["latency"], shape.output_tokens)
    yield Measurement(
        origin=origin,
        load=_load(summary),
        counts=Counts(ok=ok, failed=fields["failures"].number("count")),
        rates=Rates(
            requests_per_s=rate,
            output_tokens_per_s=throughput.needed("output_tokens_per_sec"),
            input_tokens_per_s=throughput.number("input_tokens_per_sec"),
            duration_s=fields.number("benchmark_time_seconds") or (ok / rate if rate else None),
        ),
        shape=shape,
        latencies=latencies,
        findings=(*remarks, *_sending(summary)),
    )


def _load(summary: Fields) -> Load:
    rate = offered_rate(summary.data.get("requested_rate"), "load_summary.requested_rate")
    cap = summary.number("concurrency")
    return Load(
        kind="closed" if cap else "open",
        concurrency_cap=cap,
        offered_requests_per_s=None if cap else rate,
        requests_sent=summary.number("count"),
    )


def _length(successes: Fields, *names: str) -> float | None:
    return next(
        (mean for name in names if (mean := successes[name].number("mean")) is not None), None
    )


def _latencies(times: Fields, tokens: float | None) -> tuple[Latencies, tuple[Finding, ...]]:
    ttft, e2e = (
        times.percentiles("time_to_first_token", 1000),
        times.percentiles("request_latency", 1000),
    )
    reported = times.percentiles("time_per_output_token", 1000)
    derived = token_weighted_tpot_ms(e2e.get("mean"), ttft.get("mean"), tokens)
    if derived is None or not _differ(reported.get("mean"), derived):
        itl = times.percentiles("inter_token_latency", 1000)
        return Latencies(ttft_ms=ttft, tpot_ms=reported, itl_ms=itl, e2e_ms=e2e), ()
    text = (
        f"time_per_output_token (mean {reported['mean']:.4g} ms) does not fit (E2E − TTFT) /"
        f" (tokens − 1) = {derived:.4g} ms, {derived / reported['mean']:.2f} × as much (issue 564"
        " of inference-perf); TPOT is the latter, a mean only, and ITL is left out"
    )
    latencies = Latencies(
        ttft_ms=ttft,
        tpot_ms={"mean": derived},
        e2e_ms=e2e,
        tpot_is_derived=True,
        tpot_reported_ms=reported,
    )
    return latencies, (warning("tpot_derived", text, derived),)


def _differ(reported: float | None, derived: float) -> bool:
    return reported is not None and reported > 0 and abs(derived / reported - 1) > _TPOT_TOLERANCE


def _sending(summary: Fields) -> Iterator[Finding]:
    asked, sent = summary.number("requested_rate"), summary.number("achieved_rate")
    if asked and sent and sent < _SENT * asked:
        text = f"the client sent {sent:.4g} of {asked:.4g} requests/s: it was the limit"
        yield warning("client_limited", text, sent / asked)
