"""Which points of a curve say something of every promise, and what they say."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from planner.candidates.points import Point
from planner.demand import Policy
from planner.loads import KEEPING_UP, Limit, Sum
from planner.sizing.curve import Bound, Sweep, neighbours, rising
from planner.sizing.latency import (
    Reading,
    rank,
    read_mean,
    read_percentile,
    read_typical,
    stage_level,
)


@dataclass(frozen=True, slots=True)
class Rules:
    """The part of the policy that readings depend on."""

    use_lower: bool = False
    sums_are_bounds: bool = False

    @classmethod
    def of(cls, policy: Policy) -> "Rules":
        """As the demand's policy says."""
        return cls(policy.missing_percentile == "use_lower", policy.percentile_sums == "bound")


@dataclass(frozen=True, slots=True)
class Latency:
    """One latency of a request at one level."""

    metric: str
    level: Fraction | Literal["mean", "typical"]
    """A percentile in percent; `typical`: the mean, else the lowest percentile from p50 up."""


@dataclass(frozen=True, slots=True)
class Form:
    """A limit with the sum that stands for it on some curves."""

    limit: Limit
    constant: Fraction
    terms: tuple[tuple[Fraction, Latency], ...]
    """(coefficient above 0, latency)."""


@dataclass(frozen=True, slots=True)
class Promised:
    """The points that have every latency that is needed, as a sweep, and how each is known."""

    sweep: Sweep
    points: tuple[Point, ...]
    needed: tuple[Latency, ...] = ()
    """In the order of the sweep's latencies."""
    bases: tuple[tuple[str, ...], ...] = ()
    """Shape (latencies, points): measured, bounded_by_pNN or not_measured."""

    def around(self, latency: Latency, at: Fraction) -> Iterator[str]:
        """How the points that a latency at a concurrency comes from are known."""
        row = self.bases[self.needed.index(latency)]
        return (row[i] for i in neighbours(at, self.sweep.concurrency))


@dataclass(frozen=True, slots=True)
class Lacking:
    """A latency that no point says anything of (or not one point of all that are needed)."""

    latency: Latency
    has: tuple[str, ...]
    """What was measured of it, such as `p50 TTFT`."""


def forms_on(
    limits: Sequence[Limit], points: Sequence[Point], rules: Rules, *, is_between: bool
) -> tuple[Form, ...]:
    """How each limit is reckoned on some points: as measured where all have it, else as a sum.

    Between shapes an end-to-end time of either says nothing of a third: the sum is used.
    """
    return tuple(_form_on(limit, points, rules, is_between) for limit in limits)


def _form_on(limit: Limit, points: Sequence[Point], rules: Rules, is_between: bool) -> Form:
    forms = [_form(limit, total, rules) for total in limit.forms]
    if len(forms) == 1:
        return forms[0]
    measured, summed = forms
    if is_between and limit.metric == "e2e_ms":
        return summed
    latency = measured.terms[0][1]
    return measured if all(read(point, latency, rules) for point in points) else summed


def _form(limit: Limit, total: Sum, rules: Rules) -> Form:
    needed = [(metric, coefficient) for metric, coefficient in total.terms if coefficient]
    level = _level(limit, len(needed), rules)
    terms = tuple((coefficient, Latency(metric, level)) for metric, coefficient in needed)
    return Form(limit, total.constant, terms)


def _level(limit: Limit, stages: int, rules: Rules) -> Fraction | Literal["mean", "typical"]:
    if limit.metric == KEEPING_UP:
        return "typical"
    if limit.percentile == "mean":
        return "mean"
    wanted = rank(limit.percentile)
    return stage_level(wanted, stages) if rules.sums_are_bounds and stages > 1 else wanted


def read(point: Point, latency: Latency, rules: Rules) -> Reading | None:
    """What a point says of a latency; `None` where nothing may stand for it."""
    measured = point.latency.get(latency.metric, {})
    if latency.level == "typical":
        return read_typical(measured)
    if latency.level == "mean":
        return read_mean(measured)
    return read_percentile(measured, latency.level, use_lower=rules.use_lower)


def needed_of(forms: Sequence[Form]) -> tuple[Latency, ...]:
    """Each latency that some form needs, once."""
    return tuple(dict.fromkeys(latency for form in forms for _, latency in form.terms))


def bounds_of(forms: Sequence[Form], needed: Sequence[Latency]) -> tuple[Bound, ...]:
    """The same limits on the latencies of a sweep, by position."""
    return tuple(
        Bound(
            form.limit.limit_ms, tuple((c, needed.index(x)) for c, x in form.terms), form.constant
        )
        for form in forms
    )


def read_promises(
    points: Sequence[Point], needed: Sequence[Latency], rules: Rules
) -> Promised | Lacking:
    """The points, by rising concurrency (or one that stands alone), that have every latency.

    Those that lack one are left out.
    """
    table = [[read(point, latency, rules) for point in points] for latency in needed]
    for latency, row in zip(needed, table, strict=True):
        if not any(row):
            return Lacking(latency, _measured_of(latency, points))
    kept = [i for i in range(len(points)) if all(row[i] for row in table)]
    if not kept:
        return Lacking(needed[0], _measured_of(needed[0], points))
    rows = [[reading for i in kept if (reading := row[i])] for row in table]
    chosen = tuple(points[i] for i in kept)
    sweep = Sweep(
        tuple(point.concurrency or Fraction(1) for point in chosen),
        tuple(point.rate for point in chosen),
        tuple(rising([reading.value for reading in row]) for row in rows),
    )
    bases = tuple(
        tuple(_basis(reading, latency) for reading in row)
        for latency, row in zip(needed, rows, strict=True)
    )
    return Promised(sweep, chosen, tuple(needed), bases)


def _basis(reading: Reading, latency: Latency) -> str:
    if not reading.is_proof:
        return "not_measured"
    if reading.percentile == "mean":
        return "measured"
    level = 50 if latency.level == "typical" else latency.level
    is_same = rank(reading.percentile) == level
    return "measured" if is_same else f"bounded_by_{reading.percentile}"


def _measured_of(latency: Latency, points: Sequence[Point]) -> tuple[str, ...]:
    name = latency.metric.removesuffix("_ms").upper()
    keys = {key for point in points for key in point.latency.get(latency.metric, {})}
    return tuple(f"{key} {name}" for key in sorted(keys))
