"""Speech stages: streams that a replica was seen to keep up with, and who may serve them."""

from typing import Any

import pytest

from planner.verify import broken, check_quote
from tests.factories.quotes import bare, change, deployment, pool, read, slo, workload

POINTS = [
    {"streams": 64, "real_time_factor": 0.5, "first_audio_ms": {"p95": 80}},
    {"streams": 128, "real_time_factor": 0.9, "first_audio_ms": {"p95": 200}},
    {"streams": 256, "real_time_factor": 1.0, "first_audio_ms": {"p95": 90}},
    {"streams": 512, "failed_fraction": 0.1, "first_audio_ms": {"p95": 90}},
]


def voice(**fields: Any) -> dict[str, Any]:
    """2,325 sessions of 4 turns a minute are 155 requests/s; 0.4 of them, 930, are listened to.

    930 x 1.3 / 128 = 9.45 of 10 replicas.
    """
    data = bare()
    asked = workload(
        kind="voice",
        concurrent_sessions=2325,
        turns_per_minute=4,
        listening_fraction=0.4,
        asr="asr",
        asr_ms=200,
        time_to_first_audio_ms={"p95": 400},
        peak_to_mean=2,
    )
    del asked["requests_per_s"]
    asr = deployment({"points": POINTS}, id="asr", model="whisper", role="asr", chips_per_replica=1)
    data["demand"]["workloads"] = [asked]
    data["demand"]["policy"]["spare_replicas_per_pool"] = 0
    data["demand"]["deployments"].append(asr)
    data["inputs"]["deployments"].append(asr)
    for place in data["pools"]:
        place["spare_replicas"] = 0
    ears = pool("east", id="asr@east", deployment="asr", concurrency_cap=None, spare_replicas=0)
    ears |= {"replicas": 4, "chips": 4, "nodes": 1, "utilization_fraction": None}
    west = ears | {"id": "asr@west", "site": "west"}
    data["pools"] += [ears, west]
    route = {
        "pool": "asr@east",
        "stage": "asr",
        "requests_per_s": 465,
        "share": "1/2",
        "rate_per_replica": "128",
        "derivation": "",
        "rate": {"rule": "streams", "basis": "standalone", "curves": [0], "point": 1},
    }
    data["workloads"][0]["routes"] += [route, route | {"pool": "asr@west"}]
    # at cap 20: 200 for recognition + 200 TTFT
    data["workloads"][0]["slo"] = [slo("time_to_first_audio_ms", 400, 400, "interpolated")]
    return change(data, fields)


def broken_in(data: dict[str, Any]) -> list[str]:
    return broken(check_quote(read(data)))


def test_four_replicas_are_one_too_few_at_each_site():
    """465 x 1.3 / 128 = 4.72."""
    assert broken_in(voice()) == ["capacity.asr@east", "capacity.asr@west"]


def five() -> dict[str, Any]:
    """5 + 5 replicas of one chip beside 10 + 10 of four: 45 of 48 chips."""
    sizes = {f"pools.{i}.{name}": 5 for i in (2, 3) for name in ("replicas", "chips")}
    sizes |= {f"pools.{i}.replicas": 10 for i in (0, 1)}
    return voice(**sizes, **{f"pools.{i}.chips": 40 for i in (0, 1)})


def test_five_are_enough():
    assert broken_in(five()) == []


@pytest.mark.parametrize("streams", [256, 512, 127])
def test_streams_that_no_point_kept_up_with(streams: int):
    path = "workloads.0.routes.2.rate_per_replica"
    assert "rate.chat/asr@asr@east" in broken_in(change(five(), {path: str(streams)}))


def test_streams_that_are_heard_too_late():
    """128 streams take 200 ms: within 199 ms only 64 are kept."""
    data = change(five(), {"demand.workloads.0.asr_ms": 199})
    assert {"rate.chat/asr@asr@east", "rate.chat/asr@asr@west"} <= set(broken_in(data))


def test_streams_go_to_the_deployment_that_the_workload_names():
    other = change(five(), {"demand.workloads.0.asr": "another"})
    assert broken_in(other) == ["role.chat/asr"]
