"""Quotes to show: with all that documents know, with names that break out, without a fleet."""

from functools import cache
from typing import Any

from planner.quote import Quote
from planner.report.documents import Kind, document_of
from planner.service import make_quote
from tests.report.conftest import demand_of

NAMES = (
    '<script>alert("x")</script> & <b>bold</b>',
    '=HYPERLINK("http://example.org","y")',
    "+1",
    "-2+3",
    "@SUM(1)",
    "مرحبا بالعالم",
    "🦊 emoji 👩‍👩‍👧",
    "x" * 190,
    "**md** | `code` [l](u) $a$ <i>",
    "evil \u202egnp.exe",
)


def curve(slowest_ms: float = 25) -> dict[str, Any]:
    """100 x 100 tokens, from 1 to 64 in flight."""
    held = ((1, 50, 5), (8, 150, 9), (32, 250, 16), (64, 300, slowest_ms))
    points = [
        {"concurrency": c, "output_tokens_per_s": r, "tpot_ms": {"p50": t, "p95": t * 1.2}}
        for c, r, t in held
    ]
    return {"input_tokens": 100, "output_tokens": 100, "points": points}


def rich_demand(**changes: Any) -> dict[str, Any]:
    """Two workloads at two sites, one of which has power for a single node: the rest is rented."""
    base = demand_of(
        name="Rich",
        sites=[
            {"name": "east", "pue": 1.5, "power_cap_megawatts": 0.016},
            {"name": "west", "pue": 1.2, "usd_per_kwh": 0.1, "stock": {"box": 16}},
        ],
        policy={
            "headroom": 0.2,
            "spare_replicas_per_pool": 1,
            "acquisition": "cheapest",
            "rent_term": "on_demand",
        },
        costs={
            "residual_fraction": 0.1,
            "network_power_w_per_chip": 50,
            "software_usd_per_chip_year": {"default": 10, "acme": 100},
            "sites": {"east": {"operations_usd_per_node_year": 7000}},
        },
    )
    box = base["hardware"][0] | {
        "rent_usd_per_chip_hour": {"on_demand": 3},
        "nodes_per_rack": 4,
    }
    chat = base["workloads"][0] | {"slo": {"tpot_ms": {"p95": 24}}}
    code = chat | {"name": "code", "requests_per_s": 5, "slo": {"tpot_ms": {"p95": 11}}}
    small = {
        "id": "m-box-tp4",
        "model": "m",
        "hardware": "box",
        "chips_per_replica": 4,
        "curves": [curve()],
    }
    slow = small | {"id": "m-box-slow", "curves": [curve(60)], "evidence": "target"}
    built = {"hardware": [box], "workloads": [chat, code], "deployments": [small, slow]}
    return base | built | changes


@cache
def rich_quote() -> Quote:
    """Of `rich_demand`."""
    return make_quote(rich_demand())


@cache
def rack_quote() -> Quote:
    """Three replicas of a node each, in hardware that is bought by racks of two."""
    box = demand_of()["hardware"][0] | {
        "nodes_per_rack": 2,
        "rack_power_w": 21000,
        "purchase_unit": "rack",
        "price_usd_per_node": None,
        "price_usd_per_rack": 300000,
    }
    return make_quote(demand_of(name="Racks", hardware=[_without_nulls(box)]))


def _without_nulls(entry: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in entry.items() if value is not None}


@cache
def nasty_quote() -> Quote:
    """Names that would be markup, formulas or the end of a line, wherever a name may stand."""
    base = rich_demand()
    chat = base["workloads"][0]
    hardware = base["hardware"][0] | {"id": "=box|<i>", "name": "{{7*7}}", "vendor": "<v>"}
    deployment = base["deployments"][0] | {"id": "=d<b>", "hardware": "=box|<i>"}
    return make_quote(
        rich_demand(
            name=NAMES[0],
            workloads=[chat | {"name": name, "requests_per_s": 1} for name in NAMES],
            hardware=[hardware],
            deployments=[deployment],
            sites=[{"name": name} for name in NAMES[1:5]],
            costs={},
        )
    )


@cache
def infeasible_quote() -> Quote:
    """Power for no node at all."""
    sites = [{"name": "<east>", "power_cap_megawatts": 0.001}]
    return make_quote(rich_demand(name="=none", sites=sites, costs={}, policy={}))


@cache
def idle_quote() -> Quote:
    """Nothing is asked, so nothing stands."""
    chat = rich_demand()["workloads"][0] | {"requests_per_s": 0}
    return make_quote(rich_demand(name="Idle", workloads=[chat]))


QUOTES = {
    "rich": rich_quote,
    "racks": rack_quote,
    "nasty": nasty_quote,
    "infeasible": infeasible_quote,
    "idle": idle_quote,
}


@cache
def document(name: str, kind: Kind) -> bytes:
    """A document of one of `QUOTES`, made once."""
    return document_of(QUOTES[name](), kind)
