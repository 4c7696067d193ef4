"""The entries that a demand may use: its own first, then the catalog's."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from planner.candidates.canonical import in_canonical_order
from planner.candidates.entry_notes import entry_notes
from planner.candidates.layout import layout_fault
from planner.catalog.library import Catalog
from planner.demand import Demand, VoiceWorkload
from planner.entries import Deployment, Hardware, HardwarePrice, LanguageModel
from planner.errors import InvalidDemand
from planner.quote import Note, UsedPrice


@dataclass(frozen=True, slots=True)
class Entries:
    """What a demand may draw on."""

    deployments: tuple[Deployment, ...]
    """By id; inline ones carry their evidence."""
    hardware: dict[str, Hardware]
    models: dict[str, LanguageModel]
    prices: dict[str, tuple[UsedPrice, ...]]
    """By hardware id."""
    named: frozenset[str]
    """Ids of deployments that the demand names or brings."""
    notes: tuple[Note, ...] = field(default=())


def entries_of(demand: Demand, catalog: Catalog) -> Entries:
    """Resolves every id of a demand.

    Raises:
        InvalidDemand: an id that neither the demand nor the catalog has.
    """
    found = _deployments(demand, catalog)
    deployments = tuple(in_canonical_order(found[name]) for name in sorted(found))
    own_hardware = {h.id: h for h in demand.hardware}
    hardware: dict[str, Hardware] = {}
    for deployment in deployments:
        for hardware_id in deployment.chips_by_hardware:
            hardware[hardware_id] = own_hardware.get(hardware_id) or _hardware(
                hardware_id, deployment, demand, catalog
            )
    models = _models(demand, catalog)
    prices = {h: _prices(hardware[h], h in own_hardware, catalog) for h in sorted(hardware)}
    notes = tuple(entry_notes(demand, catalog, deployments, models))
    named = frozenset(demand.deployment_ids or ())
    return Entries(deployments, dict(sorted(hardware.items())), models, prices, named, notes)


def _deployments(demand: Demand, catalog: Catalog) -> dict[str, Deployment]:
    """Every deployment that may be used, by id."""
    if demand.deployments is None:
        models = dict.fromkeys(w.model for w in demand.workloads)
        found = {d.id: d for model in models for d in catalog.deployments_of(model)}
    else:
        found = dict(_chosen(demand, catalog))
    return found | dict(_audio(demand, catalog, found))


def _chosen(demand: Demand, catalog: Catalog) -> Iterator[tuple[str, Deployment]]:
    own = {model.id: model for model in demand.models}
    for position, choice in enumerate(demand.deployments or ()):
        path = f"deployments[{position}]"
        if isinstance(choice, Deployment):
            fault = layout_fault(choice, own.get(choice.model) or catalog.models.get(choice.model))
            if fault is not None:
                raise InvalidDemand.at(f"{path}.parallelism", fault)
            evidence = choice.evidence or "measured"
            yield choice.id, choice.model_copy(update={"evidence": evidence})
        else:
            yield choice, _catalog_deployment(choice, path, catalog)


def _audio(
    demand: Demand, catalog: Catalog, known: dict[str, Deployment]
) -> Iterator[tuple[str, Deployment]]:
    for position, workload in enumerate(demand.workloads):
        if not isinstance(workload, VoiceWorkload):
            continue
        for role, name in (("asr", workload.asr), ("tts", workload.tts)):
            if name is None:
                continue
            path = f"workloads[{position}].{role}"
            found = known.get(name) or _catalog_deployment(name, path, catalog)
            if found.role != role:
                raise InvalidDemand.at(path, f"{name} has the role {found.role}, not {role}")
            yield name, found


def _catalog_deployment(name: str, path: str, catalog: Catalog) -> Deployment:
    if name in catalog.deployments:
        return catalog.deployments[name]
    message = (
        f"{name!r} is neither in the demand nor in the catalog; `planner profiles list` "
        "shows what is"
    )
    raise InvalidDemand.at(path, _claim_of(catalog, name) or message)


def _claim_of(catalog: Catalog, name: str) -> str | None:
    """What a published claim of that name lacks to be planned on."""
    from planner.catalog.claims import explain_claim_named

    return explain_claim_named(catalog, name)


def _hardware(name: str, deployment: Deployment, demand: Demand, catalog: Catalog) -> Hardware:
    if name in catalog.hardware:
        return catalog.hardware[name]
    ids = demand.deployment_ids or ()
    where = f"deployments[{ids.index(deployment.id)}].hardware" if deployment.id in ids else ""
    raise InvalidDemand.at(
        where,
        f"{name!r}, which {deployment.id} runs on, is neither under hardware in the demand nor in "
        "the catalog",
    )


def _models(demand: Demand, catalog: Catalog) -> dict[str, LanguageModel]:
    own = {model.id: model for model in demand.models}
    names = sorted({workload.model for workload in demand.workloads})
    return {
        name: own.get(name) or catalog.models[name]
        for name in names
        if name in own or name in catalog.models
    }


def _prices(hardware: Hardware, is_own: bool, catalog: Catalog) -> tuple[UsedPrice, ...]:
    """The prices of one kind of hardware: those that came with it, else the catalog's."""
    given = HardwarePrice(
        price_usd_per_node=hardware.price_usd_per_node,
        price_usd_per_chip=hardware.price_usd_per_chip,
        price_usd_per_rack=hardware.price_usd_per_rack,
        rent_usd_per_chip_hour=hardware.rent_usd_per_chip_hour,
    )
    stated = any(getattr(given, name) is not None for name in HardwarePrice.model_fields)
    if stated:
        return (
            UsedPrice(
                hardware=hardware.id, provider="demand" if is_own else "catalog", price=given
            ),
        )
    return tuple(
        UsedPrice(hardware=hardware.id, provider=provider, price=price)
        for provider, price in catalog.prices_of(hardware.id)
    )
