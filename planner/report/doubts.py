"""Doubts about the curves that a fleet rests on: what was measured, and whether it can be so."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Final

from planner.entries import Deployment
from planner.entries.deployment import Curve, OperatingPoint
from planner.quote import Note
from planner.report.figures import listed
from planner.report.flows import Flows

_SAME: Final = 0.02
"""Two figures that differ by less are equal for a load generator."""


def curve_doubts(flows: Flows) -> Iterator[Note]:
    """What a reader should look at before believing the rates."""
    for flow in flows.all:
        yield from flows.candidates.services[flow.service].warnings
    yield from _carried_over(flows)
    for deployment, curve in flows.curves_in_use:
        yield from _client_limited(deployment, curve)
        yield from _more_in_flight(deployment, curve)


def _carried_over(flows: Flows) -> Iterator[Note]:
    """Token rates of unlike shapes, which the policy lets in."""
    used: dict[str, set[str]] = {}
    for flow in flows.all:
        if flows.candidates.services[flow.service].plan.rule == "shape_mismatch":
            name = flows.candidates.workload_of(flows.load_of(flow)).name
            used.setdefault(name, set()).add(flows.candidates.pools[flow.pool].deployment.id)
    for name, ids in used.items():
        text = (
            f"{name}: the token rate of {listed(ids)} is carried over from an unlike shape, which "
            "errs by half and more. Measure the shape."
        )
        yield Note(code="shape_mismatch", text=text)


def _client_limited(deployment: Deployment, curve: Curve) -> Iterator[Note]:
    """By Little's law more in flight at one rate stays longer; if not, it never arrived."""
    held = sorted((p for p in curve.points if p.concurrency), key=lambda p: p.concurrency or 0)
    for low, high in pairwise(held):
        if _doubles(low, high) and _stands_still(low, high):
            text = (
                f"{deployment.id}: from {low.concurrency:g} to {high.concurrency:g} in flight "
                "neither its rate nor its latency moves. The load generator may have been full, "
                "and the fleet larger than it must be. Measure with more clients."
            )
            yield Note(code="load_generator_limited", text=text)
            return


def _doubles(low: OperatingPoint, high: OperatingPoint) -> bool:
    return (high.concurrency or 0) >= 2 * (low.concurrency or 0)


def _stands_still(low: OperatingPoint, high: OperatingPoint) -> bool:
    waits = [
        (before[level], after[level])
        for before, after in ((low.ttft_ms, high.ttft_ms), (low.e2e_ms, high.e2e_ms))
        if before and after
        for level in before.keys() & after.keys()
    ]
    rates = (low.output_tokens_per_s or 0, high.output_tokens_per_s or 0)
    return bool(waits) and all(_same(*pair) for pair in (rates, *waits))


def _same(one: float, other: float) -> bool:
    return abs(one - other) <= _SAME * max(one, other)


def _mean_or_median(measured: Mapping[str, float]) -> float | None:
    """The mean, else the median."""
    return measured.get("mean", measured.get("p50"))


def _more_in_flight(deployment: Deployment, curve: Curve) -> Iterator[Note]:
    """Rate x TPOT is the streams being written: never clearly more than were held in flight."""
    for point in curve.points:
        tpot = _mean_or_median(point.tpot_ms or {})
        if tpot is None or point.concurrency is None or point.output_tokens_per_s is None:
            continue
        streams = point.output_tokens_per_s * float(tpot) / 1000
        if streams > _MORE * point.concurrency:
            text = (
                f"{deployment.id}: {point.output_tokens_per_s:g} tok/s at a TPOT of "
                f"{float(tpot):g} ms "
                f"are {streams:.4g} streams, and {point.concurrency:g} were in flight. One of the "
                "three is of something else (several replicas, a stream for the system)."
            )
            yield Note(code="more_streams_than_in_flight", text=text)


_MORE: Final = 1.25
"""Chunked tokens and rounded medians stay below it."""
