"""Text of a result file as records: JSON, JSON Lines, YAML, a table, or plain text."""

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any, Final

import yaml

from planner.catalog.importers.fields import as_list
from planner.catalog.importers.finding import Finding, Refused, refusal, warning
from planner.catalog.importers.loose_yaml import load_loose_yaml
from planner.catalog.importers.repair import repaired

YAML_ENDINGS: Final = {".yaml", ".yml"}
TABLE_ENDINGS: Final = {".csv", ".tsv"}
MAX_ROWS: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells, the header among them."""

    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Parsed:
    """Records with their places, and what was wrong on the way."""

    records: tuple[tuple[str, Any], ...]
    findings: tuple[Finding, ...] = ()


def parse(file: str, text: str, *, as_table: bool = False) -> Parsed:
    """The records of one file; a list at the top counts as its elements.

    Raises:
        Refused: text that is broken where it should be JSON or YAML.
    """
    ending = PurePath(file).suffix.lower()
    if as_table or ending in TABLE_ENDINGS:
        return Parsed((("", _table(text)),))
    if text.lstrip()[:1] in {"{", "["}:
        return _parse_json(text, is_lines=ending == ".jsonl")
    if ending in YAML_ENDINGS:
        return _parse_yaml(text)
    if ending in {".json", ".jsonl"}:
        raise Refused("not_json", "line 1: neither an object nor a list begins here")
    return Parsed(
        (("", text), ("", _table(text))) if "," in text.split("\n", 1)[0] else (("", text),)
    )


def _parse_json(text: str, *, is_lines: bool) -> Parsed:
    values: list[Any] = []
    findings: list[Finding] = []
    for value in _json_values(text):
        (findings if isinstance(value, Finding) else values).append(value)
    if not values and findings:
        raise Refused(findings[0].code, findings[0].text)
    return Parsed(_placed(values, is_lines=is_lines), tuple(findings))


def _json_values(text: str) -> Iterator[Any]:
    """Each value of concatenated or line-by-line JSON; a finding where one is broken."""
    decoder = json.JSONDecoder()
    position, found = _next_value(text, 0), False
    while position < len(text):
        try:
            value, position = decoder.raw_decode(text, position)
            yield value
            found = True
        except json.JSONDecodeError as error:
            rest, position = text[position:], _after_line(text, error.pos)
            yield from _what_is_left(rest, error, is_first=not found)
        except RecursionError:
            raise Refused("not_json", "brackets are nested too deeply") from None
        except ValueError as error:
            raise Refused("not_json", str(error)[:200]) from None
        position = _next_value(text, position)


def _what_is_left(rest: str, error: json.JSONDecodeError, *, is_first: bool) -> Iterator[Any]:
    value = repaired(rest)
    if value is None:
        where = f"line {error.lineno}, column {error.colno}"
        yield refusal("not_json", f"{where}: not JSON: {error.msg}")
        return
    yield warning(
        "truncated", f"cut off at line {error.lineno}; what stands whole before it was read"
    )
    if is_first:  # of JSON Lines the lines before it are whole, and the last one is left out
        yield value


def _next_value(text: str, position: int) -> int:
    while position < len(text) and text[position] in " \t\r\n,":
        position += 1
    return position


def _after_line(text: str, position: int) -> int:
    end = text.find("\n", position)
    return len(text) if end < 0 else end


def _placed(values: list[Any], *, is_lines: bool = False) -> tuple[tuple[str, Any], ...]:
    if len(values) == 1 and isinstance(values[0], list):
        values = as_list(values[0])
    elif len(values) == 1 and not is_lines:
        return (("", values[0]),)
    return tuple((f"[{index}]", value) for index, value in enumerate(values))


def _parse_yaml(text: str) -> Parsed:
    try:
        return Parsed(_placed([load_loose_yaml(text)]))
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f"line {mark.line + 1}: " if mark else ""
        raise Refused("not_yaml", f"{where}not YAML: {error.problem or error.context}") from None
    except (yaml.YAMLError, ValueError) as error:
        raise Refused("not_yaml", f"not YAML: {str(error).splitlines()[0][:200]}") from None


def _table(text: str) -> Table:
    head = text.lstrip().split("\n", 1)[0]
    delimiter = max("\t;,", key=head.count)
    try:
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
        return Table(
            tuple(
                tuple(cell.strip() for cell in row)
                for row, _ in zip(rows, range(MAX_ROWS), strict=False)
            )
        )
    except csv.Error as error:
        raise Refused("not_a_table", f"not a table: {error}") from None
