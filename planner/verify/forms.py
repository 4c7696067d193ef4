"""How each limit is reckoned on some curves: as it was measured, else as its sum."""

from collections.abc import Callable, Sequence

from planner.verify.ask import Ask, Limit, Term
from planner.verify.numbers import exact
from planner.verify.percentiles import Latency
from planner.verify.readings import Readings

Form = tuple[Limit, tuple[Term, ...]]
"""A limit with the sum that stands for it on some curves."""


def forms_on(
    readings: Readings, ask: Ask, curves: Sequence[int], *, is_between: bool
) -> tuple[Form, ...]:
    """The sum of each limit; what was measured stands for it where every used point has it.

    Between shapes an end-to-end time of either shape would say nothing: the sum is used.
    """

    def is_told(latency: Latency) -> bool:
        return all(all(readings.values(curve, latency)) for curve in curves)

    return tuple((limit, terms_of(limit, is_told, is_between=is_between)) for limit in ask.limits)


def terms_of(
    limit: Limit, is_told: Callable[[Latency], bool], *, is_between: bool
) -> tuple[Term, ...]:
    """The direct latency where it is told, else the sum."""
    direct = limit.direct
    if direct is None or (is_between and direct.metric == "e2e_ms") or not is_told(direct):
        return limit.terms
    return ((exact(1), direct),)


def needed(forms: Sequence[Form]) -> tuple[Latency, ...]:
    """Each latency that some limit needs, once."""
    return tuple(dict.fromkeys(latency for _, terms in forms for _, latency in terms))
