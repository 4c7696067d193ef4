"""Cases in YAML: how they are read, and how a quote is held against what one of them expects."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from planner.documents import read_file

FOLDER: Final = Path(__file__).resolve().parent.parent / "cases"
TOLERANCE: Final = 0.005
"""Of every number that is no count."""
_OPEN_LISTS: Final = {"assumptions", "warnings", "rejected", "checks", "lines", "by_workload"}
"""Lists that may hold more than a case names; all others are named whole, in any order."""
_OPERATORS: Final = {"says", "above", "below"}


@dataclass(frozen=True)
class Case:
    """A demand, and the part of its answer that an expert would insist on."""

    file: str
    name: str
    why: str
    demand: dict[str, Any]
    quote: dict[str, Any] | None = None
    """The part of the quote that must match."""
    error: dict[str, Any] | None = None
    """Instead of a quote: `exit`, and `path` and `says` of one of its faults."""
    xfail: str | None = None
    """What must be mended before it holds."""


def read_cases() -> Iterator[Case]:
    """Every case of every file: `about`, what its demands share, and `cases`."""
    for path in sorted(FOLDER.glob("*.yaml")):
        document = read_file(path)
        unknown = set(document) - {"about", "shared", "cases"}
        if unknown:
            raise ValueError(f"{path.name}: unknown keys {sorted(unknown)}")
        for given in document["cases"]:
            demand = merge(document.get("shared", {}), given["demand"])
            named = {"name": given["name"], **demand}
            yield Case(**{**given, "file": path.stem, "demand": named})


def merge(shared: Any, own: Any) -> Any:
    """Shared data with a case's own: mappings join, all else is replaced, null takes away."""
    if not isinstance(shared, dict) or not isinstance(own, dict):
        return own
    joined = shared | {key: merge(shared.get(key), value) for key, value in own.items()}
    return {key: value for key, value in joined.items() if value is not None}


def differences(expected: Any, actual: Any, path: str = "quote") -> list[str]:
    """Where a quote is not what a case expects, one line each."""
    if isinstance(expected, dict) and expected and set(expected) <= _OPERATORS:
        return [
            f"{path}: {actual!r} is not {name} {limit!r}"
            for name, limit in expected.items()
            if not _holds(name, limit, actual)
        ]
    if isinstance(expected, dict):
        if not isinstance(actual, dict):
            return [f"{path}: {actual!r} is no mapping"]
        return [
            line
            for key, value in expected.items()
            for line in (
                differences(value, actual[key], f"{path}.{key}")
                if key in actual
                else [f"{path}.{key}: is missing"]
            )
        ]
    if isinstance(expected, list):
        return _list_differences(expected, actual, path)
    return [] if _equal(expected, actual) else [f"{path}: {actual!r}, not {expected!r}"]


def _holds(name: str, limit: Any, actual: Any) -> bool:
    if actual is None:
        return False
    if name == "says":
        return limit in actual
    return actual > limit if name == "above" else actual < limit


def _list_differences(expected: list[Any], actual: Any, path: str) -> list[str]:
    if not isinstance(actual, list):
        return [f"{path}: {actual!r} is no list"]
    is_open = path.rpartition(".")[2] in _OPEN_LISTS and expected
    if not is_open and len(actual) != len(expected):
        return [f"{path}: {len(actual)} items, not {len(expected)}: {actual!r}"]
    left = list(actual)
    lines: list[str] = []
    for position, item in enumerate(expected):
        found = next((a for a in left if not differences(item, a)), None)
        if found is not None:
            left.remove(found)
        elif is_open:
            lines.append(f"{path}: nothing like {item!r} among {left!r}")
        else:
            lines += differences(item, actual[position], f"{path}[{position}]")
    return lines


def _equal(expected: Any, actual: Any) -> bool:
    """Counts to the letter; other numbers within the tolerance."""
    if isinstance(expected, bool) or not isinstance(expected, int | float):
        return expected == actual
    if isinstance(actual, bool) or not isinstance(actual, int | float):
        return False
    if isinstance(actual, int):
        return expected == actual
    return abs(expected - actual) <= max(TOLERANCE * abs(expected), 1e-9)
