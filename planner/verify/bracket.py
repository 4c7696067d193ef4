"""Shapes between measured ones: the two curves that bracket a ratio of input to output."""

from collections.abc import Sequence
from fractions import Fraction

from planner.verify.ask import Ask
from planner.verify.fit import Fit, ShapedTrack
from planner.verify.forms import Form, forms_on, needed
from planner.verify.lengths import Lengths, lengths_asked
from planner.verify.plan import Plan
from planner.verify.readings import Readings


def fitted(readings: Readings, ask: Ask) -> Plan | None:
    """A plan for a shape that lies within the measured ones; None where it does not."""
    forms, fit = _measured(readings, ask)
    lengths = lengths_asked(ask)
    if len(fit.shapes) < 2 or _raised(lengths, fit.shapes) != lengths:
        return None
    return _plan("fitted", forms, fit, lengths)


def padded(readings: Readings, ask: Ask) -> Plan | None:
    """The same after raising the shorter length until the ratio is a measured one."""
    forms, fit = _measured(readings, ask)
    if len(fit.shapes) < 2:
        return None
    lengths = lengths_asked(ask)
    raised = _raised(lengths, fit.shapes)
    return _plan("padded", forms, fit, raised) if raised != lengths else None


def _measured(readings: Readings, ask: Ask) -> tuple[tuple[Form, ...], Fit]:
    """Every curve with uncached input and output that is left, on the same sums."""
    curves = tuple(
        position
        for position, lengths in enumerate(readings.lengths)
        if lengths.uncached_tokens and lengths.output_tokens
    )
    forms = forms_on(readings, ask, curves, is_between=True)
    return forms, readings.fit(curves, needed(forms))


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


def _plan(rule: str, forms: tuple[Form, ...], fit: Fit, lengths: Lengths) -> Plan | None:
    shapes = fit.shapes
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
    return Plan(rule, forms, tracks, lengths, fit)


def _size(shape: ShapedTrack) -> Fraction:
    return shape.lengths.input_tokens + shape.lengths.output_tokens
