"""Right quotes, worked out by hand; a test changes the one thing that it is about."""

import copy
from typing import Any

from planner.demand import read_demand
from planner.digest import digest_of
from planner.quote import Quote, read_quote

Data = dict[str, Any]

COSTS: Data = {
    "life_years": 5,
    "residual_fraction": 0,
    "cost_of_capital_fraction": 0,
    "network_fraction_of_server_price": 0.1,
    "network_power_w_per_chip": 0,
    "facility_usd_per_kw_month": 100,
    "usd_per_kwh": 0.1,
    "grams_co2_per_kwh": 400,
    "idle_power_fraction": 0.4,
    "software_usd_per_chip_year": {"default": 0},
    "support_fraction_per_year": 0.05,
    "operations_usd_per_node_year": 1000,
    "output_to_input_cost_ratio": 4,
}


def point(concurrency: float | None, rate: float, **latencies: Any) -> Data:
    """One measured point; `ttft_ms={"p95": 100}` and the like."""
    held = {} if concurrency is None else {"concurrency": concurrency}
    return held | {"output_tokens_per_s": rate} | latencies


def curve(*points: Data, shape: tuple[float, float] | None = (500, 100), cached: float = 0) -> Data:
    lengths = {} if shape is None else {"input_tokens": shape[0], "output_tokens": shape[1]}
    return (
        lengths | ({"cached_input_fraction": cached} if cached else {}) | {"points": list(points)}
    )


def deployment(*curves: Data, **fields: Any) -> Data:
    return {
        "id": "d",
        "model": "acme",
        "hardware": "node8",
        "chips_per_replica": 4,
        "precision": "fp8",
        "curves": list(curves),
    } | fields


def node8(**fields: Any) -> Data:
    return {
        "id": "node8",
        "memory_gb": 100,
        "chips_per_node": 8,
        "node_power_w": 10_000,
        "price_usd_per_node": 250_000,
    } | fields


def workload(**fields: Any) -> Data:
    return {
        "name": "chat",
        "model": "acme",
        "requests_per_s": 155,
        "input_tokens": 500,
        "output_tokens": 100,
    } | fields


def demand(**fields: Any) -> Data:
    """155 requests/s with TTFT p95 within 200 ms, on replicas of 4 chips, at two sites.

    Between the points 10 and 30, TTFT p95 rises from 100 to 300 ms: 200 ms at concurrency 20.
    A token takes 10/1000 = 0.01 s and 30/2000 = 0.015 s, so 0.0125 s at 20:
    20/0.0125 = 1600 tokens/s, 16 requests/s.
    """
    low = point(10, 1000, ttft_ms={"p95": 100}, tpot_ms={"p95": 10})
    high = point(30, 2000, ttft_ms={"p95": 300}, tpot_ms={"p95": 15})
    return {
        "name": "chat with a promise",
        "workloads": [
            workload(peak_to_mean=2, slo={"ttft_ms": {"p95": 200}, "tpot_ms": {"p95": 20}})
        ],
        "hardware": [node8()],
        "deployments": [deployment(curve(low, high))],
        "sites": [
            {"name": "east", "power_cap_megawatts": 0.5, "pue": 1.2, "usd_per_kwh": 0.08},
            {"name": "west", "pue": 1.3, "usd_per_kwh": 0.07},
        ],
        "policy": {
            "headroom": 0.3,
            "spare_replicas_per_pool": 1,
            "survive_site_loss": True,
            "site_loss_headroom": 0.1,
        },
    } | fields


def pool(site: str, **fields: Any) -> Data:
    """11 replicas of 4 chips, one of them spare, in 5.5 nodes of 8; busy with 4.84375 of them."""
    return {
        "id": f"d@{site}/c20",
        "site": site,
        "deployment": "d",
        "hardware": ["node8"],
        "concurrency_cap": 20,
        "replicas": 11,
        "spare_replicas": 1,
        "chips": 44,
        "nodes": 6,
        "utilization_fraction": 4.84375 / 10,
        "wait_probability": None,
        "queue_ms": {},
        "evidence": "measured",
        "precision": "fp8",
    } | fields


