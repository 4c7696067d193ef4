"""The catalog of a quote: all that it carries, to solve variations of its demand on."""

from pathlib import Path
from typing import Any

from planner.catalog.library import Catalog
from planner.catalog.shelf import file_stem
from planner.demand import Demand
from planner.entries import Deployment
from planner.quote import Quote


def catalog_of(quote: Quote) -> Catalog:
    """What the quote was planned on, as a catalog without files."""
    files: dict[str, Any] = {}
    for kind, entries in (
        ("deployments", quote.inputs.deployments),
        ("hardware", quote.inputs.hardware),
        ("models", quote.inputs.models),
    ):
        for entry in entries:
            files[f"{kind}/{file_stem(entry.id)}.yaml"] = _plain(entry)
    for used in quote.inputs.prices:
        name = f"price of {used.hardware}"
        files[f"prices/{file_stem(name)}.yaml"] = {
            "id": name,
            "provider": used.provider,
            "date": used.price.date or "2000",
            "source": used.price.source or "demand",
            "hardware": {used.hardware: _plain(used.price)},
        }
    costs = quote.inputs.costs.model_dump(mode="json", exclude={"sites"})
    files["costs.yaml"] = {
        name: {"value": value, "source": "quote"} for name, value in costs.items()
    }
    return Catalog(Path("quote"), files, quote.certificate.catalog_digest)


def carried_demand(quote: Quote) -> Demand:
    """The demand without the ids of deployments that the quote does not carry."""
    carried = {entry.id for entry in quote.inputs.deployments}
    named = quote.demand.deployments
    kept = named and tuple(d for d in named if isinstance(d, Deployment) or d in carried)
    return quote.demand.model_copy(update={"deployments": kept})


def solvable(quote: Quote, catalog: Catalog) -> tuple[Demand, Catalog]:
    """The demand and the catalog to solve variations on.

    Those of the quote; where the catalog has changed since, what the quote itself carries.
    """
    if catalog.digest == quote.certificate.catalog_digest:
        return quote.demand, catalog
    return carried_demand(quote), catalog_of(quote)


def _plain(entry: Any) -> dict[str, Any]:
    return entry.model_dump(mode="json", exclude_unset=True)
