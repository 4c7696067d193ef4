"""The three lengths that make a shape: input, output and uncached input tokens."""

from fractions import Fraction
from typing import NamedTuple

from planner.entries import Curve
from planner.verify.ask import Ask
from planner.verify.numbers import exact


class Lengths(NamedTuple):
    """Means per request."""

    input_tokens: Fraction
    output_tokens: Fraction
    """Hidden reasoning included."""
    uncached_tokens: Fraction
    """Input tokens that must be computed."""


def lengths_of(curve: Curve) -> Lengths:
    """Those that a curve was measured at; 0 where it has no shape."""
    input_tokens = exact(curve.input_tokens or 0)
    uncached = input_tokens * (1 - exact(curve.cached_input_fraction))
    return Lengths(input_tokens, exact(curve.output_tokens or 0), uncached)


def lengths_asked(ask: Ask) -> Lengths:
    """Those of a workload's requests."""
    uncached = ask.input_tokens * (1 - ask.cached_fraction)
    return Lengths(ask.input_tokens, ask.output_tokens, uncached)
