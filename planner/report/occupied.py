"""What the requests in a replica take of its chips, reckoned from the quote alone."""

from collections.abc import Iterator
from dataclasses import dataclass

from planner.ceiling import Subject
from planner.entries import Curve
from planner.quote import PoolPart, Quote
from planner.report.busy import busy_in, deployment_of
from planner.units import exact
from planner.utilization import Shares, shares_at


@dataclass(frozen=True, slots=True)
class Held:
    """One workload in a replica of a pool, at the rate that was planned."""

    workload: str
    subject: Subject
    curve: Curve
    output_tokens_per_s: float
    cap: int

    @property
    def shares(self) -> Shares:
        """Of bandwidth, arithmetic and KV pool."""
        return shares_at(self.subject, self.curve, self.output_tokens_per_s, self.cap)


def held_in(quote: Quote, pool: PoolPart) -> Iterator[Held]:
    """Each workload of a pool; none where the model or the concurrency is not known."""
    deployment = deployment_of(quote, pool.deployment)
    model = next((m for m in quote.inputs.models if m.id == deployment.model), None)
    if model is None or pool.concurrency_cap is None or deployment.role != "serve":
        return
    hardware = {entry.id: entry for entry in quote.inputs.hardware}
    for busy in busy_in(quote, pool):
        output = exact(busy.route.rate_per_replica) * busy.load.shape.output_tokens
        curve = deployment.curves[busy.route.rate.curves[0]]
        subject = Subject(model, deployment, hardware)
        yield Held(busy.workload, subject, curve, float(output), pool.concurrency_cap)
