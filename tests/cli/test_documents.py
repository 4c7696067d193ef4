"""Documents that people and programs get wrong are refused, never answered with a traceback."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from planner.cli.main import main
from tests.factories.demands import card, deployment, small_demand, workload
from tests.factories.processes import PROFILES, run_planner

TEXT = json.dumps(small_demand())
RATE = '"requests_per_s": 20'
assert RATE in TEXT


@pytest.fixture
def planner(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path):
    """`planner quote FILE --json` in this process: exit status, stdout, stderr."""

    def call(content: bytes | str, name: str = "demand.json") -> tuple[int, str, str]:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return quote_file(path)

    def quote_file(path: Path) -> tuple[int, str, str]:
        command = ["planner", "quote", str(path), "--json", "--profiles", str(PROFILES)]
        monkeypatch.setattr("sys.argv", command)
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capfd.readouterr()
        return int(ended.value.code or 0), out, err

    call.file = quote_file  # type: ignore[attr-defined]
    return call


def assert_refused(result: tuple[int, str, str], says: str = "") -> None:
    code, out, err = result
    assert (code, out) == (2, ""), err
    assert err.startswith("Error: ")
    assert says in err
    assert "Traceback" not in err


def as_yaml(demand: dict[str, Any]) -> str:
    return "\n".join(f"{key}: {json.dumps(value)}" for key, value in demand.items())


@pytest.mark.parametrize(
    "raw",
    [
        b"\xef\xbb\xbf" + TEXT.encode(),
        json.dumps(small_demand(), indent=1).replace("\n", "\r\n").encode(),
        TEXT.encode("utf-16"),
        TEXT.encode("utf-16-be").join([b"\xfe\xff", b""]),
        b"\n\n  " + TEXT.encode() + b"\n\n",
    ],
    ids=["byte order mark", "CRLF", "UTF-16", "UTF-16 big end first", "blank lines"],
)
def test_encodings_of_other_systems_are_read(planner, raw: bytes):
    code, out, err = planner(raw)
    assert (code, err) == (0, "")
    assert json.loads(out)["totals"]["replicas"] == 4


@pytest.mark.parametrize("name", ["demand.yaml", "demand.yml"])
def test_yaml_is_read_by_its_ending(planner, name: str):
    code, out, err = planner("# a comment\n" + as_yaml(small_demand()), name)
    assert (code, err) == (0, "")
    assert json.loads(out)["totals"]["replicas"] == 4


@pytest.mark.parametrize(
    "literal", ["NaN", "Infinity", "-Infinity", "1e400", "-1e400", "1" + "0" * 400, "9" * 4301]
)
def test_numbers_that_no_json_has_or_no_field_holds(planner, literal: str):
    assert_refused(planner(TEXT.replace(RATE, f'"requests_per_s": {literal}')))


@pytest.mark.parametrize(
    "literal", [".nan", ".inf", "-.inf", ".NaN", "1e400", "1" + "0" * 400, "9" * 4301, "0x10"]
)
def test_numbers_that_yaml_would_allow(planner, literal: str):
    text = as_yaml(small_demand()).replace(RATE, f'"requests_per_s": {literal}')
    assert_refused(planner(text, "demand.yaml"))


@pytest.mark.parametrize("price", ["NaN", "Infinity"])
def test_a_price_that_is_no_number(planner, price: str):
    text = TEXT.replace('"price_usd_per_node": 30000', f'"price_usd_per_node": {price}')
    assert_refused(planner(text), price)


@pytest.mark.parametrize(
    "value", ["true", '"20"', '" 20 "', '"inf"', '"1_000"', "[20]", '{"p50": 20}', "null"]
)
def test_what_is_no_number_is_not_made_one(planner, value: str):
    text = TEXT.replace(RATE, f'"requests_per_s": {value}')
    assert_refused(planner(text), "workloads[0].requests_per_s")


@pytest.mark.parametrize("name", ["demand.json", "demand.yaml"])
def test_a_key_that_stands_twice(planner, name: str):
    text = TEXT.replace(RATE, '"requests_per_s": 5, "requests_per_s": 50')
    assert_refused(planner(text, name), "twice")


@pytest.mark.parametrize("name", ["demand.json", "demand.yaml"])
@pytest.mark.parametrize("content", ["[" * 100_000, "[" * 2000 + "]" * 2000, '{"a":' * 5000])
def test_nesting_without_end(planner, name: str, content: str):
    assert_refused(planner(content, name), "nest")


def test_a_name_of_nested_lists(planner):
    assert_refused(planner(TEXT.replace('"four replicas"', "[" * 2000 + "]" * 2000)))


@pytest.mark.parametrize("name", ["demand.json", "demand.yaml"])
@pytest.mark.parametrize(
    "content", ["", " \n", "null", "3", "[]", '"text"', "{", "{]", '{"name": }', "\t\x00"]
)
def test_what_is_no_demand(planner, name: str, content: str):
    assert_refused(planner(content, name))


@pytest.mark.parametrize(
    "raw",
    [b"\xff\xfe\x00", b"\x80abc", b"\x1f\x8b\x08" + b"\x00" * 20],
    ids=["half", "latin", "gz"],
)
def test_bytes_that_are_no_text(planner, raw: bytes):
    assert_refused(planner(raw))


@pytest.mark.parametrize(
    "escape",
    ["\\ud800", "a\\u0000b", "\\u001b[2J", "\\u0085", "\\u2028", ""],
    ids=["half a surrogate pair", "NUL", "terminal escape", "next line", "line separator", "empty"],
)
def test_names_that_no_terminal_or_database_holds(planner, escape: str):
    assert_refused(planner(TEXT.replace("four replicas", escape)), "name")


def test_a_name_of_201_characters(planner):
    assert_refused(planner(TEXT.replace("four replicas", "x" * 201)), "longer than 200")


def test_the_message_itself_moves_no_cursor(planner):
    """What is echoed of a bad document is shown, not obeyed."""
    _, _, err = planner(TEXT.replace('"policy"', '"\\u001b[31mred\\u0007"'))
    assert "\x1b" not in err
    assert "\x07" not in err
    assert "not a known field" in err


def test_a_message_about_a_long_document_is_short(planner):
    text = json.dumps(small_demand() | {f"field{i}": "x" * 1000 for i in range(1000)})
    _, _, err = planner(text)
    assert len(err) < 5000


def test_a_file_that_is_not_there(planner, tmp_path: Path):
    assert_refused(planner.file(tmp_path / "nowhere.json"), "No such file")


def test_a_folder(planner, tmp_path: Path):
    assert_refused(planner.file(tmp_path), "cannot be read")


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads everything")
def test_a_file_that_may_not_be_read(planner, tmp_path: Path):
    path = tmp_path / "secret.json"
    path.write_text(TEXT)
    path.chmod(0)
    assert_refused(planner.file(path), "Permission denied")


def test_a_path_that_no_system_has(planner):
    assert_refused(planner.file(Path("x" * 5000)))


def test_stdin_is_read_as_strictly_as_files():
    for raw in (b"", b"[" * 100_000, TEXT.replace(RATE, '"requests_per_s": NaN').encode()):
        run = run_planner("quote", "-", stdin=raw)
        assert (run.returncode, run.stdout) == (2, b"")
        assert run.stderr.startswith(b"Error: stdin: ")


NAMES = [
    "[red]bold[/red] [link=x]y[/]",
    "=1+1",
    "@SUM(A1)",
    "+7",
    "-7",
    "אבג \u202eevil\u202c",
    "🚀 fleet 👩‍👩‍👧",
    "n" * 200,
    "日本語の名前",
    "{name} %s {{0}}",
    "a/b\\c:d*e",
]


@pytest.mark.parametrize("name", NAMES)
def test_names_come_back_to_the_letter(planner, name: str):
    asked = small_demand(
        name=name,
        workloads=[workload(name=name)],
        hardware=[card(id=name)],
        deployments=[deployment(id=name, hardware=name)],
        sites=[{"name": name}],
    )
    code, out, err = planner(json.dumps(asked))
    assert (code, err) == (0, "")
    quote = json.loads(out)
    assert quote["name"] == quote["workloads"][0]["name"] == quote["sites"][0]["name"] == name
    assert quote["pools"][0]["deployment"] == name


def test_the_table_shows_names_to_the_letter(tmp_path: Path):
    """Markup is text; what would turn the line around is not sent to a terminal."""
    asked = small_demand(
        name="[red]x[/red] 🚀",
        workloads=[
            workload(name="[bold]chat[/]"),
            workload(name="=1+1"),
            workload(name="x \u202egnp.exe"),
        ],
    )
    path = tmp_path / "demand.json"
    path.write_text(json.dumps(asked), encoding="utf-8")
    text = run_planner("quote", path).stdout.decode()
    assert text.startswith("[red]x[/red] 🚀\n")
    assert "[bold]chat[/]" in text
    assert "=1+1" in text
    assert "\u202e" not in text


@pytest.mark.parametrize(("one", "other"), [("x+", "x-"), ("a b", "a_b"), ("h[1]", "h(1)")])
def test_names_that_differ_in_punctuation_are_two(planner, one: str, other: str):
    """2 of one at 3 and 5 of the other at 1: 11, whatever the solver calls them."""
    asked = {
        "name": "twins",
        "workloads": [
            workload(name=one, model=one, requests_per_s=2),
            workload(name=other, model=other, requests_per_s=5),
        ],
        "hardware": [
            card(id=one, price_usd_per_node=3),
            card(id=other, price_usd_per_node=1),
        ],
        "deployments": [
            deployment(rate=1, id=one, model=one, hardware=one),
            deployment(rate=1, id=other, model=other, hardware=other),
        ],
        "policy": {"headroom": 0},
    }
    code, out, _ = planner(json.dumps(asked))
    assert code == 0
    pools = {pool["deployment"]: pool["replicas"] for pool in json.loads(out)["pools"]}
    assert pools == {one: 2, other: 5}


def test_yaml_builds_no_objects(planner, tmp_path: Path):
    trap = tmp_path / "trap"
    text = as_yaml(small_demand()) + f'\nx: !!python/object/apply:os.mkdir ["{trap}"]\n'
    assert_refused(planner(text, "demand.yaml"))
    assert not trap.exists()


def test_yaml_that_grows_when_it_is_read(planner):
    text = "a: &a [1, 2, 3]\nb: &b [*a, *a, *a]\nname: [*b, *b]\n"
    assert_refused(planner(text, "demand.yaml"), "alias")


def test_two_yaml_documents_are_one_too_many(planner):
    assert_refused(planner(as_yaml(small_demand()) + "\n---\nname: x\n", "demand.yaml"))
