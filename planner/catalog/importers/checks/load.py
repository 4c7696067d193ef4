"""Whether a point shows the server at a steady load, or the client, the run's start or its end."""

from collections.abc import Iterator
from typing import Final

from planner.catalog.importers.finding import Finding, refusal, warning
from planner.catalog.importers.measurement import Measurement

MERGED: Final = 1.2
IDLE: Final = 0.7
SATURATED: Final = 0.9
STEADY: Final = 10
STARTUP: Final = 3.0
STARTUP_SHARE: Final = 0.01
MANY_INCOMPLETE: Final = 0.05
PER_STREAM: Final = 0.15


def signs(measured: Measurement) -> Iterator[Finding]:
    """Counts, rates and lengths are not negative."""
    counts, rates, shape = measured.counts, measured.rates, measured.shape
    figures = {
        "completed requests": counts.ok,
        "failed requests": counts.failed,
        "requests/s": rates.requests_per_s,
        "output tokens/s": rates.output_tokens_per_s,
        "duration": rates.duration_s,
        "requests in flight": rates.concurrency,
        "concurrency cap": measured.load.concurrency_cap,
        "input tokens": shape.input_tokens,
        "output tokens": shape.output_tokens,
    }
    for name, value in figures.items():
        if value is not None and value < 0:
            yield refusal("negative", f"{name}: {value:g} is negative", value)


def completion(measured: Measurement) -> Iterator[Finding]:
    """Failed requests make latencies look better than they are; without success there are none."""
    counts = measured.counts
    rates = measured.rates
    made = (
        counts.ok,
        rates.requests_per_s,
        rates.output_tokens_per_s,
        measured.shape.output_tokens,
    )
    if 0 in made:
        lost = f" ({counts.failed:g} failed)" if counts.failed else ""
        yield refusal(
            "no_successful_request", f"no request succeeded{lost}: zeros are no measurements", 0
        )
        return
    if counts.failed:
        total = (counts.ok or 0) + counts.failed
        how = (
            "; the file has no count of failures, this is sent − completed"
            if counts.failed_is_derived
            else ""
        )
        text = f"{counts.failed:g} of {total:g} requests failed ({counts.failed / total:.0%}){how}"
        yield warning("failed_requests", text, counts.failed / total)
    cut = counts.incomplete
    if cut and counts.ok and cut > MANY_INCOMPLETE * (counts.ok + cut):
        share = cut / (counts.ok + cut)
        text = f"{cut:g} requests were cut off at the end ({share:.0%}): long ones are missing"
        yield warning("incomplete_requests", text, share)


def little(measured: Measurement) -> Iterator[Finding]:
    """Requests in flight by Little's law, against the cap that the client was told."""
    cap, in_flight = measured.load.concurrency_cap, measured.little_concurrency
    if not cap or in_flight is None:
        return
    ratio = in_flight / cap
    said = f"requests/s × E2E = {in_flight:.4g} in flight, {ratio:.2f} × the cap {cap:g}"
    if ratio > MERGED:
        text = f"{said}: several clients were merged (their latencies averaged), or a unit is wrong"
        yield warning("clients_merged", text, ratio)
    elif ratio < IDLE and measured.load.kind == "open":
        yield warning("cap_not_binding", f"{said}: the cap never held, the rate did", ratio)
    elif ratio < IDLE and measured.load.kind == "closed":
        yield warning(
            "idle_client", f"{said}: failures, think time, or a client that cannot keep up", ratio
        )


def per_stream(measured: Measurement) -> Iterator[Finding]:
    """Output tokens/s × TPOT is the streams that decode: one, of many, is a per-stream rate."""
    tpot = measured.latencies.tpot_ms.get("mean", measured.latencies.tpot_ms.get("p50"))
    in_flight = (
        measured.load.concurrency_cap if measured.load.kind == "closed" else measured.concurrency
    )
    if not tpot or not in_flight or in_flight < 2 or measured.little_concurrency is not None:
        return
    streams = measured.rates.output_tokens_per_s * tpot / 1000
    if abs(streams - 1) <= PER_STREAM:
        text = (
            f"{measured.rates.output_tokens_per_s:.5g} tokens/s × TPOT {tpot:.4g} ms ="
            f" {streams:.2f} streams, with {in_flight:g} in flight: the rate of one stream"
        )
        yield refusal("per_stream_rate", text, streams)
    elif streams > MERGED * in_flight:
        text = (
            f"output tokens/s × TPOT = {streams:.4g} streams, more than the {in_flight:g} in flight"
        )
        yield warning("clients_merged", text, streams / in_flight)


