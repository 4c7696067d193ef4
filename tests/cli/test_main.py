"""`planner` itself: help, version, unknown words, and what `planner init` prints."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import planner
from planner.cli.main import COMMANDS
from planner.cli.starters import STARTERS
from tests.factories.processes import ENVIRONMENT, ROOT, run_planner


def test_help_names_every_command():
    run = run_planner("--help")
    assert run.returncode == 0
    for name in COMMANDS:
        assert name in run.stdout.decode()


@pytest.mark.parametrize("command", ["quote", "init", "verify"])
def test_every_command_explains_itself(command: str):
    run = run_planner(command, "--help")
    assert (run.returncode, run.stderr) == (0, b"")
    assert f"planner {command} " in run.stdout.decode()


def test_the_version_is_that_of_the_package():
    run = run_planner("--version")
    assert run.stdout.decode() == f"planner {planner.__version__}\n"
    assert run.returncode == 0


@pytest.mark.parametrize("words", [["quote"], ["qoute", "x.json"], ["quote", "x.json", "--jsn"]])
def test_words_that_nobody_knows_end_with_2(words: list[str]):
    run = run_planner(*words)
    assert (run.returncode, run.stdout) == (2, b"")
    assert "Traceback" not in run.stderr.decode()


def test_the_script_and_the_module_are_one():
    script = Path(sys.executable).parent / "planner"
    if not script.exists():
        pytest.skip("planner is not installed here")
    run = subprocess.run([script, "--version"], capture_output=True, env=ENVIRONMENT, check=False)
    assert run.stdout == run_planner("--version").stdout


@pytest.mark.parametrize("kind", STARTERS)
def test_what_init_prints_can_be_quoted_as_it_stands(kind: str):
    """On the shipped catalog, which has the model that it names."""
    text = run_planner("init", "--kind", kind)
    assert (text.returncode, text.stderr) == (0, b"")
    run = run_planner("quote", "-", "--json", stdin=text.stdout, PLANNER_PROFILES="")
    assert (run.returncode, run.stderr) == (0, b"")
    assert json.loads(run.stdout)["status"] == "optimal"


def test_init_overwrites_nothing(tmp_path: Path):
    target = tmp_path / "demand.yaml"
    assert run_planner("init", "-o", target).returncode == 0
    before = target.read_bytes()
    run = run_planner("init", "--kind", "voice", "-o", target)
    assert run.returncode == 2
    assert "exists already" in run.stderr.decode()
    assert target.read_bytes() == before


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.*")), ids=lambda p: p.name)
def test_every_example_can_be_quoted(path: Path):
    status, code = ("infeasible", 3) if path.stem == "infeasible" else ("optimal", 0)
    run = run_planner("quote", path, "--json", PLANNER_PROFILES="")
    assert (run.returncode, run.stderr) == (code, b"")
    assert json.loads(run.stdout)["status"] == status
