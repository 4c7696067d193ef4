from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from planner.catalog import Catalog, load_catalog
from planner.catalog.check import check_catalog
from planner.catalog.checklist import QUESTIONS, checklist
from planner.catalog.checks.claims import contradictions
from planner.catalog.claims import (
    explain_claim_named,
    grouped,
    implied_concurrency,
    stated,
    time_per_token_ms,
)
from planner.catalog.verdict import verdict
from planner.entries.claim import Claim

ON_CHIP_X = "deployments/tiny-8b/tiny-8b--chip-x.yaml"


def claim(**fields: Any) -> Claim:
    """One stream of chip-x at 100 tokens/s; a test overrides what it is about."""
    least = {
        "id": "one",
        "name": "Chip X",
        "system": "chip-x",
        "measure": "per_stream",
        "per_stream_tokens_per_s": 100,
        "model": "tiny-8b",
        "chips": 1,
        "evidence": "vendor",
        "source": "lab",
    }
    return Claim.model_validate({**least, **fields})


def system_claim(**fields: Any) -> Claim:
    """A server of 8 chips: 6,000 tokens/s together, 100 for each of 60 streams."""
    rates = {"measure": "aggregate", "aggregate_tokens_per_s": 6000, "chips": 8}
    return claim(**{**rates, **fields})


def add(folder: Path, found: Claim) -> Catalog:
    """The folder's catalog with one more claim."""
    place = folder / "claims" / f"{found.id}.yaml"
    place.parent.mkdir(exist_ok=True)
    place.write_text(found.model_dump_json(exclude_unset=True), "utf-8")
    return load_catalog(folder)


def gaps(found: Claim, catalog: Catalog) -> list[str]:
    return [gap.name for gap in verdict(found, catalog.hardware).missing]


def places(catalog: Catalog) -> list[tuple[str, str]]:
    return [(finding.severity, finding.path) for finding in check_catalog(catalog)]


# The schema


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"per_stream_tokens_per_s": None}, "per_stream needs per_stream_tokens_per_s, or wording"),
        ({"statistic": "p80", "qualifier": "up_to"}, "p80 is a percentile, not a maximum"),
        ({"deployment": "tiny-8b--chip-x"}, "a per_stream figure is no rate of a whole system"),
        ({"per_stream_tokens_per_s": [200, 100]}, "the first is above the second"),
        ({"parts": [{"hardware": "chip-x", "chips": 4}]}, "give chips or parts, not both"),
        ({"model_wording": "Tiny 8B"}, "give model or model_wording, not both"),
        ({"throughput": 100}, "Extra inputs"),
    ],
)
def test_a_claim_that_contradicts_itself_is_refused(fields: dict[str, Any], message: str):
    with pytest.raises(ValidationError, match=message):
        claim(**fields)


def test_a_claim_without_a_number_says_what_it_says_instead():
    found = claim(per_stream_tokens_per_s=None, wording="thousands of tokens/s")
    assert stated(found) == "thousands of tokens/s"


def test_a_mean_may_be_a_maximum_of_what_is_shown():
    assert stated(claim(statistic="mean", qualifier="up_to")) == "mean up to 100"


# Groups, time per token, streams at once


def test_claims_are_grouped_by_what_they_measure_and_never_sorted_by_size():
    slow = claim(id="a", per_stream_tokens_per_s=10)
    fast = claim(id="b", per_stream_tokens_per_s=1000)
    whole = system_claim(id="c")
    groups = grouped([whole, fast, slow])
    assert [(kind, [c.id for c in found]) for kind, found in groups.items()] == [
        ("per_stream", ["a", "b"]),
        ("aggregate", ["c"]),
    ]


@pytest.mark.parametrize(("rate", "microseconds"), [(17_000, 59), (1_000, 1_000), (1_000_000, 1)])
def test_time_per_token_is_one_over_the_rate(rate: float, microseconds: int):
    time = time_per_token_ms(rate)
    assert isinstance(time, float)
    assert round(time * 1000) == microseconds


