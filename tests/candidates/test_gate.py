"""What keeps a deployment out before its curves are read."""

import pytest

from planner.demand import read_demand
from planner.errors import InvalidDemand
from tests.factories.matches import curve, demand, deployment, found, hardware, point, workload


def reasons(data) -> list[str]:
    return [rejection.reason for rejection in found(data).rejected]


def serves(data) -> bool:
    return bool(found(data).services)


@pytest.mark.parametrize(
    ("evidence", "accepted"),
    [
        ("measured", "measured"),
        ("vendor", "vendor"),
        ("third_party", "modeled"),
        (None, "measured"),
    ],
)
def test_evidence_as_strong_as_the_policy_asks_is_used(evidence, accepted):
    stated = {} if evidence is None else {"evidence": evidence}
    assert serves(demand(deployments=[deployment(**stated)], policy={"evidence": accepted}))


@pytest.mark.parametrize(
    ("evidence", "accepted"),
    [("third_party", "measured"), ("vendor", "third_party"), ("estimate", "target")],
)
def test_weaker_evidence_is_not(evidence, accepted):
    data = demand(deployments=[deployment(evidence=evidence)], policy={"evidence": accepted})
    assert reasons(data) == ["evidence_too_weak"]


@pytest.mark.parametrize(
    ("available", "needed", "is_there"),
    [
        ("2026-07-01", "2026-07-01", True),
        ("2026-07-02", "2026-07-01", False),
        ("2026-07", "2026-07", True),
        ("2026-07", "2026-07-15", False),  # it may come on the 31st
        ("2026", "2026-12", False),
        ("2025", "2026-01", True),
    ],
)
def test_hardware_must_be_there_when_it_is_needed(available, needed, is_there):
    data = demand(hardware=[hardware(available_from=available)], policy={"needed_by": needed})
    assert serves(data) is is_there


def test_silicon_runs_the_model_that_is_cast_in_it_and_no_other():
    assert serves(demand(hardware=[hardware(hardwired_model="m")]))
    assert reasons(demand(hardware=[hardware(hardwired_model="other")])) == ["hardwired_model"]


def test_only_accepted_precisions_serve():
    fp8 = [deployment(precision="fp8")]
    assert serves(demand([workload(precisions=["fp8", "bf16"])], fp8))
    assert reasons(demand([workload(precisions=["bf16"])], fp8)) == ["precision_not_accepted"]
    assert reasons(demand([workload(precisions=["bf16"])])) == ["precision_not_accepted"]


@pytest.mark.parametrize("role", ["prefill", "decode"])
def test_half_of_a_split_replica_serves_nobody_alone(role):
    assert reasons(demand(deployments=[deployment(role=role)])) == ["half_of_a_pair"]


def test_a_context_beyond_the_model_is_rejected_and_one_at_its_end_is_not():
    # tiny-8b ends at 8,192 tokens.
    curves = curve(point(4, 400), shape=(8092, 101))
    small = deployment(curves, model="tiny-8b")
    fits = workload(model="tiny-8b", input_tokens=8092, output_tokens=100)
    assert serves(demand([fits], [small]))
    assert reasons(demand([{**fits, "output_tokens": 101}], [small])) == ["context_beyond_model"]
    assert reasons(demand([{**fits, "reasoning_tokens": 1}], [small])) == ["context_beyond_model"]


def test_residency_keeps_a_workload_where_it_may_run():
    sites = [{"name": "east"}, {"name": "west"}]
    candidates = found(demand([workload(sites=["west"])], sites=sites))
    assert [pool.site for pool in candidates.pools] == ["west"]


def test_a_named_deployment_without_a_price_is_an_error():
    with pytest.raises(InvalidDemand, match=r"deployments\[0\]: d: chip has no price"):
        found(demand(hardware=[hardware(price_usd_per_node=None)]))


def test_where_cost_is_not_the_objective_no_price_is_needed():
    assert serves(demand(hardware=[hardware(price_usd_per_node=None)], objective="chips"))


def test_a_deployment_of_the_catalog_without_a_price_is_rejected_with_that_reason():
    wanted = workload(model="tiny-8b", input_tokens=1000, output_tokens=101)
    data = {"name": "test", "workloads": [wanted]}
    rented = {**data, "policy": {"acquisition": "rent", "rent_term": "spot"}}
    assert "no_price" in reasons(rented)
    assert serves(data)


def test_a_rack_that_cannot_take_a_node_leaves_the_hardware_out_there():
    # A node of 8 kW in a rack position of 7 kW.
    sites = [{"name": "low", "racks": 4, "rack_power_kw": 7}, {"name": "high"}]
    candidates = found(demand(sites=sites))
    assert [pool.site for pool in candidates.pools] == ["high"]
    assert [note.code for note in candidates.warnings] == ["rack_power_too_small"]
    only_low = found(demand(sites=sites[:1]))
    assert [only_low.workload_of(load).name for load in only_low.unserved] == ["chat"]


