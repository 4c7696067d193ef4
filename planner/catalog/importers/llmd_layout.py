"""Chips, parallelism and engine as a llm-d report lists them, one entry a pod or component."""

from typing import Any, Final

from planner.catalog.importers.fields import Fields
from planner.catalog.importers.measurement import Layout
from planner.catalog.importers.metadata import precision_name

_DEGREES: Final = {"tensor": "tp", "pipeline": "pp", "data": "dp", "expert": "ep"}


def layout_v01(scenario: Fields) -> Layout:
    """`host.accelerator[]` has one entry a pod, `platform.engine[]` the same order."""
    pods = [Fields(pod) for pod in scenario["host"].list("accelerator")]
    engines = [Fields(engine) for engine in scenario["platform"].list("engine")]
    counts = [pod.whole("count") for pod in pods]
    model = scenario["model"].text("name")
    if model is None or model == "unknown":
        model = scenario["load"]["args"]["server"].text("model_name") or None
    return Layout(
        model=model,
        hardware=_only(pod.text("model") for pod in pods),
        chips=_sum(counts),
        replicas=_whole_copies(scenario["host"].list("type")),
        parallelism=_degrees(pods),
        precision=precision_name(scenario["model"].text("quantization")),
        engine=_only(engine.text("name") for engine in engines),
        engine_version=_only(engine.text("version") for engine in engines),
    )


def layout_v02(scenario: Fields) -> Layout:
    """`stack[]` has one entry a component, with `replicas` copies of `accelerator.count` chips."""
    parts = [Fields(part)["standardized"] for part in scenario.list("stack")]
    serving = [part for part in parts if part["accelerator"].data]
    copies = [part.whole("replicas") or 1 for part in serving]
    counts = [part["accelerator"].whole("count") for part in serving]
    roles = [
        role for part, n in zip(serving, copies, strict=True) for role in [part.text("role")] * n
    ]
    return Layout(
        model=_only(part["model"].text("name") for part in serving),
        hardware=_only(part["accelerator"].text("model") for part in serving),
        chips=_sum([None if c is None else c * n for c, n in zip(counts, copies, strict=True)]),
        replicas=_whole_copies(roles),
        parallelism=_degrees([part["accelerator"] for part in serving]),
        engine=_only(part.text("tool") for part in serving),
        engine_version=_only(part.text("tool_version") for part in serving),
    )


def _whole_copies(roles: list[Any]) -> int | None:
    """How many replicas, where each entry is a whole one; None with prefill and decode apart."""
    whole = {"replica", "aggregate", "aggregated"}
    return len(roles) if roles and all(str(role) in whole for role in roles) else None


def _degrees(pods: list[Fields]) -> dict[str, int]:
    """Degrees of parallelism, where all pods have the same."""
    stated = [pod["parallelism"] for pod in pods]
    if not stated or any(degrees.data != stated[0].data for degrees in stated):
        return {}
    read = {ours: stated[0].whole(theirs) for ours, theirs in _DEGREES.items()}
    return {ours: degree for ours, degree in read.items() if degree is not None}


def _sum(counts: list[int | None]) -> int | None:
    stated = [count for count in counts if count is not None]
    return sum(stated) if stated and len(stated) == len(counts) else None


def _only(values: Any) -> str | None:
    stated = set(values) - {None}
    return stated.pop() if len(stated) == 1 else None
