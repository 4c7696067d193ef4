"""SemiAnalysis InferenceX (InferenceMAX): aggregated rows, and runs in seconds without a suffix."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from planner.catalog.importers.fields import Fields
from planner.catalog.importers.finding import Refused, warning
from planner.catalog.importers.measurement import (
    Counts,
    Layout,
    Load,
    Measurement,
    Origin,
    Rates,
    Shape,
    latencies_of,
)
from planner.catalog.importers.metadata import layout_of, precision_name, tags_of
from planner.catalog.importers.numbers import is_yes
from planner.catalog.importers.vllm import KNOWN, load_of, shape_of

_METRICS: Final = {"ttft_ms": "ttft", "tpot_ms": "tpot", "itl_ms": "itl", "e2e_ms": "e2el"}
_NOMINAL: Final = re.compile(r"(?<![0-9a-z])(\d{1,3})k(\d{1,3})k(?![0-9a-z])")
_SUM_TOLERANCE: Final = 0.005
_WHOLE_TOLERANCE: Final = 0.01


def recognises(record: Mapping[str, Any]) -> bool:
    """Whether this is an aggregated row: rates per GPU."""
    return "tput_per_gpu" in record


def read(record: Mapping[str, Any], origin: Origin) -> Iterator[Measurement]:
    """One row; `tput_per_gpu` is input + output of all GPUs, the others may be of some of them."""
    fields = Fields(record)
    chips = _chips(fields)
    latencies = {ours: fields.flat_percentiles(theirs, 1000) for ours, theirs in _METRICS.items()}
    if not latencies["ttft_ms"] and not latencies["tpot_ms"]:
        raise Refused(
            "no_latency", "a row with rates but no TTFT and no TPOT: take the full aggregate"
        )
    lengths = _nominal(fields, origin.file)
    power_w = fields.number("avg_power_w") if is_yes(fields.data.get("power_valid")) else None
    yield Measurement(
        origin=origin,
        load=Load(kind="closed", concurrency_cap=fields.number("conc")),
        rates=Rates(
            output_tokens_per_s=fields.needed("output_tput_per_gpu") * chips.decode,
            input_tokens_per_s=fields.needed("input_tput_per_gpu") * chips.prefill,
            power_w=None if power_w is None else power_w * chips.all,
        ),
        shape=Shape(nominal_input_tokens=lengths[0], nominal_output_tokens=lengths[1]),
        latencies=latencies_of(latencies),
        layout=_layout(fields, chips),
        tags=_tags(fields, chips),
    )


@dataclass(frozen=True, slots=True)
class _Chips:
    """Over how many GPUs each rate of a row is spread."""

    all: int
    prefill: int
    decode: int


def _chips(fields: Fields) -> _Chips:
    prefill, decode = fields.whole("num_prefill_gpu"), fields.whole("num_decode_gpu")
    if prefill and decode and is_yes(fields.data.get("disagg")):
        return _Chips(prefill + decode, prefill, decode)
    total = int(fields.needed("tp")) * (fields.whole("pp") or 1) * (fields.whole("pcp") or 1)
    both, output = fields.needed("tput_per_gpu"), fields.needed("output_tput_per_gpu")
    tokens_in = fields.needed("input_tput_per_gpu")
    if abs(tokens_in + output - both) <= _SUM_TOLERANCE * both:
        return _Chips(total, total, total)
    return _split(total, both, tokens_in, output)


def _split(total: int, both: float, tokens_in: float, output: float) -> _Chips:
    """Rates per prefill and decode GPU: d of n with in·(n − d) + out·d = both·n, d whole."""
    decode = total * (both - tokens_in) / (output - tokens_in) if output != tokens_in else 0
    whole = round(decode)
    if not 0 < whole < total or abs(decode - whole) > _WHOLE_TOLERANCE * whole:
        text = (
            f"tput_per_gpu {both:.5g} is not input {tokens_in:.5g} + output {output:.5g} of {total}"
            " GPUs, nor of any split of them into prefill and decode"
        )
        raise Refused("rates_do_not_add_up", text, decode)
    return _Chips(total, total - whole, whole)


def _nominal(fields: Fields, file: str) -> tuple[float | None, float | None]:
    """Lengths as asked: from the row, else from a name such as `agg_gptoss_1k1k`."""
    match = _NOMINAL.search(file.replace("_", " "))
    named = (1024.0 * int(match.group(1)), 1024.0 * int(match.group(2))) if match else (None, None)
    return fields.number("isl") or named[0], fields.number("osl") or named[1]


def _layout(fields: Fields, chips: _Chips) -> Layout:
    is_split = chips.prefill != chips.all
    degrees = {} if is_split else {"tensor": fields.whole("tp"), "expert": fields.whole("ep")}
    spoken = fields.text("spec_decoding", "mtp")
    return Layout(
        model=fields.text("model", "infmax_model_prefix"),
        hardware=fields.text("hw"),
        chips=chips.all,
        parallelism={name: degree for name, degree in degrees.items() if degree is not None},
        precision=precision_name(fields.text("precision")),
        engine=fields.text("framework"),
        speculation={"on": "mtp", "off": "none"}.get(spoken, spoken) if spoken else None,
    )


def _tags(fields: Fields, chips: _Chips) -> dict[str, str]:
    is_split = chips.prefill != chips.all
    stated = {
        "dp_attention": str(is_yes(fields.data.get("dp_attention"))).lower(),
        "disagg": str(is_split).lower(),
    }
    return (
        {**stated, "prefill_chips": str(chips.prefill), "decode_chips": str(chips.decode)}
        if is_split
        else stated
    )


def recognises_run(record: Mapping[str, Any]) -> bool:
    """Whether this is a run in the vLLM form with latencies in seconds."""
    return "median_ttft" in record and "output_throughput" in record


def read_run(record: Mapping[str, Any], origin: Origin) -> Iterator[Measurement]:
    """One run; `median_ttft` without `_ms` is in seconds."""
    fields = Fields(record)
    ok, duration = fields.number("completed"), fields.number("duration")
    sent, tokens_in = fields.number("num_prompts"), fields.number("total_input_tokens")
    failed = fields.number("failed")
    derived = failed is None and sent is not None and ok is not None
    latencies = {ours: fields.flat_percentiles(theirs, 1000) for ours, theirs in _METRICS.items()}
    yield Measurement(
        origin=origin,
        load=load_of(fields),
        counts=Counts(
            ok=ok,
            failed=sent - ok if derived and sent and ok else failed,
            failed_is_derived=derived,
        ),
        rates=Rates(
            requests_per_s=fields.number("request_throughput"),
            output_tokens_per_s=fields.needed("output_throughput"),
            input_tokens_per_s=tokens_in / duration if tokens_in is not None and duration else None,
            duration_s=duration,
        ),
        shape=shape_of(fields, ok),
        latencies=latencies_of(latencies),
        layout=layout_of(record, model=fields.text("model_id")),
        tags=tags_of(
            record,
            KNOWN | {key for key in record if key.startswith(("mean_", "median_", "p9", "std_"))},
        ),
        date=fields.text("date"),
        findings=(
            warning(
                "seconds_without_suffix", "latencies have no _ms suffix and were read as seconds"
            ),
        ),
    )
