"""`planner quote` as a process: what it prints where, and what it ends with."""

import json
import os
import pty
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from tests.factories.demands import deployment, hard_demand, small_demand, workload
from tests.factories.processes import COMMAND, ENVIRONMENT, run_planner, start_planner

FLEET, OURS, BAD_INPUT, INFEASIBLE, NO_ANSWER, INTERRUPTED = 0, 1, 2, 3, 4, 130


@pytest.fixture
def written(tmp_path: Path):
    def write(demand: dict[str, Any], name: str = "demand.json") -> Path:
        path = tmp_path / name
        path.write_text(json.dumps(demand), encoding="utf-8")
        return path

    return write


def test_a_fleet_ends_with_0_and_a_plain_table(written):
    run = run_planner("quote", written(small_demand()))
    assert (run.returncode, run.stderr) == (FLEET, b"")
    lines = run.stdout.decode().splitlines()
    assert lines[0] == "four replicas"
    assert lines[1].startswith("OPTIMAL")
    assert any(line.split()[:2] == ["Replicas", "4"] for line in lines)
    assert max(map(len, lines)) <= 80
    assert b"\x1b" not in run.stdout


def test_json_is_all_that_stands_on_stdout_and_can_be_verified(written):
    run = run_planner("quote", written(small_demand()), "--json")
    assert (run.returncode, run.stderr) == (FLEET, b"")
    quote = json.loads(run.stdout)
    assert quote["totals"]["replicas"] == 4
    assert run_planner("verify", "-", stdin=run.stdout).returncode == FLEET


def test_a_file_gets_the_quote_and_stdout_the_table(written, tmp_path: Path):
    target = tmp_path / "quote.json"
    run = run_planner("quote", written(small_demand()), "-o", target)
    assert (run.returncode, run.stderr) == (FLEET, b"")
    assert run.stdout.startswith(b"four replicas\n")
    assert json.loads(target.read_text("utf-8"))["status"] == "optimal"


def test_a_file_that_cannot_be_written_is_bad_input(written, tmp_path: Path):
    run = run_planner("quote", written(small_demand()), "-o", tmp_path / "nowhere" / "quote.json")
    assert run.returncode == BAD_INPUT
    assert_message(run, "cannot be written")


def test_no_fleet_ends_with_3_and_says_what_is_missing(written):
    short = written(small_demand(sites=[{"name": "east", "power_cap_megawatts": 0.001}]))
    run = run_planner("quote", short)
    assert (run.returncode, run.stderr) == (INFEASIBLE, b"")
    text = run.stdout.decode()
    assert "INFEASIBLE" in text
    assert "0.0042 MW" in text  # 4 x 1 kW x 1.3 = 5.2 kW, 4.2 more than 1


def test_no_fleet_is_an_answer_in_json_too(written):
    short = written(small_demand(sites=[{"name": "east", "power_cap_megawatts": 0.001}]))
    run = run_planner("quote", short, "--json")
    assert (run.returncode, run.stderr) == (INFEASIBLE, b"")
    assert json.loads(run.stdout)["shortfalls"][0]["constraint"] == "site_power"


def test_bad_input_ends_with_2_and_nothing_on_stdout(written):
    run = run_planner("quote", written(small_demand(workloads=[workload(requests_per_s=-1)])))
    assert run.returncode == BAD_INPUT
    assert_message(run, "workloads[0].requests_per_s: must be at least 0, not -1")


def test_every_fault_is_named_at_once(written):
    faulty = small_demand(name="", workloads=[workload(requests_per_s=-1, color="red")])
    run = run_planner("quote", written(faulty))
    for path in ("name:", "workloads[0].requests_per_s:", "workloads[0].color:"):
        assert path in run.stderr.decode()


def test_no_answer_in_time_ends_with_4(written):
    run = run_planner("quote", written(hard_demand(time_limit_s=0.0001)), "--json")
    assert run.returncode == NO_ANSWER
    assert_message(run, "solver.time_limit_s")


