"""Started safely, or not at all; what is logged tells nobody's secrets."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

import api.errors
import planner.errors
from api.errors import BadSetting, NotSafe
from api.problems.kinds import KINDS
from api.problems.table import TABLE, refusal_of
from api.server import refuse_to_be_open
from api.services import new_services
from api.settings import Settings, settings_of
from tests.api.harness import Live, demand, wait_for

NOT_ANSWERED = {
    api.errors.ServiceError,
    api.errors.BadSetting,
    api.errors.NotSafe,
    api.errors.ClientGone,
    api.errors.Refused,
    api.errors.WorkerError,
    planner.errors.PlannerError,
}


def tree(error: type[Exception]) -> set[type[Exception]]:
    return {error, *(found for kind in error.__subclasses__() for found in tree(kind))}


def test_every_error_has_its_problem():
    ours, planners = tree(api.errors.ServiceError), tree(planner.errors.PlannerError)
    known = {kind for kind in planners if kind.__module__ == "planner.errors"}
    assert (ours | known) - NOT_ANSWERED == set(TABLE)


def test_a_fault_of_ours_tells_nothing():
    refused = refusal_of(planner.errors.SolverFailed("s3cret"))
    assert KINDS[refused.slug].status == 500
    assert "s3cret" not in refused.detail


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PLANNER_PORT", "80800"),
        ("PLANNER_PORT", "http"),
        ("PLANNER_WORKERS", "0"),
        ("PLANNER_AUTH", "none"),
        ("PLANNER_QUEUE_SIZE", "-1"),
        ("PLANNER_RATE_PER_MINUTE", "٣"),
    ],
)
def test_a_setting_that_cannot_be_read_is_named(name: str, value: str):
    with pytest.raises(BadSetting, match=name):
        settings_of({name: value})


def test_settings_have_defaults():
    settings = settings_of({"XDG_DATA_HOME": "d"})
    assert (settings.host, settings.port, settings.auth) == ("127.0.0.1", 8080, "auto")
    assert settings.database_url == "sqlite:///d/planner/planner.db"
    assert settings.workers >= 1


def test_it_is_not_open_to_the_world_by_accident(service: Live, tmp_path: Path):
    empty = Settings(host="0.0.0.0", database_url=f"sqlite:///{tmp_path / 'empty.db'}")
    services = new_services(empty)
    services.migrate()
    with pytest.raises(NotSafe, match="keys create"):
        refuse_to_be_open(empty, services)
    refuse_to_be_open(Settings(host="0.0.0.0", auth="off"), services)
    refuse_to_be_open(Settings(host="0.0.0.0", auth="required"), services)
    refuse_to_be_open(Settings(host="127.0.0.1"), services)
    refuse_to_be_open(Settings(host="0.0.0.0"), service.services)  # there are keys
    services.close()


def children_of(pid: int) -> list[str]:
    """Those that any thread of a process has started."""
    files = Path(f"/proc/{pid}/task").glob("*/children")
    return [child for file in files for child in file.read_text().split()]


def run(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "api", *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def test_the_command_refuses_to_listen_to_the_world(tmp_path: Path):
    url = f"sqlite:///{tmp_path / 'world.db'}"
    done = run(PLANNER_DATABASE_URL=url, PLANNER_HOST="0.0.0.0", PLANNER_PORT="1")
    assert (done.returncode, done.stdout) == (2, "")
    assert "PLANNER_AUTH=required" in done.stderr
    assert "Traceback" not in done.stderr


def test_keys_are_made_listed_and_revoked(tmp_path: Path):
    url = {"PLANNER_DATABASE_URL": f"sqlite:///{tmp_path / 'keys.db'}"}
    key = run("keys", "create", "--organisation", "acme", "--name", "ci", **url).stdout.strip()
    assert re.fullmatch(r"plk_[0-9a-f]{16}_[\w-]{43}", key)
    listed = json.loads(run("keys", "list", "--json", **url).stdout)
    assert [(row["organisation"], row["name"], row["scopes"]) for row in listed] == [
        ("acme", "ci", "read write")
    ]
    assert key.split("_", 2)[2] not in json.dumps(listed)
    assert run("keys", "revoke", listed[0]["id"], **url).returncode == 0
    assert run("keys", "revoke", listed[0]["id"], **url).returncode == 2
    assert run("keys", "create", "--organisation", "a", "--scope", "all", **url).returncode == 2


def test_a_database_that_is_not_there_is_told_without_its_password():
    url = "postgresql://ada:s3cret@127.0.0.1:1/none"
    done = run("migrate", PLANNER_DATABASE_URL=url)
    assert done.returncode == 2
    assert "s3cret" not in done.stderr
    assert "Traceback" not in done.stderr


def test_it_serves_logs_and_leaves_nothing(tmp_path: Path):
    """Started as a user would; a signal ends it with its workers; the log has ids, no bodies."""
    environment = {
        **os.environ,
        "PLANNER_DATABASE_URL": f"sqlite:///{tmp_path / 'serve.db'}",
        "PLANNER_PORT": "18931",
        "PLANNER_WORKERS": "1",
    }
    place = "http://127.0.0.1:18931"
    with subprocess.Popen(
        [sys.executable, "-m", "api"], env=environment, stderr=subprocess.PIPE, text=True
    ) as served:
        wait_for(lambda: httpx.get(f"{place}/readyz", timeout=30).status_code == 200)
        children = children_of(served.pid)
        headers = {"X-Request-Id": "mine-1"}
        quote = httpx.post(f"{place}/v1/quotes", json=demand(name="s3cret"), headers=headers)
        httpx.get(f"{place}/v1/quotes", params={"name": "s3cret"})
        httpx.post(f"{place}/v1/quotes", json={"s3cret": 1})
        served.send_signal(signal.SIGTERM)
        _, log = served.communicate(timeout=60)
    lines = [json.loads(line) for line in log.splitlines()]
    assert (quote.status_code, quote.headers["x-request-id"]) == (201, "mine-1")
    assert any(line.get("request_id") == "mine-1" for line in lines)
    assert "s3cret" not in log
    assert [line["event"] for line in lines if line["event"] != "request"] == [
        "listening",
        "stopping",
    ]
    assert served.returncode in {0, -signal.SIGTERM}
    assert [child for child in children if Path(f"/proc/{child}").exists()] == []


def test_workers_do_not_outlive_a_killed_service(tmp_path: Path):
    environment = {
        **os.environ,
        "PLANNER_DATABASE_URL": f"sqlite:///{tmp_path / 'killed.db'}",
        "PLANNER_PORT": "18932",
    }
    with subprocess.Popen(
        [sys.executable, "-m", "api"], env=environment, stderr=subprocess.DEVNULL
    ) as served:
        url = "http://127.0.0.1:18932/readyz"
        wait_for(lambda: httpx.get(url, timeout=30).status_code == 200)
        children = children_of(served.pid)
        served.kill()
    assert children
    wait_for(lambda: not any(Path(f"/proc/{child}").exists() for child in children), 10)
