"""What can still be read of a JSON file that was cut off."""

import json
import re
from typing import Any, Final, cast

from planner.catalog.importers.fields import as_list

_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[\]{},]', re.DOTALL)
_CLOSES: Final = {"{": "}", "[": "]"}


def repaired(text: str) -> Any | None:
    """The members that stand whole before the cut; None where the text is broken, not cut.

    Of a list of records the last one, in which the cut fell, is left out.

    >>> repaired('{"a": 1, "b": {"c": 2, "d": 3')
    {'a': 1, 'b': {'c': 2}}
    >>> repaired('[{"a": 1}, {"a": 2, "b"')
    [{'a': 1}]
    >>> repaired('{"a": }') is None
    True
    """
    closers, end = _scan(text)
    if not closers:
        return None
    try:
        value: Any = json.loads(text[:end] + "".join(reversed(closers)))
    except (ValueError, RecursionError):
        return None
    if isinstance(value, list) and len(closers) > 1:
        return as_list(cast("Any", value))[:-1]
    return cast("Any", value)


def _scan(text: str) -> tuple[list[str], int]:
    """The brackets still open at the end, and where the last whole member ends."""
    closers: list[str] = []
    end = 0
    for token in _TOKEN.finditer(text):
        mark = token.group()
        if mark[0] == '"':
            continue
        if mark == ",":
            end = token.start()
            continue
        end = token.end()
        if mark in _CLOSES:
            closers.append(_CLOSES[mark])
        elif not closers or closers.pop() != mark:
            return [], 0
    return closers, end
