"""Replica-seconds per token from several measured shapes, by least squares on relative error."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from planner.verify.lengths import Lengths
from planner.verify.track import Track


@dataclass(frozen=True, slots=True)
class ShapedTrack:
    """A curve with both lengths above 0."""

    track: Track
    lengths: Lengths

    @property
    def ratio(self) -> Fraction:
        """Uncached input tokens per output token."""
        return self.lengths.uncached_tokens / self.lengths.output_tokens

    def request_s(self, concurrency: Fraction) -> Fraction:
        """Replica-seconds that one request takes."""
        return self.lengths.output_tokens * self.track.token_s_at(concurrency) / concurrency


class Fit:
    """What tokens cost by concurrency, from every curve whose points span it."""

    def __init__(self, shapes: Sequence[ShapedTrack]) -> None:
        self.shapes = tuple(shapes)
        self._memo: dict[Fraction, tuple[Fraction, Fraction, Fraction]] = {}

    def at(self, concurrency: Fraction) -> tuple[Fraction, Fraction, Fraction]:
        r"""Replica-seconds per token.

        $$\min_{\alpha, \beta \ge 0} \sum_i \left(\frac{\alpha U_i + \beta O_i}{t_i} - 1\right)^2$$

        Returns:
            α (s per uncached input token), β (s per output token), and the largest relative error.
        """
        if concurrency not in self._memo:
            self._memo[concurrency] = self._fitted(concurrency)
        return self._memo[concurrency]

    def _fitted(self, concurrency: Fraction) -> tuple[Fraction, Fraction, Fraction]:
        rows: list[tuple[Fraction, Fraction]] = []
        for shaped in self.shapes:
            if shaped.track.spans(concurrency):
                request_s, lengths = shaped.request_s(concurrency), shaped.lengths
                rows.append(
                    (lengths.uncached_tokens / request_s, lengths.output_tokens / request_s)
                )
        alpha, beta = _least_squares(rows)
        return alpha, beta, max(abs(alpha * u + beta * o - 1) for u, o in rows)


def _least_squares(rows: Sequence[tuple[Fraction, Fraction]]) -> tuple[Fraction, Fraction]:
    uu = sum((u * u for u, _ in rows), Fraction(0))
    uo = sum((u * o for u, o in rows), Fraction(0))
    oo = sum((o * o for _, o in rows), Fraction(0))
    u1, o1 = sum((u for u, _ in rows), Fraction(0)), sum((o for _, o in rows), Fraction(0))
    determinant = uu * oo - uo * uo
    if determinant:
        alpha, beta = (u1 * oo - o1 * uo) / determinant, (o1 * uu - u1 * uo) / determinant
        if alpha >= 0 and beta >= 0:
            return alpha, beta
        if u1 * u1 * oo > o1 * o1 * uu:  # leaving out β errs less than leaving out α
            return u1 / uu, Fraction(0)
    return Fraction(0), o1 / oo  # one ratio only: any split of it says the same
