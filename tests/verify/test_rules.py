"""Quotes that differ from a right one in one thing: exactly the rule that it is about breaks."""

from typing import Any

import pytest

from planner.verify import broken, check_quote
from planner.verify.check import RULES
from tests.factories.quotes import bare, change, node8, pool, quote, read

EAST, WEST = "d@east/c20", "d@west/c20"

VENDOR = {
    "demand.deployments.0.evidence": "vendor",
    "inputs.deployments.0.evidence": "vendor",
    "pools.0.evidence": "vendor",
    "pools.1.evidence": "vendor",
}
FIVE_NODES_EAST = {
    "sites.0.nodes": {"node8": 5},
    "sites.0.chips": {"node8": 40},
    "sites.0.it_megawatts": 0.05,
    "sites.0.facility_megawatts": 0.06,
    "sites.0.mean_facility_megawatts": 0.06,
}
ONE_RENTED_EAST = {
    "sites.0.rented_nodes": {"node8": 1},
    "sites.0.it_megawatts": 0.05,
    "sites.0.facility_megawatts": 0.06,
    "sites.0.mean_facility_megawatts": 0.06,
}
BOUND = {"totals.usd_per_year": 100, "gap_fraction": 0.001}
NO_PROMISE = {"demand.workloads.0.slo": {}, "workloads.0.slo": []}
MODEL: dict[str, Any] = {
    "id": "acme",
    "total_parameters": 1e9,
    "active_parameters": 1e9,
    "layers": 10,
    "attention": {"kind": "gqa", "heads": 8, "kv_heads": 8, "head_size": 64},
}


def replicas(count: int) -> dict[str, Any]:
    """So many in each pool, one of them spare."""
    return {f"pools.{i}.replicas": count for i in (0, 1)} | {
        f"pools.{i}.chips": 4 * count for i in (0, 1)
    }


def capped(cap: int, rate: str, basis: str) -> dict[str, Any]:
    """The pool at east at another cap, without promises."""
    return NO_PROMISE | {
        "pools.0.concurrency_cap": cap,
        "workloads.0.routes.0.rate_per_replica": rate,
        "workloads.0.routes.0.rate.basis": basis,
        "workloads.0.routes.0.rate.residence_s": None,
    }


def context(tokens: int) -> dict[str, Any]:
    model = MODEL | {"max_context_tokens": tokens}
    return {"demand.models": [model], "inputs.models": [model]}


def racked(**fields: Any) -> dict[str, Any]:
    """Nodes in racks of 4, so that 6 nodes fill two."""
    rack = node8(nodes_per_rack=4) | fields
    racks = {"sites.0.racks": 2, "sites.1.racks": 2}
    return {"demand.hardware": [rack], "inputs.hardware": [rack]} | racks


def available(date: str) -> dict[str, Any]:
    hardware = node8(available_from=date)
    return {
        "demand.hardware": [hardware],
        "inputs.hardware": [hardware],
        "demand.policy.needed_by": "2026-03-15",
    }


UNUSED = {"share": "0", "requests_per_s": 0}
SPARE_ONLY = pool("east", id="x", replicas=1, spare_replicas=1, chips=4, nodes=1) | {
    "utilization_fraction": None
}

