"""How long requests wait for a free slot of a pool at the peak."""

from collections.abc import Iterator

from api.lab.explain.parts import Explained, Line, aside, line
from planner.quote import PoolPart, Quote
from planner.report.waiting import Queue, queue_of

_MODEL = "Erlang C: the pool as one queue with a slot for each request in flight, at the peak"


def figures(quote: Quote) -> Iterator[Explained]:
    """Of each pool whose concurrency is known."""
    for number, pool in enumerate(quote.pools):
        queue = queue_of(quote, pool)
        if queue is not None:
            yield from _of_pool(f"pools[{number}]", pool, queue)


def _of_pool(path: str, pool: PoolPart, queue: Queue) -> Iterator[Explained]:
    curve = (f"deployment:{pool.deployment}",)
    slots = (queue.cap, " in flight × ", queue.working, " working replicas = ", queue.slots)
    shared = (aside(*slots, " slots"), aside(queue.offered, " requests in flight if none waited"))
    yield Explained(
        f"{path}.wait_probability",
        f"Requests that wait in {pool.id}, at the peak",
        pool.wait_probability,
        "1",
        _MODEL,
        (
            line(queue.offered, " in flight of ", queue.slots, " slots: ", queue.probability),
            *shared,
        ),
        curve,
    )
    for name, percentile in (("p50", 50), ("p95", 95), ("p99", 99)):
        wait = queue.wait_ms(percentile)
        yield Explained(
            f"{path}.queue_ms.{name}",
            f"Wait in {pool.id}, {name}",
            wait,
            "ms at the peak",
            f"{_MODEL}; residence ÷ (slots − requests in flight) × ln(share that waits ÷ share "
            "beyond the percentile), 0 where fewer than that wait",
            (_wait(queue, percentile, wait), *shared),
            curve,
        )


def _wait(queue: Queue, percentile: float, wait: float | None) -> Line:
    if wait is None:
        return line("more in flight than slots: the queue grows without end")
    tail = round(1 - percentile / 100, 6)
    if not wait:
        return line(queue.probability, " wait ≤ ", tail, " beyond: ", 0, " ms")
    inner = (" s ÷ (", queue.slots, " − ", queue.offered, ") × ln(", queue.probability)
    return line(queue.residence_s, *inner, " ÷ ", tail, ") × ", 1000, " = ", wait, " ms")
