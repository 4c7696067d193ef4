"""The documents that others test against: every field in its place."""

import json
from pathlib import Path
from typing import Any

import pytest

from planner import make_quote

CONTRACT = Path(__file__).resolve().parents[2] / "shared" / "contract"
OURS_ALONE = {"inputs", "checks", "demand"}
"""Lists whose entries the example leaves out."""

pytestmark = pytest.mark.skipif(not CONTRACT.is_dir(), reason="the contract is not beside us")


def _quote_of(name: str) -> dict[str, Any]:
    demand = json.loads((CONTRACT / name).read_text())
    return json.loads(make_quote(demand).to_json())


def _missing(wanted: Any, found: Any, path: str = "") -> list[str]:
    if isinstance(wanted, dict) and isinstance(found, dict):
        return [
            item
            for key, value in wanted.items()
            for item in (
                [f"{path}.{key}"] if key not in found else _below(key, value, found[key], path)
            )
        ]
    if isinstance(wanted, list) and isinstance(found, list):
        return [
            item
            for a, b in zip(wanted, found, strict=False)
            for item in _missing(a, b, f"{path}[]")
        ]
    return []


def _below(key: str, wanted: Any, found: Any, path: str) -> list[str]:
    return [] if key in OURS_ALONE else _missing(wanted, found, f"{path}.{key}")


def test_the_small_demand_is_65_replicas() -> None:
    """1,000 x 200 = 200,000 tok/s, x 1.3 = 260,000, / 4,000 = 65; x 16 = 1,040 chips, 130 nodes."""
    quote = _quote_of("demand.small.json")
    totals = quote["totals"]
    assert quote["status"] == "optimal"
    assert (totals["replicas"], totals["chips"], totals["nodes"]) == (65, 1040, 130)
    assert totals["output_tokens_per_s"] == 200_000
    assert totals["required_output_tokens_per_s"] == 260_000
    assert quote["workloads"][0]["active_users"] == 60_000


def test_the_example_has_every_field_and_its_counts() -> None:
    """22 replicas, 11 a site, 1 of them spare; 96 chips in 12 nodes; 0.12 and 0.15 MW."""
    quote = _quote_of("demand.example.json")
    wanted = json.loads((CONTRACT / "quote.example.json").read_text())
    assert _missing(wanted, quote) == []
    for name in (
        "replicas",
        "spare_replicas",
        "chips",
        "provisioned_chips",
        "nodes",
        "capex_usd",
        "it_megawatts",
        "facility_megawatts",
        "output_tokens_per_s",
        "required_output_tokens_per_s",
    ):
        assert quote["totals"][name] == pytest.approx(wanted["totals"][name]), name
    for ours, theirs in zip(quote["pools"], wanted["pools"], strict=True):
        same = (
            "id",
            "concurrency_cap",
            "replicas",
            "spare_replicas",
            "nodes",
            "utilization_fraction",
        )
        assert [ours[key] for key in same] == [theirs[key] for key in same]
    routes = zip(quote["workloads"][0]["routes"], wanted["workloads"][0]["routes"], strict=True)
    for ours, theirs in routes:
        assert ours["requests_per_s"] == pytest.approx(theirs["requests_per_s"])
        assert ours["rate_per_replica"] == theirs["rate_per_replica"]
    assert quote["rejected"][0]["text"] == wanted["rejected"][0]["text"]
