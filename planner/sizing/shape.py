"""Between measured shapes: what a request of another length takes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class MeasuredTime:
    """Replica-seconds of one request of a measured shape, at one cap."""

    uncached: Fraction
    """Input tokens that no cache served."""
    output: Fraction
    seconds: Fraction


@dataclass(frozen=True, slots=True)
class TokenTimes:
    """What one token takes of a replica, s."""

    per_uncached_input: Fraction
    """The alpha of the fit."""
    per_output: Fraction
    """The beta of the fit."""
    residual: Fraction
    """Largest relative error over the measured shapes; 0 with two."""

    def seconds(self, uncached: Fraction, output: Fraction) -> Fraction:
        """Replica-seconds of one request."""
        return self.per_uncached_input * uncached + self.per_output * output


def fit_token_times(measured: Sequence[MeasuredTime]) -> TokenTimes:
    r"""Least squares on the relative error, both times at least 0.

    $$\min_{\alpha, \beta \ge 0} \sum_i \left( \frac{\alpha u_i + \beta o_i}{t_i} - 1 \right)^2$$

    >>> times = fit_token_times([MeasuredTime(*map(Fraction, x)) for x in [(1, 1, 3), (4, 1, 6)]])
    >>> times.per_uncached_input, times.per_output, times.residual
    (Fraction(1, 1), Fraction(2, 1), Fraction(0, 1))
    """
    a = [m.uncached / m.seconds for m in measured]
    b = [m.output / m.seconds for m in measured]
    aa, bb, ab = _dot(a, a), _dot(b, b), _dot(a, b)
    determinant = aa * bb - ab * ab
    alpha = beta = Fraction(-1)
    if determinant:
        alpha = (_sum(a) * bb - _sum(b) * ab) / determinant
        beta = (_sum(b) * aa - _sum(a) * ab) / determinant
    if alpha < 0 or beta < 0:
        alpha, beta = _on_an_edge(a, b)
    residual = max(abs(alpha * x + beta * y - 1) for x, y in zip(a, b, strict=True))
    return TokenTimes(alpha, beta, residual)


def _on_an_edge(a: Sequence[Fraction], b: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """The better of the two fits with one time at 0."""
    alone_a = _sum(a) / _dot(a, a) if any(a) else Fraction(0)
    alone_b = _sum(b) / _dot(b, b)
    # The squared error that is left is n - alone x sum: the larger product fits better.
    is_a_better = alone_a * _sum(a) > alone_b * _sum(b)
    return (alone_a, Fraction(0)) if is_a_better else (Fraction(0), alone_b)


def _sum(values: Iterable[Fraction]) -> Fraction:
    return sum(values, Fraction(0))


def _dot(a: Sequence[Fraction], b: Sequence[Fraction]) -> Fraction:
    return _sum(x * y for x, y in zip(a, b, strict=True))


def pad_to_ratio(
    uncached: Fraction, output: Fraction, least: Fraction, greatest: Fraction
) -> tuple[Fraction, Fraction]:
    """The shorter length raised until uncached / output lies between `least` and `greatest`.

    >>> pad_to_ratio(Fraction(6000), Fraction(600), Fraction(1, 8), Fraction(8))
    (Fraction(6000, 1), Fraction(750, 1))
    """
    ratio = uncached / output
    if ratio > greatest:
        return uncached, uncached / greatest
    if ratio < least:
        return output * least, output
    return uncached, output
