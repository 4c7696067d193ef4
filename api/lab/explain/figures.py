"""Every figure that a quote can be asked about, in the order of the quote."""

from collections.abc import Iterator

from api.lab.explain import (
    asked,
    bands,
    bearers,
    counts,
    demanded,
    efficiency,
    money,
    occupied,
    pools,
    power,
    promised,
    purposes,
    routes,
    sites,
    tokens,
    waiting,
)
from api.lab.explain.parts import Explained
from planner.quote import Quote


def figures_of(quote: Quote) -> tuple[Explained, ...]:
    """The figures; those of workloads alone where there is no fleet."""
    return tuple(_figures(quote))


def _figures(quote: Quote) -> Iterator[Explained]:
    for part in (demanded, asked, promised):
        yield from part.figures(quote)
    if quote.totals is None:
        return
    for part in (counts, power, money, tokens, efficiency):
        yield from part.figures(quote, quote.totals)
    for part in (routes, pools, waiting, occupied, sites, purposes, bearers, bands):
        yield from part.figures(quote)
