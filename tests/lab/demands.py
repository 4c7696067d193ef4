"""Demands that between them have every figure a quote can have, by what they are about."""

from typing import Any

from api.lab.examples import examples
from tests.lab.pages import SMALL

_CHAT: dict[str, Any] = SMALL["workloads"][0]
_OWN_OR_RENT: dict[str, Any] = next(e["demand"] for e in examples() if e["id"] == "own-or-rent")
_VOICE: dict[str, Any] = next(e["demand"] for e in examples() if e["id"] == "voice")
_SITES: dict[str, Any] = next(e["demand"] for e in examples() if e["id"] == "chat-and-coding")


def _changed(demand: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {**demand, **changes}


def _without(demand: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in demand.items() if name != key}


_UNPRICED = [_without(SMALL["hardware"][0], "price_usd_per_node")]
_RACKS = [{**SMALL["hardware"][0], "nodes_per_rack": 4}]
_BY_THE_RACK = [
    {
        **_UNPRICED[0],
        "nodes_per_rack": 4,
        "purchase_unit": "rack",
        "rack_power_w": 60_000,
        "price_usd_per_rack": 2_100_000,
        "node_idle_power_w": 4000,
    }
]
OTHERS: dict[str, dict[str, Any]] = {
    "nothing asked": _changed(SMALL, workloads=[{**_CHAT, "requests_per_s": 0}]),
    "one of two asks nothing": _changed(
        SMALL, workloads=[_CHAT, {**_CHAT, "name": "later", "requests_per_s": 0}]
    ),
    "rented": _changed(_OWN_OR_RENT, policy={"acquisition": "rent", "rent_term": "on_demand"}),
    "own or rent, duty open": _changed(
        _OWN_OR_RENT, workloads=[_without(_OWN_OR_RENT["workloads"][0], "peak_to_mean")]
    ),
    "by the rack": _changed(
        SMALL,
        hardware=_BY_THE_RACK,
        sites=[{"name": "hall", "racks": 40, "rack_power_kw": 60, "pue": 1.2, "design_pue": 1.4}],
    ),
    "one node a rack": _changed(
        SMALL, hardware=_RACKS, sites=[{"name": "old hall", "rack_power_kw": 15}]
    ),
    "without a price": _changed(SMALL, hardware=_UNPRICED, objective="chips"),
    "least power": _changed(SMALL, objective="power", policy={"utilization_cap": 0.8}),
    "least carbon, rented": _changed(
        _OWN_OR_RENT, objective="carbon", policy={"acquisition": "rent"}
    ),
    "voice and chat in one fleet": _changed(
        _VOICE,
        workloads=[
            *_VOICE["workloads"],
            {
                **_CHAT,
                "model": "gpt-oss-120b",
                "requests_per_s": 40,
                "input_tokens": 922,
                "output_tokens": 700,
                "reasoning_tokens": 222,
                "cached_input_fraction": 0.25,
                "accepted_fraction": 0.9,
                "slo": {
                    "e2e_ms": {"p95": 60_000},
                    "ttft_ms": {"p95": 3000},
                    "tpot_ms": {"p50": 40},
                },
            },
        ],
    ),
    "site loss, duty open, dear software": _changed(
        _SITES,
        workloads=[
            _without(_SITES["workloads"][0], "peak_to_mean"),
            _changed(_SITES["workloads"][1], headroom=0.1),
        ],
        policy={"survive_site_loss": True, "spare_nodes_per_site": 1},
        costs={
            "software_usd_per_chip_year": {"default": 4500},
            "sites": {"east": {"usd_per_kwh": 0.2}},
        },
    ),
}
ALL: dict[str, dict[str, Any]] = {**{e["id"]: e["demand"] for e in examples()}, **OTHERS}
"""The examples too."""
