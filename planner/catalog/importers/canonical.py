"""An operating point as JSON: the same fields whatever tool measured it."""

from dataclasses import asdict, fields
from typing import Any

from planner.catalog.importers.finding import Finding
from planner.catalog.importers.measurement import Measurement


def point_json(measured: Measurement) -> dict[str, Any]:
    """All that is known of a point; null where the file has no such figure.

    `derived` names what was computed from other figures of the file.
    """
    return {
        "file": measured.origin.file,
        "place": measured.origin.place,
        "format": measured.origin.format,
        **_load(measured),
        **_rates(measured),
        **_latencies(measured),
        **_layout(measured),
        "tags": dict(measured.tags),
        "run": measured.run,
        "date": measured.date,
        "derived": _derived(measured),
        "findings": [finding_json(finding) for finding in measured.findings],
    }


def finding_json(finding: Finding) -> dict[str, Any]:
    """A finding with its kind, code, place and figure."""
    return asdict(finding)


def _load(measured: Measurement) -> dict[str, Any]:
    load, counts, shape = measured.load, measured.counts, measured.shape
    return {
        "load": load.kind,
        "concurrency": measured.concurrency,
        "concurrency_measured": measured.rates.concurrency,
        "concurrency_little": measured.little_concurrency,
        "concurrency_cap": load.concurrency_cap,
        "offered_requests_per_s": load.offered_requests_per_s,
        "requests_sent": load.requests_sent,
        "requests_ok": counts.ok,
        "requests_failed": counts.failed,
        "requests_incomplete": counts.incomplete,
        "input_tokens": shape.input_tokens,
        "output_tokens": shape.output_tokens,
        "nominal_input_tokens": shape.nominal_input_tokens,
        "nominal_output_tokens": shape.nominal_output_tokens,
    }


def _rates(measured: Measurement) -> dict[str, Any]:
    rates = measured.rates
    return {
        "duration_s": rates.duration_s,
        "requests_per_s": rates.requests_per_s,
        "output_tokens_per_s": rates.output_tokens_per_s,
        "input_tokens_per_s": rates.input_tokens_per_s,
        "goodput_requests_per_s": rates.goodput_requests_per_s,
        "power_w": rates.power_w,
    }


def _latencies(measured: Measurement) -> dict[str, Any]:
    stated: dict[str, Any] = {
        name: dict(values) or None for name, values in measured.latencies.by_name.items()
    }
    if measured.e2e_is_estimated:
        stated["e2e_ms"] = {"mean": measured.e2e_mean_ms, **measured.latencies.e2e_ms}
    return {
        **stated,
        "tpot_token_weighted_ms": measured.tpot_token_weighted_ms,
        "tpot_reported_ms": dict(measured.latencies.tpot_reported_ms) or None,
    }


def _layout(measured: Measurement) -> dict[str, Any]:
    stated = {entry.name: getattr(measured.layout, entry.name) for entry in fields(measured.layout)}
    return {**stated, "parallelism": dict(measured.layout.parallelism)}


def _derived(measured: Measurement) -> list[str]:
    flags = {
        "output_tokens": measured.shape.output_is_derived,
        "duration_s": measured.rates.duration_is_derived,
        "requests_failed": measured.counts.failed_is_derived,
        "tpot_ms.mean": measured.latencies.tpot_is_derived,
        "e2e_ms.mean": measured.e2e_is_estimated,
    }
    return [name for name, is_derived in flags.items() if is_derived]
