"""JSON and YAML text, read strictly."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from planner.documents import MAX_DEPTH, decode, printable, read_document, read_file
from planner.errors import InvalidInput

REFUSED_JSON = {
    "not a number": '{"a": NaN}',
    "infinity": '{"a": Infinity}',
    "minus infinity": '{"a": -Infinity}',
    "beyond floats": '{"a": 1e400}',
    "400 digits": '{"a": 1' + "0" * 400 + "}",
    "4,301 digits": '{"a": ' + "1" * 4301 + "}",
    "a key twice": '{"a": 5, "a": 50}',
    "a key twice within": '{"b": [{"a": 5, "a": 50}]}',
    "half a surrogate pair": '{"a": "\\ud800"}',
    "half a pair in a key": '{"\\udfff": 1}',
    "NUL": '{"a": "x\\u0000y"}',
    "100,000 brackets": "[" * 100_000,
    "2,000 lists": '{"a": ' + "[" * 2000 + "]" * 2000 + "}",
    "nothing": " \n",
    "half a document": '{"a": ',
    "two documents": "{} {}",
    "a comment": '{"a": 1} // why',
    "single quotes": "{'a': 1}",
}
REFUSED_YAML = {
    "not a number": "a: .nan",
    "infinity": "a: -.inf",
    "beyond floats": "a: 1e400",
    "400 digits": "a: 1" + "0" * 400,
    "a key twice": "a: 5\na: 50",
    "an alias": "a: &x [1]\nb: *x",
    "a tag": "a: !!float 3",
    "code": "a: !!python/object/apply:os.system [ls]",
    "a set": "a: !!set {x}",
    "bytes": "a: !!binary aGVsbG8=",
    "a number as a key": "1: a",
    "nothing as a key": "~: a",
    "a list as a key": "[a]: 1",
    "half a surrogate pair": 'a: "\\ud800"',
    "NUL": 'a: "x\\0y"',
    "deep nesting": "[" * 1000 + "]" * 1000,
    "two documents": "a: 1\n---\nb: 2",
    "a tab": "a:\n\t- 1",
}


@pytest.mark.parametrize("text", REFUSED_JSON.values(), ids=REFUSED_JSON)
def test_json_that_cannot_be_meant_is_refused(text: str):
    with pytest.raises(InvalidInput):
        read_document(text)


@pytest.mark.parametrize("text", REFUSED_YAML.values(), ids=REFUSED_YAML)
def test_yaml_that_cannot_be_meant_is_refused(text: str):
    with pytest.raises(InvalidInput):
        read_document(text, is_yaml=True)


def test_its_neighbours_are_read():
    assert read_document('{"a": [1, 2.5, "x", null, true]}') == {"a": [1, 2.5, "x", None, True]}
    assert read_document('{"a": "\\ud83d\\ude00"}') == {"a": "😀"}
    assert read_document("[" * MAX_DEPTH + "]" * MAX_DEPTH)
    with pytest.raises(InvalidInput, match="nested deeper than 64"):
        read_document("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1))


def test_brackets_in_text_are_no_nesting():
    assert read_document('{"a": "' + "[" * 500 + '\\""}')


def test_text_that_never_ends_is_refused_in_one_pass():
    """Two million quoted quotes: looking from each to the end again would take hours."""
    with pytest.raises(InvalidInput, match="not JSON"):
        read_document('{"a": "' + '\\"' * 2_000_000)


def test_yaml_numbers_are_those_of_yaml_1_2():
    text = "a: 1_000\nb: 1:30\nc: 1e3\nd: 0x10\ne: yes\nf: 2026-01-01\ng: ~\nh: 010\ni: -.5"
    assert read_document(text, is_yaml=True) == {
        "a": "1_000",
        "b": "1:30",
        "c": 1000.0,
        "d": "0x10",
        "e": "yes",
        "f": "2026-01-01",
        "g": None,
        "h": 10,
        "i": -0.5,
    }


def test_json_is_yaml_and_reads_the_same():
    text = '{"a": [1, 2.5, "x", null, true], "b": {"c": 1e-3}}'
    assert read_document(text, is_yaml=True) == read_document(text)


@pytest.mark.parametrize(
    "raw",
    [b'{"a": 1}', b'\xef\xbb\xbf{"a": 1}', b'{\r\n"a": 1}\r\n', '{"a": 1}'.encode("utf-16")],
    ids=["utf-8", "byte order mark", "carriage returns", "utf-16"],
)
def test_files_as_editors_write_them_are_read(raw: bytes):
    assert read_document(decode(raw)) == {"a": 1}


@pytest.mark.parametrize("raw", [b"\xff", b"\xff\xfe\x00", b'{"a": "\xe9"}'])
def test_other_bytes_are_refused_with_their_place(raw: bytes):
    with pytest.raises(InvalidInput, match="text at byte"):
        decode(raw)


def test_a_fault_says_where_it_is(tmp_path):
    path = tmp_path / "demand.json"
    path.write_text('{"a": 1,}')
    with pytest.raises(InvalidInput, match=r"demand.json: line 1, column .*not JSON"):
        read_file(path)
    with pytest.raises(InvalidInput, match="cannot be read: No such file"):
        read_file(tmp_path / "nothing.json")


def test_messages_hold_nothing_that_a_terminal_would_obey():
    assert printable("a\x1b[31m\u202eb") == "a\\x1b[31m\\u202eb"
    with pytest.raises(InvalidInput) as raised:
        read_document('{"\\u001b[2J": {"b": "\\u0000"}}')
    assert "\x1b" not in str(raised.value)


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused(text: str):
    for is_yaml in (False, True):
        with contextlib.suppress(InvalidInput):
            read_document(text, is_yaml=is_yaml)
