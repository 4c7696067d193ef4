"""The money of a quote: every line from its inputs, and what the lines add up to."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from planner.quote import Check, Cost, Totals
from planner.verify.case import Case
from planner.verify.checking import MONEY, at_most, claim, close, number_text
from planner.verify.figures import MILLION, figure_checks
from planner.verify.installations import Installation, installations
from planner.verify.lines import Lines, NoPrice, capex_usd, lines_of
from planner.verify.numbers import exact
from planner.verify.purposes import add_idle_chips, purposes_of
from planner.verify.tokens import tokens_of

CENT: Final = Fraction(1, 100)
"""A line may be off by this: cents are dealt out so that the sum is right."""
DUTIES: Final = ("1", "2", "3")
"""Peak to mean, of workloads that give none."""
HALF_A_CENT: Final = CENT / 2


def money_checks(case: Case, cost: Cost) -> Iterator[Check]:
    """Rules `cost` of each line, purpose and sum, `totals` of each figure of money, `budget`."""
    prices = {used.hardware: used.price for used in case.quote.inputs.prices}
    found: list[tuple[Installation, Lines]] = []
    capex = Fraction(0)
    for installation in installations(case):
        kind = installation.hardware.id
        try:
            lines = lines_of(installation, prices[kind])
        except (NoPrice, KeyError) as fault:
            yield claim(f"cost.price.{kind}", str(fault), "a price", holds=False)
            return
        found.append((installation, lines))
        capex += capex_usd(installation, prices[kind])
    yield from _lines(cost, [lines for _, lines in found])
    yield from _sums(case, cost)
    yield from _purposes(case, cost, found)
    if case.quote.totals is not None:
        yield from figure_checks(case, case.quote.totals, capex)
        yield from _at_duties(case, case.quote.totals)


def _at_duties(case: Case, totals: Totals) -> Iterator[Check]:
    """The same fleet at another mean: other energy, other tokens."""
    prices = {used.hardware: used.price for used in case.quote.inputs.prices}
    told = totals.usd_per_million_tokens_at_peak_to_mean or {}
    for text, usd_per_million in told.items():
        rule = f"totals.usd_per_million_tokens_at_peak_to_mean.{text}"
        if text not in DUTIES:
            yield claim(rule, text, " or ".join(DUTIES), holds=False)
            continue
        tokens = tokens_of(case, int(text))
        usd = sum(
            (
                sum(lines_of(each, prices[each.hardware.id]).values(), Fraction(0))
                for each in installations(case, int(text))
            ),
            Fraction(0),
        )
        count = tokens.read + tokens.accepted
        if usd_per_million is not None and count:
            by = CENT * MILLION / count
            yield close(rule, usd_per_million, usd / count * MILLION, MONEY, by)


def _lines(cost: Cost, parts: list[Lines]) -> Iterator[Check]:
    told: Lines = {}
    for line in cost.lines:
        told[line.item] = told.get(line.item, Fraction(0)) + exact(line.usd_per_year)
    true: Lines = {}
    for lines in parts:
        for item, usd in lines.items():
            true[item] = true.get(item, Fraction(0)) + usd
    for item in dict.fromkeys([*told, *true]):
        usd = true.get(item, Fraction(0))
        if item in told or usd:
            yield close(f"cost.{item}", told.get(item, Fraction(0)), usd, MONEY, by=CENT)


def _sums(case: Case, cost: Cost) -> Iterator[Check]:
    """Lines, purposes and workloads each add up to the total, to the cent."""
    totals = case.quote.totals
    if totals is None or totals.usd_per_year is None:
        return
    purposes = cost.by_purpose
    sums: dict[str, list[float]] = {
        "lines": [line.usd_per_year for line in cost.lines],
        "by_purpose": [
            purposes.serving,
            purposes.headroom,
            purposes.redundancy,
            purposes.rounding,
        ],
        "by_workload": [part.usd_per_year for part in cost.by_workload],
    }
    year = exact(totals.usd_per_year)
    for name, parts in sums.items():
        if parts or not year:
            total = sum((exact(part) for part in parts), Fraction(0))
            is_sum = abs(total - year) < HALF_A_CENT
            yield claim(f"cost.{name}", number_text(total), number_text(year), holds=is_sum)
    if case.policy.budget_usd_per_year is not None:
        yield at_most("budget", year, case.policy.budget_usd_per_year)


def _purposes(case: Case, cost: Cost, found: list[tuple[Installation, Lines]]) -> Iterator[Check]:
    usd = {
        (i.part.name, i.hardware.id): sum(lines.values(), Fraction(0)) / i.chips
        for i, lines in found
    }
    missing = [
        kind
        for pool in case.quote.pools
        for kind in case.deployment_of(pool.id).chips_by_hardware
        if (pool.site, kind) not in usd
    ]
    if missing:
        return  # `packing` says that no nodes hold these replicas
    true = purposes_of(case, usd)
    for installation, _ in found:
        place = (installation.part.name, installation.hardware.id)
        add_idle_chips(true, installation, usd[place])
    margin = max(CENT, sum(true.values(), Fraction(0)) * MONEY)
    for name, value in true.items():
        told = getattr(cost.by_purpose, name)
        yield close(f"cost.{name}", told, value, MONEY, by=margin)
