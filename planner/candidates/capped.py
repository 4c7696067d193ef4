"""Plans with a concurrency cap: the shape rules on points that state their concurrency."""

from collections.abc import Iterator
from fractions import Fraction
from math import floor

from planner.candidates.book import CurveBook
from planner.candidates.curves import CurveData, Lengths
from planner.candidates.fitted import Family
from planner.candidates.plans import CurvePlan, FittedPlan, Ground
from planner.candidates.promise import Form, Lacking, bounds_of, needed_of
from planner.candidates.refused import Refused, lacks, missed
from planner.candidates.request import Request
from planner.candidates.shapes import larger_shapes, nearest_shape, same_shape
from planner.sizing.curve import Miss, slo_bounded_cap
from planner.sizing.shape import pad_to_ratio

type Choice = CurvePlan | FittedPlan | Refused


def capped_by_rule(book: CurveBook, request: Request) -> Iterator[list[Choice]]:
    """What each shape rule offers, in their order, without carrying rates over."""
    if book.curves.shapeless is not None:
        yield [on_curve(book, book.curves.shapeless, request, "any_shape")]
    same = same_shape(book.curves, request.lengths)
    if same is not None:
        yield [on_curve(book, same, request, "same_shape")]
    yield _fitted(book, request)
    larger = larger_shapes(book.curves, request.lengths)
    yield [on_curve(book, curve, request, "larger_shape") for curve in larger]


def capped_mismatch(book: CurveBook, request: Request) -> list[Choice]:
    """The token rate of the nearest shape, carried over."""
    nearest = nearest_shape(book.curves, request.lengths)
    return [on_curve(book, nearest, request, "shape_mismatch")] if nearest else []


def on_curve(book: CurveBook, curve: CurveData, request: Request, rule: str) -> Choice:
    """The plan on one curve."""
    if not curve.sweep:
        return Refused("saturated")
    forms = book.forms(request.promises, curve, is_between=rule == "shape_mismatch")
    promised = book.promised(curve, needed_of(forms))
    if isinstance(promised, Lacking):
        return lacks(promised, forms)
    bounds = bounds_of(forms, promised.needed)
    sweep = promised.sweep
    cap = slo_bounded_cap(sweep.concurrency, sweep.latency, bounds, sweep.peak)
    if isinstance(cap, Miss):
        return missed(cap, forms)
    if cap < 1:
        return Refused("below_one_in_flight")
    ground = Ground(rule, forms, book.rules)
    tokens, shape = tokens_on(curve, request, rule)
    return CurvePlan(ground, curve.position, promised, tokens, floor(cap), shape)


def tokens_on(
    curve: CurveData, request: Request, rule: str
) -> tuple[Fraction, tuple[Fraction, Fraction] | None]:
    """Tokens that a request counts for on a curve, and the shape that is planned if not its own."""
    if rule == "larger_shape" and curve.lengths is not None:
        lengths = curve.lengths
        return lengths.output_tokens, (lengths.input_tokens, lengths.output_tokens)
    return request.lengths.output_tokens, None


def _fitted(book: CurveBook, request: Request) -> list[Choice]:
    if len(book.curves.shaped) < 2:
        return []
    forms = book.family_forms(request.promises)
    family = book.family(forms)
    if family is None:
        return []
    if isinstance(family, Lacking):
        return [lacks(family, forms)]
    return list(_inside(book, request, family, forms))


def _inside(
    book: CurveBook, request: Request, family: Family, forms: tuple[Form, ...]
) -> Iterator[Choice]:
    """The plan between shapes, where the padded shape lies inside them."""
    padded = _padded(request.lengths, family)
    if padded.input_tokens > family.longest_input or padded.output_tokens > family.longest_output:
        return
    brackets = family.brackets(padded.uncached / padded.output_tokens)
    shared = family.envelope(brackets)
    if shared is None:
        return
    bounds = bounds_of(forms, brackets[0].promised.needed)
    cap = slo_bounded_cap(shared.concurrency, shared.latency, bounds, shared.peak)
    if isinstance(cap, Miss):
        yield missed(cap, forms)
    elif cap < 1:
        yield Refused("below_one_in_flight")
    else:
        is_own = padded == request.lengths
        ground = Ground("fitted" if is_own else "padded", forms, book.rules)
        lengths = padded.uncached, padded.output_tokens
        shape = None if is_own else (padded.input_tokens, padded.output_tokens)
        first = shared.concurrency[0]
        yield FittedPlan(ground, family, brackets, first, *lengths, floor(cap), shape)


def _padded(wanted: Lengths, family: Family) -> Lengths:
    """The shorter length raised until the ratio was measured.

    The input grows by as much as its uncached part.
    """
    uncached, output = pad_to_ratio(
        wanted.uncached, wanted.output_tokens, family.least_ratio, family.greatest_ratio
    )
    return Lengths(wanted.input_tokens + uncached - wanted.uncached, output, uncached)
