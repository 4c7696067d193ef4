"""Shapes between measured ones: the two curves that bracket a ratio of input to output."""

from collections.abc import Sequence
from fractions import Fraction

from planner.entries import Deployment
from planner.verify.ask import Ask
from planner.verify.fit import ShapedTrack
from planner.verify.lengths import Lengths, lengths_asked, lengths_of
from planner.verify.plan import Plan
from planner.verify.points import held_points
from planner.verify.track import Form, forms_on, track_of


def fitted(deployment: Deployment, ask: Ask) -> Plan | None:
    """A plan for a shape that lies within the measured ones; None where it does not."""
    forms, shapes = _measured(deployment, ask)
    lengths = lengths_asked(ask)
    if len(shapes) < 2 or _raised(lengths, shapes) != lengths:
        return None
    return _plan("fitted", forms, shapes, lengths)


def padded(deployment: Deployment, ask: Ask) -> Plan | None:
    """The same after raising the shorter length until the ratio is a measured one."""
    forms, shapes = _measured(deployment, ask)
    if len(shapes) < 2:
        return None
    lengths = lengths_asked(ask)
    raised = _raised(lengths, shapes)
    return _plan("padded", forms, shapes, raised) if raised != lengths else None


def _measured(deployment: Deployment, ask: Ask) -> tuple[tuple[Form, ...], tuple[ShapedTrack, ...]]:
    """Every curve with uncached input and output that is left, on the same sums."""
    curves = [
        (position, curve)
        for position, curve in enumerate(deployment.curves)
        if curve.input_tokens and curve.output_tokens
    ]
    points = [point for _, curve in curves for point in held_points(curve)]
    forms = forms_on(ask, points, is_between=True)
    shapes: list[ShapedTrack] = []
    for position, curve in curves:
        track = track_of(position, curve, ask, forms)
        if track is not None:
            shapes.append(ShapedTrack(track, lengths_of(curve)))
    return forms, tuple(shapes)


def _raised(lengths: Lengths, shapes: Sequence[ShapedTrack]) -> Lengths:
    """Lengths whose ratio of uncached input to output is within the measured ratios."""
    input_tokens, output_tokens, uncached = lengths
    least, most = min(s.ratio for s in shapes), max(s.ratio for s in shapes)
    if uncached > most * output_tokens:
        return Lengths(input_tokens, uncached / most, uncached)
    if uncached < least * output_tokens:
        raised = output_tokens * least
        return Lengths(input_tokens + raised - uncached, output_tokens, raised)
    return lengths


def _plan(
    rule: str, forms: tuple[Form, ...], shapes: tuple[ShapedTrack, ...], lengths: Lengths
) -> Plan | None:
    longest_input = max(shape.lengths.input_tokens for shape in shapes)
    longest_output = max(shape.lengths.output_tokens for shape in shapes)
    if lengths.input_tokens > longest_input or lengths.output_tokens > longest_output:
        return None
    ratio = lengths.uncached_tokens / lengths.output_tokens
    below = max((s for s in shapes if s.ratio <= ratio), key=lambda s: (s.ratio, _size(s)))
    above = min((s for s in shapes if s.ratio >= ratio), key=lambda s: (s.ratio, -_size(s)))
    tracks = (below.track,) if below is above else (below.track, above.track)
    if max(track.knots[0] for track in tracks) > min(track.knots[-1] for track in tracks):
        return None  # no concurrency at which both were measured
    return Plan(rule, forms, tracks, lengths, shapes)


def _size(shape: ShapedTrack) -> Fraction:
    return shape.lengths.input_tokens + shape.lengths.output_tokens
