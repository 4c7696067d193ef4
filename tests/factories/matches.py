"""Small demands on a tiny catalog, and what candidates make of them."""

from fractions import Fraction
from pathlib import Path
from typing import Any

from planner.candidates import Candidates, ServiceCandidate, find_candidates
from planner.catalog.library import load_catalog
from planner.demand import Demand, read_demand
from planner.quote import Rejection

CATALOG = load_catalog(Path(__file__).parents[1] / "data" / "profiles")


def point(concurrency: Any = None, rate: Any = 1000, **more: Any) -> dict[str, Any]:
    held = {} if concurrency is None else {"concurrency": concurrency}
    return {**held, "output_tokens_per_s": rate, **more}


def curve(*points: dict[str, Any], shape: tuple[Any, ...] | None = (500, 100)) -> dict[str, Any]:
    """Points at a shape (input, output[, cached share]); `None`: for any shape."""
    if shape is None:
        return {"points": list(points)}
    cached = {"cached_input_fraction": shape[2]} if len(shape) > 2 else {}
    return {"input_tokens": shape[0], "output_tokens": shape[1], **cached, "points": list(points)}


def deployment(*curves: dict[str, Any], **more: Any) -> dict[str, Any]:
    """One chip of `chip` a replica, for a model that the catalog does not have."""
    base = {"id": "d", "model": "m", "hardware": "chip", "chips_per_replica": 1}
    return {**base, "curves": list(curves or [curve(point(10))]), **more}


def hardware(**more: Any) -> dict[str, Any]:
    base = {"id": "chip", "memory_gb": 80, "chips_per_node": 8, "node_power_w": 8000}
    return {**base, "price_usd_per_node": 200_000, **more}


def workload(**more: Any) -> dict[str, Any]:
    base = {"name": "chat", "model": "m", "input_tokens": 500, "output_tokens": 100}
    counted = {} if more.get("kind", "requests") != "requests" else {"requests_per_s": 10}
    return {**base, **counted, **more}


def demand(
    workloads: list[dict[str, Any]] | None = None,
    deployments: list[Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    return {
        "name": "test",
        "workloads": workloads or [workload()],
        "deployments": deployments or [deployment()],
        "hardware": [hardware()],
        **more,
    }


def found(data: dict[str, Any] | Demand) -> Candidates:
    return find_candidates(data if isinstance(data, Demand) else read_demand(data), CATALOG)


def only(candidates: Candidates) -> ServiceCandidate:
    """The one service that was found."""
    assert len(candidates.services) == 1, candidates.rejected
    return candidates.services[0]


def service(workload_: dict[str, Any], *curves: dict[str, Any], **policy: Any) -> ServiceCandidate:
    """How one workload is served on the curves of one deployment."""
    return only(found(demand([workload_], [deployment(*curves)], policy=policy)))


def refusal(workload_: dict[str, Any], *curves: dict[str, Any], **policy: Any) -> Rejection:
    """Why one workload is not served on the curves of one deployment."""
    candidates = found(demand([workload_], [deployment(*curves)], policy=policy))
    assert not candidates.services
    assert len(candidates.rejected) == 1
    return candidates.rejected[0]


def exact(value: Any) -> Fraction:
    return Fraction(str(value))