def test_two_rates_imply_the_streams_at_once():
    assert implied_concurrency(system_claim()) == 60
    ranges = system_claim(aggregate_tokens_per_s=[3000, 4500], per_stream_tokens_per_s=[30, 50])
    assert implied_concurrency(ranges) == (60, 150)  # 3,000 / 50 and 4,500 / 30


def test_one_rate_implies_nothing():
    assert implied_concurrency(claim()) is None
    assert implied_concurrency(system_claim(per_stream_tokens_per_s=None)) is None


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"per_stream_tokens_per_s": 17000}, "17,000"),
        ({"per_stream_tokens_per_s": [198, 250]}, "198–250"),
        ({"qualifier": "up_to"}, "up to 100"),
        ({"statistic": "p80"}, "p80 100"),
    ],
)
def test_the_figure_keeps_its_qualifier_and_its_percentile(fields: dict[str, Any], words: str):
    assert stated(claim(**fields)) == words


# The seven questions


def test_a_bare_claim_leaves_nearly_all_out():
    found = {answer.item: answer.status for answer in checklist(claim())}
    assert found == {
        "model_and_quality": "partly",  # the model, and no more
        "lengths": "missing",
        "rate_of_a_stream": "partly",
        "aggregate_apart": "missing",
        "latency": "missing",
        "chips_and_power": "partly",
        "evidence": "given",
    }


def test_a_whole_claim_answers_every_question():
    whole = system_claim(
        tokenizer="tiny", precision="bf16", quality="same", input_tokens=1000, output_tokens=100,
        concurrency=60, speculation="none", ttft_ms=200, statistic="p95", duty_cycle_fraction=1,
        power_w=8000,
    )  # fmt: skip
    assert [answer.status for answer in checklist(whole)] == ["given"] * len(QUESTIONS)
    assert len(QUESTIONS) == 7


def test_what_is_left_out_is_named():
    answers = {answer.item: answer.left_out for answer in checklist(system_claim())}
    assert answers["rate_of_a_stream"] == ("concurrency", "speculation")
    assert answers["chips_and_power"] == ("duty cycle", "wall power")


@pytest.mark.parametrize("fields", [{"evidence": "unspecified"}, {"evidence_is_stated": False}])
def test_evidence_that_nobody_states_is_missing(fields: dict[str, Any]):
    assert checklist(claim(**fields))[-1].status == "missing"


# Whether to plan on it


def test_both_rates_and_chips_that_the_catalog_knows_can_be_planned_on(folder: Path):
    found = verdict(system_claim(), load_catalog(folder).hardware)
    assert found.is_plannable
    assert "No lengths are given, so that its rate would be taken for any." in found.cautions


@pytest.mark.parametrize(
    ("found", "lacking"),
    [
        (claim(), ["aggregate"]),
        (claim(chips=None), ["aggregate", "chips"]),
        (claim(measure="ttft", ttft_ms=200), ["aggregate"]),
        (claim(measure="per_megawatt", tokens_per_s_per_megawatt=1e6), ["aggregate"]),
        (system_claim(per_stream_tokens_per_s=None), ["per stream"]),
        (system_claim(per_stream_tokens_per_s=None, concurrency=60), []),
        (system_claim(counts="not_stated"), ["output alone"]),
        (system_claim(counts="input_and_output"), ["output alone"]),
        (system_claim(evidence="unspecified"), ["evidence"]),
        (system_claim(evidence="target"), []),
        (system_claim(model=None), ["model"]),
        (system_claim(model=None, model_wording="Tiny"), []),
        (system_claim(system=None), ["hardware"]),
    ],
)
def test_what_is_missing_is_named(folder: Path, found: Claim, lacking: list[str]):
    assert gaps(found, load_catalog(folder)) == lacking


def test_of_hardware_that_is_no_entry_it_says_which_figures_are_missing(folder: Path):
    hardware = load_catalog(folder).hardware
    found = system_claim(system="chip-z", known_hardware={"memory_gb": 80, "chips_per_node": 8})
    [gap] = verdict(found, hardware).missing
    assert gap.text == "of the hardware chip-z: node power"
    [gap] = verdict(system_claim(system="chip-z"), hardware).missing
    assert gap.text == "of the hardware chip-z: memory, chips per node and node power"


