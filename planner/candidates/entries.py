"""The entries that a demand may use: its own first, then the catalog's, with what is assumed of them."""

from collections.abc import Iterator
from dataclasses import dataclass, field

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
    deployments = tuple(sorted(_deployments(demand, catalog), key=lambda d: d.id))
    own_hardware = {h.id: h for h in demand.hardware}
    hardware: dict[str, Hardware] = {}
    for deployment in deployments:
        for hardware_id in deployment.chips_by_hardware:
            hardware[hardware_id] = own_hardware.get(hardware_id) or _hardware(
                hardware_id, deployment, demand, catalog
            )
    models = _models(demand, catalog)
    prices = {h: _prices(hardware[h], h in own_hardware, catalog) for h in sorted(hardware)}
    notes = tuple(_notes(demand, catalog, deployments, models))
    named = frozenset(demand.deployment_ids or ())
    return Entries(deployments, dict(sorted(hardware.items())), models, prices, named, notes)


def _deployments(demand: Demand, catalog: Catalog) -> Iterator[Deployment]:
    if demand.deployments is None:
        for model in dict.fromkeys(w.model for w in demand.workloads):
            yield from catalog.deployments_of(model)
        yield from _audio(demand, catalog, set())
        return
    seen: set[str] = set()
    for position, choice in enumerate(demand.deployments):
        if isinstance(choice, Deployment):
            seen.add(choice.id)
            yield choice if choice.evidence else choice.model_copy(update={"evidence": "measured"})
        else:
            seen.add(choice)
            yield _catalog_deployment(choice, f"deployments[{position}]", catalog)
    yield from _audio(demand, catalog, seen)


def _audio(demand: Demand, catalog: Catalog, seen: set[str]) -> Iterator[Deployment]:
    for position, workload in enumerate(demand.workloads):
        if not isinstance(workload, VoiceWorkload):
            continue
        for role in ("asr", "tts"):
            name = getattr(workload, role)
            if name is not None and name not in seen:
                seen.add(name)
                yield _catalog_deployment(name, f"workloads[{position}].{role}", catalog)


def _catalog_deployment(name: str, path: str, catalog: Catalog) -> Deployment:
    if name in catalog.deployments:
        return catalog.deployments[name]
    raise InvalidDemand.at(
        path,
        f"{name!r} is neither in the demand nor in the catalog; `planner profiles list` shows what is",
    )


def _hardware(name: str, deployment: Deployment, demand: Demand, catalog: Catalog) -> Hardware:
    if name in catalog.hardware:
        return catalog.hardware[name]
    position = (demand.deployment_ids or (deployment.id,)).index(deployment.id)
    raise InvalidDemand.at(
        f"deployments[{position}].hardware",
        f"{name!r} is neither under hardware in the demand nor in the catalog",
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


def _notes(
    demand: Demand,
    catalog: Catalog,
    deployments: tuple[Deployment, ...],
    models: dict[str, LanguageModel],
) -> Iterator[Note]:
    for kind, own, shelf in (
        ("hardware", demand.hardware, catalog.hardware),
        ("model", demand.models, catalog.models),
        ("deployment", demand.inline_deployments, catalog.deployments),
    ):
        for entry in own:
            if entry.id in shelf:
                text = f"The {kind} {entry.id} of the demand stands in for the catalog's entry of the same id."
                yield Note(code=f"{kind}_shadowed", text=text)
    for name in dict.fromkeys(w.model for w in demand.workloads):
        if name not in models:
            text = (
                f"{name} is not in the catalog: neither its memory fit nor its context was checked."
            )
            yield Note(code="model_not_in_catalog", text=text)
    own_measured = [d.id for d in demand.inline_deployments if d.evidence is None]
    if own_measured:
        text = f"{_listed(own_measured)} came with the demand and count{'s' if len(own_measured) == 1 else ''} as measured."
        yield Note(code="evidence_own", text=text)
    used = {w.model for w in demand.workloads}
    for deployment in deployments:
        if deployment.role == "serve" and deployment.model not in used:
            text = f"No workload asks for {deployment.model}, the model of {deployment.id}."
            yield Note(code="deployment_without_workload", text=text)


def _listed(names: list[str]) -> str:
    """`a`, `a and b`, `a, b and 3 more`."""
    if len(names) > 3:
        return f"{', '.join(names[:2])} and {len(names) - 2} more"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
