"""The quote as a document: its digest, its status, and inputs that are those of the demand."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, cast

from planner.digest import digest_of
from planner.entries import Deployment, Hardware, LanguageModel
from planner.quote import Check, Quote
from planner.verify.checking import at_most, claim, same
from planner.verify.numbers import exact

SOLVER_PRECISION: Final = Fraction(1, 10**6)
HALF_A_CENT: Final = Fraction(1, 200)
"""By which a stated total may be off."""
_PURCHASE: Final = {"price_usd_per_node", "price_usd_per_chip", "price_usd_per_rack"}
_PRICES: Final = {*_PURCHASE, "rent_usd_per_chip_hour"}
Entry = Deployment | Hardware | LanguageModel


def document_checks(quote: Quote) -> Iterator[Check]:
    """Rules `digest`, `status`, `gap`, and `inputs` of each entry that came with the demand."""
    asked = quote.demand.model_dump(mode="json", exclude_unset=True)
    yield same("digest.demand", quote.certificate.demand_digest, digest_of(asked))
    yield same("name", quote.name, quote.demand.name)
    yield _status(quote)
    yield _certificate(quote)
    yield from _gap(quote)
    demand, inputs = quote.demand, quote.inputs
    yield from _inline(demand.inline_deployments, inputs.deployments)
    yield from _inline(demand.hardware, inputs.hardware)
    yield from _inline(demand.models, inputs.models)
    yield from _prices(quote)
    yield from _costs(quote)


def _status(quote: Quote) -> Check:
    """A fleet has totals and nothing short; no fleet has no parts, and says what is missing."""
    if quote.status == "infeasible":
        parts = {"totals": quote.totals, "pools": quote.pools, "cost": quote.cost}
        routed = any(workload.routes for workload in quote.workloads)
        faults = [f"infeasible with {name}" for name, part in parts.items() if part]
        faults += ["infeasible with routes"] * routed
        faults += ["infeasible without a shortfall"] * (not quote.shortfalls)
    else:
        faults = [f"{quote.status} without totals"] * (quote.totals is None)
        faults += [f"{quote.status} with shortfalls"] * bool(quote.shortfalls)
        faults += ["optimal without a gap"] * (
            quote.status == "optimal" and quote.gap_fraction is None
        )
    return claim("status", faults[0] if faults else quote.status, "its parts", holds=not faults)


def _certificate(quote: Quote) -> Check:
    """A certificate that says of itself that a rule does not hold certifies nothing."""
    failed = [check.rule for check in quote.certificate.checks if not check.holds]
    left = f"{failed[0]} does not hold" if failed else "every check holds"
    return claim("certificate", left, "every check holds", holds=not failed)


def _gap(quote: Quote) -> Iterator[Check]:
    """Optimal means a gap within what the demand asks; it is the solver's, and its bound bears it.

    The solver works to `SOLVER_PRECISION`, so that a gap may be off by as much.
    """
    gap, solver = quote.gap_fraction, quote.certificate.solver
    if quote.status == "infeasible" or gap is None:
        return
    if quote.status == "optimal":
        most = exact(quote.demand.solver.gap_fraction) + SOLVER_PRECISION
        yield at_most("gap", gap, most)
    if solver.gap_fraction is not None:
        yield at_most("gap.solver", solver.gap_fraction, gap)
    usd = quote.totals.usd_per_year if quote.totals else None
    if usd is not None and solver.best_bound is not None and "USD" in solver.objective:
        least = (exact(usd) - HALF_A_CENT) * (1 - exact(gap) - SOLVER_PRECISION)
        yield at_most("gap.bound", least, exact(solver.best_bound))


def _inline(asked: Sequence[Entry], used: Sequence[Entry]) -> Iterator[Check]:
    """What was used under an id is what the demand gave under it, whole."""
    given = {entry.id: entry for entry in asked}
    for entry in used:
        if entry.id in given:
            same_entry = _comparable(entry) == _comparable(given[entry.id])
            left = "as given" if same_entry else "differs"
            yield claim(f"inputs.{entry.id}", left, "the demand's", holds=same_entry)


def _comparable(entry: Entry) -> object:
    """Without the class of evidence, which the quote may fill in, and without order of lists."""
    return _unordered(entry.model_dump(mode="json", exclude={"evidence"}, exclude_defaults=True))


def _unordered(data: object) -> object:
    if isinstance(data, dict):
        items = cast("dict[str, object]", data)
        return {key: _unordered(value) for key, value in items.items()}
    if isinstance(data, list):
        return sorted(digest_of(_unordered(item)) for item in cast("list[object]", data))
    return data


def _prices(quote: Quote) -> Iterator[Check]:
    """Of a price that came with the demand, what was used is what was given."""
    given = {entry.id: entry for entry in quote.demand.hardware}
    for used in quote.inputs.prices:
        if used.hardware in given:
            asked = given[used.hardware].model_dump(include=_PRICES, exclude_none=True)
            price = used.price.model_dump(include=_PRICES, exclude_none=True)
            wrong = [name for name in price if name in asked and price[name] != asked[name]]
            if asked.keys() & _PURCHASE:
                wrong += [name for name in price.keys() & _PURCHASE if name not in asked]
            left = f"{wrong[0]} differs" if wrong else "as given"
            yield claim(f"price.{used.hardware}", left, "the demand's", holds=not wrong)


def _costs(quote: Quote) -> Iterator[Check]:
    """Cost parameters that the demand sets are those that were used."""
    asked = quote.demand.costs.model_dump(exclude={"sites"}, exclude_none=True)
    used = quote.inputs.costs.model_dump(include=set(asked))
    software = asked.pop("software_usd_per_chip_year", {})
    book = used.pop("software_usd_per_chip_year", {})
    wrong = [name for name in asked if asked[name] != used[name]]
    wrong += [f"software of {name}" for name in software if software[name] != book.get(name)]
    left = wrong[0] if wrong else "as given"
    yield claim("inputs.costs", left, "the demand's", holds=not wrong)
