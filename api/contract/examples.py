"""The examples of the document; a test sends each."""

from typing import Any, Final

_DEMAND: Final[dict[str, Any]] = {
    "name": "1T model, launch",
    "workloads": [
        {
            "name": "chat",
            "model": "acme-1t",
            "requests_per_s": 1000,
            "input_tokens": 1500,
            "output_tokens": 200,
        }
    ],
    "deployments": [
        {
            "id": "acme-1t-b200-tp16",
            "model": "acme-1t",
            "hardware": "b200-sxm",
            "chips_per_replica": 16,
            "curves": [{"points": [{"output_tokens_per_s": 4000}]}],
        }
    ],
    "policy": {"headroom": 0.3},
}
_HARDWARE: Final[dict[str, Any]] = {
    "id": "acme-x1",
    "memory_gb": 96,
    "chips_per_node": 8,
    "node_power_w": 8000,
    "price_usd_per_node": 240000,
}
_DEPLOYMENT: Final[dict[str, Any]] = {
    "id": "acme-1t-b200-tp16",
    "model": "acme-1t",
    "hardware": "b200-sxm",
    "chips_per_replica": 16,
    "curves": [{"points": [{"output_tokens_per_s": 4000}]}],
}
_PRICES: Final[dict[str, Any]] = {
    "id": "acme-contract",
    "provider": "Acme, our contract",
    "date": "2026-03",
    "source": "contract 4711",
    "hardware": {"b200-sxm": {"price_usd_per_node": 410000}},
}
_FIT: Final[dict[str, Any]] = {
    "model": {
        "id": "acme-70b",
        "total_parameters": 70e9,
        "active_parameters": 70e9,
        "layers": 80,
        "attention": {"kind": "gqa", "heads": 64, "kv_heads": 8, "head_size": 128},
        "max_context_tokens": 131072,
    },
    "hardware": _HARDWARE,
    "precision": "fp8",
    "context_tokens": 32768,
}
_IMPORT: Final[dict[str, Any]] = {
    "files": [
        {
            "name": "sweep.csv",
            "text": "users,tok/s,mean in,mean out\n4,410,1000,200\n64,3900,1000,200\n",
        }
    ],
    "options": {
        "model": "acme-70b",
        "hardware": "acme-x1",
        "chips": 8,
        "format": "csv",
        "columns": {
            "concurrency": "users",
            "output_tokens_per_s": "tok/s",
            "input_tokens": "mean in",
            "output_tokens": "mean out",
        },
    },
}

_FILE: Final[dict[str, Any]] = {
    "name": "demand.yaml",
    "text": "name: launch\nworkloads:\n  - {name: chat, model: acme-1t, requests_per_s: 1000, "
    "input_tokens: 1500, output_tokens: 200}\n",
}

EXAMPLES: Final[dict[str, Any]] = {
    "Demand": {"summary": "65 replicas, 1,040 chips.", "value": _DEMAND},
    "Deployment": {"summary": "A measurement of one's own.", "value": _DEPLOYMENT},
    "Hardware": {"summary": "A server that the catalog lacks.", "value": _HARDWARE},
    "PriceList": {"summary": "What a contract says.", "value": _PRICES},
    "FitRequest": {"summary": "A model and a chip, whole.", "value": _FIT},
    "DemandFile": {"summary": "A demand in YAML.", "value": _FILE},
    "SignIn": {"summary": "A key.", "value": {"key": "plk_0123456789abcdef_" + "x" * 43}},
    "ImportRequest": {"summary": "A sheet of one's own.", "value": _IMPORT},
}