def test_a_fleet_that_is_not_proven_best_says_so(written):
    run = run_planner("quote", written(hard_demand(time_limit_s=1)), "--json")
    assert run.returncode == FLEET
    quote = json.loads(run.stdout)
    assert quote["status"] == "feasible"
    assert quote["gap_fraction"] > 0


def test_another_catalog_is_read_where_it_is_named(written):
    """The shipped catalog has no chip-x."""
    asked = written(
        small_demand(hardware=[], deployments=[deployment(hardware="chip-x")])
        | {"policy": {"headroom": 0}}
    )
    profiles = ENVIRONMENT["PLANNER_PROFILES"]
    shipped = run_planner("quote", asked, PLANNER_PROFILES="")
    named = run_planner("quote", asked, "--profiles", profiles, PLANNER_PROFILES="")
    assert (shipped.returncode, named.returncode) == (BAD_INPUT, FLEET)
    assert "chip-x" in shipped.stderr.decode()


def test_a_catalog_that_is_not_there_is_bad_input(written, tmp_path: Path):
    run = run_planner("quote", written(small_demand()), "--profiles", tmp_path / "nowhere")
    assert run.returncode == BAD_INPUT
    assert_message(run, "nowhere")


@pytest.mark.parametrize("form", ["json", "yaml"])
def test_stdin_is_read_as_json_or_yaml(form: str):
    text = json.dumps(small_demand())
    if form == "yaml":
        text = "# from a pipe\n" + "\n".join(
            f"{k}: {json.dumps(v)}" for k, v in small_demand().items()
        )
    run = run_planner("quote", "-", "--json", stdin=text.encode())
    assert (run.returncode, run.stderr) == (FLEET, b"")
    assert json.loads(run.stdout)["totals"]["replicas"] == 4


def test_a_reader_that_leaves_early_is_no_error(written):
    path = written(small_demand())
    process = start_planner("quote", path, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.close()
    _, errors = process.communicate(timeout=30)
    assert errors == b""
    assert process.returncode == FLEET


def test_head_takes_a_line_and_nobody_complains(written):
    command = f'"{COMMAND[0]}" -m planner quote "{written(small_demand())}" --json | head -1'
    run = subprocess.run(
        ["/bin/sh", "-c", command], capture_output=True, env=ENVIRONMENT, timeout=60, check=False
    )
    assert (run.stdout, run.stderr, run.returncode) == (b"{\n", b"", 0)


def test_ctrl_c_stops_a_long_solve_at_once(written):
    process = start_planner(
        "quote", written(hard_demand(60)), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    time.sleep(4)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    start = time.monotonic()
    out, errors = process.communicate(timeout=20)
    assert time.monotonic() - start < 2
    assert (process.returncode, out) == (INTERRUPTED, b"")
    assert errors.decode().strip() == "Stopped."


def test_progress_is_shown_on_a_terminal_only(written):
    """The line stands on stderr, and is wiped; a pipe sees nothing of it."""
    terminal, end = pty.openpty()
    path = written(hard_demand(3))
    process = start_planner("quote", path, "--json", stdout=subprocess.PIPE, stderr=end)
    os.close(end)
    out, _ = process.communicate(timeout=60)
    shown = read_all(terminal)
    assert process.returncode == FLEET, shown
    assert json.loads(out)["status"] == "feasible"
    assert "Solving" in shown
    assert shown.endswith("\r\x1b[2K")


def read_all(terminal: int) -> str:
    parts: list[bytes] = []
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        parts.append(part)
    os.close(terminal)
    return b"".join(parts).decode()


def assert_message(run: subprocess.CompletedProcess[bytes], says: str) -> None:
    """A message for people, and no traceback."""
    text = run.stderr.decode()
    assert run.stdout == b""
    assert text.startswith("Error: ")
    assert says in text
    assert "Traceback" not in text
