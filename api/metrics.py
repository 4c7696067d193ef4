"""What Prometheus may ask: solves, seconds, gaps, queue, errors."""

from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from api.work.pool import Pool

MEDIA_TYPE: Final = "text/plain"
_SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300)
_GAPS: Final = (0.0, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 0.1, 1.0)


class Metrics:
    """The figures of one service; no name of a caller is among them."""

    def __init__(self, pool: Pool) -> None:
        self._registry = registry = CollectorRegistry()
        self.solves = Counter("planner_solves", "Quotes made.", ["status"], registry=registry)
        self.solve_s = Histogram(
            "planner_solve_seconds", "Of one quote.", buckets=_SECONDS, registry=registry
        )
        self.gap = Histogram(
            "planner_gap_fraction", "Of one quote.", buckets=_GAPS, registry=registry
        )
        self.errors = Counter("planner_errors", "Problems answered.", ["type"], registry=registry)
        self.requests = Counter(
            "planner_http_requests", "Answered.", ["method", "route", "status"], registry=registry
        )
        self.request_s = Histogram(
            "planner_http_request_seconds",
            "From the first byte to the last.",
            ["method", "route"],
            buckets=_SECONDS,
            registry=registry,
        )
        waiting = Gauge("planner_queue_waiting", "Tasks without a worker.", registry=registry)
        waiting.set_function(lambda: pool.waiting)
        running = Gauge("planner_queue_running", "Tasks with a worker.", registry=registry)
        running.set_function(lambda: pool.running)
        workers = Gauge("planner_workers", "Worker processes.", registry=registry)
        workers.set_function(lambda: len(pool.pids))

    def text(self) -> bytes:
        """In Prometheus's text format."""
        return generate_latest(self._registry)
