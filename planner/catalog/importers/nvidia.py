"""What AIPerf and GenAI-Perf share: metrics as objects, and TPOT as `inter_token_latency`."""

from typing import Final

from planner.catalog.importers.fields import Fields
from planner.catalog.importers.finding import Refused
from planner.catalog.importers.measurement import Latencies, Load, Rates, Shape
from planner.catalog.importers.numbers import offered_rate

_TO_MS: Final = {"ms": 1.0, "s": 1000.0, "sec": 1000.0, "us": 0.001, "ns": 1e-6}


def mean(fields: Fields, name: str) -> float | None:
    """The `avg` of a metric."""
    return fields[name].number("avg")


def latencies(fields: Fields) -> Latencies:
    """TTFT, TPOT (`inter_token_latency`), ITL (`inter_chunk_latency`) and E2E, in ms."""
    return Latencies(
        ttft_ms=_percentiles(fields, "time_to_first_token"),
        tpot_ms=_percentiles(fields, "inter_token_latency"),
        itl_ms=_percentiles(fields, "inter_chunk_latency"),
        e2e_ms=_percentiles(fields, "request_latency"),
    )


def _percentiles(fields: Fields, name: str) -> dict[str, float]:
    unit = fields[name].text("unit") or "ms"
    if unit not in _TO_MS:
        raise Refused("unit_unknown", f"{name}: the unit {unit!r} is none of {', '.join(_TO_MS)}")
    return fields.percentiles(name, _TO_MS[unit])


def shape(fields: Fields) -> Shape:
    """Means as measured, not those asked for."""
    return Shape(
        input_tokens=mean(fields, "input_sequence_length"),
        output_tokens=mean(fields, "output_sequence_length"),
    )


def rates(fields: Fields) -> Rates:
    """System rates; `…_per_user` and `…_per_request` are rates of one stream, and not read."""
    output_rate = mean(fields, "output_token_throughput")
    if output_rate is None:
        raise Refused("field_missing", "output_token_throughput (of the system) is missing")
    rate, tokens_in = mean(fields, "request_throughput"), mean(fields, "input_sequence_length")
    return Rates(
        requests_per_s=rate,
        output_tokens_per_s=output_rate,
        input_tokens_per_s=None if rate is None or tokens_in is None else rate * tokens_in,
        duration_s=mean(fields, "benchmark_duration"),
    )


def load(config: Fields, requests: float | None) -> Load:
    """Closed with a concurrency and no rate, open with a rate; a warm-up phase is passed over."""
    rate = offered_rate(config.data.get("rate", config.data.get("request_rate")), "request_rate")
    cap = config.number("concurrency")
    kind = "open" if rate else "closed" if cap else None
    return Load(kind=kind, concurrency_cap=cap, offered_requests_per_s=rate, requests_sent=requests)
