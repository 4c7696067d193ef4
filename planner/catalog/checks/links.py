"""Names that lead nowhere, and figures that nobody vouches for."""

from collections.abc import Iterator

from planner.catalog.findings import Finding
from planner.catalog.library import COSTS_FILE, Catalog
from planner.entries.deployment import Deployment
from planner.entries.hardware import Hardware

AUDIO_ROLES = ("asr", "tts")
_NOT_FIGURES = {"id", "name", "vendor", "source", "sources", "note", "purchase_unit"}


def loose_ends(catalog: Catalog) -> Iterator[Finding]:
    """Ids and sources that do not resolve, and figures without a source."""
    yield from _of_hardware(catalog)
    yield from _of_models(catalog)
    yield from _of_deployments(catalog)
    yield from _of_prices(catalog)
    yield from _of_costs(catalog)


def _of_hardware(catalog: Catalog) -> Iterator[Finding]:
    for entry_id, hardware in catalog.hardware.items():
        file = catalog.records("hardware")[entry_id].file
        yield from _source(catalog, file, "source", hardware.source, optional=True)
        for field, source in hardware.sources.items():
            if field not in hardware.model_fields_set:
                text = f"{field} is not a field that this entry states; name one that it does"
                yield Finding("error", file, f"sources.{field}", text)
            yield from _source(catalog, file, f"sources.{field}", source)
        for field in sorted(_figures(hardware) - set(hardware.sources)):
            if hardware.source is None:
                yield Finding("error", file, field, "has no source; name one in source or sources")
        model = hardware.hardwired_model
        if model is not None and model not in catalog.models:
            yield _unknown(file, "hardwired_model", "model", model)


def _figures(hardware: Hardware) -> set[str]:
    return hardware.model_fields_set - _NOT_FIGURES


def _of_models(catalog: Catalog) -> Iterator[Finding]:
    for entry_id, model in catalog.models.items():
        file = catalog.records("models")[entry_id].file
        yield from _source(catalog, file, "source", model.source)


def _of_deployments(catalog: Catalog) -> Iterator[Finding]:
    for entry_id, deployment in catalog.deployments.items():
        file = catalog.records("deployments")[entry_id].file
        yield from _parts(catalog, file, deployment)
        yield from _curve_sources(catalog, file, deployment)
        if deployment.evidence is None:
            text = "is missing; say measured, third_party, vendor, modeled or target"
            yield Finding("error", file, "evidence", text)
        if deployment.evidence in ("estimate", "unspecified"):
            yield Finding("warning", file, "evidence", f"{deployment.evidence} is never planned on")


def _parts(catalog: Catalog, file: str, deployment: Deployment) -> Iterator[Finding]:
    is_audio = deployment.role in AUDIO_ROLES
    if not is_audio and deployment.model not in catalog.models:
        yield _unknown(file, "model", "model", deployment.model)
    for hardware_id in deployment.chips_by_hardware:
        if hardware_id not in catalog.hardware:
            path = "parts" if deployment.parts else "hardware"
            yield _unknown(file, path, "hardware", hardware_id)


def _curve_sources(catalog: Catalog, file: str, deployment: Deployment) -> Iterator[Finding]:
    yield from _source(catalog, file, "source", deployment.source, optional=True)
    for index, curve in enumerate(deployment.curves):
        path = f"curves[{index}]"
        optional = deployment.source is not None
        yield from _source(catalog, file, f"{path}.source", curve.source, optional)
        if curve.date is None and deployment.date is None:
            yield Finding("warning", file, f"{path}.date", "is missing, so its age is not known")
    if deployment.quality is not None:
        quality = deployment.quality.source
        yield from _source(catalog, file, "quality.source", str(quality) if quality else None)


def _of_prices(catalog: Catalog) -> Iterator[Finding]:
    for list_id, prices in catalog.price_lists.items():
        file = catalog.records("prices")[list_id].file
        yield from _source(catalog, file, "source", prices.source)
        for hardware_id, price in prices.hardware.items():
            path = f"hardware.{hardware_id}"
            yield from _source(catalog, file, f"{path}.source", price.source, optional=True)
            if hardware_id not in catalog.hardware:
                yield _unknown(file, path, "hardware", hardware_id)


def _of_costs(catalog: Catalog) -> Iterator[Finding]:
    file = catalog.name_of(COSTS_FILE)
    for key, parameter in catalog.cost_parameters.items():
        yield from _source(catalog, file, f"{key}.source", parameter.source)


def _source(
    catalog: Catalog, file: str, path: str, source: str | None, optional: bool = False
) -> Iterator[Finding]:
    if source is None:
        if not optional:
            yield Finding("error", file, path, "is missing; name an entry of sources.yaml")
    elif source not in catalog.sources:
        yield _unknown(file, path, "source", source)


def _unknown(file: str, path: str, kind: str, entry_id: str) -> Finding:
    return Finding(
        "error", file, path, f"{entry_id} is no {kind} of this catalog; add it or fix it"
    )
