"""Every field of a demand refuses what is none of its kind, wherever it stands in the document.

The fields are found in the published schema, so that a new one is tested the day it is written.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from planner.demand import Demand, read_demand
from planner.documents import read_document
from planner.errors import InvalidInput
from tests.factories.matches import curve, demand, deployment, hardware, point, workload

type Path = tuple[str | int, ...]

EVERY_NUMBER = ["3", " 5 ", "1_000", "inf", "NaN", "1e400", True, False, 1e29, 10**29, [1], {}]
RAW_NUMBERS = ["NaN", "Infinity", "-Infinity", "1e400", "1" + "0" * 400, "1" * 4301]
EVERY_TEXT = [
    "a\x00b",
    "a\x1b[31mb",
    "a\nb",
    "a\x7fb",
    "a\x85b",
    "\ud800",
    "\u2028",
    3,
    True,
    ["a"],
]

MODEL = {
    "id": "m",
    "name": "M",
    "vendor": "v",
    "total_parameters": 8e9,
    "active_parameters": 8e9,
    "layers": 32,
    "attention": {
        "kind": "gqa",
        "heads": 32,
        "kv_heads": 8,
        "head_size": 128,
        "window_tokens": 128,
        "sliding_layers": 16,
        "kv_layers": 32,
    },
    "max_context_tokens": 8192,
    "source": "s",
    "note": "n",
}
LIMIT = {"p95": 500}
SLO = {
    name: dict(LIMIT)
    for name in ("ttft_ms", "tpot_ms", "itl_ms", "e2e_ms", "queue_ms", "first_visible_ms")
}
COMMON = {
    "reasoning_tokens": 5,
    "cached_input_fraction": 0.5,
    "accepted_fraction": 0.9,
    "peak_to_mean": 2,
    "active_user_cadence_s": 60,
    "precisions": ["fp8"],
    "sites": ["east"],
    "headroom": 0.2,
}
LATENCIES = {name: {"p50": 10, "mean": 12} for name in (*SLO, "first_audio_ms")}
FULL = demand(
    [
        workload(name="a", slo=SLO, kind="requests", **COMMON),
        workload(name="b", kind="users", active_users=5, requests_per_user_per_minute=1, **COMMON),
        workload(
            name="c",
            kind="agent",
            tasks_per_s=1,
            calls_per_task=5,
            tool_s_per_call=0.5,
            task_s={"p95": 60},
            **COMMON,
        ),
        workload(
            name="d",
            kind="voice",
            concurrent_sessions=50,
            turns_per_minute=4,
            time_to_first_audio_ms=dict(LIMIT),
            endpoint_ms=100,
            asr_ms=50,
            tts_first_audio_ms=50,
            network_ms=20,
            first_chunk_tokens=4,
            interruption_ms=dict(LIMIT),
            cancel_ms=5,
            tokens_per_audio_s=5,
            barge_in_fraction=0.1,
            barge_in_heard_fraction=0.5,
            listening_fraction=0.5,
            speaking_fraction=0.5,
            asr="x",
            tts="y",
            **COMMON,
        ),
    ],
    [
        deployment(
            {
                **curve(
                    point(
                        10,
                        1000,
                        requests_per_s=10,
                        offered_requests_per_s=10,
                        failed_fraction=0,
                        duration_s=60,
                        power_w=600,
                        input_tokens_per_s=9000,
                        streams=4,
                        real_time_factor=0.5,
                        note="n",
                        **LATENCIES,
                    ),
                    shape=(500, 100, 0.5),
                ),
                "acceptance_length": 2.5,
                "date": "2026-01-01",
                "source": "s",
                "note": "n",
            },
            precision="fp8",
            kv_precision="fp8",
            parallelism={"tensor": 1},
            quality={"metric": "mmlu", "value": 0.8, "source": "s"},
            engine="e",
            engine_version="1",
            speculation="none",
            kv_transfer_ms=5,
            evidence="measured",
            source="s",
            date="2026-01",
            note="n",
        ),
        "z",
        {
            **{k: v for k, v in deployment(id="p").items() if k not in {"hardware"}},
            "chips_per_replica": None,
            "parts": [{"hardware": "chip", "chips": 4}],
        },
    ],
    hardware=[
        hardware(
            name="Chip",
            vendor="acme",
            memory_bandwidth_gb_per_s=1600,
            peak_tflops={"bf16": 500, "fp8": 1000, "fp4": 2000},
            tdp_w=700,
            node_idle_power_w=2000,
            scale_up_chips=8,
            nodes_per_rack=4,
            rack_power_w=40_000,
            available_from="2026-01",
            memories=[{"kind": "HBM", "gb": 80, "gb_per_s": 1600}],
            hardwired_model="m",
            rent_usd_per_chip_hour={"on_demand": 3, "reserved_1y": [2, 2.5], "spot": 1},
            source="s",
            sources={"tdp_w": "s"},
            note="n",
        ),
        hardware(id="ranged", price_usd_per_node=[100_000, 200_000], rent_usd_per_chip_hour=3),
    ],
    models=[MODEL, {**MODEL, "id": "l", "attention": {
        "kind": "mla", "heads": 128, "latent_size": 512, "rope_size": 64}}],
    sites=[
        {
            "name": "east",
            "power_cap_megawatts": 5,
            "pue": 1.2,
            "design_pue": 1.3,
            "usd_per_kwh": 0.08,
            "grams_co2_per_kwh": 300,
            "stock": {"chip": 800},
            "racks": 50,
            "rack_power_kw": 40,
        }
    ],
    policy={
        "headroom": 0.3,
        "spare_replicas_per_pool": 1,
        "spare_nodes_per_site": 1,
        "site_loss_headroom": 0.1,
        "max_pools": 5,
        "budget_usd_per_year": 1e9,
        "needed_by": "2026-12-31",
    },
    costs={
        "life_years": 5,
        "residual_fraction": 0.1,
        "cost_of_capital_fraction": 0.08,
        "network_fraction_of_server_price": 0.1,
        "network_power_w_per_chip": 50,
        "facility_usd_per_kw_month": 150,
        "usd_per_kwh": 0.08,
        "grams_co2_per_kwh": 400,
        "idle_power_fraction": 0.3,
        "software_usd_per_chip_year": {"default": 100},
        "support_fraction_per_year": 0.03,
        "operations_usd_per_node_year": 5000,
        "output_to_input_cost_ratio": 4,
        "sites": {"east": {"usd_per_kwh": 0.1, "facility_usd_per_kw_month": 100,
                           "grams_co2_per_kwh": 100, "operations_usd_per_node_year": 1}},
    },
    solver={"gap_fraction": 0.001, "time_limit_s": 30},
)  # fmt: skip
"""Every field of the schema, given."""


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from leaves(inner, (*path, index))
    elif value is not None:
        yield path, value


NUMBERS = [p for p, v in leaves(FULL) if isinstance(v, int | float) and not isinstance(v, bool)]
TEXTS = [path for path, value in leaves(FULL) if isinstance(value, str)]


def put(data: Any, path: Path, value: Any) -> Any:
    """A copy with one place changed."""
    head, *rest = path
    copy = list(data) if isinstance(data, list) else dict(data)
    copy[head] = put(copy[head], tuple(rest), value) if rest else value
    return copy


def shown(path: Path) -> str:
    return ".".join(map(str, path))


def test_the_full_demand_is_one():
    assert read_demand(FULL).name == "test"


def test_the_full_demand_leaves_no_field_of_the_schema_out():
    """What it does not give it could not test."""
    given = {str(step) for path, _ in leaves(FULL) for step in path}
    schema = Demand.model_json_schema()
    parts = {**schema["$defs"], "Demand": schema}.values()
    known = {name for part in parts for name in part.get("properties", {})}
    switches = {"objective", "survive_site_loss", "acquisition", "rent_term", "missing_percentile"}
    switches |= {"percentile_sums", "allow_shape_mismatch", "purchase_unit", "role"}
    instead = {"utilization_cap", "price_usd_per_chip", "price_usd_per_rack", "reserved_3y"}
    assert known - given - switches - instead == set()


@pytest.mark.parametrize("path", NUMBERS, ids=shown)
def test_a_number_refuses_what_is_none(path: Path):
    for value in EVERY_NUMBER:
        if value == {} and path[-1] == "rent_usd_per_chip_hour":
            continue  # a mapping of terms, of which there are none
        with pytest.raises(InvalidInput) as raised:
            read_demand(put(FULL, path, value))
        assert len(str(raised.value)) < 2000


@pytest.mark.parametrize("path", NUMBERS, ids=shown)
def test_a_number_below_its_bounds_is_refused(path: Path):
    with pytest.raises(InvalidInput):
        read_demand(put(FULL, path, -1e7))


@pytest.mark.parametrize("raw", RAW_NUMBERS, ids=lambda raw: raw[:9])
@pytest.mark.parametrize("path", NUMBERS[::9], ids=shown)
def test_text_that_is_no_finite_number_is_refused_while_reading(path: Path, raw: str):
    text = json.dumps(put(FULL, path, "HERE")).replace('"HERE"', raw)
    with pytest.raises(InvalidInput):
        read_demand(read_document(text))


@pytest.mark.parametrize("path", TEXTS, ids=shown)
def test_text_refuses_what_cannot_be_shown_or_stored(path: Path):
    for value in EVERY_TEXT:
        with pytest.raises(InvalidInput):
            read_demand(put(FULL, path, value))


@pytest.mark.parametrize("path", TEXTS, ids=shown)
def test_text_has_an_end(path: Path):
    with pytest.raises(InvalidInput):
        read_demand(put(FULL, path, "x" * 5000))


@pytest.mark.parametrize(
    "place", [(), ("workloads", 0), ("workloads", 3), ("deployments", 0), ("policy",), ("solver",)]
)
def test_an_unknown_key_is_named(place: Path):
    with pytest.raises(InvalidInput, match="requests_per_second: is not a known field here"):
        read_demand(put(FULL, (*place, "requests_per_second"), 1))


def test_a_whole_number_may_end_in_point_0():
    path = ("policy", "max_pools")
    assert read_demand(put(FULL, path, 8.0)).policy.max_pools == 8
    with pytest.raises(InvalidInput, match=r"policy\.max_pools: must be a whole number, not 8\.5"):
        read_demand(put(FULL, path, 8.5))


@pytest.mark.parametrize("key", ["a\x00", "\ud800", "x" * 5000, "a\x1b[0m"])
@pytest.mark.parametrize(
    "place",
    [
        ("sites", 0, "stock"),
        ("costs", "software_usd_per_chip_year"),
        ("costs", "sites"),
        ("hardware", 0, "sources"),
        ("deployments", 0, "parallelism"),
        ("workloads", 0, "slo", "ttft_ms"),
    ],
)
def test_keys_are_text_too(place: Path, key: str):
    with pytest.raises(InvalidInput) as raised:
        read_demand(put(FULL, (*place, key), 1))
    assert "\x1b" not in str(raised.value)
    assert len(str(raised.value)) < 2000
