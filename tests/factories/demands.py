"""Demands that need no catalog: the smallest right one, and one that keeps the solver busy."""

import random
from typing import Any

Data = dict[str, Any]


def small_demand(**fields: Any) -> Data:
    """20 requests/s of one token on replicas of 5: four."""
    return {
        "name": "four replicas",
        "workloads": [workload()],
        "hardware": [card()],
        "deployments": [deployment()],
        "policy": {"headroom": 0},
        "costs": {"network_power_w_per_chip": 0},
    } | fields


def workload(**fields: Any) -> Data:
    return {
        "name": "chat",
        "model": "m",
        "requests_per_s": 20,
        "input_tokens": 1,
        "output_tokens": 1,
    } | fields


def card(**fields: Any) -> Data:
    return {
        "id": "card",
        "memory_gb": 80,
        "chips_per_node": 1,
        "node_power_w": 1000,
        "price_usd_per_node": 30000,
    } | fields


def deployment(rate: float = 5, **fields: Any) -> Data:
    return {
        "id": "d",
        "model": "m",
        "hardware": "card",
        "chips_per_replica": 1,
        "curves": [{"points": [{"output_tokens_per_s": rate}]}],
    } | fields


def hard_demand(time_limit_s: float) -> Data:
    """Six workloads on six kinds of hardware at four sites, any of which may be lost."""
    dice = random.Random(1)
    kinds = range(6)
    return {
        "name": "hard",
        "workloads": [
            workload(
                name=f"w{i}",
                requests_per_s=dice.randint(1000, 9999) / 10,
                output_tokens=dice.randint(50, 500),
                slo={"ttft_ms": {"p95": dice.randint(110, 900)}},
            )
            for i in range(6)
        ],
        "hardware": [
            card(
                id=f"h{k}",
                node_power_w=dice.randint(500, 1500),
                price_usd_per_node=dice.randint(20000, 60000),
            )
            for k in kinds
        ],
        "deployments": [
            deployment(id=f"d{k}", hardware=f"h{k}", curves=[_sweep(dice)]) for k in kinds
        ],
        "sites": [
            {"name": f"s{j}", "power_cap_megawatts": dice.randint(20, 60) / 100} for j in range(4)
        ],
        "policy": {"survive_site_loss": True, "max_pools": 10},
        "solver": {"gap_fraction": 0, "time_limit_s": time_limit_s},
    }


def _sweep(dice: random.Random) -> Data:
    return {
        "points": [
            {
                "concurrency": held,
                "output_tokens_per_s": dice.randint(900, 1100) * held**0.6,
                "ttft_ms": {"p95": 100 + held * dice.randint(1, 5)},
            }
            for held in (1, 8, 32, 128)
        ]
    }
