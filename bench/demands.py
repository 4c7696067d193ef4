"""Demands to measure on: from the shipped catalog, and mixed fleets of any size; repeatable."""

from random import Random
from typing import Any

from planner.catalog.library import Catalog, load_catalog
from planner.demand.melange import demand_from_melange
from planner.entries import Deployment

MODEL = "any"
SHAPES = [(922, 922), (7373, 922), (922, 7373), (3000, 700), (2000, 1000), (5000, 500)]
"""Mean tokens in and out: three that were measured, three between them."""
SITES = [
    {"name": "north", "pue": 1.15, "usd_per_kwh": 0.05},
    {"name": "middle", "pue": 1.25, "usd_per_kwh": 0.08},
    {"name": "south", "pue": 1.4, "usd_per_kwh": 0.11},
]


def curve_demand(workloads: int, deployments: int, seed: int = 1) -> dict[str, Any]:
    """Workloads with latency limits, measured deployments, three sites of which any may be lost.

    All deployments are taken to serve one model, so that each may serve each workload.
    """
    random = Random(seed)
    return {
        "name": f"{workloads} workloads, {deployments} deployments, 3 sites",
        "workloads": [_workload(i, random) for i in range(workloads)],
        "deployments": _measured(load_catalog(), deployments),
        "sites": SITES,
        "policy": {"headroom": 0.3, "survive_site_loss": True},
    }


def _workload(position: int, random: Random) -> dict[str, Any]:
    input_tokens, output_tokens = SHAPES[position % len(SHAPES)]
    limits = {"tpot_ms": {"p50": random.choice([12, 15, 20, 25, 30, 40])}}
    if random.random() < 0.5:
        limits["ttft_ms"] = {"p50": random.choice([500, 1000, 2000])}
    return {
        "name": f"workload {position}",
        "model": MODEL,
        "requests_per_s": random.randint(5, 100),
        "input_tokens": input_tokens,
        "output_tokens": output_tokens,
        "slo": limits,
    }


def _measured(catalog: Catalog, wanted: int) -> list[dict[str, Any]]:
    """So many deployments, evenly spread over those that others measured at three shapes or two."""
    found = [d for d in catalog.deployments.values() if _fits(d) and _is_for_sale(d, catalog)]
    picked = [found[i * len(found) // wanted] for i in range(wanted)]
    return [{**d.model_dump(mode="json", exclude_unset=True), "model": MODEL} for d in picked]


def _fits(deployment: Deployment) -> bool:
    is_measured = deployment.role == "serve" and deployment.evidence == "third_party"
    return is_measured and len(deployment.curves) > 1


def _is_for_sale(deployment: Deployment, catalog: Catalog) -> bool:
    prices = [price for _, price in catalog.prices_of(deployment.hardware or "")]
    return any(p.price_usd_per_node or p.price_usd_per_chip or p.price_usd_per_rack for p in prices)


def mixed_fleet(types: int, buckets: int, rate: float, seed: int = 1) -> dict[str, Any]:
    """A problem in the format of Mélange: faster types cost more, each is best somewhere."""
    random = Random(seed)
    sizes = [2 ** (4 * b / buckets) for b in range(buckets)]
    gpus = {f"gpu{t:02}": _type(random, sizes) for t in range(types)}
    problem = {
        "gpu_info": gpus,
        "workload_distribution": [[round(random.uniform(0.5, 1.5), 3) for _ in sizes]],
        "total_request_rate": rate,
    }
    return demand_from_melange(problem, f"{types} types, {buckets} buckets", 1e-4)


def _type(random: Random, sizes: list[float]) -> dict[str, Any]:
    speed, taste = random.uniform(1, 20), random.uniform(-0.5, 0.5)
    tputs = [round(speed * size ** (taste - 1) * random.uniform(0.9, 1.1), 6) for size in sizes]
    return {"cost": round(speed * random.uniform(0.25, 0.35), 2), "tputs": [tputs]}
