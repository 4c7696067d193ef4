"""Measured shapes that are held out of their deployment, predicted from its other shapes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from planner.candidates.curves import Lengths, curve_set
from planner.catalog import Catalog
from planner.sizing.curve import Sweep, rate_at
from planner.sizing.shape import MeasuredTime, fit_token_times, pad_to_ratio


@dataclass(frozen=True, slots=True)
class Shape:
    """One measured shape of a deployment with its curve."""

    deployment: str
    lengths: Lengths
    sweep: Sweep

    @property
    def ratio(self) -> Fraction:
        """Uncached input tokens per output token."""
        return self.lengths.uncached / self.lengths.output_tokens

    def time(self, at: Fraction) -> MeasuredTime:
        """Replica-seconds of one request at a concurrency."""
        output = self.lengths.output_tokens
        return MeasuredTime(self.lengths.uncached, output, output / rate_at(self.sweep, at))


@dataclass(frozen=True, slots=True)
class HeldOut:
    """The request rate of a shape at one of its points, predicted without it."""

    deployment: str
    lengths: Lengths
    concurrency: Fraction
    place: str
    """`inside`: between the others, where the planner fits. `padded`: after padding. `outside`:
    the planner refuses; here the fit is carried over all the same."""
    error: float
    """predicted / measured - 1 of the request rate."""


def families(catalog: Catalog) -> list[list[Shape]]:
    """The shapes of each deployment that has three or more."""
    return [
        shapes for d in catalog.deployments.values() if len(shapes := _shapes(d.id, catalog)) > 2
    ]


def _shapes(name: str, catalog: Catalog) -> list[Shape]:
    return [
        Shape(
            name,
            curve.lengths,
            Sweep(
                tuple(p.concurrency or Fraction(0) for p in curve.sweep),
                tuple(p.rate for p in curve.sweep),
            ),
        )
        for curve in curve_set(catalog.deployments[name]).shaped
        if curve.lengths and curve.lengths.uncached and curve.sweep
    ]


def held_out(shapes: Sequence[Shape]) -> Iterator[HeldOut]:
    """Each shape of a family at each of its points that at least two of the others span."""
    for position, shape in enumerate(shapes):
        rest = [*shapes[:position], *shapes[position + 1 :]]
        for at in shape.sweep.concurrency:
            spanning = [other for other in rest if other.sweep.spans(at)]
            if len(spanning) >= 2:
                yield _predicted(shape, spanning, at)


def _predicted(shape: Shape, others: Sequence[Shape], at: Fraction) -> HeldOut:
    place, uncached, output = _place(shape.lengths, others)
    times = fit_token_times([other.time(at) for other in others])
    error = shape.time(at).seconds / times.seconds(uncached, output) - 1
    return HeldOut(shape.deployment, shape.lengths, at, place, float(error))


def _place(wanted: Lengths, others: Sequence[Shape]) -> tuple[str, Fraction, Fraction]:
    """Where a shape lies among others, and the (uncached, output) that it is planned as."""
    ratios = [other.ratio for other in others]
    uncached, output = pad_to_ratio(wanted.uncached, wanted.output_tokens, min(ratios), max(ratios))
    longest_input = max(other.lengths.input_tokens for other in others)
    longest_output = max(other.lengths.output_tokens for other in others)
    if wanted.input_tokens + uncached - wanted.uncached > longest_input or output > longest_output:
        return "outside", wanted.uncached, wanted.output_tokens
    is_own = (uncached, output) == (wanted.uncached, wanted.output_tokens)
    return "inside" if is_own else "padded", uncached, output


def residuals(shapes: Sequence[Shape]) -> Iterator[float]:
    """What a fit over all shapes misses by the most, at each concurrency that all of them span."""
    for at in sorted({c for shape in shapes for c in shape.sweep.concurrency}):
        if all(shape.sweep.spans(at) for shape in shapes):
            yield float(fit_token_times([shape.time(at) for shape in shapes]).residual)