BROKEN: list[tuple[dict[str, Any], list[str]]] = [
    ({"pools.0.deployment": "x"}, ["references"]),
    ({"workloads.0.routes.0.share": "half"}, ["references"]),
    ({"workloads.0.routes.0.rate_per_replica": "0.00"}, ["references"]),
    ({"workloads.0.routes.0.pool": "x"}, ["references"]),
    ({"certificate.demand_digest": "sha256:0"}, ["digest.demand"]),
    ({"name": "another"}, ["name"]),
    (
        {
            "certificate.checks": [
                {"rule": "x", "left": "1", "right": "2", "slack": "1", "holds": False}
            ]
        },
        ["certificate"],
    ),
    ({"totals": None}, ["status"]),
    ({"gap_fraction": None}, ["status"]),
    ({"gap_fraction": 0.0011}, ["gap"]),
    ({"certificate.solver.gap_fraction": 0.0005}, ["gap.solver"]),
    # 100 USD with a gap of 0.1 %: at least 99.9 must be needed
    (BOUND | {"certificate.solver.best_bound": 99.8}, ["gap.bound"]),
    ({"inputs.deployments.0.note": "x"}, ["inputs.d"]),
    ({"inputs.hardware.0.node_idle_power_w": 10_000}, ["inputs.node8"]),
    ({"inputs.prices.0.price": {"price_usd_per_node": 249_999}}, ["price.node8"]),
    ({"inputs.prices.0.price": {"price_usd_per_chip": 31_250}}, ["price.node8"]),
    ({"demand.costs": {"usd_per_kwh": 0.2}}, ["inputs.costs"]),
    (
        {"workloads.0.routes.0.share": "2/5", "workloads.0.routes.0.requests_per_s": 62},
        ["demand.chat"],
    ),
    ({"workloads.0.routes.0.requests_per_s": 77.6}, ["route.chat"]),
    ({"workloads.0.headroom": 0.2}, ["load.chat"]),
    ({"workloads.0.mean_requests_per_s": 155}, ["load.chat"]),
    (
        {
            "workloads.0.routes.0.rate_per_replica": "16.0000001",
            "workloads.0.routes.0.rate.residence_s": None,
        },
        [f"rate.chat@{EAST}"],
    ),
    # 31 / 0.015 s a token / 100 tokens; the last point is 30
    (capped(31, "20.66666666666667", "interpolated"), [f"cap.chat@{EAST}"]),
    (capped(0, "12", "below_first_point"), [f"rate.chat@{EAST}", f"cap.chat@{EAST}"]),
    ({"workloads.0.routes.0.rate.rule": "any_shape"}, [f"derivation.chat@{EAST}"]),
    ({"workloads.0.routes.0.rate.basis": "measured"}, [f"derivation.chat@{EAST}"]),
    ({"workloads.0.routes.0.rate.curves": []}, [f"derivation.chat@{EAST}"]),
    ({"workloads.0.routes.0.rate.residence_s": 1.26}, [f"derivation.chat@{EAST}"]),
    ({"demand.workloads.0.model": "other"}, ["role.chat"]),
    ({"demand.workloads.0.precisions": ["bf16"]}, ["precision.chat"]),
    ({"demand.workloads.0.sites": ["east"]}, ["residency.chat"]),
    (context(599), ["context.chat"]),
    (VENDOR, [f"evidence.{EAST}", f"evidence.{WEST}"]),
    ({"pools.0.evidence": "third_party"}, [f"evidence.{EAST}"]),
    (available("2026-04"), [f"available.{EAST}", f"available.{WEST}"]),
    ({"workloads.0.slo.0.achieved": 199}, ["slo.chat.ttft_ms.p95"]),
    ({"workloads.0.slo.0.basis": "measured"}, ["slo.chat.ttft_ms.p95"]),
    ({"workloads.0.slo.1.limit": 25}, ["slo.chat.tpot_ms.p95"]),
    (replicas(7), [f"capacity.{EAST}", f"capacity.{WEST}"]),
    ({"pools": [*bare()["pools"], SPARE_ONLY]}, ["workers.x"]),
    ({"pools.0.spare_replicas": 2}, [f"spares.{EAST}"]),
    ({"pools.0.chips": 45}, [f"pool.{EAST}"]),
    ({"pools.0.precision": "bf16"}, [f"pool.{EAST}"]),
    ({"pools.0.hardware": ["other"]}, [f"pool.{EAST}"]),
    ({"pools.0.nodes": 5}, [f"pool.{EAST}"]),
    ({"pools.0.utilization_fraction": 0.5}, [f"utilization.{EAST}"]),
    ({"demand.policy.max_pools": 1}, ["max_pools"]),
    ({"sites.0.chips": {"node8": 40}}, ["provisioned.east/node8"]),
    (FIVE_NODES_EAST, ["packing.east/node8"]),
    ({"sites.0.spare_nodes": {"node8": 1}} | replicas(10), ["spare_nodes.east/node8"]),
    (
        {"demand.policy.spare_nodes_per_site": 1},
        ["spare_nodes.east/node8", "spare_nodes.west/node8"],
    ),
    (ONE_RENTED_EAST, ["acquisition.east/node8"]),
    (
        racked(purchase_unit="rack", rack_power_w=40_000),
        ["rack_purchase.east/node8", "rack_purchase.west/node8"],
    ),
    ({"demand.sites.0.stock": {"node8": 47}}, ["stock.east/node8"]),
    ({"demand.sites.0.stock": {}}, ["stock.east/node8"]),
    ({"sites.0.it_megawatts": 0.061}, ["site.east"]),
    ({"sites.0.racks": 2}, ["site.east"]),
    ({"sites.0.power_cap_megawatts": None}, ["site.east"]),
    (
        {"demand.sites.0.power_cap_megawatts": 0.0719, "sites.0.power_cap_megawatts": 0.0719},
        ["site_power.east"],
    ),
    (racked() | {"demand.sites.0.racks": 1}, ["racks.east"]),
    ({"demand.sites.0.rack_power_kw": 9.9}, ["rack_power.east/node8"]),
    ({"sites.0.mean_facility_megawatts": 0.07}, ["mean_power.east"]),
]