def arrival_window_s(measured: Measurement) -> float | None:
    """How long requests arrived in an open loop: requests sent / offered rate, s."""
    offered, counts = measured.load.offered_requests_per_s, measured.counts
    sent = measured.load.requests_sent
    if sent is None and counts.ok is not None:
        sent = counts.ok + (counts.failed or 0)
    return None if not offered or sent is None else sent / offered


def drain_share(measured: Measurement) -> float | None:
    """Achieved / offered rate that an unsaturated run of this length would show.

    The clock runs to the last completion: W s of arrivals, a mean E2E of E s give W / (W + E).
    """
    if measured.load.drops_unfinished:
        return 1.0
    window_s, e2e_ms = arrival_window_s(measured), measured.e2e_mean_ms
    return None if not window_s or e2e_ms is None else window_s / (window_s + e2e_ms / 1000)


def overload(measured: Measurement) -> Iterator[Finding]:
    """Achieved under 0.9 × offered × drain tail: a queue grew, and latency with it."""
    offered, achieved = measured.load.offered_requests_per_s, measured.rates.requests_per_s
    if not offered or achieved is None:
        return
    share, expected = achieved / offered, drain_share(measured) or 1.0
    if share < SATURATED * expected:
        text = (
            f"{achieved:.4g} of {offered:.4g} requests/s were served ({share:.2f}), where the drain"
            f" tail explains {expected:.2f}: saturated. The point bounds the capacity; latency"
            " depends on the run's length"
        )
        yield warning("saturated", text, share)


def transient(measured: Measurement) -> Iterator[Finding]:
    """Arrivals for under 10 × E2E: too short to show the queue of a steady state."""
    window_s, e2e_ms = arrival_window_s(measured), measured.e2e_mean_ms
    if not window_s or not e2e_ms or measured.load.kind != "open":
        return
    times = window_s / (e2e_ms / 1000)
    if times < STEADY:
        window = f"requests arrived for {window_s:.4g} s, {times:.3g} × the mean E2E"
        yield warning("transient", f"{window}: too short for a steady queue", times)


def burst(measured: Measurement) -> Iterator[Finding]:
    """No rate and no cap: all requests were sent at once."""
    if measured.load.kind == "burst":
        held = measured.concurrency
        average = f" ({held:.4g} in flight on average)" if held else ""
        text = (
            f"all requests were sent at once{average}: only the rate is useful. Latencies depend on"
            " how many were sent, and are left out of the deployment"
        )
        yield warning("burst", text, held)


def startup_burst(measured: Measurement) -> Iterator[Finding]:
    """A closed loop begins with `cap` requests at once; where they are over 1 %, p99 is theirs."""
    ttft, load = measured.latencies.ttft_ms, measured.load
    median, high = ttft.get("p50"), ttft.get("p99")
    if load.kind != "closed" or not median or high is None or high < STARTUP * median:
        return
    sent, cap = load.requests_sent or measured.counts.ok, load.concurrency_cap
    share = cap / sent if cap and sent else None
    if share is not None and share < STARTUP_SHARE:
        return
    first = f"; the first {cap:g} of {sent:g} requests came together" if share else ""
    text = f"TTFT p99 {high:.5g} ms is {high / median:.1f} × p50 {median:.5g} ms{first}"
    yield warning(
        "startup_burst",
        f"{text}: p99 shows the start. Send more requests, or ramp up",
        high / median,
    )


def speculation(measured: Measurement) -> Iterator[Finding]:
    """More than one token a step: the method belongs into the deployment."""
    length, method = measured.layout.acceptance_length, measured.layout.speculation
    if length and length > 1 and method is None:
        text = f"{length:.3g} tokens were accepted a step: name the method with --speculation"
        yield Finding("question", "speculation", text, value=length)
