"""Low, base and high: what each would be if what is not certain came out better or worse."""

from collections.abc import Iterator
from typing import Literal

from api.lab.explain.money import prices_of
from api.lab.explain.parts import Explained, Line, aside, line
from planner.quote import Band, Quote
from planner.report.busy import busy_by_pool
from planner.report.lots import lots_of
from planner.report.ranges import duty_factor, error_of, pool_ranges, price_factor

type End = Literal["low", "base", "high"]
_ENDS: tuple[End, ...] = ("low", "base", "high")
_IF = {
    "low": "every interpolated rate better by its error",
    "base": "as planned",
    "high": "every interpolated rate worse by its error",
}


def figures(quote: Quote) -> Iterator[Explained]:
    """Of the replicas, and of the cost per million tokens."""
    bands = {} if quote.cost is None else quote.cost.bands
    for end in _ENDS:
        if "replicas" in bands:
            yield _replicas(quote, bands["replicas"], end)
        if "usd_per_million_tokens" in bands:
            yield _usd(quote, bands["usd_per_million_tokens"], bands["replicas"], end)


def _replicas(quote: Quote, band: Band, end: End) -> Explained:
    ranges = [*pool_ranges(quote)] if end != "base" else []
    terms: list[Line] = []
    for each in ranges:
        needed, found = (each.better, each.low) if end == "low" else (each.worse, each.high)
        held = (each.pool.replicas, " held − ", each.planned, " needed + ", needed)
        terms.append(line(f"{each.pool.id}: ", *held, " needed then = ", found))
    whole = line(band.base, " replicas, of which so many more or fewer: ", getattr(band, end))
    errors = (
        aside(f"{busy.workload} on {pool.id}: rate ± ", float(error), " of it")
        for pool, routes in busy_by_pool(quote)
        for busy in routes
        if (error := error_of(busy.load, busy.route))
    )
    return Explained(
        f"cost.bands.replicas.{end}",
        f"Replicas, {end}",
        getattr(band, end),
        "replicas",
        f"replicas of each pool, {_IF[end]}",
        (*(terms or [whole]), *errors),
        tuple(dict.fromkeys(f"deployment:{pool.deployment}" for pool in quote.pools)),
    )


def _usd(quote: Quote, band: Band, replicas: Band, end: End) -> Explained:
    value: float = getattr(band, end)
    factors: list[tuple[float, str]] = []
    if end != "base":
        factors.append((getattr(replicas, end) / replicas.base, "replicas"))
    if end == "low":
        factors.append((float(price_factor(quote)), "price ranges at their low end"))
    if end == "high":
        factors.append((duty_factor(quote), "peak to mean 3, where that was not given"))
    terms = (part for factor, _ in factors for part in (" × ", factor))
    return Explained(
        f"cost.bands.usd_per_million_tokens.{end}",
        f"Cost per million, all tokens, {end}",
        value,
        "USD per million tokens",
        f"cost per million × what each of these makes of it: replicas, {_IF[end]}; prices at the "
        "low end of their ranges; a peak of 3 × the mean where the demand leaves that open",
        (line(band.base, " USD", *terms, " = ", value), *(aside(f, f" {n}") for f, n in factors)),
        (*prices_of(lots_of(quote)), "costs"),
        ("price_source", "full_duty"),
    )
