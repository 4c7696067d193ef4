"""How long a request waits for a free slot: the M/M/N queue with room for all who wait."""

import math
from typing import Final

_NEGLIGIBLE: Final = 1e18
_MANY: Final = 1e9
"""Slots from which on the sum has too many terms to add up one by one."""
_STEPS: Final = 4096
"""Of the integral that stands for the sum: even."""
_REACH: Final = 12.0
"""Roots of the offered load beyond its greatest value, from which on nothing of it is left."""


def wait_probability(slots: float, offered: float) -> float:
    r"""Share of requests that find every slot taken (Erlang C).

    $$C = \frac{B}{1 - \rho (1 - B)}, \qquad
      \frac{1}{B} = \sum_{j=0}^{N} \frac{N!}{(N-j)!} a^{-j}
                  = \int_0^\infty e^{-t} \left(1 + \frac{t}{a}\right)^N dt$$

    The sum where its terms can be added one by one, the integral where there are too many.

    Args:
        slots: requests in flight that the pool holds, N, from 1; whole.
        offered: mean requests in flight if none waited, a, from 0.

    Returns:
        1 where the offered load reaches the slots.

    >>> wait_probability(1, 0.5), round(wait_probability(2, 1), 4)
    (0.5, 0.3333)
    >>> round(wait_probability(10**13 + 3 * 10**6, 1e13), 4)
    0.2445
    """
    if offered <= 0:
        return 0.0
    if offered >= slots:
        return 1.0
    inverse_b = _summed(slots, offered) if slots < _MANY else _integrated(slots, offered)
    if inverse_b > _NEGLIGIBLE:
        return 0.0
    b = 1 / inverse_b
    load = offered / slots
    return b / (1 - load * (1 - b))


def _summed(slots: float, offered: float) -> float:
    term = inverse_b = 1.0
    for free in range(int(slots), 0, -1):
        term *= free / offered
        inverse_b += term
        if inverse_b > _NEGLIGIBLE or term < inverse_b * 1e-17:
            break
    return inverse_b


def _integrated(slots: float, offered: float) -> float:
    """By Simpson's rule, in roots of the offered load; what nearly cancels is a series."""
    root = math.sqrt(offered)
    spare = (slots - offered) / root
    if spare * spare > 2 * math.log(_NEGLIGIBLE):  # its greatest value is about e^(spare² / 2)
        return math.inf

    def integrand(u: float) -> float:
        x = u / root
        bent = x * x / 2 - x**3 / 3 + x**4 / 4 - x**5 / 5  # x - ln(1 + x), of a tiny x
        return math.exp(spare * u - slots * bent)

    step = (spare + _REACH) / _STEPS
    inner = sum((4 if n % 2 else 2) * integrand(n * step) for n in range(1, _STEPS))
    return root * step / 3 * (integrand(0) + inner + integrand(_STEPS * step))


def wait_percentile_s(
    percentile: float, probability: float, slots: float, offered: float, residence_s: float
) -> float | None:
    r"""The wait that a share of requests does not exceed, s.

    $$W_p = \frac{S}{N - a} \ln \frac{C}{1 - p}$$

    Args:
        percentile: 0 to 100, below 100.
        probability: of any wait, C.
        slots: N.
        offered: a.
        residence_s: mean time of a request in its slot, S.

    Returns:
        0 where fewer than 1 - p wait at all; `None` where the queue grows without end.
    """
    if offered >= slots:
        return None
    tail = 1 - percentile / 100
    if probability <= tail:
        return 0.0
    return residence_s / (slots - offered) * math.log(probability / tail)
