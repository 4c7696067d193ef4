"""`planner plot`, and `planner quote -o` with every kind of document, as processes."""

import json
from pathlib import Path

import pytest

from planner.catalog.library import load_catalog
from planner.cli.plot import curves_of
from tests.factories.demands import small_demand
from tests.factories.processes import run_planner
from tests.factories.shown_quotes import rich_demand, rich_quote

STARTS = {"json": b"{", "xlsx": b"PK", "html": b"<!DOCTYPE", "pdf": b"%PDF", "csv": b"table,"}
STARTS |= {"md": b"# four"}


@pytest.fixture
def demand(tmp_path: Path) -> Path:
    path = tmp_path / "demand.json"
    path.write_text(json.dumps(small_demand()), encoding="utf-8")
    return path


@pytest.fixture
def quote(tmp_path: Path) -> Path:
    path = tmp_path / "quote.json"
    path.write_text(rich_quote().to_json(), encoding="utf-8")
    return path


@pytest.mark.parametrize("ending", STARTS)
def test_a_quote_is_written_as_what_its_name_asks_for(demand: Path, tmp_path: Path, ending: str):
    target = tmp_path / f"quote.{ending}"
    run = run_planner("quote", demand, "-o", target)
    assert (run.returncode, run.stderr) == (0, b"")
    assert run.stdout.startswith(b"four replicas\n")
    assert target.read_bytes().startswith(STARTS[ending])


def test_an_unknown_ending_is_refused_before_anything_is_solved(demand: Path, tmp_path: Path):
    run = run_planner("quote", demand, "-o", tmp_path / "quote.docx")
    assert (run.returncode, run.stdout) == (2, b"")
    assert b"must end in one of .json, .csv" in run.stderr


def test_no_fleet_is_written_too(tmp_path: Path):
    path = tmp_path / "demand.json"
    sites = [{"name": "east", "power_cap_megawatts": 0.001}]
    path.write_text(json.dumps(rich_demand(sites=sites, costs={}, policy={})), encoding="utf-8")
    run = run_planner("quote", path, "-o", tmp_path / "quote.html")
    assert (run.returncode, run.stderr) == (3, b"")
    assert b"Infeasible." in (tmp_path / "quote.html").read_bytes()


def test_a_missing_package_ends_with_2_and_no_traceback(demand: Path, tmp_path: Path):
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['xlsxwriter'] = None\n")
    path = f"{tmp_path}:{Path(__file__).resolve().parents[2]}"
    run = run_planner("quote", demand, "-o", tmp_path / "quote.xlsx", PYTHONPATH=path)
    assert (run.returncode, run.stdout) == (2, b"")
    assert b'pip install "planner[documents]"' in run.stderr
    assert b"Traceback" not in run.stderr


def test_plot_writes_three_files_a_picture_and_names_them(quote: Path, tmp_path: Path):
    folder = tmp_path / "deep" / "pictures"
    run = run_planner("plot", quote, "-o", folder)
    assert run.returncode == 0
    names = {Path(line).name for line in run.stdout.decode().splitlines()}
    pictures = ("throughput", "cost", "sites", "headroom", "tpot")
    assert names == {f"{p}.{ending}" for p in pictures for ending in ("svg", "png", "vl.json")}
    assert {path.name for path in folder.iterdir()} == names
    spec = json.loads((folder / "cost.vl.json").read_text("utf-8"))
    assert "vega-lite" in spec["$schema"]


def test_plot_without_curves_solves_nothing(quote: Path, tmp_path: Path):
    run = run_planner("plot", quote, "-o", tmp_path, "--no-curves", "--theme", "dark")
    names = {Path(line).name for line in run.stdout.decode().splitlines()}
    assert {name for name in names if name.endswith("svg")} == {
        "throughput-dark.svg",
        "cost-dark.svg",
        "sites-dark.svg",
    }


def test_plot_says_which_curves_there_was_no_time_for(capsys: pytest.CaptureFixture[str]):
    list(curves_of(rich_quote(), load_catalog(), seconds=-1))
    told = capsys.readouterr().err.splitlines()
    assert "headroom: no time for 7 of 7 points; --seconds gives more." in told


def test_plot_takes_no_time_that_is_no_number(quote: Path, tmp_path: Path):
    run = run_planner("plot", quote, "-o", tmp_path / "drawn", "--seconds", "nan")
    assert (run.returncode, run.stdout) == (2, b"")
    assert b"--seconds: must be a number" in run.stderr


def test_plot_needs_something_to_draw(tmp_path: Path):
    run = run_planner("plot", "-o", tmp_path)
    assert run.returncode == 2
    assert b"--claims" in run.stderr


def test_plot_of_what_is_no_quote_is_bad_input(demand: Path, tmp_path: Path):
    run = run_planner("plot", demand, "-o", tmp_path)
    assert run.returncode == 2
    assert b"Traceback" not in run.stderr