# What a demand that names a claim is told


def test_a_claim_named_as_a_deployment_is_explained(folder: Path):
    text = explain_claim_named(add(folder, claim(per_stream_tokens_per_s=17000)), "one")
    assert text is not None
    assert text.startswith("one is a published claim, not a deployment: it states 17,000 tokens/s")
    assert "Missing to plan on it: an aggregate rate at a stated concurrency" in text


def test_a_claim_that_is_also_a_deployment_points_there(folder: Path):
    found = claim(
        measure="aggregate", aggregate_tokens_per_s=9000, system="rack-y", chips=4,
        deployment="tiny-8b--rack-y",
    )  # fmt: skip
    text = explain_claim_named(add(folder, found), "one") or ""
    assert "Name tiny-8b--rack-y instead, with policy.evidence vendor or weaker." in text


def test_hardware_that_only_claims_speak_of_is_explained(folder: Path):
    text = explain_claim_named(add(folder, claim(system="chip-z")), "chip-z") or ""
    assert text.startswith("chip-z is hardware, not a deployment, and the catalog has only claims")
    assert "of the hardware chip-z: memory, chips per node and node power" in text


def test_what_no_claim_is_about_is_left_to_others(folder: Path):
    assert explain_claim_named(add(folder, claim()), "chip-zz") is None


# What `profiles check` finds


def test_a_sound_claim_passes(folder: Path):
    assert places(add(folder, claim())) == []


@pytest.mark.parametrize(
    ("fields", "path"),
    [
        ({"source": "labb"}, "source"),
        ({"model": "tiny-9b"}, "model"),
        ({"known_hardware": {"memory_gb": 80}}, "known_hardware"),
    ],
)
def test_a_loose_end_of_a_claim_is_an_error(folder: Path, fields: dict[str, Any], path: str):
    assert places(add(folder, claim(**fields))) == [("error", path)]


def test_a_claim_that_its_schema_refuses_is_found(folder: Path):
    (folder / "claims").mkdir()
    (folder / "claims" / "one.yaml").write_text("{id: one, measure: speed}", "utf-8")
    assert ("error", "measure") in places(load_catalog(folder))


def test_a_deployment_is_what_its_claim_says(folder: Path):
    same: dict[str, Any] = {"system": "rack-y", "chips": 4, "deployment": "tiny-8b--rack-y"}
    as_claimed = system_claim(**same, aggregate_tokens_per_s=9000)
    assert places(add(folder, as_claimed)) == []
    less = system_claim(**same, aggregate_tokens_per_s=8999)
    assert places(add(folder, less)) == [("error", "deployment")]
    weaker = system_claim(**same, aggregate_tokens_per_s=9000, evidence="target")
    assert places(add(folder, weaker)) == [("error", "deployment")]


def test_the_rate_of_one_stream_is_no_rate_of_a_system(folder: Path):
    # chip-x delivers 400 tokens/s to 8 requests in flight, says its curve
    found = places(add(folder, claim(per_stream_tokens_per_s=400)))
    assert found == [("error", "curves[0].points[1].output_tokens_per_s")]


def test_at_a_concurrency_of_one_the_two_rates_are_the_same(folder: Path):
    assert places(add(folder, claim(per_stream_tokens_per_s=72))) == []


@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({"concurrency": 60}, []),
        ({"concurrency": [48, 64]}, []),
        ({"concurrency": 30}, [("warning", "concurrency")]),
        ({"aggregate_tokens_per_s": 90}, [("error", "aggregate_tokens_per_s")]),
        # 6,000 tokens/s from 8 kW are 750,000 per MW
        ({"power_w": 8000, "tokens_per_s_per_megawatt": 750_000}, []),
        (
            {"power_w": 8000, "tokens_per_s_per_megawatt": 3e6},
            [("warning", "tokens_per_s_per_megawatt")],
        ),
    ],
)
def test_figures_of_a_claim_must_hold_together(
    fields: dict[str, Any], found: list[tuple[str, str]]
):
    findings = contradictions(system_claim(**fields), "one.yaml")
    assert [(finding.severity, finding.path) for finding in findings] == found