def site(name: str, pue: float, cap: float | None, **fields: Any) -> Data:
    """6 nodes of 10 kW, busy with 2.421875 replicas of 4 chips in the mean.

    9.6875 of 48 chips: 40 % + 60 % x 0.2018 = 52.109375 % of 60 kW = 31.265625 kW.
    """
    return {
        "name": name,
        "nodes": {"node8": 6},
        "chips": {"node8": 48},
        "rented_nodes": {},
        "spare_nodes": {},
        "racks": None,
        "it_megawatts": 0.06,
        "facility_megawatts": 0.06 * pue,
        "mean_facility_megawatts": 0.031265625 * pue,
        "power_cap_megawatts": cap,
        "pue": pue,
        "design_pue": pue,
    } | fields


def route(site_name: str, **fields: Any) -> Data:
    """Half of the peak, at 16 requests/s a replica; a request stays 20/16 = 1.25 s."""
    return {
        "pool": f"d@{site_name}/c20",
        "requests_per_s": 77.5,
        "share": "1/2",
        "rate_per_replica": "16",
        "derivation": "",
        "rate": {
            "rule": "same_shape",
            "basis": "interpolated",
            "curves": [0],
            "concurrency_cap": 20,
            "residence_s": 1.25,
        },
    } | fields


def slo(metric: str, limit: float, achieved: float, basis: str, percentile: str = "p95") -> Data:
    return {
        "metric": metric,
        "percentile": percentile,
        "limit": limit,
        "achieved": achieved,
        "basis": basis,
    }


def loss(lost: str, remaining: str) -> Data:
    """After the loss 155 x 1.1 / 16 = 10.65625 replicas are asked of 11."""
    carried = {"workload": "chat", "pool": f"d@{remaining}/c20", "requests_per_s": 155}
    return {"site": lost, "routes": [carried | {"share": "1"}]}


COST: Data = {
    "lines": [
        {"item": "servers", "usd_per_year": 600_000},  # 12 x 250,000 / 5 years
        {"item": "network", "usd_per_year": 60_000},  # a tenth of it
        {"item": "facility", "usd_per_year": 144_000},  # 120 kW x 100 x 12
        {"item": "energy_it", "usd_per_year": 41_083.03},  # 273,886.875 kWh x (0.08 + 0.07)
        {"item": "energy_cooling", "usd_per_year": 10_133.82},  # x (0.08 x 0.2 + 0.07 x 0.3)
        {"item": "support", "usd_per_year": 150_000},  # 5 % of 3 million
        {"item": "operations", "usd_per_year": 12_000},
    ],
    "by_purpose": {
        # The total is 1,017,216.85; replicas are 44 of the 48 chips at each site: 932,448.78.
        "serving": 410_595.34,  # x 4.84375/11
        "headroom": 123_178.60,  # x 0.3 x 4.84375/11
        "redundancy": 339_072.28,  # x (11 - 7)/11
        "rounding": 144_370.63,  # x (7 - 6.296875)/11, and 4 of 48 chips in no replica
    },
}
"""Of `quote()`, in lines that add up; cents are dealt out to the largest remainders."""

MONEY: Data = {
    # 77.5 requests/s in the mean are 2,444.04 million a year, of 500 and 100 tokens.
    "mean_facility_megawatts": 0.0781640625,
    "energy_mwh_per_year": 684.7171875,
    "tonnes_co2_per_year": 273.886875,
    "capex_usd": 3_000_000.0,
    "usd_per_year": 1_017_216.85,
    "usd_per_hour": 116.12064497716895,
    "usd_per_million_tokens": 0.6936717143200056,
    "usd_per_million_output_tokens_all_in": 4.162030285920034,
    "usd_per_million_uncached_tokens": 0.6936717143200056,
    "usd_per_million_input_tokens": 0.4624478095466705,  # 1,222,020 x + 244,404 x 4 = the total
    "usd_per_million_output_tokens": 1.849791238186682,
    "input_tokens_per_year": 1.22202e12,
    "cached_input_tokens_per_year": 0.0,
    "output_tokens_per_year": 2.44404e11,
    "output_tokens_per_s_per_chip": 15_500 / 96,
    "output_tokens_per_s_per_megawatt": 15_500 / 0.15,
    "output_tokens_per_s_per_usd_hour": 133.48186279061343,
}


