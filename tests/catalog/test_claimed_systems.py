"""Every system that speed claims are published of: a fleet, or exactly what is missing."""

from pathlib import Path
from typing import Any

import pytest

from planner.catalog import Catalog, load_catalog
from planner.catalog.claims import explain_claim_named, implied_concurrency
from planner.catalog.verdict import verdict
from planner.errors import InvalidDemand
from planner.quote import Quote
from planner.service import make_quote

ROOT = Path(__file__).resolve().parents[2]
CORSAIR_8B = "llama-3-8b--dmatrix-corsair--8-cards"
CORSAIR_70B = "llama-3-70b--dmatrix-corsair--64-cards"
NAPIER = "deepseek-r1--tensordyne-napier--288-chips"
NO_RATE = "an aggregate rate at a stated concurrency"


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """Read once: nobody changes it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        return load_catalog(ROOT / "profiles")


def quote(catalog: Catalog, model: str, deployment: Any, **fields: Any) -> Quote:
    """1,000 requests/s of 200 output tokens, 260,000 tokens/s with 30 % headroom."""
    chat = {"name": "chat", "model": model, "requests_per_s": 1000}
    shape = {"input_tokens": 1500, "output_tokens": 200}
    demand = {"name": "t", "workloads": [chat | shape], "deployments": [deployment]}
    return make_quote({**demand, "objective": "chips", **fields}, catalog)


@pytest.mark.parametrize(
    ("model", "deployment", "evidence", "replicas", "chips"),
    [
        ("llama-3-8b", CORSAIR_8B, "vendor", 5, 40),  # 260,000 / 60,000 = 4.3
        ("llama-3-70b", CORSAIR_70B, "vendor", 9, 576),  # 260,000 / 30,000 = 8.7
        ("deepseek-r1", NAPIER, "modeled", 1, 288),  # 260,000 / 363,000 = 0.7
    ],
)
def test_two_rates_and_a_unit_make_a_fleet_where_the_policy_allows_it(
    shipped: Catalog, model: str, deployment: str, evidence: str, replicas: int, chips: int
):
    made = quote(shipped, model, deployment, policy={"evidence": evidence})
    assert made.totals is not None
    assert (made.totals.replicas, made.totals.chips) == (replicas, chips)
    assert [pool.evidence for pool in made.pools] == [evidence]


@pytest.mark.parametrize(
    ("model", "deployment", "policy", "evidence"),
    [
        ("llama-3-8b", CORSAIR_8B, {}, "vendor"),
        ("deepseek-r1", NAPIER, {"evidence": "vendor"}, "modeled"),
    ],
)
def test_and_none_where_it_does_not(
    shipped: Catalog, model: str, deployment: str, policy: dict[str, str], evidence: str
):
    refused = quote(shipped, model, deployment, policy=policy)
    assert refused.status == "infeasible"
    [why] = refused.rejected
    assert why.reason == "evidence_too_weak"
    assert f"Its evidence is {evidence}" in why.text


def test_without_a_price_a_cost_is_not_to_be_had(shipped: Catalog):
    with pytest.raises(InvalidDemand, match="dmatrix-corsair has no price"):
        quote(shipped, "llama-3-8b", CORSAIR_8B, policy={"evidence": "vendor"}, objective="cost")


@pytest.mark.parametrize(
    ("name", "missing"),
    [
        ("taalas-hc1-17000", [NO_RATE]),
        ("taalas-hc1", [NO_RATE]),
        ("groq-llama3-70b-1660", [NO_RATE, "how many chips", "groq-lpu: node power"]),
        ("groq-lpu", [NO_RATE, "how many chips", "groq-lpu: node power"]),
        ("groq3-lpx-5520", [NO_RATE, "how many chips", "groq3-lpx: node power"]),
        ("groq3-lpx", [NO_RATE, "groq3-lpx: node power"]),
        ("sambanova-sn40l", [NO_RATE]),
        ("sambanova-sn50-minimax-850", [NO_RATE]),
        ("etched-sohu", ["may count input", "the rate of one stream", "etched-sohu: node power"]),
        (
            "euclyd-cws32",
            ["the rate of one stream", "how many chips", "euclyd-cws32: memory and chips per node"],
        ),
        (
            "euclyd-sip",
            [NO_RATE, "how many chips", "euclyd-sip: memory, chips per node and node power"],
        ),
        ("cerebras-cs3", [NO_RATE, "how many chips"]),
        (
            "cerebras-cs5",
            [NO_RATE, "how many chips", "cerebras-cs5: memory, chips per node and node power"],
        ),
        (
            "fractile",
            [NO_RATE, "how many chips", "fractile: memory, chips per node and node power", "model"],
        ),
    ],
)
def test_any_other_system_says_exactly_what_is_missing(
    shipped: Catalog, name: str, missing: list[str]
):
    text = explain_claim_named(shipped, name)
    assert text is not None
    lacking = text.partition("Missing to plan on it: ")[2].split("; ")
    assert len(lacking) == len(missing)
    for part, wanted in zip(lacking, missing, strict=True):
        assert wanted in part
    with pytest.raises(InvalidDemand, match=name):
        quote(shipped, "llama-3.1-8b", name)


@pytest.mark.parametrize("name", ["dmatrix-corsair-8b", "tensordyne-napier-363k"])
def test_a_claim_that_is_a_deployment_too_says_which(shipped: Catalog, name: str):
    text = explain_claim_named(shipped, name) or ""
    assert f"Name {shipped.claims[name].deployment} instead" in text


def test_no_rate_of_one_stream_is_plannable(shipped: Catalog):
    for claim in shipped.claims.values():
        found = verdict(claim, shipped.hardware)
        assert not (claim.measure == "per_stream" and found.is_plannable)
        assert found.is_plannable == (claim.deployment is not None)


def test_17000_tokens_a_second_of_one_stream_size_no_fleet(shipped: Catalog):
    claim = shipped.claims["taalas-hc1-17000"]
    [gap] = verdict(claim, shipped.hardware).missing
    assert "what one stream gets, and no number of streams follows from it" in gap.text


def test_streams_that_the_published_rates_imply(shipped: Catalog):
    implied = {name: implied_concurrency(shipped.claims[name]) for name in shipped.claims}
    assert implied["dmatrix-corsair-8b"] == 60  # 60,000 at 1 ms a token
    assert implied["dmatrix-corsair-70b"] == 60  # 30,000 at 2 ms
    assert implied["tensordyne-napier-363k"] == pytest.approx(1728.6, abs=0.1)  # / 210


def test_a_percentile_stays_one(shipped: Catalog):
    claim = shipped.claims["groq3-lpx-5520"]
    assert (claim.statistic, claim.qualifier) == ("p80", None)


def test_hardware_with_a_model_in_silicon_runs_that_model_only(shipped: Catalog):
    assert shipped.hardware["taalas-hc1"].hardwired_model == "llama-3.1-8b"
    measured = {"points": [{"concurrency": 4, "output_tokens_per_s": 40_000}]}
    mine = {"id": "mine", "hardware": "taalas-hc1", "chips_per_replica": 1, "curves": [measured]}
    other = quote(shipped, "llama-3.3-70b", {**mine, "model": "llama-3.3-70b"})
    assert [why.reason for why in other.rejected] == ["hardwired_model"]
    made = quote(shipped, "llama-3.1-8b", {**mine, "model": "llama-3.1-8b"})
    assert made.totals is not None
    assert made.totals.replicas == 7  # 260,000 / 40,000 = 6.5


def test_two_kinds_of_chip_make_one_replica(shipped: Catalog):
    """4 H200 prefill, 16 SN50 decode; the rate is the user's own, for nobody publishes one."""
    chips = [part.model_dump() for part in shipped.claims["sambanova-sn50-minimax-850"].parts]
    assert chips == [
        {"hardware": "h200-sxm", "chips": 4},
        {"hardware": "sambanova-sn50", "chips": 16},
    ]
    measured = {"points": [{"concurrency": 32, "output_tokens_per_s": 9000}]}
    mine = {"id": "mine", "model": "minimax-m2.5", "parts": chips, "curves": [measured]}
    made = quote(shipped, "minimax-m2.5", mine)
    assert made.totals is not None
    # 260,000 / 9,000 = 28.9, so 29 replicas of 20 chips: 29 racks of 16 and 15 servers of 8
    assert (made.totals.replicas, made.totals.chips, made.totals.nodes) == (29, 580, 44)
