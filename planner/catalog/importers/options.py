"""What the user says about results that the files do not say."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from planner.catalog.importers.measurement import NONE
from planner.entries.base import Evidence

SAME_SHAPE: Final = 0.02
"""Lengths that differ by no more than this share are one shape."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportOptions:
    """Nothing is assumed: what is None here and in the files is asked for."""

    model: str | None = None
    """Id of the catalog's model, not the name that was served."""
    hardware: str | None = None
    """Id of the catalog's hardware."""
    chips: int | None = None
    """Of one replica."""
    replicas: int | None = None
    """Replicas behind the measured address; rates and concurrency are divided by them."""
    precision: str | None = None
    kv_precision: str | None = None
    parallelism: Mapping[str, int] = field(default_factory=lambda: NONE)
    engine: str | None = None
    engine_version: str | None = None
    speculation: str | None = None
    input_tokens: float | None = None
    """Mean length, for files that do not count tokens."""
    output_tokens: float | None = None
    cached_input_fraction: float = 0.0
    id: str | None = None
    evidence: Evidence = "measured"
    source: str | None = None
    format: str | None = None
    """The tool that wrote the files, instead of detection."""
    columns: Mapping[str, str] = field(default_factory=lambda: NONE)
    """For `csv`: our names to those of the sheet."""
    only: Mapping[str, str] = field(default_factory=lambda: NONE)
    """Which of several deployments in the files: what it must say about itself."""
    shape_tolerance: float = SAME_SHAPE
