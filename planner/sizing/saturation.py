"""Whether an open-loop run kept up with what was offered."""

from fractions import Fraction
from typing import Final

KEPT_UP: Final = Fraction(9, 10)
"""A run that completes less than this share of what was offered does not show a steady state."""


def is_saturated(
    completed_per_s: Fraction, offered_per_s: Fraction, duration_s: Fraction | None, e2e_s: Fraction
) -> bool:
    r"""Whether an open-loop run completed clearly less than was offered.

    All tools divide by the time to the last completion, so that even an idle server shows
    offered x W/(W + E), with W the time of arrivals and E the mean end-to-end time.

    $$\text{completed} < 0.9 \cdot \text{offered} \cdot \frac{W}{W + E}, \quad W = D - E$$

    >>> [is_saturated(Fraction(x), Fraction(20), None, Fraction(0)) for x in (3, 17, 18)]
    [True, True, False]

    30 s of arrivals and 10 s of draining: an idle server shows 15 of 20 requests/s.

    >>> is_saturated(Fraction(15), Fraction(20), Fraction(40), Fraction(10))
    False
    """
    arriving = Fraction(1)
    if duration_s is not None:
        arriving = max(duration_s - e2e_s, Fraction(0)) / duration_s
    return completed_per_s < KEPT_UP * offered_per_s * arriving
