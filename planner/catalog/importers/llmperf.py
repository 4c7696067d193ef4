"""LLMPerf `*_summary.json`: seconds, and token latencies that hold the TTFT."""

from collections.abc import Iterator, Mapping
from typing import Any

from planner.catalog.importers.fields import Fields, percentiles
from planner.catalog.importers.finding import Refused, warning
from planner.catalog.importers.measurement import (
    Counts,
    Latencies,
    Layout,
    Load,
    Measurement,
    Origin,
    Rates,
    Shape,
    token_weighted_tpot_ms,
)


def recognises(record: Mapping[str, Any]) -> bool:
    """Whether LLMPerf wrote this, whole or flattened."""
    return any(
        key.startswith("results_ttft_s") or key == "results_num_completed_requests"
        for key in record
    )


def read(record: Mapping[str, Any], origin: Origin) -> Iterator[Measurement]:
    """The operating point; its mean TPOT is derived, for what the file calls so is E2E / tokens."""
    fields = Fields(record)
    ttft, e2e = _seconds(fields, "ttft_s"), _seconds(fields, "end_to_end_latency_s")
    tokens = fields.number("results_number_output_tokens_mean")
    tokens_in = fields.number("results_number_input_tokens_mean")
    per_minute = fields.number("results_num_completed_requests_per_min")
    if per_minute is None:
        raise Refused("field_missing", "results_num_completed_requests_per_min is missing")
    tpot = token_weighted_tpot_ms(e2e.get("mean"), ttft.get("mean"), tokens)
    reported = _seconds(fields, "inter_token_latency_s")
    yield Measurement(
        origin=origin,
        load=Load(
            kind="closed",
            concurrency_cap=fields.number("num_concurrent_requests"),
            requests_sent=fields.number("results_num_requests_started"),
        ),
        counts=Counts(
            ok=fields.number("results_num_completed_requests"),
            failed=fields.number("results_number_errors"),
        ),
        rates=Rates(
            requests_per_s=per_minute / 60,
            output_tokens_per_s=fields.needed("results_mean_output_throughput_token_per_s"),
            input_tokens_per_s=None if tokens_in is None else per_minute / 60 * tokens_in,
        ),
        shape=Shape(input_tokens=tokens_in, output_tokens=tokens),
        latencies=Latencies(
            ttft_ms=ttft,
            tpot_ms={} if tpot is None else {"mean": tpot},
            e2e_ms=e2e,
            tpot_is_derived=tpot is not None,
            tpot_reported_ms=reported,
        ),
        layout=Layout(model=fields.text("model")),
        findings=(
            warning(
                "tpot_derived",
                f"inter_token_latency_s (mean {_ms(reported.get('mean'))}) holds the TTFT; TPOT is"
                f" (E2E − TTFT) / (tokens − 1) = {_ms(tpot)}, a mean only",
                tpot,
            ),
        ),
    )


def _ms(value: float | None) -> str:
    return "unknown" if value is None else f"{value:.4g} ms"


def _seconds(fields: Fields, metric: str) -> dict[str, float]:
    prefix = f"results_{metric}_"
    named = {
        key.removeprefix(prefix).removeprefix("quantiles_"): value
        for key, value in fields.data.items()
        if key.startswith(prefix)
    }
    return percentiles(named, 1000, prefix)
