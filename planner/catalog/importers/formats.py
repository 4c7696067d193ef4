"""Which tool wrote a record: the first format of the list that recognises it."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from planner.catalog.importers import (
    aiperf,
    genai_perf,
    guidellm,
    guidellm_v01,
    hf_benchmarker,
    inference_perf,
    inferencex,
    llmd,
    llmperf,
    mlperf,
    nvidia_csv,
    optimum,
    sglang,
    trtllm,
    vllm,
    vllm_other,
)
from planner.catalog.importers.fields import as_mapping
from planner.catalog.importers.finding import Refused
from planner.catalog.importers.measurement import Measurement, Origin

Reader = Callable[[Any, Origin], Iterator[Measurement]]


@dataclass(frozen=True, slots=True)
class Format:
    """One shape of file: how to know it, and how to read it."""

    tool: str
    """What `--format` calls it; a tool with several shapes has several formats."""
    recognises: Callable[[Any], bool]
    read: Reader


def _mapping(recognises: Callable[[Mapping[str, Any]], bool]) -> Callable[[Any], bool]:
    """The same question, answered with no for what is no mapping."""
    return lambda record: isinstance(record, Mapping) and recognises(as_mapping(record))


FORMATS: Final = (
    Format("inferencex", _mapping(inferencex.recognises), inferencex.read),
    Format("llmperf", _mapping(llmperf.recognises), llmperf.read),
    Format("inference-perf", _mapping(inference_perf.recognises), inference_perf.read),
    Format("llm-d", _mapping(llmd.recognises), llmd.read),
    Format("guidellm", _mapping(guidellm.recognises), guidellm.read),
    Format("guidellm", _mapping(guidellm_v01.recognises), guidellm_v01.read),
    Format("aiperf", _mapping(aiperf.recognises), aiperf.read),
    Format("aiperf", _mapping(aiperf.recognises_records), aiperf.read_records),
    Format("genai-perf", _mapping(genai_perf.recognises), genai_perf.read),
    Format("inference-benchmarker", _mapping(hf_benchmarker.recognises), hf_benchmarker.read),
    Format("trtllm-bench", _mapping(trtllm.recognises), trtllm.read),
    Format("optimum-benchmark", _mapping(optimum.recognises), optimum.read),
    Format("inferencex", _mapping(inferencex.recognises_run), inferencex.read_run),
    Format("vllm", _mapping(vllm.recognises), vllm.read),
    Format("vllm", _mapping(vllm_other.recognises_nightly), vllm_other.read_nightly),
    Format("vllm", _mapping(vllm_other.recognises_offline), vllm_other.read_offline),
    Format("sglang", _mapping(sglang.recognises), sglang.read),
    Format("sglang", _mapping(sglang.recognises_offline), sglang.read_offline),
    Format("mlperf", mlperf.recognises, mlperf.read),
    Format("aiperf", nvidia_csv.recognises_aiperf, nvidia_csv.read),
    Format("genai-perf", nvidia_csv.recognises, nvidia_csv.read),
    Format("genai-perf", nvidia_csv.recognises_analysis, nvidia_csv.read_analysis),
    Format("mlperf", mlperf.recognises_table, mlperf.read_table),
)
"""In order of detection: what says more about itself comes first."""

CSV: Final = "csv"
TOOLS: Final = (*dict.fromkeys(entry.tool for entry in FORMATS), CSV)
"""What `--format` takes."""


def detect(record: Any) -> Format | None:
    """The format of a record; None where no tool is recognised."""
    return next((entry for entry in FORMATS if entry.recognises(record)), None)


def forced(tool: str, record: Any) -> Format:
    """The format of a tool that was named: its shape that recognises the record, else its main one.

    Raises:
        Refused: no tool of that name, or a record that it could not have written.
    """
    shapes = [entry for entry in FORMATS if entry.tool == tool]
    if not shapes:
        raise Refused("unknown_format", f"--format {tool}: choose one of {', '.join(TOOLS)}")
    known = next((entry for entry in shapes if entry.recognises(record)), None)
    if known is None and not isinstance(record, Mapping):
        raise Refused("unknown_format", f"this is no file that {tool} writes")
    return known or shapes[0]
