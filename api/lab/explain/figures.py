"""Every figure that a quote can be asked about, in the order of the quote."""

from collections.abc import Iterator

from api.lab.explain import counts, demanded, money, power, promised
from api.lab.explain.parts import Explained
from planner.quote import Quote


def figures_of(quote: Quote) -> tuple[Explained, ...]:
    """The figures; those of workloads alone where there is no fleet."""
    return tuple(_figures(quote))


def _figures(quote: Quote) -> Iterator[Explained]:
    yield from demanded.figures(quote)
    yield from promised.figures(quote)
    if quote.totals is None:
        return
    yield from counts.figures(quote, quote.totals)
    yield from power.figures(quote, quote.totals)
    yield from money.figures(quote, quote.totals)