def test_racks_of_unknown_nodes_are_an_error_that_says_what_to_give():
    with pytest.raises(InvalidDemand, match=r"sites\[0\].racks: how many nodes of chip"):
        found(demand(sites=[{"name": "east", "racks": 4}]))


def test_an_unknown_deployment_is_named():
    with pytest.raises(InvalidDemand, match=r"deployments\[1\]: 'nobody' is neither"):
        found(demand(deployments=[deployment(), "nobody"]))


def test_unknown_hardware_is_named():
    with pytest.raises(InvalidDemand, match=r"deployments\[0\].hardware: 'x', which d runs on"):
        found(demand(deployments=[deployment(hardware="x")]))


def test_degrees_that_are_not_the_chips_are_an_error():
    with pytest.raises(InvalidDemand, match=r"deployments\[0\].parallelism: tensor 2"):
        found(demand(deployments=[deployment(parallelism={"tensor": 2})]))
    assert serves(demand(deployments=[deployment(parallelism={"tensor": 1})]))


def voice(**more):
    base = workload(kind="voice", concurrent_sessions=60, turns_per_minute=4)
    return {**base, "tts": "speak--chip-x", **more}


def test_a_speech_deployment_is_counted_in_streams():
    # 60 sessions, half of the time speaking: 30 streams on replicas of 8.
    candidates = found(demand([voice(speaking_fraction=0.5)]))
    speech = next(i for i, load in enumerate(candidates.loads) if load.stage == "tts")
    assert candidates.loads[speech].peak == 30
    assert [s.rate for s in candidates.problem.services if s.load == speech] == [8]


@pytest.mark.parametrize(("limit", "is_there"), [(180, True), (179, False)])
def test_a_speech_stage_keeps_its_own_limit(limit, is_there):
    # p99 of 180 ms was measured; it bounds the p95 that is promised.
    promised = {"tts_first_audio_ms": limit, "time_to_first_audio_ms": {"p95": 5000}}
    measured = [deployment(curve(point(10, 1000, ttft_ms={"p95": 100})))]
    candidates = found(demand([voice(**promised)], measured))
    assert any(load.stage == "tts" for load in candidates.loads) is is_there


def test_a_speech_stage_names_a_deployment_of_its_role():
    with pytest.raises(InvalidDemand, match=r"workloads\[0\].tts: d has the role serve, not tts"):
        found(demand([voice(tts="d")]))


def test_nothing_is_asked_of_a_load_of_0():
    candidates = found(demand([workload(requests_per_s=0)]))
    assert (candidates.loads, candidates.services) == ((), ())
    assert len(candidates.idle) == 1


def test_a_load_beyond_all_chips_of_the_world_is_no_plan():
    slow = [deployment(curve(point(None, 0.001), shape=None))]
    assert reasons(demand([workload(requests_per_s=1e9, output_tokens=1e8)], slow)) == ["too_slow"]


def test_software_of_one_vendor_leaves_that_of_others():
    costs = {"software_usd_per_chip_year": {"acme": 4500}}
    book = found(demand(costs=costs)).costs.software_usd_per_chip_year
    assert book == {"default": 0, "acme": 4500}


@pytest.mark.parametrize(
    ("workload_", "field"),
    [
        (workload(slo={"ttft_ms": {"p95": 0.5}}), "slo.ttft_ms.p95 is 0.5 ms: is it in seconds?"),
        (
            workload(kind="agent", tasks_per_s=1, calls_per_task=2, task_s={"p95": 5000}),
            "task_s.p95 leaves 2,500 s for each call",
        ),
    ],
)
def test_a_limit_that_looks_misread_warns(workload_, field):
    measured = [deployment(curve(point(10, 1000, ttft_ms={"p95": 0.25}, tpot_ms={"p95": 9})))]
    warnings = [note.text for note in found(demand([workload_], measured)).warnings]
    assert any(field in text for text in warnings)
    assert any("a ttft_ms of 0.25 ms is measured: is it in seconds?" in text for text in warnings)


def test_usual_figures_do_not_warn():
    measured = [deployment(curve(point(10, 1000, ttft_ms={"p95": 250}, tpot_ms={"p95": 9})))]
    promised = workload(slo={"ttft_ms": {"p95": 500}})
    assert found(demand([promised], measured)).warnings == ()


def test_a_demand_reads_the_same_twice():
    assert read_demand(demand()) == read_demand(demand())
