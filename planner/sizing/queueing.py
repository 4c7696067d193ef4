"""How long a request waits for a free slot: the M/M/N queue with room for all who wait."""

import math
from typing import Final

_NEGLIGIBLE: Final = 1e18


def wait_probability(slots: float, offered: float) -> float:
    r"""Share of requests that find every slot taken (Erlang C).

    $$C = \frac{B}{1 - \rho (1 - B)}, \qquad
      \frac{1}{B} = \sum_{j=0}^{N} \frac{N!}{(N-j)!} a^{-j}$$

    Args:
        slots: requests in flight that the pool holds, N, from 1; whole.
        offered: mean requests in flight if none waited, a, from 0.

    Returns:
        1 where the offered load reaches the slots.

    >>> wait_probability(1, 0.5), round(wait_probability(2, 1), 4)
    (0.5, 0.3333)
    """
    if offered <= 0:
        return 0.0
    if offered >= slots:
        return 1.0
    term = inverse_b = 1.0
    for free in range(int(slots), 0, -1):
        term *= free / offered
        inverse_b += term
        if inverse_b > _NEGLIGIBLE:
            return 0.0
        if term < inverse_b * 1e-17:
            break
    b = 1 / inverse_b
    load = offered / slots
    return b / (1 - load * (1 - b))


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