def quote(**fields: Any) -> Data:
    """The fleet for `demand()`: 22 replicas on 12 nodes, as plain data.

    155 x 1.3 / 16 = 12.59 replicas are asked, 6.3 a site; the loss of a site asks 11 of each.
    """
    asked = demand()
    return {
        "id": "q",
        "name": asked["name"],
        "created_at": "2026-12-01T09:00:00Z",
        "planner_version": "0",
        "status": "optimal",
        "gap_fraction": 0.0,
        "demand": asked,
        "totals": {
            "replicas": 22,
            "spare_replicas": 2,
            "chips": 88,
            "provisioned_chips": 96,
            "nodes": 12,
            "spare_nodes": 0,
            "rented_nodes": 0,
            "racks": None,
            "it_megawatts": 0.12,
            "facility_megawatts": 0.15,
            "output_tokens_per_s": 15_500.0,
            "required_output_tokens_per_s": 20_150.0,
        }
        | MONEY,
        "workloads": [
            {
                "name": "chat",
                "requests_per_s": 155,
                "mean_requests_per_s": 77.5,
                "output_tokens_per_s": 15_500,
                "required_output_tokens_per_s": 20_150,
                "headroom": 0.3,
                "utilization_cap": 1 / 1.3,
                "active_users": 9300,
                "routes": [route("east"), route("west")],
                "slo": [
                    slo("ttft_ms", 200, 200, "interpolated"),
                    slo("tpot_ms", 20, 12.5, "interpolated"),
                ],
            }
        ],
        "pools": [pool("east"), pool("west")],
        "sites": [site("east", 1.2, 0.5), site("west", 1.3, None)],
        "site_losses": [loss("east", "west"), loss("west", "east")],
        "cost": copy.deepcopy(COST),
        "rejected": [],
        "assumptions": [],
        "warnings": [],
        "shortfalls": [],
        "inputs": {
            "deployments": copy.deepcopy(asked["deployments"]),
            "hardware": copy.deepcopy(asked["hardware"]),
            "prices": [
                {
                    "hardware": "node8",
                    "provider": "demand",
                    "price": {"price_usd_per_node": 250_000},
                }
            ],
            "models": [],
            "costs": copy.deepcopy(COSTS),
        },
        "certificate": {
            "checks": [],
            "solver": {
                "name": "none",
                "version": "0",
                "status": "optimal",
                "objective": "USD/year",
                "best_bound": None,
                "gap_fraction": 0.0,
                "seconds": 0,
            },
            "demand_digest": "",
            "catalog_digest": "",
        },
    } | fields


def bare(**fields: Any) -> Data:
    """The same without what follows from it: no totals, no money, no site loss to survive.

    Nodes draw all of their power when idle, so that mean power does not follow the load.
    """
    data = quote(totals={}, cost=None, site_losses=[])
    del data["demand"]["policy"]["survive_site_loss"]
    data["inputs"]["costs"]["idle_power_fraction"] = 1
    for part in data["sites"]:
        part["mean_facility_megawatts"] = part["facility_megawatts"]
    for part in data["pools"]:
        part["utilization_fraction"] = None
    return data | fields


def read(data: Data) -> Quote:
    """The quote, with the digest of its demand filled in where none stands."""
    data = copy.deepcopy(data)
    if not data["certificate"]["demand_digest"]:
        asked = read_demand(data["demand"]).model_dump(mode="json", exclude_unset=True)
        data["certificate"]["demand_digest"] = digest_of(asked)
    return read_quote(data)


def change(data: Data, changes: Data) -> Data:
    """Put each value where its path, such as `pools.0.replicas`, leads."""
    for path, value in changes.items():
        *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
        place: Any = data
        for step in steps:
            place = place[step]
        place[last] = value
    return data
