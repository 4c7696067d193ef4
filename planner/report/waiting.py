"""The queue before each pool of a quote, reckoned from the quote alone."""

from dataclasses import dataclass
from fractions import Fraction

from planner.quote import PoolPart, Quote
from planner.report.busy import busy_in
from planner.sizing.queueing import wait_percentile_s, wait_probability


@dataclass(frozen=True, slots=True)
class Queue:
    """One pool as M/M/N, at the peak without headroom."""

    cap: int
    """Requests in flight in a replica."""
    working: int
    """Replicas."""
    offered: float
    """Mean requests in flight if none waited."""
    residence_s: float
    """Mean time of a request in its slot."""

    @property
    def slots(self) -> int:
        """Requests in flight that the pool holds."""
        return self.cap * self.working

    @property
    def probability(self) -> float:
        """Of any wait."""
        return wait_probability(self.slots, self.offered)

    def wait_ms(self, percentile: float) -> float | None:
        """The wait that a share of the requests does not exceed; `None`: it grows without end."""
        seconds = wait_percentile_s(
            percentile, self.probability, self.slots, self.offered, self.residence_s
        )
        return None if seconds is None else seconds * 1000


def queue_of(quote: Quote, pool: PoolPart) -> Queue | None:
    """The queue of a pool; `None` where its concurrency is not known or nothing works there."""
    working = pool.replicas - pool.spare_replicas
    if pool.concurrency_cap is None or not working:
        return None
    routes = list(busy_in(quote, pool))
    offered = sum((busy.replicas for busy in routes), Fraction(0)) * pool.concurrency_cap
    requests = sum(Fraction(busy.route.share) * busy.load.peak for busy in routes)
    residence = float(offered / requests) if requests else 0.0
    return Queue(pool.concurrency_cap, working, float(offered), residence)
