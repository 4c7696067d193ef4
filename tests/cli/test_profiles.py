import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from planner.cli.profiles import app
from planner.errors import InvalidInput

TINY = Path(__file__).resolve().parents[1] / "data" / "profiles"


@pytest.fixture(autouse=True)
def cache_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


def run(*arguments: str, folder: Path = TINY) -> Result:
    return CliRunner().invoke(app, [*arguments, "--profiles", str(folder)])


def test_list_shows_hardware_models_and_deployments():
    shown = run("list").stdout
    assert "hardware (2)" in shown
    assert "models (1)" in shown
    assert "deployments (3)" in shown
    assert "tiny-8b--chip-x" in shown


def test_list_can_be_narrowed_to_a_model_and_hardware():
    shown = json.loads(run("list", "--model", "tiny-8b", "--hardware", "rack-y", "--json").stdout)
    assert [entry["id"] for entry in shown["deployments"]] == ["tiny-8b--rack-y"]
    assert "hardware" not in shown
    assert shown["digest"].startswith("sha256:")


def test_show_prints_an_entry_with_the_sources_that_it_names():
    shown = run("show", "chip-x").stdout
    assert "memory_gb: 80" in shown
    assert "A made-up laboratory" in shown
    assert "A made-up price list" in shown
    assert "A made-up assumption" not in shown


def test_show_as_json_is_one_document():
    [found] = json.loads(run("show", "tiny-8b--chip-x", "--json").stdout)
    assert found["kind"] == "deployment"
    assert found["entry"]["curves"][0]["input_tokens"] == 1000
    assert list(found["sources"]) == ["lab"]


def test_show_of_what_is_not_there_suggests_what_is():
    error = run("show", "chip-xx").exception
    assert isinstance(error, InvalidInput)
    assert "chip-xx is not in the catalog; did you mean chip-x" in str(error)


def test_check_of_a_sound_catalog_ends_with_0():
    result = run("check")
    assert result.exit_code == 0
    assert result.stdout == "3 deployments, 2 kinds of hardware: 0 errors, 0 warnings\n"


def test_check_warns_of_age_only_when_asked_and_still_ends_with_0():
    result = run("check", "--as-of", "2026-07-01")
    assert result.exit_code == 0
    assert "warning: " in result.stdout
    assert "look for newer figures" in result.stdout


def test_check_ends_with_2_where_something_is_wrong(tmp_path: Path):
    import shutil

    folder = Path(shutil.copytree(TINY, tmp_path / "profiles"))
    (folder / "models" / "tiny-8b.yaml").unlink()
    result = run("check", "--json", folder=folder)
    assert result.exit_code == 2
    assert {finding["path"] for finding in json.loads(result.stdout)} == {"model"}
