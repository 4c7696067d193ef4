"""Rates that cannot be: against the chips' ceiling, and against their own latencies."""

from collections.abc import Iterator
from typing import Final

from planner.catalog.findings import Finding, Severity
from planner.catalog.library import Catalog
from planner.catalog.roofs import Bounds, bounds_of
from planner.entries.deployment import Curve, Deployment, OperatingPoint
from planner.sizing.roofline import (
    bandwidth_ceiling,
    compute_ceiling,
    lower_ceiling,
    one_stream_ceiling,
    rate_over_ceiling,
)

TOLERANCE: Final = 1.2
"""Medians stand for means here, and both are rounded."""
RATE_TOLERANCE: Final = 0.1


def impossible_rates(catalog: Catalog) -> Iterator[Finding]:
    """Every operating point of every deployment, held against what it says of itself."""
    for entry_id, deployment in catalog.deployments.items():
        file = catalog.records("deployments")[entry_id].file
        for index, curve in enumerate(deployment.curves):
            bounds = _bounds(catalog, deployment, curve)
            for number, point in enumerate(curve.points):
                path = f"curves[{index}].points[{number}]"
                for severity, field, text in [
                    *_above_its_ceiling(deployment, curve, point, bounds),
                    *_more_in_flight_than_held(curve, point),
                    *_below_one_request(curve, point),
                    *_two_rates(curve, point),
                    *_not_in_real_time(point),
                ]:
                    yield Finding(severity, file, f"{path}.{field}", text)


type Fact = tuple[Severity, str, str]
"""Severity, field of the point, and what is wrong with it."""


def _bounds(catalog: Catalog, deployment: Deployment, curve: Curve) -> Bounds | None:
    known = all(name in catalog.hardware for name in deployment.chips_by_hardware)
    if not known or deployment.model not in catalog.models:
        return None
    return bounds_of(deployment, curve, catalog.models[deployment.model], catalog.hardware)


def _above_its_ceiling(
    deployment: Deployment, curve: Curve, point: OperatingPoint, bounds: Bounds | None
) -> Iterator[Fact]:
    if bounds is None:
        return
    accepted = curve.acceptance_length or 1
    if point.output_tokens_per_s is not None and deployment.role != "prefill":
        ceiling = lower_ceiling(_bandwidth(bounds, point), _compute(bounds, accepted))
        if ceiling is not None:
            field, rate = "output_tokens_per_s", point.output_tokens_per_s
            yield from _verdict(field, rate, ceiling.tokens_per_s, accepted)
    if point.input_tokens_per_s is not None:
        uncached = point.input_tokens_per_s * (1 - curve.cached_input_fraction)
        ceiling = compute_ceiling(bounds.roof, bounds.active_parameters)
        yield from _verdict("input_tokens_per_s", uncached, ceiling, 1)
    tpot_ms = _typical(point.tpot_ms)
    if tpot_ms:
        ceiling = one_stream_ceiling(bounds.roof, bounds.reads)
        yield from _verdict("tpot_ms", 1000 / tpot_ms, ceiling, accepted)


def _bandwidth(bounds: Bounds, point: OperatingPoint) -> float | None:
    """Nothing bounds it where the point does not say how many requests share the reads."""
    if point.concurrency is None:
        return None
    return bandwidth_ceiling(bounds.roof, bounds.reads, point.concurrency)


def _compute(bounds: Bounds, accepted: float) -> float | None:
    """Drafted tokens are computed too, so that acceptance does not lift this ceiling."""
    prefill = bounds.prefill_tokens_per_output
    ceiling = compute_ceiling(bounds.roof, bounds.active_parameters, prefill)
    return None if ceiling is None else ceiling / accepted


def _verdict(field: str, rate: float, ceiling: float | None, accepted: float) -> Iterator[Fact]:
    if ceiling is None:
        return
    verdict = rate_over_ceiling(rate, ceiling, accepted)
    if verdict.kind == "within":
        return
    by = f"{rate:.6g} tokens/s is {verdict.excess_fraction:.1%} above the {ceiling:.6g} that"
    if verdict.kind == "warn":
        yield "warning", field, f"{by} its chips allow; bandwidth and weights are nominal"
    else:
        remedy = "check chips, precision, lengths and speculation, or leave it out"
        yield "error", field, f"{by} its chips allow, so it is not used; {remedy}"


def _more_in_flight_than_held(curve: Curve, point: OperatingPoint) -> Iterator[Fact]:
    r"""Little's law: $rate \cdot residence$ requests are in flight, no more than were held."""
    residence_s = _residence_s(curve, point)
    if residence_s is None or point.output_tokens_per_s is None or point.concurrency is None:
        return
    in_flight = point.output_tokens_per_s * residence_s
    if in_flight > TOLERANCE * point.concurrency:
        text = (
            f"at its latencies this rate keeps {in_flight:.4g} requests in flight, but "
            f"{point.concurrency:g} were held; is it per second, and output only?"
        )
        yield "error", "output_tokens_per_s", text


def _below_one_request(curve: Curve, point: OperatingPoint) -> Iterator[Fact]:
    """All requests in flight together are at least as fast as one of them."""
    residence_s = _residence_s(curve, point)
    rate = point.output_tokens_per_s
    if residence_s is None or rate is None or (point.concurrency or 1) < 1:
        return
    alone = 1 / residence_s
    if rate * TOLERANCE < alone:
        text = (
            f"is below the {alone:.4g} tokens/s that one of its requests gets; "
            "is it per stream or per chip? A point needs the rate of the whole replica"
        )
        yield "error", "output_tokens_per_s", text
    elif point.concurrency is not None and point.concurrency >= 8 and rate < TOLERANCE * alone:
        text = f"is what one request gets alone, though {point.concurrency:g} were in flight"
        yield "error", "output_tokens_per_s", f"{text}; a per-stream rate sizes no fleet"


def _residence_s(curve: Curve, point: OperatingPoint) -> float | None:
    """Seconds in the replica per output token; without TTFT or lengths, a lower bound of it."""
    tpot_ms = _typical(point.tpot_ms)
    if tpot_ms is None:
        return None
    ttft_ms = _typical(point.ttft_ms)
    if ttft_ms is None or curve.output_tokens is None:
        return tpot_ms / 1000
    return (ttft_ms + (curve.output_tokens - 1) * tpot_ms) / curve.output_tokens / 1000


def _typical(latencies: dict[str, float] | None) -> float | None:
    """The mean, else the median; an outer percentile says nothing about a rate."""
    known = latencies or {}
    return known.get("mean", known.get("p50"))


def _two_rates(curve: Curve, point: OperatingPoint) -> Iterator[Fact]:
    rate, requests = point.output_tokens_per_s, point.requests_per_s
    if rate is None or requests is None or curve.output_tokens is None:
        return
    implied = requests * curve.output_tokens
    if abs(implied - rate) > RATE_TOLERANCE * rate:
        text = (
            f"{requests:g} requests/s of {curve.output_tokens:g} tokens are {implied:.4g} tokens/s"
        )
        yield "error", "requests_per_s", f"{text}, not {rate:g}"


def _not_in_real_time(point: OperatingPoint) -> Iterator[Fact]:
    if point.real_time_factor is not None and point.real_time_factor >= 1:
        text = f"{point.real_time_factor:g} is not below 1, so these streams fall behind"
        yield "warning", "real_time_factor", text
