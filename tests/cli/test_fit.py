"""`planner fit` as a command."""

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from planner.cli.fit import fit
from planner.errors import InvalidInput

CHIP = """
id: chip-180gb
memory_gb: 180
memory_bandwidth_gb_per_s: 7700
chips_per_node: 8
node_power_w: 14300
"""
MODEL = """
id: file-70b
total_parameters: 70e9
active_parameters: 70e9
layers: 80
attention: {kind: gqa, heads: 64, kv_heads: 8, head_size: 128}
max_context_tokens: 131072
"""
FIGURES = ["--total-parameters", "1e12", "--layers", "120", "--heads", "128"]
FIGURES += ["--kv-heads", "8", "--head-size", "128"]

app = typer.Typer()
app.command()(fit)


@pytest.fixture
def chip(tmp_path: Path) -> str:
    path = tmp_path / "chip.yaml"
    path.write_text(CHIP)
    return str(path)


@pytest.fixture
def model(tmp_path: Path) -> str:
    path = tmp_path / "model.yaml"
    path.write_text(MODEL)
    return str(path)


@pytest.fixture
def profiles(tmp_path: Path) -> Path:
    folder = tmp_path / "profiles"
    (folder / "models").mkdir(parents=True)
    (folder / "models" / "file-70b.yaml").write_text(MODEL)
    return folder


def run(*arguments: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, arguments)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == code, result.output
    return result.stdout


def test_a_model_and_a_chip_of_files_need_no_catalog(model: str, chip: str):
    text = run(model, chip, "--context", "8192")
    assert "file-70b in bf16 on chip-180gb: weights 140.0 GB" in text
    assert "TP1 PP1" in text


def test_json_holds_the_answer_and_nothing_else(model: str, chip: str):
    found = json.loads(run(model, chip, "--context", "8192", "--json"))
    assert found["weights_gb"] == 140
    assert found["kv_bytes_per_token"] == 327_680
    assert found["layouts"][0]["tensor"] == 1


@pytest.mark.parametrize(("precision", "code"), [("bf16", 3), ("fp8", 3), ("int4", 0)])
def test_a_model_of_figures_alone(profiles: Path, chip: str, precision: str, code: int):
    asked = ["--chips", "5", "--context", "8192", "--precision", precision]
    text = run("dense-1t", chip, *FIGURES, *asked, "--profiles", str(profiles), code=code)
    assert ("do not fit by" in text) == (code == 3)


def test_figures_outrank_the_entry(profiles: Path, chip: str):
    asked = ["--kv-heads", "4", "--json", "--profiles", str(profiles)]
    found = json.loads(run("file-70b", chip, *asked))
    assert found["kv_bytes_per_token"] == 163_840


def test_a_latent_makes_it_mla(profiles: Path, chip: str):
    figures = "--total-parameters 70e9 --layers 61 --heads 128 --latent-size 512 --rope-size 64"
    asked = [*figures.split(), "--context", "8192", "--json", "--profiles", str(profiles)]
    assert json.loads(run("latent", chip, *asked))["kv_bytes_per_token"] == 70_272


def test_an_unknown_model_names_the_nearest(profiles: Path, chip: str):
    with pytest.raises(InvalidInput, match="fil-70b is not in the catalog; the nearest are file"):
        run("fil-70b", chip, "--profiles", str(profiles))


def test_unknown_hardware_is_refused(model: str, profiles: Path):
    with pytest.raises(InvalidInput, match="hardware: h100 is not in the catalog"):
        run(model, "h100", "--profiles", str(profiles))


def test_a_missing_head_size_is_not_guessed(profiles: Path, chip: str):
    figures = FIGURES[:-2]
    with pytest.raises(InvalidInput, match="gqa needs head_size"):
        run("dense-1t", chip, *figures, "--context", "8192", "--profiles", str(profiles))


@pytest.mark.parametrize("precision", ["8", "16"])
def test_a_bare_number_is_no_precision(model: str, chip: str, precision: str):
    with pytest.raises(InvalidInput, match="could be bits or bytes"):
        run(model, chip, "--precision", precision)


def test_sequences_are_counted_from_one(model: str, chip: str):
    with pytest.raises(InvalidInput, match="sequences: must be at least 1"):
        run(model, chip, "--sequences", "0")