HOLDING: list[dict[str, Any]] = [
    {},
    {"gap_fraction": 0.001},
    {"gap_fraction": 0.001000001},
    BOUND | {"certificate.solver.best_bound": 99.9},
    BOUND | {"certificate.solver.best_bound": 1, "certificate.solver.objective": "chips"},
    {"certificate.solver.gap_fraction": 1e-9, "gap_fraction": 2e-9},
    {"workloads.0.routes.0.requests_per_s": 77.5 * (1 + 1e-12)},
    {"workloads.0.routes.0.rate_per_replica": "16.000000001"},
    capped(30, "20", "measured"),
    capped(25, "18.181818181818182", "interpolated"),  # 25 / 0.01375 / 100
    {"demand.workloads.0.precisions": ["bf16", "fp8"]},
    {"demand.workloads.0.sites": ["west", "east"]},
    context(600),
    VENDOR | {"demand.policy.evidence": "vendor"},
    available("2026-03"),
    replicas(8),
    {"pools.0.utilization_fraction": 4.84375 / 10},
    {"pools.0.nodes": None},
    {"demand.policy.max_pools": 2},
    FIVE_NODES_EAST | replicas(10),
    ONE_RENTED_EAST | {"demand.policy.acquisition": "cheapest"},
    racked(),
    racked(purchase_unit="rack", rack_power_w=30_000, nodes_per_rack=3),
    {"demand.sites.0.stock": {"node8": 48}},
    {"demand.sites.0.power_cap_megawatts": 0.072, "sites.0.power_cap_megawatts": 0.072},
    racked() | {"demand.sites.0.racks": 2},
    {"demand.sites.0.rack_power_kw": 10, "sites.0.racks": 6},
    {"inputs.deployments.0.evidence": "measured"},
]


def broken_in(data: dict[str, Any]) -> list[str]:
    return broken(check_quote(read(data)))


def test_the_quote_with_everything_holds():
    assert broken_in(quote()) == []


@pytest.mark.parametrize(("changes", "rules"), BROKEN)
def test_one_thing_wrong_breaks_its_rule_and_no_other(changes: dict[str, Any], rules: list[str]):
    assert sorted(broken_in(change(bare(), changes))) == sorted(rules)


@pytest.mark.parametrize("changes", HOLDING)
def test_at_the_edge_it_still_holds(changes: dict[str, Any]):
    assert broken_in(change(bare(), changes)) == []


def test_every_rule_is_broken_by_some_test():
    """Those of money, totals, waits and site losses by the tests beside this one."""
    elsewhere = {"totals", "cost", "budget", "site_loss", "somebody_serves", "wait", "goodput"}
    assert {rule.split(".")[0] for _, rules in BROKEN for rule in rules} | elsewhere == set(RULES)


def test_every_rule_that_is_checked_is_named():
    for data in [change(bare(), changes) for changes, _ in BROKEN] + [quote()]:
        assert {check.rule.split(".")[0] for check in check_quote(read(data))} <= set(RULES)


def test_a_workload_that_nobody_serves_breaks_more_than_its_demand():
    """Its routes are gone: no share, no replica, and nothing that keeps its promises."""
    assert broken_in(change(bare(), {"workloads.0.routes": []})) == [
        "demand.chat",
        "somebody_serves.chat",
    ]


def test_without_demand_there_need_be_no_route():
    changes = {"demand.workloads.0.requests_per_s": 0, "workloads.0.routes": []}
    part = dict.fromkeys(
        (
            "requests_per_s",
            "mean_requests_per_s",
            "output_tokens_per_s",
            "required_output_tokens_per_s",
            "active_users",
        ),
        0,
    )
    data = change(bare(), changes | {f"workloads.0.{name}": zero for name, zero in part.items()})
    assert broken_in(data | {"pools": []}) == []


def test_an_infeasible_quote_has_shortfalls_and_no_fleet():
    shortfall = {
        "constraint": "site_power",
        "subject": "east",
        "missing": 0.1,
        "unit": "MW",
        "text": "",
        "remedy": "",
    }
    nothing = {
        "status": "infeasible",
        "totals": None,
        "cost": None,
        "pools": [],
        "sites": [],
        "site_losses": [],
        "shortfalls": [shortfall],
        "gap_fraction": None,
    }
    data = change(bare() | nothing, {"workloads.0.routes": []})
    assert broken_in(data) == []
    assert broken_in(data | {"shortfalls": []}) == ["status"]
    assert "status" in broken_in(data | {"totals": {}})


def test_a_check_shows_both_sides_and_the_slack():
    checks = {check.rule: check for check in check_quote(read(bare()))}
    capacity = checks[f"capacity.{EAST}"]  # 77.5 x 1.3 / 16, and 11 - 1 replicas
    assert (capacity.left, capacity.right, capacity.slack) == ("6.296875", "10", "3.703125")
