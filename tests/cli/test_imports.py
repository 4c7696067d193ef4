"""`planner profiles import`: what goes to stdout, to stderr, to the file, and how it ends."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from planner.cli.imports import import_files
from planner.documents import read_file
from planner.entries.deployment import Deployment
from planner.errors import InvalidInput

FILES = Path(__file__).resolve().parents[1] / "data" / "imports"
ASKED = ["--model", "acme-1t", "--hardware", "x1", "--chips", "4", "--precision", "fp8"]

app = typer.Typer(pretty_exceptions_enable=False)
app.command("import")(import_files)


def run(*arguments: str | Path):
    return CliRunner().invoke(app, [str(a) for a in arguments], catch_exceptions=True)


def test_the_deployment_is_written_and_valid(tmp_path: Path):
    target = tmp_path / "deployment.yaml"
    result = run(FILES / "vllm.json", *ASKED, "-o", target)
    assert (result.exit_code, result.stdout) == (0, "")
    entry = Deployment.model_validate(read_file(target))
    assert (entry.model, entry.hardware, entry.chips) == ("acme-1t", "x1", 4)


def test_json_is_written_where_the_ending_says_so(tmp_path: Path):
    target = tmp_path / "deployment.json"
    assert run(FILES / "vllm.json", *ASKED, "-o", target).exit_code == 0
    assert json.loads(target.read_text("utf-8"))["id"] == "acme-1t--x1--fp8"


def test_in_a_folder_it_has_the_name_that_catalogs_want(tmp_path: Path):
    assert run(FILES / "vllm.json", *ASKED, "-o", tmp_path).exit_code == 0
    assert [p.name for p in tmp_path.iterdir()] == ["acme-1t--x1--fp8.yaml"]


def test_another_name_is_written_and_the_right_one_told(tmp_path: Path):
    result = run(FILES / "vllm.json", *ASKED, "-o", tmp_path / "d.yaml")
    assert "deployments/acme-1t/acme-1t--x1--fp8.yaml" in result.stderr


def test_without_a_target_the_deployment_goes_to_stdout():
    result = run(FILES / "vllm.json", *ASKED)
    assert result.stdout.startswith("id: acme-1t--x1--fp8\n")


def test_json_gives_the_points_and_asks_for_nothing():
    result = run(FILES / "vllm.json", "--json")
    document = json.loads(result.stdout)
    assert (result.exit_code, result.stderr) == (0, "")
    assert document["points"][0]["output_tokens_per_s"] == 500


def test_a_folder_is_read_whole_and_what_is_no_result_is_counted(tmp_path: Path):
    (tmp_path / "run.json").write_bytes((FILES / "vllm.json").read_bytes())
    (tmp_path / "notes.json").write_text('{"a": 1}', encoding="utf-8")
    (tmp_path / "warmup.json").write_bytes((FILES / "vllm.json").read_bytes())
    result = run(tmp_path, "--json")
    assert len(json.loads(result.stdout)["points"]) == 1
    assert "note: 1 other files are no results of a known tool" in result.stderr


def test_a_question_ends_with_bad_input_and_names_the_option(tmp_path: Path):
    result = run(FILES / "vllm.json", "--model", "acme-1t", "-o", tmp_path / "d.yaml")
    assert isinstance(result.exception, InvalidInput)
    assert result.exception.exit_code == 2
    assert "Give --hardware ID" in str(result.exception)
    assert not (tmp_path / "d.yaml").exists()


def test_a_refused_file_ends_with_its_reason():
    result = run(FILES / "vllm_failed.json", *ASKED)
    assert isinstance(result.exception, InvalidInput)
    assert "vllm_failed.json: no request succeeded (100 failed)" in str(result.exception)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--format", "csv", "--map", "speed=x"], "speed is no figure of a point"),
        (["--map", "speed"], "write NAME=VALUE"),
        (["--only", "a=1", "--only", "a=2"], "a is given twice"),
        (["--format", "excel"], "choose one of"),
        (["--evidence", "hearsay"], "choose one of"),
    ],
)
def test_a_wrong_option_says_what_is_right(arguments: list[str], message: str):
    result = run(FILES / "sheet.csv", *arguments)
    assert isinstance(result.exception, InvalidInput)
    assert message in str(result.exception)


def test_a_path_that_is_not_there_is_named(tmp_path: Path):
    result = run(tmp_path / "gone.json")
    assert isinstance(result.exception, InvalidInput)
    assert "gone.json: is not there" in str(result.exception)


def test_an_empty_folder_is_named(tmp_path: Path):
    result = run(tmp_path)
    assert isinstance(result.exception, InvalidInput)
    assert "holds no" in str(result.exception)


def test_alike_findings_are_counted_after_the_fifth(tmp_path: Path):
    text = (FILES / "vllm.json").read_text("utf-8")
    for index in range(8):
        changed = json.loads(text) | {"failed": index + 1, "num_prompts": 101 + index}
        (tmp_path / f"run{index}.json").write_text(json.dumps(changed), encoding="utf-8")
    result = run(tmp_path, *ASKED, "--tensor", "4")
    assert result.stderr.count("requests failed") == 5
    assert "3 more like it (failed_requests)" in result.stderr
