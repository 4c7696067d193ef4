"""A curve as one workload sees it: latencies that never fall, and the time a token takes."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from planner.entries import Curve, OperatingPoint
from planner.units import exact
from planner.verify.ask import Ask, Limit, Term
from planner.verify.percentiles import Latency, value_of
from planner.verify.points import held_points

Form = tuple[Limit, tuple[Term, ...]]
"""A limit with the sum that stands for it on some curves."""


@dataclass(frozen=True, slots=True)
class Track:
    """The points of one curve that count for one workload, at least one, by concurrency."""

    curve: int
    """Position in the deployment."""
    knots: tuple[Fraction, ...]
    """Concurrency of each point, rising."""
    token_s: tuple[Fraction, ...]
    """Concurrency / rate at each point: what one token takes, s."""
    latencies: dict[Latency, tuple[Fraction, ...]]
    """Running maximum along the points, ms."""
    rests_on: dict[Latency, tuple[str, ...]]
    """What each point's value rests on."""

    @property
    def peak(self) -> Fraction:
        """Concurrency of the highest rate, the first of equals."""
        rates = [knot / token for knot, token in zip(self.knots, self.token_s, strict=True)]
        return self.knots[rates.index(max(rates))]

    def token_s_at(self, concurrency: Fraction) -> Fraction:
        """What one token takes, s; below the first point as there."""
        return interpolated(self.knots, self.token_s, concurrency)

    def latency_at(self, latency: Latency, concurrency: Fraction) -> Fraction:
        """A latency, ms; below the first point as there."""
        return interpolated(self.knots, self.latencies[latency], concurrency)

    def spans(self, concurrency: Fraction) -> bool:
        """Whether a concurrency lies within the points."""
        return self.knots[0] <= concurrency <= self.knots[-1]

    def around(self, concurrency: Fraction) -> slice:
        """The points that a value at a concurrency comes from: one, or two neighbours."""
        above = min(bisect_left(self.knots, concurrency), len(self.knots) - 1)
        is_point = self.knots[above] <= concurrency or above == 0
        return slice(above if is_point else above - 1, above + 1)


def interpolated(knots: Sequence[Fraction], values: Sequence[Fraction], at: Fraction) -> Fraction:
    """Linear between knots; below the first its value, above the last its value.

    >>> interpolated([Fraction(10), Fraction(30)], [Fraction(100), Fraction(300)], Fraction(20))
    Fraction(200, 1)
    """
    above = bisect_left(knots, at)
    if above == 0 or above == len(knots):
        return values[min(above, len(knots) - 1)]
    if knots[above] == at:
        return values[above]
    low, high = knots[above - 1], knots[above]
    start, end = values[above - 1], values[above]
    return start + (end - start) * (at - low) / (high - low)


def forms_on(ask: Ask, points: Sequence[OperatingPoint], *, is_between: bool) -> tuple[Form, ...]:
    """How each limit is reckoned on some points: as measured, else as its sum.

    Between shapes an end-to-end time of either shape would say nothing: the sum is used.
    """
    forms: list[Form] = []
    for limit in ask.limits:
        terms = limit.terms
        direct = limit.direct
        if direct and not (is_between and direct.metric == "e2e_ms"):
            values = (value_of(point, direct, use_lower=ask.use_lower) for point in points)
            if all(value is not None for value in values):
                terms = ((Fraction(1), direct),)
        forms.append((limit, terms))
    return tuple(forms)


def needed(forms: Sequence[Form]) -> tuple[Latency, ...]:
    """Each latency that some limit needs, once."""
    return tuple(dict.fromkeys(latency for _, terms in forms for _, latency in terms))


def track_of(position: int, curve: Curve, ask: Ask, forms: Sequence[Form]) -> Track | None:
    """A curve without the points that lack a needed latency; None where none is left."""
    wanted = needed(forms)
    rows: list[tuple[OperatingPoint, list[tuple[Fraction, str]]]] = []
    for point in held_points(curve):
        found = [value_of(point, latency, use_lower=ask.use_lower) for latency in wanted]
        values = [value for value in found if value is not None]
        if len(values) == len(wanted):
            rows.append((point, values))
    if not rows:
        return None
    columns = list(zip(*(values for _, values in rows), strict=True))
    return Track(
        curve=position,
        knots=tuple(exact(point.concurrency or 0) for point, _ in rows),
        token_s=tuple(
            exact(point.concurrency or 0) / exact(point.output_tokens_per_s or 1)
            for point, _ in rows
        ),
        latencies={
            latency: _running_maximum([value for value, _ in column])
            for latency, column in zip(wanted, columns, strict=True)
        },
        rests_on={
            latency: tuple(basis for _, basis in column)
            for latency, column in zip(wanted, columns, strict=True)
        },
    )


def _running_maximum(values: Sequence[Fraction]) -> tuple[Fraction, ...]:
    highest: list[Fraction] = []
    for value in values:
        highest.append(max(value, highest[-1]) if highest else value)
    return tuple(highest)
