"""Replicas that could not be built: chips, domains, degrees of parallelism, memory."""

from collections.abc import Iterator

from planner.catalog.findings import Finding
from planner.catalog.library import Catalog
from planner.entries.deployment import Deployment
from planner.sizing.layouts import layout_of, layout_refusal
from planner.sizing.memory import bytes_of_gb, weight_bytes
from planner.sizing.precisions import number_format


def layouts_that_do_not_fit(catalog: Catalog) -> Iterator[Finding]:
    """Layouts against their domains, their degrees, the model's heads and the chips' memory."""
    for entry_id, deployment in catalog.deployments.items():
        file = catalog.records("deployments")[entry_id].file
        yield from _domains(catalog, file, deployment)
        yield from _degrees(catalog, file, deployment)
        yield from _precision(file, deployment)
        yield from _memory(catalog, file, deployment)


def _domains(catalog: Catalog, file: str, deployment: Deployment) -> Iterator[Finding]:
    for hardware_id, chips in deployment.chips_by_hardware.items():
        if hardware_id not in catalog.hardware:
            continue
        domain = catalog.hardware[hardware_id].domain_chips
        left_over = -chips % domain
        if chips > domain and left_over:
            text = (
                f"{chips} chips of {hardware_id} take {(chips + left_over) // domain} whole domains"
                f" of {domain}, of which {left_over} chips stay empty"
            )
            yield Finding("warning", file, "chips_per_replica", text)


def _degrees(catalog: Catalog, file: str, deployment: Deployment) -> Iterator[Finding]:
    if not deployment.parallelism:
        return
    try:
        layout = layout_of(deployment.parallelism, deployment.chips)
    except ValueError as error:
        yield Finding("error", file, "parallelism", str(error))
        return
    if deployment.model in catalog.models:
        model = catalog.models[deployment.model]
        refusal = layout_refusal(layout, model.attention.heads, model.layers)
        if refusal is not None:
            yield Finding("error", file, "parallelism", refusal)


def _precision(file: str, deployment: Deployment) -> Iterator[Finding]:
    for field in ("precision", "kv_precision"):
        name = getattr(deployment, field)
        try:
            if name is not None:
                number_format(name)
        except ValueError as error:
            yield Finding("warning", file, field, f"{error}; memory and ceiling are not checked")


def _memory(catalog: Catalog, file: str, deployment: Deployment) -> Iterator[Finding]:
    """A measurement outranks this arithmetic, so that it only warns."""
    needed = _weights(catalog, deployment)
    parts = deployment.chips_by_hardware
    if needed is None or any(hardware_id not in catalog.hardware for hardware_id in parts):
        return
    held = sum(
        chips * bytes_of_gb(catalog.hardware[hardware_id].memory_gb)
        for hardware_id, chips in parts.items()
    )
    if needed > held:
        text = (
            f"weights of {needed / 1e9:.0f} GB are more than the {held / 1e9:.0f} GB of its chips"
        )
        yield Finding("warning", file, "chips_per_replica", text)


def _weights(catalog: Catalog, deployment: Deployment) -> int | None:
    if deployment.precision is None or deployment.model not in catalog.models:
        return None
    try:
        held = number_format(deployment.precision).held_bytes
    except ValueError:
        return None
    return weight_bytes(catalog.models[deployment.model].total_parameters, held)
