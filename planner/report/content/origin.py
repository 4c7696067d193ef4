"""Where a quote comes from, as tables: cost parameters, sources, certificate."""

from collections.abc import Iterator, Mapping
from typing import Any

from planner.catalog.library import Catalog
from planner.entries.source import Source
from planner.quote import Quote
from planner.report.content.cells import Cell, Figure, Table, columns


def parameters(quote: Quote) -> Table:
    """Every parameter of the cost, and what differs at a site."""
    costs = quote.inputs.costs
    rows: list[tuple[Cell, ...]] = []
    for name, value in costs.model_dump(exclude={"sites"}).items():
        rows += _parameter(name, "all", value)
    for site, own in costs.sites.items():
        for name, value in own.model_dump(exclude_none=True).items():
            rows += _parameter(name, site, value)
    names = columns("parameter", "site", "#value")
    return Table("cost_parameters", "Cost parameters", names, tuple(rows), heads=2)


def _parameter(name: str, site: str, value: Any) -> Iterator[tuple[Cell, ...]]:
    if isinstance(value, Mapping):
        for key, each in value.items():  # pyright: ignore[reportUnknownVariableType]
            yield f"{name} ({key})", site, Figure(each, "plain")  # pyright: ignore[reportUnknownArgumentType]
    else:
        yield name, site, Figure(value, "plain")


def sources(quote: Quote, catalog: Catalog | None = None) -> Table:
    """What each entry rests on; titles where a catalog is at hand."""
    known: Mapping[str, Source] = {}
    if catalog is not None:
        known = catalog.sources
    rows = tuple(
        (kind, name, how, date or "", source or "not stated", *_resolved(known, source))
        for kind, name, how, date, source in _entries(quote)
    )
    names = columns("kind", "entry", "known by", "date", "source", "title", "where")
    return Table("sources", "Sources", names, rows, heads=2)


def _resolved(register: Mapping[str, Source], source: str | None) -> tuple[str, str]:
    found = register[source] if source is not None and source in register else None
    return (found.title, found.where) if found else ("", "")


def _entries(quote: Quote) -> Iterator[tuple[str, str, str, str | None, str | None]]:
    used = {pool.deployment for pool in quote.pools}
    standing = {name for site in quote.sites for name in site.nodes}
    whole = not used
    for entry in quote.inputs.deployments:
        if whole or entry.id in used:
            evidence = (entry.evidence or "measured").replace("_", " ")
            yield "deployment", entry.id, evidence, entry.date, entry.source
    for entry in quote.inputs.hardware:
        if whole or entry.id in standing:
            yield "hardware", entry.id, "", None, entry.source
    for entry in quote.inputs.models:
        yield "model", entry.id, "", None, entry.source
    for used_price in quote.inputs.prices:
        if whole or used_price.hardware in standing:
            price = used_price.price
            yield "price", used_price.hardware, used_price.provider, price.date, price.source


def certificate(quote: Quote) -> Table:
    """Who vouches for what: exact checks by rule, the solver's bound, the digests."""
    proof = quote.certificate
    solver = proof.solver
    counts: dict[str, list[bool]] = {}
    for check in proof.checks:
        counts.setdefault(check.rule.partition(".")[0], []).append(check.holds)
    rules = tuple(
        (f"rule {rule}", f"{sum(held):,} of {len(held):,} hold") for rule, held in counts.items()
    )
    rows = (
        ("solver", f"{solver.name} {solver.version}, {solver.status}"),
        ("made least", solver.objective),
        ("best bound", _number(solver.best_bound)),
        ("gap", _number(solver.gap_fraction)),
        *rules,
        ("demand", proof.demand_digest),
        ("catalog", proof.catalog_digest),
        ("quote", quote.id),
        ("made", f"{quote.created_at} by planner {quote.planner_version}"),
    )
    note = (
        "Each rule was checked in exact arithmetic, apart from the solver. That no cheaper fleet "
        "exists rests on the solver's bound. `planner verify` checks the JSON of a quote again."
    )
    return Table("certificate", "Certificate", columns("about", "text"), rows, note)


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.12g}"


def checks(quote: Quote) -> Table:
    """Every check with both sides and slack."""
    rows = tuple(
        (check.rule, "holds" if check.holds else "BROKEN", check.left, check.right, check.slack)
        for check in quote.certificate.checks
    )
    return Table("checks", "Checks", columns("rule", "", "left", "right", "slack"), rows)
