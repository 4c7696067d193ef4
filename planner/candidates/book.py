"""One deployment's curves with everything that several workloads read of them, reckoned once."""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from planner.candidates.curves import CurveData, CurveSet
from planner.candidates.fitted import Family, Measurement
from planner.candidates.points import Point
from planner.candidates.promise import (
    Form,
    Lacking,
    Latency,
    Promised,
    Rules,
    bounds_of,
    forms_on,
    needed_of,
    read_promises,
)
from planner.candidates.refused import Refused, lacks, missed
from planner.loads import Limit
from planner.sizing.curve import Miss


class Promises:
    """The limits of a workload, with a number that workloads with equal limits share."""

    __slots__ = ("limits", "number")

    def __init__(self, limits: tuple[Limit, ...], number: int) -> None:
        self.limits = limits
        self.number = number


@dataclass(frozen=True, slots=True)
class Kept:
    """A point that stands alone and keeps every limit."""

    forms: tuple[Form, ...]
    promised: Promised


class CurveBook:
    """The curves of a deployment under one policy."""

    def __init__(self, curves: CurveSet, rules: Rules) -> None:
        self.curves = curves
        self.rules = rules
        self.has_sweeps = any(curve.sweep for curve in curves.curves)
        self.has_lone_points = any(curve.alone for curve in curves.curves)
        self._forms: dict[Hashable, tuple[Form, ...]] = {}
        self._alone: dict[Hashable, Kept | Refused] = {}
        self._promised: dict[Hashable, Promised | Lacking] = {}
        self._families: dict[tuple[Latency, ...], Family | Lacking | None] = {}

    def forms(
        self, promises: Promises, curve: CurveData, *, is_between: bool = False
    ) -> tuple[Form, ...]:
        """How limits are reckoned on one curve with concurrencies."""
        key = (promises.number, curve.position, is_between)
        return _remembered(
            self._forms,
            key,
            lambda: forms_on(promises.limits, curve.sweep, self.rules, is_between=is_between),
        )

    def family_forms(self, promises: Promises) -> tuple[Form, ...]:
        """How limits are reckoned between the shapes, over all of their points."""
        return _remembered(
            self._forms,
            promises.number,
            lambda: forms_on(promises.limits, self._fit_points, self.rules, is_between=True),
        )

    def promised(self, curve: CurveData, needed: tuple[Latency, ...]) -> Promised | Lacking:
        """The points of a curve that have every latency."""
        key = (curve.position, needed)
        return _remembered(
            self._promised, key, lambda: read_promises(curve.sweep, needed, self.rules)
        )

    def kept_alone(
        self, promises: Promises, curve: CurveData, point: Point, *, is_between: bool
    ) -> Kept | Refused:
        """A point without a concurrency, if it keeps every limit."""
        key = (promises.number, curve.position, point.position, is_between)
        return _remembered(
            self._alone, key, lambda: self._kept_alone(promises, point, is_between=is_between)
        )

    def _kept_alone(self, promises: Promises, point: Point, *, is_between: bool) -> Kept | Refused:
        forms = forms_on(promises.limits, (point,), self.rules, is_between=is_between)
        promised = read_promises((point,), needed_of(forms), self.rules)
        if isinstance(promised, Lacking):
            return lacks(promised, forms)
        for position, bound in enumerate(bounds_of(forms, promised.needed)):
            value = bound.along(promised.sweep.latency, 1)[0]
            if value > bound.limit_ms:
                return missed(Miss(position, value, Fraction(0)), forms)
        return Kept(forms, promised)

    def family(self, forms: Sequence[Form]) -> Family | Lacking | None:
        """The shapes that state what the forms need; `None` where there are not two."""
        needed = needed_of(forms)
        return _remembered(self._families, needed, lambda: self._family(needed))

    @property
    def _fit_curves(self) -> list[CurveData]:
        return [c for c in self.curves.shaped if c.sweep and c.lengths and c.lengths.uncached]

    @property
    def _fit_points(self) -> list[Point]:
        return [point for curve in self._fit_curves for point in curve.sweep]

    def _family(self, needed: tuple[Latency, ...]) -> Family | Lacking | None:
        found: list[Measurement] = []
        lacking: list[Lacking] = []
        for curve in self._fit_curves:
            promised = self.promised(curve, needed)
            if isinstance(promised, Lacking):
                lacking.append(promised)
            elif curve.lengths is not None:
                found.append(Measurement(curve.position, curve.lengths, promised))
        if len(found) >= 2:
            return Family(tuple(found))
        return lacking[0] if len(found) + len(lacking) >= 2 else None


def _remembered[K, V](table: dict[K, V], key: K, reckon: Callable[[], V]) -> V:
    if key not in table:
        table[key] = reckon()
    return table[key]
