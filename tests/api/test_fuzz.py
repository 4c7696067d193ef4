"""Schemathesis with all of its checks finds nothing; a modest run, `make fuzz` is the long one."""

import os
import subprocess
import sys

import pytest

from tests.api.harness import has_postgres, postgres

EXAMPLES = {
    "sqlite": os.environ.get("PLANNER_FUZZ_SQLITE", "3"),
    "postgresql": os.environ.get("PLANNER_FUZZ_POSTGRES", "1"),
}


SEED = os.environ.get("PLANNER_FUZZ_SEED", "1")
"""The same every time: a failure tells of a change; `make fuzz` looks where chance leads."""


def fuzz(examples: str, database: str = "") -> None:
    command = [sys.executable, "scripts/fuzz.py", "--examples", examples, "--database", database]
    command += ["--seed", SEED]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-5_000:]


@pytest.mark.fuzz
def test_on_sqlite():
    fuzz(EXAMPLES["sqlite"])


@pytest.mark.fuzz
def test_on_postgres():
    if not has_postgres():
        pytest.skip("no PostgreSQL is reachable; PLANNER_TEST_POSTGRES_URL names one")
    with postgres() as url:
        fuzz(EXAMPLES["postgresql"], url)
