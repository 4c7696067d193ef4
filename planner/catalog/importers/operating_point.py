"""One measurement as an operating point of one replica."""

from typing import Any, Final

from planner.catalog.importers.checks.latency import is_out_of_scale
from planner.catalog.importers.checks.load import IDLE, MERGED
from planner.catalog.importers.measurement import Measurement, Percentiles

DIGITS: Final = 6


def in_flight(measured: Measurement) -> float | None:
    """Requests that the benchmark held, for the whole deployment.

    In a closed loop the client's cap, if Little's law confirms it: the cap is what a pool is run
    at, and the average is lower only by the run's start and end. Else the time average.
    None for a burst, which held no number.
    """
    cap, average = measured.load.concurrency_cap or None, measured.concurrency
    if measured.load.kind == "burst":
        return None
    if measured.load.kind == "batch":
        return cap
    if measured.load.kind != "closed":
        return average
    if cap is None:
        return None if average is None else max(1.0, average)
    little = measured.little_concurrency
    confirmed = little is None or IDLE <= little / cap <= MERGED
    return cap if confirmed else little


def operating_point(measured: Measurement, replicas: int) -> dict[str, Any]:
    """The fields of a catalog point: rates and requests in flight of one replica, and latencies.

    Latencies in doubt are left out: those of a burst, of a doubtful unit, and all zeros.
    """
    rates, counts, load = measured.rates, measured.counts, measured.load
    per_replica = {
        "concurrency": in_flight(measured),
        "output_tokens_per_s": rates.output_tokens_per_s,
        "requests_per_s": rates.requests_per_s,
        "offered_requests_per_s": load.offered_requests_per_s,
        "power_w": rates.power_w,
    }
    point: dict[str, Any] = {
        name: rounded(value / replicas) for name, value in per_replica.items() if value is not None
    }
    if counts.failed:
        point["failed_fraction"] = rounded(counts.failed / ((counts.ok or 0) + counts.failed))
    if rates.duration_s is not None and (
        load.offered_requests_per_s or not rates.duration_is_derived
    ):
        point["duration_s"] = rounded(rates.duration_s)
    return point | _latencies(measured)


def _latencies(measured: Measurement) -> dict[str, dict[str, float]]:
    if measured.load.kind == "burst" or is_out_of_scale(measured):
        return {}
    return {
        metric: {key: rounded(value) for key, value in percentiles.items()}
        for metric, percentiles in measured.latencies.by_name.items()
        if _is_measured(percentiles)
    }


def _is_measured(percentiles: Percentiles) -> bool:
    return bool(percentiles) and max(percentiles.values()) > 0


def rounded(value: float) -> float:
    """To six significant digits; whole numbers without a point.

    >>> rounded(1234567.8), rounded(4.0), rounded(0.123456789)
    (1234570, 4, 0.123457)
    """
    short = float(f"{value:.{DIGITS}g}")
    return int(short) if short == int(short) else short
