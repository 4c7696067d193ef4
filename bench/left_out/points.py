"""Measured points that are left out of their curve, predicted from the rest of it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise

from bench.left_out.methods import Between, Numbers
from planner.candidates.curves import CurveData, curve_set
from planner.catalog import Catalog
from planner.entries import Deployment
from planner.sizing.curve import Bound, Miss, Sweep, interpolate, rate_at, rising, slo_bounded_cap

type Kept = Callable[[int, int], bool]
"""(left-out position, other position) -> whether the other one predicts it."""
type Predicted = Callable[[float, Numbers, Numbers], float]
"""(concurrency, measured concurrencies, measured rates) -> tokens/s."""


@dataclass(frozen=True, slots=True)
class Series:
    """One value along the points of one curve."""

    name: str
    concurrency: tuple[float, ...]
    values: tuple[float, ...]
    is_derived: bool = False
    """The rates were reckoned from TTFT and TPOT by Little's law, not measured."""

    @property
    def is_doubling(self) -> bool:
        """Whether each concurrency is twice the one before."""
        return all(abs(b / a - 2) < 0.01 for a, b in pairwise(self.concurrency))

    @property
    def jumps(self) -> bool:
        """Whether a rate falls and is higher again later, or rises faster than the concurrency.

        A replica that is set up one way does neither, but for scatter.
        """
        pairs = enumerate(pairwise(zip(self.concurrency, self.values, strict=True)), start=1)
        return any(b < a < max(self.values[i:]) or b / a > y / x for i, ((x, a), (y, b)) in pairs)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """One point without itself."""

    series: Series
    position: int
    concurrency: tuple[float, ...]
    """Of the points that are kept."""
    values: tuple[float, ...]

    @property
    def at(self) -> float:
        """The concurrency that is predicted."""
        return self.series.concurrency[self.position]

    @property
    def measured(self) -> float:
        """What was measured there."""
        return self.series.values[self.position]

    @property
    def gap(self) -> float:
        """The ratio of the concurrencies beside it."""
        above = next(x for x in self.concurrency if x > self.at)
        return above / max(x for x in self.concurrency if x < self.at)


def others(left_out: int, other: int) -> bool:
    """Every other point predicts."""
    return other != left_out


def two_away(left_out: int, other: int) -> bool:
    """Its neighbours are left out too: a gap of 16, where concurrencies double."""
    return abs(other - left_out) >= 2


def every_second(left_out: int, other: int) -> bool:
    """Only points at odd distances: the whole curve then has gaps of 4, as the left-out one."""
    return abs(other - left_out) % 2 == 1


def inner_points(series: Iterable[Series], kept: Kept = others, margin: int = 1) -> list[LeftOut]:
    """Each point with at least `margin` points at both sides."""
    return [
        _without(one, position, kept)
        for one in series
        for position in range(margin, len(one.values) - margin)
    ]


def _without(one: Series, position: int, kept: Kept) -> LeftOut:
    left = [i for i in range(len(one.values)) if kept(position, i)]
    return LeftOut(
        one,
        position,
        tuple(one.concurrency[i] for i in left),
        tuple(one.values[i] for i in left),
    )


def rate_series(catalog: Catalog) -> list[Series]:
    """Tokens/s along every shipped curve, as the planner reads it."""
    return [
        Series(
            name,
            tuple(float(p.concurrency or 0) for p in curve.sweep),
            tuple(float(p.rate) for p in curve.sweep),
            "derived by Little" in (deployment.curves[curve.position].note or ""),
        )
        for name, deployment, curve in _curves(catalog)
    ]


def latency_series(catalog: Catalog, metric: str, percentile: str) -> list[Series]:
    """One latency along every shipped curve, at the points that state it, ms."""
    found: list[Series] = []
    for name, _, curve in _curves(catalog):
        points = [p for p in curve.sweep if percentile in p.latency.get(metric, {})]
        held = tuple(float(p.concurrency or 0) for p in points)
        values = tuple(float(p.latency[metric][percentile]) for p in points)
        found.append(Series(name, held, values))
    return found


