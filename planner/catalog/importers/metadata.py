"""What users write beside a result: layout under many names, tags that tell two curves apart."""

import re
from collections.abc import Mapping
from math import prod
from typing import Any, Final

from planner.catalog.importers.fields import Fields, plain_text
from planner.catalog.importers.measurement import Layout

DEGREES: Final = {
    "tensor": ("tensor_parallel_size", "tensor-parallel-size", "tp_size", "tp"),
    "pipeline": ("pipeline_parallel_size", "pipeline-parallel-size", "pp_size", "pp"),
    "data": ("data_parallel_size", "data-parallel-size", "dp_size", "dp"),
}
_HARDWARE: Final = ("gpu", "hardware", "accelerator", "gpu_name", "device")
_ENGINE: Final = ("framework", "engine")
_PRECISION: Final = ("precision", "quantization")
_REPLICAS: Final = ("replicas", "num_replicas", "decode_replicas")
_LAYOUT: Final = frozenset(
    name
    for names in (*DEGREES.values(), _HARDWARE, _ENGINE, _PRECISION, _REPLICAS)
    for name in names
) | {"prefill_replicas", "model", "chips", "num_gpus"}
_COUNTED: Final = re.compile(r"^(\d{1,5})\s*[xX×]\s*(.+)$")
_OF_THE_RUN: Final = re.compile(
    r"^(mean|median|std|p\d+)_|(^|_)(input|output|isl|osl|len|rate|qps|rps|conc|concurrency|prompts?"
    r"|num|run|seed|date|time|timestamp|start|end|duration|batch|spec|probe|id|uuid|slos?|total"
    r"|count|tokens?|requests?|errors?|peak|cached|ms|s)(_|$|\d)",
)
"""Names that tell one run from another, not one deployment from another."""
_MAX_TAG: Final = 80


def layout_of(record: Mapping[str, Any], *, model: str | None) -> Layout:
    """The layout that metadata and sweep overrides give; `4xNVIDIA_L40S` is four chips."""
    fields = Fields(record)
    degrees = {ours: fields.whole(*names) for ours, names in DEGREES.items()}
    parallelism = {ours: degree for ours, degree in degrees.items() if degree is not None}
    chips, hardware = counted(fields.text(*_HARDWARE))
    chips = (
        chips
        or fields.whole("chips", "num_gpus")
        or (prod(parallelism.values()) if parallelism else None)
    )
    return Layout(
        model=model,
        hardware=hardware,
        chips=chips,
        replicas=_replicas(fields),
        parallelism=parallelism,
        precision=precision_name(fields.text(*_PRECISION)),
        engine=fields.text(*_ENGINE),
        acceptance_length=fields.number("spec_decode_acceptance_length"),
    )


def _replicas(fields: Fields) -> int | None:
    if fields.whole("prefill_replicas"):
        return None  # prefill and decode apart: no whole copies to count
    return fields.whole(*_REPLICAS)


def counted(text: str | None) -> tuple[int | None, str | None]:
    """How many of what.

    >>> counted("4xNVIDIA_L40S"), counted("NVIDIA H100 80GB HBM3")
    ((4, 'NVIDIA_L40S'), (None, 'NVIDIA H100 80GB HBM3'))
    """
    match = _COUNTED.match(text or "")
    return (int(match.group(1)), match.group(2).strip()) if match else (None, text)


_SHORT: Final = {
    "bfloat16": "bf16",
    "float16": "fp16",
    "half": "fp16",
    "float32": "fp32",
    "float8": "fp8",
}


def precision_name(text: str | None) -> str | None:
    """A number format as our schemas write it; None for `auto` and for what is no such name.

    >>> precision_name("NVFP4"), precision_name("bfloat16"), precision_name("auto")
    ('nvfp4', 'bf16', None)
    """
    name = (text or "").strip().lower()
    if name in {"", "auto", "none", "null"}:
        return None
    name = _SHORT.get(name, name)
    return name if re.fullmatch(r"[a-z0-9][a-z0-9_.+-]{0,39}", name) else None


def tags_of(record: Mapping[str, Any], known: frozenset[str]) -> dict[str, str]:
    """Scalars that the tool does not write itself, unless they belong to the load or the layout.

    >>> tags_of({"framework": "sgl", "deployment": "base", "qps": 4, "duration": 1.0}, frozenset())
    {'deployment': 'base'}
    """
    return {
        plain_text(key): plain_text(str(value))
        for key, value in sorted(record.items())
        if key not in known and key not in _LAYOUT and _tells_deployments_apart(key, value)
    }


def _tells_deployments_apart(key: str, value: Any) -> bool:
    name = key.lower().replace("-", "_")
    if name in _SERVER_LIMITS:
        return True
    is_short = isinstance(value, str | bool | int) and len(str(value)) <= _MAX_TAG
    return is_short and not _OF_THE_RUN.search(name)


_SERVER_LIMITS: Final = {"max_num_seqs", "max_num_batched_tokens", "gpu_memory_utilization"}
"""Settings of the server whose names look like those of a run, or whose values are fractions."""
