import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from planner.cli.claims import app
from planner.errors import InvalidInput

SHIPPED = Path(__file__).resolve().parents[2] / "profiles"
MINE = """\
id: mine
name: Our server
system: h100-sxm
measure: aggregate
aggregate_tokens_per_s: 6000
per_stream_tokens_per_s: 100
model: llama-3.1-8b
chips: 8
evidence: measured
source: our own run
"""


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One for all tests of this file: the catalog is parsed once."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def environment(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))
    monkeypatch.setenv("PLANNER_PROFILES", str(SHIPPED))


def run(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(app, list(arguments), input=text)


def test_the_list_fits_80_columns_and_keeps_groups_apart():
    shown = run().stdout
    assert max(len(line.rstrip()) for line in shown.splitlines()) <= 80
    titles = [line.split(":")[0] for line in shown.splitlines() if line.rstrip().endswith(")")]
    assert [t for t in titles if t in ("Per stream", "Aggregate", "Per megawatt")] == [
        "Per stream",
        "Aggregate",
        "Per megawatt",
    ]
    assert "no figure of one ranks with one of another" in shown


def test_a_row_has_figure_time_per_token_checklist_and_verdict():
    [row] = [line for line in run().stdout.splitlines() if "taalas-hc1-17000" in line]
    assert row.split() == ["taalas-hc1-17000", "17,000", "59", "µs", "pyp--py", "no:", "aggregate"]


def test_streams_at_once_stand_where_both_rates_are_known():
    [row] = [line for line in run().stdout.splitlines() if "tensordyne-napier-363k" in line]
    assert row.split()[-3:] == ["1,729", "p-py-py", "yes"]


def test_the_list_can_be_narrowed():
    shown = json.loads(run("--measure", "aggregate", "--system", "etched-sohu", "--json").stdout)
    assert list(shown["groups"]) == ["aggregate"]
    [row] = shown["groups"]["aggregate"]
    assert row["claim"]["id"] == "etched-sohu-500k"
    assert row["is_plannable"] is False
    assert row["checklist"]["aggregate_apart"]["left_out"] == ["which tokens count"]


def test_a_kind_that_does_not_exist_is_an_error():
    error = run("--measure", "fastest").exception
    assert isinstance(error, InvalidInput)
    assert "known are per_stream, aggregate" in str(error)


def test_show_names_all_that_is_missing():
    shown = run("show", "taalas-hc1-17000").stdout
    assert "time per token of one stream: 59 µs" in shown
    assert "Not plannable. Missing:" in shown


def test_show_of_a_percentile_says_which():
    assert "states: p80 5,520" in run("show", "groq3-lpx-5520").stdout


def test_show_of_what_is_not_there_suggests_what_is():
    error = run("show", "taalas-hc1-1700").exception
    assert isinstance(error, InvalidInput)
    assert "did you mean taalas-hc1-17000" in str(error)


def test_a_claim_of_ones_own_is_checked():
    result = run("check", "-", "--json", text=MINE)
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert found["implied_concurrency"] == 60
    assert found["is_plannable"] is True
    assert found["findings"] == []


def test_a_claim_that_contradicts_itself_ends_with_2():
    result = run("check", "-", text=MINE.replace("6000", "60"))
    assert result.exit_code == 2
    assert "error: -: aggregate_tokens_per_s: is below the rate of one of its streams" in (
        result.stdout
    )


@pytest.mark.parametrize("text", ["[]", "id: mine", MINE + "qualifier: up_to\nstatistic: p99\n"])
def test_what_is_no_claim_is_refused(text: str):
    assert isinstance(run("check", "-", text=text).exception, InvalidInput)
