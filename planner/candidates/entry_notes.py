"""What is assumed of the entries that a demand draws on."""

from collections.abc import Iterable, Iterator

from planner.candidates.words import listed
from planner.catalog.library import Catalog
from planner.demand import Demand
from planner.entries import Deployment, LanguageModel
from planner.quote import Note
from planner.sizing.precisions import known_format
from planner.utilization import KV_PRECISION_BY_DEFAULT


def entry_notes(
    demand: Demand,
    catalog: Catalog,
    deployments: tuple[Deployment, ...],
    models: dict[str, LanguageModel],
) -> Iterator[Note]:
    """Assumptions, in an order that the order of lists does not change."""
    yield from _shadowed("hardware", (h.id for h in demand.hardware), catalog.hardware)
    yield from _shadowed("model", (m.id for m in demand.models), catalog.models)
    yield from _shadowed(
        "deployment", (d.id for d in demand.inline_deployments), catalog.deployments
    )
    yield from _unknown_models(demand, models)
    yield from _unknown_formats(demand, deployments, models)
    own = sorted(d.id for d in demand.inline_deployments if d.evidence is None)
    if own:
        text = f"{listed(own)} came with the demand and count{'s' * (len(own) == 1)} as measured."
        yield Note(code="evidence_own", text=text)
    used = {workload.model for workload in demand.workloads}
    for deployment in deployments:
        if deployment.role == "serve" and deployment.model not in used:
            text = f"No workload asks for {deployment.model}, the model of {deployment.id}."
            yield Note(code="deployment_without_workload", text=text)
    yield from _unknown_stock(demand, catalog)


def _shadowed(kind: str, own: Iterable[str], shelf: Iterable[str]) -> Iterator[Note]:
    known = set(shelf)
    for name in sorted(own):
        if name in known:
            text = (
                f"The {kind} {name} of the demand stands in for the catalog's entry of the same id."
            )
            yield Note(code=f"{kind}_shadowed", text=text)


def _unknown_models(demand: Demand, models: dict[str, LanguageModel]) -> Iterator[Note]:
    for name in sorted({workload.model for workload in demand.workloads} - set(models)):
        text = f"{name} is not in the catalog: neither its memory fit nor its context was checked."
        yield Note(code="model_not_in_catalog", text=text)


def _unknown_formats(
    demand: Demand, deployments: tuple[Deployment, ...], models: dict[str, LanguageModel]
) -> Iterator[Note]:
    """What a value takes is not known, so neither is what the weights or the cache do."""
    asked = {workload.model for workload in demand.workloads} & set(models)
    for deployment in deployments:
        if deployment.model not in asked or deployment.role != "serve":
            continue
        formats = (deployment.precision, deployment.kv_precision or KV_PRECISION_BY_DEFAULT)
        unknown = [name or "none stated" for name in formats if known_format(name) is None]
        if unknown:
            text = (
                f"{deployment.id}: the memory fit of {deployment.model} was not checked, for what "
                f"a value takes is not known at its precision ({listed(unknown)})."
            )
            yield Note(code="memory_not_checked", text=text)


def _unknown_stock(demand: Demand, catalog: Catalog) -> Iterator[Note]:
    """A misspelt id in `stock` would look like a site without that hardware."""
    own = {hardware.id for hardware in demand.hardware}
    stocked = {name for site in demand.sites for name in site.stock or ()}
    for name in sorted(stocked - own):
        if name not in catalog.hardware:
            text = f"A site has stock of {name}, which is neither in the demand nor in the catalog."
            yield Note(code="stock_of_unknown_hardware", text=text)
