"""Result files that we wrote ourselves, and the factory of a measurement."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from planner.catalog.importers import ImportOptions, ImportResult, import_results
from planner.catalog.importers.measurement import (
    Counts,
    Latencies,
    Load,
    Measurement,
    Origin,
    Rates,
    Shape,
)

FILES = Path(__file__).resolve().parents[2] / "data" / "imports"

ASKED = ImportOptions(model="acme-1t", hardware="x1", chips=4, precision="fp8")


@pytest.fixture
def load_files() -> Callable[..., ImportResult]:
    """Imports files of ours, by name."""

    def load(*names: str, **options: Any) -> ImportResult:
        files = [(name, (FILES / name).read_bytes()) for name in names]
        return import_results(files, replace(ASKED, **options))

    return load


@pytest.fixture
def load_text() -> Callable[..., ImportResult]:
    """Imports one file of a given content."""

    def load(name: str, content: str | bytes, **options: Any) -> ImportResult:
        raw = content.encode() if isinstance(content, str) else content
        return import_results([(name, raw)], replace(ASKED, **options))

    return load


@pytest.fixture
def measurement() -> Callable[..., Measurement]:
    """A sound closed-loop point: 12 clients, 10 requests/s, 200 + 50 tokens, E2E 110 + 49 × 20."""

    def make(**parts: dict[str, Any]) -> Measurement:
        sound = Measurement(
            origin=Origin("run.json", "", "vllm"),
            load=Load(kind="closed", concurrency_cap=12, requests_sent=1000),
            counts=Counts(ok=1000, failed=0),
            rates=Rates(requests_per_s=10, output_tokens_per_s=500, duration_s=100),
            shape=Shape(input_tokens=200, output_tokens=50),
            latencies=Latencies(
                ttft_ms={"mean": 110, "p50": 100, "p99": 200},
                tpot_ms={"mean": 20, "p50": 20, "p99": 22},
                e2e_ms={"mean": 1090, "p50": 1080, "p99": 1278},
            ),
        )
        changed = {name: replace(getattr(sound, name), **fields) for name, fields in parts.items()}
        return replace(sound, **changed)

    return make
