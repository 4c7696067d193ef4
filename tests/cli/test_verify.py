"""`planner verify` as a command."""

import json
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from planner.cli.verify import verify
from planner.errors import InvalidQuote
from tests.factories.quotes import change, quote, read

app = typer.Typer()
app.command()(verify)


def text(**changes: Any) -> str:
    """A quote as `planner quote --json` prints it."""
    return read(change(quote(), changes)).to_json()


def run(path: Path, *options: str, content: str) -> Any:
    path.write_text(content)
    return CliRunner().invoke(app, [str(path), *options])


def test_a_right_quote_holds(tmp_path: Path):
    result = run(tmp_path / "q.json", content=text())
    assert result.exit_code == 0
    assert "rules hold." in result.stdout
    assert result.stderr == ""


def test_a_wrong_one_names_the_broken_rules_first(tmp_path: Path):
    result = run(tmp_path / "q.json", content=text(**{"totals.replicas": 21}))
    assert result.exit_code == 1
    assert "totals.replicas: 21 against 22" in result.stderr
    assert result.stdout.index("BROKEN") < result.stdout.index("holds ")


def test_all_shows_every_rule(tmp_path: Path):
    path = tmp_path / "q.json"
    assert "--all shows them." in run(path, content=text()).stdout
    shown = run(path, "--all", content=text()).stdout
    assert "--all" not in shown
    assert "operations" in shown


def test_json_is_all_that_is_printed(tmp_path: Path):
    result = run(tmp_path / "q.json", "--json", content=text())
    told = json.loads(result.stdout)
    assert told["holds"] is True
    assert {"rule", "left", "right", "slack", "holds"} == set(told["checks"][0])
    broken = run(tmp_path / "q.json", "--json", content=text(**{"totals.replicas": 21}))
    assert json.loads(broken.stdout)["holds"] is False
    assert broken.exit_code == 1


def test_stdin_is_read():
    result = CliRunner().invoke(app, ["-"], input=text())
    assert result.exit_code == 0


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "not JSON"),
        ("[]", "a quote is a mapping"),
        ("{}", "id: is missing"),
        ('{"id": NaN}', "NaN is not a number"),
    ],
)
def test_what_is_no_quote_says_so(tmp_path: Path, content: str, message: str):
    result = run(tmp_path / "q.json", content=content)
    assert isinstance(result.exception, InvalidQuote)
    assert result.exception.exit_code == 2
    assert message in str(result.exception)
    assert "q.json" in str(result.exception)


def test_a_file_that_is_not_there_says_so(tmp_path: Path):
    result = CliRunner().invoke(app, [str(tmp_path / "none.json")])
    assert isinstance(result.exception, InvalidQuote)
    assert "cannot be read" in str(result.exception)
