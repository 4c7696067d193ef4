"""All errors that the study reports, measured on one catalog."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from bench.left_out.errors import RealGap, Summary, at_real_gaps, summary
from bench.left_out.methods import CAUTIOUS, LINEAR, METHODS, Between, of_the_rate
from bench.left_out.points import (
    Kept,
    LeftOut,
    Predicted,
    Promise,
    Series,
    by_residence,
    every_second,
    inner_points,
    latency_errors,
    latency_series,
    others,
    planned_latency,
    planned_promise,
    planned_rate,
    promise_by,
    promise_errors,
    rate_errors,
    rate_series,
    two_away,
)
from bench.left_out.shapes import HeldOut, families, held_out, residuals
from planner.catalog import Catalog

PLANNER: Final = "**the planner's own**"
LATENCIES: Final = [(m, p) for m in ("tpot_ms", "ttft_ms") for p in ("p50", "p99")]
GAPS: Final[dict[str, Kept]] = {
    "4, the rest as measured": others,
    "4 throughout": every_second,
    "16, the rest as measured": two_away,
}

type Rows = dict[str, Summary]


@dataclass(frozen=True)
class Study:
    """All that is measured on one catalog."""

    catalog: Catalog

    @cached_property
    def rates(self) -> list[Series]:
        """Tokens/s along every curve."""
        return rate_series(self.catalog)

    @cached_property
    def points(self) -> list[LeftOut]:
        """Every inner point."""
        return inner_points(self.rates)

    def throughput(self, points: Sequence[LeftOut]) -> Rows:
        """The rate at a left-out concurrency, by method."""
        return {name: summary(rate_errors(points, rule)) for name, rule in rate_rules().items()}

    def by_origin(self) -> Rows:
        """The planner's rule, by how the rates came about and by the gap."""
        groups: dict[str, Callable[[LeftOut], bool]] = {
            "rates that were measured": lambda p: not p.series.is_derived,
            "curves with rates derived by Little's law": lambda p: p.series.is_derived,
            "gap below 3.9": lambda p: p.gap < 3.9,
            "gap of 4": lambda p: 3.9 <= p.gap <= 4.1,
            "gap above 4.1": lambda p: p.gap > 4.1,
            "first or last gap of its curve": _is_at_an_end,
            "any other gap": lambda p: not _is_at_an_end(p),
            "curves whose rates jump": lambda p: p.series.jumps,
            "all other curves": lambda p: not p.series.jumps,
        }
        chosen = {name: [p for p in self.points if belongs(p)] for name, belongs in groups.items()}
        return {
            name: summary(rate_errors(points, planned_rate))
            for name, points in chosen.items()
            if points
        }

    def by_gap(self, rule: Predicted) -> Rows:
        """The same points with more and more left out around them."""
        doubling = [one for one in self.rates if one.is_doubling]
        return {
            gap: summary(rate_errors(inner_points(doubling, kept, 2), rule))
            for gap, kept in GAPS.items()
        }

    def latency(self, metric: str, percentile: str) -> Rows:
        """A latency at a left-out concurrency, by method."""
        points = inner_points(latency_series(self.catalog, metric, percentile))
        rules: dict[str, Between] = {PLANNER: planned_latency, **METHODS}
        return {name: summary(latency_errors(points, rule)) for name, rule in rules.items()}

    def promises(self, metric: str, percentile: str) -> Rows:
        """The rate under a limit that was measured at a left-out point."""
        waits = latency_series(self.catalog, metric, percentile)
        return {
            name: summary(promise_errors(self.rates, waits, others, promise))
            for name, promise in promise_rules().items()
        }

    def promise_gaps(self, promise: Promise) -> Rows:
        """Under a limit of the TPOT's p50, with more and more left out."""
        chosen = [one for one in self.rates if one.is_doubling]
        named = {one.name for one in chosen}
        waits = [w for w in latency_series(self.catalog, "tpot_ms", "p50") if w.name in named]
        return {
            gap: summary(promise_errors(chosen, waits, kept, promise, 2))
            for gap, kept in GAPS.items()
        }

    @cached_property
    def shapes(self) -> list[HeldOut]:
        """Every held-out shape at each of its points."""
        return [one for family in families(self.catalog) for one in held_out(family)]

    def by_place(self) -> Rows:
        """How well the fit predicts a shape, by where it lies among the others."""
        places = ("inside", "padded", "outside")
        errors = {place: [h.error for h in self.shapes if h.place == place] for place in places}
        return {f"held out, {place}": summary(e) for place, e in errors.items() if e}

    def residuals(self) -> Summary:
        """What fits over all shapes of a deployment miss by the most."""
        return summary([x for family in families(self.catalog) for x in residuals(family)])

    def cost_of_caution(self) -> Summary:
        """How much less the cautious rule promises in the middle of every measured gap."""
        caution, line = METHODS[CAUTIOUS], METHODS[LINEAR]
        errors: list[float] = []
        for one in self.rates:
            residences = [c / r for c, r in zip(one.concurrency, one.values, strict=True)]
            for low, high in zip(one.concurrency, one.concurrency[1:], strict=False):
                middle = (low * high) ** 0.5
                promised = [m(middle, one.concurrency, residences) for m in (line, caution)]
                errors.append(promised[0] / promised[1] - 1)
        return summary(errors)


def _is_at_an_end(point: LeftOut) -> bool:
    return point.position in (1, len(point.series.values) - 2)


def rate_rules() -> dict[str, Predicted]:
    rules: dict[str, Between] = {**METHODS, "rate, not residence, linear in c": of_the_rate}
    return {PLANNER: planned_rate, **{name: by_residence(rule) for name, rule in rules.items()}}


def promise_rules() -> dict[str, Promise]:
    return {
        PLANNER: planned_promise,
        LINEAR: promise_by(METHODS[LINEAR]),
        CAUTIOUS: promise_by(METHODS[CAUTIOUS]),
    }


def estimate(gaps: Rows, statistic: str) -> RealGap:
    """One statistic in gaps of 2."""
    _, even, wide = gaps.values()
    return at_real_gaps(getattr(even, statistic), getattr(wide, statistic))


def worst_points(points: Sequence[LeftOut], count: int = 10) -> list[tuple[float, LeftOut]]:
    """The planner's greatest errors in a rate."""
    errors = rate_errors(points, planned_rate)
    return sorted(zip(errors, points, strict=True), key=lambda pair: -abs(pair[0]))[:count]
