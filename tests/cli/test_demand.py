"""`planner demand` as a command."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from planner.cli.demand import app
from planner.errors import InvalidInput

PROBLEM = {
    "gpu_info": {"X": {"cost": 1, "tputs": [[1]]}},
    "workload_distribution": [[1]],
    "total_request_rate": 1,
}


def run(*arguments: str, stdin: str = "") -> str:
    return CliRunner().invoke(app, arguments, input=stdin, catch_exceptions=False).stdout


def test_a_problem_is_printed_as_a_demand(tmp_path: Path):
    file = tmp_path / "problem.json"
    file.write_text(json.dumps(PROBLEM))
    demand = json.loads(run("from-melange", str(file), "--gap", "1e-5"))
    assert demand["solver"] == {"gap_fraction": 1e-5}
    assert [w["name"] for w in demand["workloads"]] == ["bucket 0,0"]


def test_it_reads_stdin_and_writes_a_file(tmp_path: Path):
    out = tmp_path / "demand.json"
    assert run("from-melange", "-", "-o", str(out), stdin=json.dumps(PROBLEM)) == ""
    assert json.loads(out.read_text())["name"] == "Mélange problem stdin"


def test_a_fault_names_file_and_place(tmp_path: Path):
    file = tmp_path / "problem.json"
    file.write_text(json.dumps({**PROBLEM, "total_request_rate": -1}))
    with pytest.raises(InvalidInput, match=r"problem\.json: total_request_rate: must be at least"):
        run("from-melange", str(file))
