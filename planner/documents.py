"""JSON and YAML text into plain data, strictly: what cannot be meant is refused, not guessed."""

import json
import math
import re
from pathlib import Path
from typing import Any, Final, cast

from planner.errors import InvalidInput

MAX_DEPTH: Final = 64
MAX_BYTES: Final = 32 * 2**20
MAX_INTEGER_DIGITS: Final = 30
"""Longer integers are refused while reading; every field has a bound of its own far below."""

_STRING_OR_BRACKET: Final = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)|[\[\]{}]', re.DOTALL)
"""A string that does not end runs to the end: looked through once, however long."""
_BINARY_MARKS: Final = (b"\xff\xfe", b"\xfe\xff")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


def decode(raw: bytes, source: str = "") -> str:
    """Bytes as text: UTF-8 with or without a byte order mark, or UTF-16 with one."""
    if len(raw) > MAX_BYTES:
        raise InvalidInput.at("", f"{len(raw):,} bytes; at most {MAX_BYTES:,} are read", source)
    encoding = "utf-16" if raw[:2] in _BINARY_MARKS else "utf-8-sig"
    try:
        return raw.decode(encoding)
    except UnicodeDecodeError as error:
        name = "UTF-16" if encoding == "utf-16" else "UTF-8"
        raise InvalidInput.at("", f"not {name} text at byte {error.start}", source) from None


def read_document(text: str, *, is_yaml: bool = False, source: str = "") -> Any:
    """Plain data of one JSON or YAML document.

    Raises:
        InvalidInput: broken syntax, a key that stands twice, NaN or Infinity, text that no
            other program could store (half a surrogate pair, NUL), nesting beyond `MAX_DEPTH`.
    """
    data = _read_yaml(text, source) if is_yaml else _read_json(text, source)
    _refuse_what_no_field_takes(data, source)
    return data


def read_file(path: Path) -> Any:
    """Plain data of a file; its ending (`.yaml`, `.yml`, else JSON) says how it is read."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise InvalidInput.at("", f"cannot be read: {error.strerror}", str(path)) from None
    text = decode(raw, str(path))
    return read_document(text, is_yaml=path.suffix in {".yaml", ".yml"}, source=str(path))


def printable(text: str, limit: int = 200) -> str:
    r"""Text that any terminal, log and database can hold.

    >>> printable("a\x00b")
    'a\\x00b'
    """
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text[:limit])


def _read_json(text: str, source: str) -> Any:
    if _json_depth(text) > MAX_DEPTH:
        raise InvalidInput.at("", f"nested deeper than {MAX_DEPTH} levels", source)
    if not text.strip():
        raise InvalidInput.at("", "empty: a JSON or YAML document is expected", source)
    try:
        return json.loads(
            text,
            object_pairs_hook=_object,
            parse_constant=_refuse_constant,
            parse_int=_integer,
            parse_float=_float,
        )
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise InvalidInput.at(where, f"not JSON: {error.msg}", source) from None
    except _Refused as refused:
        raise InvalidInput.at(refused.path, refused.message, source) from None


def _json_depth(text: str) -> int:
    """The deepest nesting of brackets outside strings; needs no recursion."""
    depth = deepest = 0
    for token in _STRING_OR_BRACKET.finditer(text):
        mark = token.group()
        if mark in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif mark in "]}":
            depth -= 1
    return deepest


class _Refused(ValueError):
    def __init__(self, message: str, path: str = "") -> None:
        super().__init__(message)
        self.message, self.path = message, path


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    seen: dict[str, Any] = {}
    for key, value in pairs:
        if key in seen:
            raise _Refused("this key stands twice; which of the two counts?", printable(key))
        seen[key] = value
    return seen


def _refuse_constant(name: str) -> float:
    raise _Refused(f"{name} is not a number that can be planned on")


def _integer(digits: str) -> int:
    if len(digits) > MAX_INTEGER_DIGITS:
        raise _Refused(f"a number of {len(digits)} digits is beyond every bound")
    return int(digits)


def _float(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise _Refused(f"{digits[:40]} is beyond every bound")
    return value


def _read_yaml(text: str, source: str) -> Any:
    import yaml  # most documents are JSON, as is the catalog once it was read

    from planner.yaml_core import load_yaml

    try:
        return load_yaml(text, MAX_DEPTH)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f"line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        message = f"not YAML: {error.problem or error.context}"
        raise InvalidInput.at(where, message, source) from None
    except yaml.YAMLError as error:
        raise InvalidInput.at("", f"not YAML: {str(error).splitlines()[0]}", source) from None


def _refuse_what_no_field_takes(data: Any, source: str) -> None:
    stack: list[tuple[str, object]] = [("", data)]
    while stack:
        path, value = stack.pop()
        if isinstance(value, dict):
            for key, inner in cast("dict[object, object]", value).items():
                stack.append((_path_to(path, key, source), inner))
        elif isinstance(value, list):
            items = cast("list[object]", value)
            stack.extend((f"{path}[{index}]", inner) for index, inner in enumerate(items))
        elif isinstance(value, str):
            _refuse_unstorable(path, value, source)
        elif isinstance(value, float) and not math.isfinite(value):
            raise InvalidInput.at(path, f"{value} is not a number that can be planned on", source)


def _path_to(path: str, key: object, source: str) -> str:
    if not isinstance(key, str):
        raise InvalidInput.at(path, f"the key {key!r} is not text; put it in quotes", source)
    _refuse_unstorable(path, key, source)
    return f"{path}.{printable(key)}" if path else printable(key)


def _refuse_unstorable(path: str, text: str, source: str) -> None:
    if "\x00" in text:
        raise InvalidInput.at(path, "holds a NUL character, which no database stores", source)
    if _SURROGATE.search(text):
        raise InvalidInput.at(path, "holds half of a surrogate pair, which is not text", source)
