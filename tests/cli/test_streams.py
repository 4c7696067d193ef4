"""What shells and terminals do to the standard streams of `planner`."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.factories.demands import small_demand
from tests.factories.processes import COMMAND, ENVIRONMENT, run_planner

ROCKET = "🚀 fleet"


@pytest.fixture
def rocket(tmp_path: Path) -> Path:
    path = tmp_path / "demand.json"
    path.write_text(json.dumps(small_demand(name=ROCKET)))
    return path


def in_shell(redirected: str, path: Path) -> subprocess.CompletedProcess[bytes]:
    """`planner quote FILE --json` with the streams redirected as in a shell."""
    command = f'"{COMMAND[0]}" -m planner quote "{path}" --json {redirected}'
    return subprocess.run(
        ["/bin/sh", "-c", command], capture_output=True, env=ENVIRONMENT, timeout=60, check=False
    )


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_pipe_gets_utf_8_whatever_the_locale(rocket: Path, encoding: str):
    run = run_planner("quote", rocket, "--json", PYTHONIOENCODING=encoding)
    assert (run.returncode, run.stderr) == (0, b"")
    assert json.loads(run.stdout.decode("utf-8"))["name"] == ROCKET


def test_a_table_in_a_locale_without_letters(rocket: Path):
    run = run_planner("quote", rocket, PYTHONUTF8="0", PYTHONCOERCECLOCALE="0", LC_ALL="C")
    assert (run.returncode, run.stderr) == (0, b"")


def test_a_full_disk_is_told(rocket: Path):
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    run = in_shell("> /dev/full", rocket)
    assert run.returncode == 2
    assert run.stderr.startswith(b"Error: cannot be read or written: ")
    assert b"Traceback" not in run.stderr


def test_closed_streams_are_no_fault(rocket: Path):
    assert in_shell(">&-", rocket).returncode == 0
    assert in_shell("2>&-", rocket).returncode == 0
    nothing = in_shell("<&-", Path("-"))
    assert nothing.returncode == 2
    assert nothing.stderr.startswith(b"Error: stdin: closed")


def test_a_fault_of_ours_is_one_line(rocket: Path):
    code = (
        "import sys, planner.service as service, planner.cli.main as cli\n"
        "def fail(*_): raise RuntimeError('unforeseen')\n"
        "service.make_quote = fail\n"
        f"sys.argv = ['planner', 'quote', {str(rocket)!r}]\n"
        "cli.main()\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, env=ENVIRONMENT, timeout=60, check=False
    )
    assert run.returncode == 1
    assert run.stdout == b""
    lines = run.stderr.decode().splitlines()
    assert len(lines) == 1
    assert "a fault of planner: RuntimeError: unforeseen" in lines[0]
