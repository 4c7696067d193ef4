"""What a measurement says about its deployment, as labels to choose and group by."""

import re
from collections.abc import Sequence
from typing import Final

from planner.catalog.importers.measurement import Measurement

_PART: Final = re.compile(r"[a-z0-9]+")
_MEMORY: Final = re.compile(r"^\d+(gb|gib|g)$")


def labels(measured: Measurement) -> dict[str, str]:
    """Layout and tags by name; what the file does not say is absent.

    `tensor`, `pipeline`, … are degrees of parallelism; tags keep the names that the file gives.
    """
    layout = measured.layout
    stated = {
        "model": layout.model,
        "hardware": layout.hardware,
        "chips": layout.chips,
        **layout.parallelism,
        "precision": layout.precision,
        "engine": layout.engine,
        "speculation": layout.speculation,
    }
    return {name: str(value) for name, value in stated.items() if value is not None} | dict(
        measured.tags
    )


def combinations(points: Sequence[Measurement]) -> list[dict[str, str]]:
    """The deployments among the points: each distinct set of those labels in which they differ.

    A layout that a file does not state contradicts none; a tag that only some files carry does.
    """
    labelled = [labels(point) for point in points]
    names = {name for own in labelled for name in own}
    differing = sorted(name for name in names if _differs(name, points, labelled))
    seen: list[dict[str, str]] = []
    for own in labelled:
        combination = {name: own.get(name, "(not said)") for name in differing}
        if combination not in seen:
            seen.append(combination)
    return seen


def _differs(name: str, points: Sequence[Measurement], labelled: Sequence[dict[str, str]]) -> bool:
    values = {own[name] for own in labelled if name in own}
    if len(values) > 1:
        return True
    carriers = {point.origin.format for point in points if name in point.tags}
    return any(name not in point.tags for point in points if point.origin.format in carriers)


def same_hardware(stated: str, chosen: str) -> bool | None:
    """Whether a file's hardware and a catalog id are the same; None if they cannot be compared.

    >>> same_hardware("NVIDIA H100 80GB HBM3", "h100-sxm"), same_hardware("gb200", "b200-sxm")
    (True, False)
    >>> same_hardware("AMD Instinct MI300X 192GB HBM3", "wafer") is None
    True
    """
    left, right = _model_numbers(stated), _model_numbers(chosen)
    return bool(left & right) if left and right else None


def _model_numbers(name: str) -> set[str]:
    """Parts such as `h100`, `mi300x`, `l40s`: with a digit, but no memory sizes."""
    parts = _PART.findall(name.lower())
    return {
        part.removeprefix("v") if part[1:].isalnum() and part.startswith("v") else part
        for part in parts
        if any(c.isdigit() for c in part) and not _MEMORY.match(part) and not part.startswith("hbm")
    }
