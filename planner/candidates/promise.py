"""Which points of a curve say something of every promise, and what they say."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from planner.candidates.curves import Point
from planner.demand import Policy
from planner.loads import Limit, Sum
from planner.sizing.curve import Sweep, rising
from planner.sizing.latency import (
    Measured,
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

    use_lower: bool
    sums_are_bounds: bool

    @classmethod
    def of(cls, policy: Policy) -> "Rules":
        """As the demand's policy says."""
        return cls(policy.missing_percentile == "use_lower", policy.percentile_sums == "bound")


@dataclass(frozen=True, slots=True)
class Promised:
    """The points that count, as a sweep, and how each limit is known at each."""

    sweep: Sweep
    points: tuple[Point, ...]
    bases: tuple[tuple[str, ...], ...]
    """Shape (limits, points)."""


@dataclass(frozen=True, slots=True)
class Lacking:
    """A limit that no point says anything of."""

    limit: Limit
    has: tuple[str, ...]
    """What was measured of its latencies, such as `p50 TTFT`."""


@dataclass(frozen=True, slots=True)
class _Terms:
    """The readings of one limit's sum at one point."""

    values: tuple[Fraction, ...]
    basis: str


def read_promises(
    points: Sequence[Point], limits: Sequence[Limit], rules: Rules, *, as_measured: bool = True
) -> Promised | Lacking:
    """The points that have every latency that the limits need.

    Args:
        points: by rising concurrency (or one that stands alone).
        limits: what must hold.
        rules: how percentiles may be read.
        as_measured: whether a measured end-to-end latency holds for this workload's lengths.
    """
    forms = [_form(limit, points, rules, as_measured) for limit in limits]
    table = [
        [_read(point, limit, form, rules) for point in points]
        for limit, form in zip(limits, forms, strict=True)
    ]
    for limit, form, row in zip(limits, forms, table, strict=True):
        if all(terms is None for terms in row):
            return Lacking(limit, _measured_of(form, points))
    kept = [i for i in range(len(points)) if all(row[i] is not None for row in table)]
    if not kept:
        return Lacking(limits[0], _measured_of(forms[0], points))
    chosen = tuple(points[i] for i in kept)
    rows = [[terms for i in kept if (terms := row[i]) is not None] for row in table]
    latency = tuple(_add_up(form, row) for form, row in zip(forms, rows, strict=True))
    sweep = Sweep(
        tuple(p.concurrency or Fraction(1) for p in chosen), tuple(p.rate for p in chosen), latency
    )
    return Promised(sweep, chosen, tuple(tuple(terms.basis for terms in row) for row in rows))


def _form(limit: Limit, points: Sequence[Point], rules: Rules, as_measured: bool) -> Sum:
    if len(limit.forms) == 1:
        return limit.forms[0]
    measured, summed = limit.forms
    if not as_measured:
        return summed
    if all(_read(point, limit, measured, rules) for point in points):
        return measured
    return summed if any(_read(point, limit, summed, rules) for point in points) else measured


def _add_up(form: Sum, rows: Sequence[_Terms]) -> tuple[Fraction, ...]:
    """The sum at each point, from the running maximum of each of its latencies."""
    total = [form.constant] * len(rows)
    needed = [coefficient for _, coefficient in form.terms if coefficient]
    for term, coefficient in enumerate(needed):
        values = rising([row.values[term] for row in rows])
        total = [so_far + coefficient * value for so_far, value in zip(total, values, strict=True)]
    return tuple(total)


def _read(point: Point, limit: Limit, form: Sum, rules: Rules) -> _Terms | None:
    needed = [metric for metric, coefficient in form.terms if coefficient]
    readings: list[Reading] = []
    for metric in needed:
        reading = _reading(point.latency.get(metric, {}), limit, len(needed), rules)
        if reading is None:
            return None
        readings.append(reading)
    return _Terms(tuple(r.value for r in readings), _basis(limit, readings, rules))


def _reading(measured: Measured, limit: Limit, stages: int, rules: Rules) -> Reading | None:
    if limit.metric == "keeping_up_tpot_ms":
        return read_typical(measured)
    if limit.percentile == "mean":
        return read_mean(measured)
    wanted = rank(limit.percentile)
    if rules.sums_are_bounds and stages > 1:
        wanted = stage_level(wanted, stages)
    return read_percentile(measured, wanted, use_lower=rules.use_lower)


def _basis(limit: Limit, readings: Sequence[Reading], rules: Rules) -> str:
    if not readings:
        return "constant"
    if not all(reading.is_proof for reading in readings):
        return "not_measured"
    if limit.percentile == "mean":
        return "measured"
    if len(readings) > 1:
        return "sum_bound" if rules.sums_are_bounds else "sum_of_percentiles"
    used = readings[0].percentile
    return "measured" if used == limit.percentile else f"bounded_by_{used}"


def _measured_of(form: Sum, points: Sequence[Point]) -> tuple[str, ...]:
    return tuple(
        sorted(
            {
                f"{key} {metric.removesuffix('_ms').upper()}"
                for metric, coefficient in form.terms
                if coefficient
                for point in points
                for key in point.latency.get(metric, {})
            }
        )
    )
