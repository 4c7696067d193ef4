"""The smallest demand that is right; a test overrides what it is about."""

from typing import Any

import pytest

ZERO_COSTS: dict[str, Any] = {
    "life_years": 4,
    "residual_fraction": 0,
    "cost_of_capital_fraction": 0,
    "network_fraction_of_server_price": 0,
    "network_power_w_per_chip": 0,
    "facility_usd_per_kw_month": 0,
    "usd_per_kwh": 0,
    "grams_co2_per_kwh": 0,
    "idle_power_fraction": 0,
    "software_usd_per_chip_year": {"default": 0},
    "support_fraction_per_year": 0,
    "operations_usd_per_node_year": 0,
    "output_to_input_cost_ratio": 4,
}
"""A cost book in which only the servers cost: 4 years, straight line."""


def demand_of(**changes: Any) -> dict[str, Any]:
    """10 requests/s of 100 x 100 on replicas of 4 chips, 2 requests/s; 8 chips and 10 kW a node.

    Headroom 0.2: 10 x 1.2 / 2 = 6 replicas, 24 chips, 3 nodes of 100,000 USD.
    """
    base: dict[str, Any] = {
        "name": "small",
        "workloads": [
            {
                "name": "chat",
                "model": "m",
                "requests_per_s": 10,
                "input_tokens": 100,
                "output_tokens": 100,
                "peak_to_mean": 2,
            }
        ],
        "hardware": [
            {
                "id": "box",
                "vendor": "acme",
                "memory_gb": 80,
                "chips_per_node": 8,
                "node_power_w": 10000,
                "price_usd_per_node": 100000,
            }
        ],
        "deployments": [
            {
                "id": "m-box-tp4",
                "model": "m",
                "hardware": "box",
                "chips_per_replica": 4,
                "curves": [{"points": [{"output_tokens_per_s": 200}]}],
            }
        ],
        "sites": [{"name": "east", "pue": 1.5}],
        "policy": {"headroom": 0.2},
        "costs": dict(ZERO_COSTS),
    }
    return base | changes


@pytest.fixture(name="demand_of")
def _demand_of() -> Any:
    return demand_of
