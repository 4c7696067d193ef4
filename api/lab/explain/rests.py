"""What a quote rests on: each entry with its evidence in one word, its date and its source."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from planner.catalog.library import Catalog
from planner.entries.source import Source
from planner.quote import Quote

_WORDS: Final = {
    "measured": "measured",
    "third_party": "third party",
    "vendor": "vendor",
    "modeled": "modelled",
    "target": "target",
    "listed": "listed",
    "assumed": "assumed",
}
GIVEN: Final = "given"
"""Evidence of what came with the demand and says nothing of itself."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the catalog, or of the demand."""

    key: str
    """Such as `deployment:gpt-oss-120b--h100`."""
    kind: str
    name: str
    evidence: str
    """One word: measured, third party, vendor, modelled, target, listed, assumed, given."""
    date: str | None
    source: str | None
    title: str | None
    where: str | None
    note: str | None


def entries_of(quote: Quote, catalog: Catalog | None = None) -> tuple[Entry, ...]:
    """Every entry that the fleet, or an answer without one, rests on."""
    known: Mapping[str, Source] = {} if catalog is None else catalog.sources
    return (
        *_deployments(quote, known),
        *_hardware(quote, known),
        *_prices(quote, known),
        _costs(quote),
    )


def _deployments(quote: Quote, known: Mapping[str, Source]) -> Iterator[Entry]:
    used = {pool.deployment for pool in quote.pools}
    inline = {entry.id for entry in quote.demand.inline_deployments}
    for entry in quote.inputs.deployments:
        if entry.id in used:
            evidence = _WORDS.get(entry.evidence or "measured", "measured")
            title, where = _named(known, entry.source)
            own = "From the demand." if entry.id in inline else None
            yield Entry(
                f"deployment:{entry.id}",
                "benchmark curve",
                entry.id,
                evidence,
                entry.date,
                entry.source,
                title,
                where,
                entry.note or own,
            )


def _hardware(quote: Quote, known: Mapping[str, Source]) -> Iterator[Entry]:
    inline = {entry.id for entry in quote.demand.hardware}
    standing = {name for site in quote.sites for name in site.nodes}
    for entry in quote.inputs.hardware:
        if entry.id in standing:
            title, where = _named(known, entry.source)
            evidence = GIVEN if entry.id in inline else _kind(known, entry.source)
            yield Entry(
                f"hardware:{entry.id}",
                "hardware",
                entry.id,
                evidence,
                None,
                entry.source,
                title,
                where,
                "From the demand." if entry.id in inline else None,
            )


def _prices(quote: Quote, known: Mapping[str, Source]) -> Iterator[Entry]:
    standing = {name for site in quote.sites for name in site.nodes}
    for used in quote.inputs.prices:
        if used.hardware in standing:
            title, where = _named(known, used.price.source)
            is_own = used.provider == "demand"
            yield Entry(
                f"price:{used.hardware}",
                "price",
                used.hardware,
                GIVEN if is_own else _kind(known, used.price.source),
                used.price.date,
                used.price.source,
                title,
                where,
                "From the demand." if is_own else f"Provider: {used.provider}.",
            )


def _costs(quote: Quote) -> Entry:
    changed = sorted(quote.demand.costs.model_dump(exclude_unset=True, exclude={"sites"}))
    text = f"Changed by the demand: {', '.join(changed)}." if changed else None
    return Entry("costs", "cost book", "default cost book", "assumed", None, None, None, None, text)


def _named(known: Mapping[str, Source], source: str | None) -> tuple[str | None, str | None]:
    if source is None or source not in known:
        return None, None
    return known[source].title, known[source].where


def _kind(known: Mapping[str, Source], source: str | None) -> str:
    if source is None or source not in known:
        return GIVEN
    return _WORDS[known[source].kind]
