"""Plans without a cap: points that state no concurrency, each of which stands alone."""

from collections.abc import Iterator
from fractions import Fraction

from planner.candidates.book import CurveBook
from planner.candidates.capped import tokens_on
from planner.candidates.curves import CurveData
from planner.candidates.plans import AlonePlan, Ground
from planner.candidates.points import Point
from planner.candidates.refused import Refused
from planner.candidates.request import Request
from planner.candidates.shapes import larger_shapes, nearest_shape, same_shape

type Choice = AlonePlan | Refused


def alone_by_rule(book: CurveBook, request: Request) -> Iterator[list[Choice]]:
    """What each shape rule offers, in their order, without carrying rates over."""
    if book.curves.shapeless is not None:
        yield points_of(book, book.curves.shapeless, request, "any_shape")
    same = same_shape(book.curves, request.lengths)
    if same is not None:
        yield points_of(book, same, request, "same_shape")
    larger = larger_shapes(book.curves, request.lengths)
    yield [c for curve in larger for c in points_of(book, curve, request, "larger_shape")]


def alone_mismatch(book: CurveBook, request: Request) -> list[Choice]:
    """The token rates of the nearest shape, carried over."""
    nearest = nearest_shape(book.curves, request.lengths)
    return points_of(book, nearest, request, "shape_mismatch") if nearest else []


def streams(book: CurveBook, request: Request) -> list[Choice]:
    """The points of an audio deployment: concurrent streams, whatever is said in them."""
    return [
        _on_point(book, curve, point, request, "streams")
        for curve in book.curves.curves
        for point in curve.alone
    ]


def points_of(book: CurveBook, curve: CurveData, request: Request, rule: str) -> list[Choice]:
    """The plan on each point of a curve that stands alone."""
    return [_on_point(book, curve, point, request, rule) for point in curve.alone]


def _on_point(
    book: CurveBook, curve: CurveData, point: Point, request: Request, rule: str
) -> Choice:
    is_between = rule == "shape_mismatch"
    kept = book.kept_alone(request.promises, curve, point, is_between=is_between)
    if isinstance(kept, Refused):
        return kept
    tokens, shape = _tokens(curve, request, rule)
    ground = Ground(rule, kept.forms, book.rules)
    return AlonePlan(ground, curve.position, kept.promised, tokens, shape)


def _tokens(
    curve: CurveData, request: Request, rule: str
) -> tuple[Fraction, tuple[Fraction, Fraction] | None]:
    return (Fraction(1), None) if rule == "streams" else tokens_on(curve, request, rule)
