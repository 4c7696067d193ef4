"""What a demand means, and what it cannot."""

from fractions import Fraction

import pytest

from planner.demand import read_demand
from planner.errors import InvalidDemand
from planner.loads import accepted_fraction, loads_of
from tests.factories.matches import demand, deployment, workload


def faults(data) -> str:
    with pytest.raises(InvalidDemand) as raised:
        read_demand(data)
    return str(raised.value)


def peak(workload_) -> Fraction:
    return loads_of(read_demand(demand([workload_])))[0].peak


def headroom(own=None, **policy) -> Fraction:
    given = {} if own is None else {"headroom": own}
    return loads_of(read_demand(demand([workload(**given)], policy=policy)))[0].headroom


def test_a_workload_without_a_kind_counts_requests():
    assert peak(workload(requests_per_s=12.5)) == Fraction("12.5")


def test_users_sessions_and_tasks_become_requests_per_s():
    # 600 users x 2 / 60; 90 sessions x 4 / 60; 2 tasks x 20 calls.
    assert peak(workload(kind="users", active_users=600, requests_per_user_per_minute=2)) == 20
    assert peak(workload(kind="voice", concurrent_sessions=90, turns_per_minute=4)) == 6
    assert peak(workload(kind="agent", tasks_per_s=2, calls_per_task=20)) == 40


def test_headroom_is_no_utilization_cap():
    # A cap of 0.7 plans for 1/0.7 = 1.43 x the peak, headroom of 0.30 for 1.3 x.
    assert headroom(utilization_cap=0.7) == Fraction(10, 7) - 1
    assert headroom(headroom=0.3) == Fraction(3, 10)
    assert headroom() == Fraction(3, 10)
    assert headroom(own=0.1, headroom=0.3) == Fraction(1, 10)


def test_not_both_of_them():
    text = faults(demand(policy={"headroom": 0.3, "utilization_cap": 0.7}))
    assert "headroom 0.3 plans for 1.3 x the peak, utilization_cap 0.7 for 1.429 x" in text


def test_an_interrupted_turn_is_heard_in_part():
    # 1 - 0.2 x (1 - 0.4) = 0.88.
    spoken = workload(
        kind="voice",
        concurrent_sessions=1,
        turns_per_minute=1,
        barge_in_fraction=0.2,
        barge_in_heard_fraction=0.4,
    )
    assert accepted_fraction(read_demand(demand([spoken])).workloads[0]) == Fraction("0.88")


def test_a_bare_number_is_no_limit():
    text = faults(demand([workload(slo={"ttft_ms": 500})]))
    assert "workloads[0].slo.ttft_ms: a limit names its percentile" in text
    assert '{"p95": 500}' in text


@pytest.mark.parametrize("key", ["95", "p", "p100", "P95", "p95.12345", "max", "p٩٥"])
def test_a_limit_names_a_percentile(key):
    text = faults(demand([workload(slo={"ttft_ms": {key: 500}})]))
    assert "is not a percentile; write mean or pNN, such as p95" in text


@pytest.mark.parametrize("date", ["2026-13", "2026-02-30", "26-01-01", "2026-1", "٢٠٢٦"])
def test_a_date_is_one_of_the_calendar(date):
    assert "policy.needed_by" in faults(demand(policy={"needed_by": date}))


def test_names_are_unique():
    assert "'chat' stands 2 times" in faults(demand([workload(), workload()]))
    assert "'d' stands 2 times" in faults(demand(deployments=[deployment(), deployment()]))
    assert "'d' stands 2 times" in faults(demand(deployments=[deployment(), "d"]))


def test_sites_that_are_named_exist():
    text = faults(demand([workload(sites=["mars"])], sites=[{"name": "east"}]))
    assert "names the site 'mars'; the sites are east" in text


def test_every_fault_is_told_with_its_path():
    text = faults(demand([workload(requests_per_s="5", output_tokens=0, inputs=3)]))
    assert "workloads[0].requests_per_s: a number is expected, not text" in text
    assert "workloads[0].output_tokens: must be at least 1, not 0" in text
    assert "workloads[0].inputs: is not a known field here" in text


def test_an_unknown_kind_is_told_what_there_is():
    assert "kind must be one of requests, users, voice, agent" in faults(
        demand([workload(kind="batch")])
    )


@pytest.mark.parametrize("data", [None, [], "x", 3])
def test_what_is_no_mapping_is_no_demand(data):
    assert "a demand is a mapping" in faults(data)


def test_a_number_of_five_thousand_digits_does_not_break_its_own_message():
    assert "is beyond every bound" in faults(demand([workload(requests_per_s=10**5000)]))
