"""Points without a concurrency: each stands alone, and the best that keeps every limit counts."""

from collections.abc import Iterator
from fractions import Fraction

from planner.entries import OperatingPoint
from planner.verify.ask import Ask
from planner.verify.forms import Form, terms_of
from planner.verify.lengths import lengths_asked
from planner.verify.nearness import larger, nearest, nearly_same, shapeless
from planner.verify.numbers import exact
from planner.verify.percentiles import Latency, value_of
from planner.verify.plan import Lone, Refused
from planner.verify.points import lone_points
from planner.verify.readings import Readings


def planned_without_cap(readings: Readings, ask: Ask) -> Lone | Refused:
    """How a deployment serves a workload in a pool without a concurrency cap."""
    for rule, positions in _by_rule(readings, ask):
        found = [lone for position in positions for lone in _alone(rule, position, readings, ask)]
        kept = [lone for lone in found if _keeps_all(lone)]
        if kept:
            return max(kept, key=lambda lone: lone.rate)
        if found:
            return Refused("no point without a concurrency keeps every limit")
    return Refused("no point without a concurrency has this shape and the latencies it needs")


def _by_rule(readings: Readings, ask: Ask) -> Iterator[tuple[str, list[int]]]:
    """The curves that each rule would take, looked for when its turn comes."""
    yield "any_shape", shapeless(readings)[:1]
    yield "same_shape", nearly_same(readings, ask)
    yield "larger_shape", larger(readings, ask)
    yield "shape_mismatch", nearest(readings, ask)


def _alone(rule: str, position: int, readings: Readings, ask: Ask) -> list[Lone]:
    lengths = readings.lengths[position] if rule == "larger_shape" else lengths_asked(ask)
    found: list[Lone] = []
    for index, point in lone_points(readings.curves[position]):
        rate = exact(point.output_tokens_per_s or 0) / lengths.output_tokens
        sums = _sums(rule, point, ask)
        if sums is not None:
            found.append(Lone(rule, position, index, rate, *sums))
    return found


def _sums(
    rule: str, point: OperatingPoint, ask: Ask
) -> tuple[tuple[Fraction, ...], tuple[Form, ...], tuple[frozenset[str], ...]] | None:
    """What each limit comes to at a point, with what it rests on; None where a latency lacks."""

    def is_told(latency: Latency) -> bool:
        return value_of(point, latency, use_lower=ask.use_lower) is not None

    between = rule == "shape_mismatch"
    forms = [(limit, terms_of(limit, is_told, is_between=between)) for limit in ask.limits]
    sums: list[Fraction] = []
    rests: list[frozenset[str]] = []
    for limit, terms in forms:
        found = [value_of(point, latency, use_lower=ask.use_lower) for _, latency in terms]
        values = [value for value in found if value is not None]
        if len(values) < len(terms):
            return None
        pairs = zip(terms, values, strict=True)
        total = sum((term[0] * value[0] for term, value in pairs), limit.constant_ms)
        sums.append(total)
        rests.append(frozenset(basis for _, basis in values))
    return tuple(sums), tuple(forms), tuple(rests)


def _keeps_all(lone: Lone) -> bool:
    pairs = zip(lone.sums_ms, lone.forms, strict=True)
    return all(value <= form[0].ceiling_ms for value, form in pairs)