def _curves(catalog: Catalog) -> Iterator[tuple[str, Deployment, CurveData]]:
    for deployment in catalog.deployments.values():
        for curve in curve_set(deployment).curves:
            lengths = curve.lengths
            shape = f"{lengths.input_tokens}x{lengths.output_tokens}" if lengths else "any shape"
            yield f"{deployment.id} {shape}", deployment, curve


def by_residence(method: Between) -> Predicted:
    """The rate from a residence between points."""

    def predicted(at: float, held: Numbers, rates: Numbers) -> float:
        return at / method(at, held, [c / rate for c, rate in zip(held, rates, strict=True)])

    return predicted


def planned_rate(at: float, held: Numbers, rates: Numbers) -> float:
    """The rate as the planner reckons it."""
    return float(rate_at(Sweep(_exact(held), _exact(rates)), Fraction(at)))


def planned_latency(at: float, held: Numbers, values: Numbers) -> float:
    """The latency as the planner reckons it."""
    return float(interpolate(Fraction(at), _exact(held), _exact(values)))


def rate_errors(points: Iterable[LeftOut], predicted: Predicted) -> list[float]:
    """Of each point predicted / measured - 1: positive where too much is promised."""
    return [predicted(p.at, p.concurrency, p.values) / p.measured - 1 for p in points]


def latency_errors(points: Iterable[LeftOut], method: Between) -> list[float]:
    """Of each point 1 - predicted / measured: positive where too short a wait is promised.

    As in the planner, latencies first get their running maximum.
    """
    return [
        1 - method(p.at, p.concurrency, tuple(accumulate(p.values, max))) / p.measured
        for p in points
    ]


type Promise = Callable[[float, Numbers, Numbers, Numbers], float]
"""(limit, concurrencies, latencies, rates) -> tokens/s at the cap that the limit allows."""


def promise_errors(
    rates: Iterable[Series],
    latencies: Iterable[Series],
    kept: Kept,
    promise: Promise,
    margin: int = 1,
) -> list[float]:
    """Rates promised under a limit that is just what was measured at a left-out point.

    The right cap is then that point, and the right rate its own. Points are left out whose
    latency is not strictly between those kept beside it: no cap can be wrong or right there.
    """
    errors: list[float] = []
    for rate, latency in zip(rates, latencies, strict=True):
        if rate.concurrency != latency.concurrency:
            continue
        points = zip(
            inner_points([rate], kept, margin), inner_points([latency], kept, margin), strict=True
        )
        for whole, wait in points:
            if _crosses(wait):
                given = promise(wait.measured, wait.concurrency, wait.values, whole.values)
                errors.append(given / whole.measured - 1)
    return errors


def _crosses(wait: LeftOut) -> bool:
    risen = list(accumulate(wait.values, max))
    above = next(i for i, x in enumerate(wait.concurrency) if x > wait.at)
    return risen[above - 1] < wait.measured < risen[above]


def planned_promise(limit: float, held: Numbers, waits: Numbers, rates: Numbers) -> float:
    """As the planner does it, but for the rounding of the cap."""
    sweep = Sweep(_exact(held), _exact(rates), (rising(_exact(waits)),))
    bound = Bound(Fraction(limit), ((Fraction(1), 0),))
    cap = slo_bounded_cap(sweep.concurrency, sweep.latency, [bound], sweep.concurrency[-1])
    if isinstance(cap, Miss):
        raise AssertionError("the limit lies between measured latencies")
    return float(rate_at(sweep, cap))


def promise_by(method: Between) -> Promise:
    """Latency and residence both by one method."""

    def promise(limit: float, held: Numbers, waits: Numbers, rates: Numbers) -> float:
        cap = _cap(limit, held, tuple(accumulate(waits, max)), method)
        return by_residence(method)(cap, held, rates)

    return promise


def _cap(limit: float, held: Numbers, risen: Numbers, method: Between) -> float:
    """Where rising latencies cross the limit, by halving."""
    above = next(i for i, wait in enumerate(risen) if wait > limit)
    low, high = held[above - 1], held[above]
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if method(middle, held, risen) <= limit else (low, middle)
    return high


def _exact(values: Sequence[float]) -> tuple[Fraction, ...]:
    return tuple(Fraction(str(value)) for value in values)
