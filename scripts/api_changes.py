"""Whether a change of `openapi.json` breaks clients of the last released one.

`python scripts/api_changes.py` compares with docs/api/released.json and ends with 1 if it does.
`--release` makes the document of today the released one.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

ROOT = Path(__file__).resolve().parent.parent
TODAY, RELEASED = ROOT / "openapi.json", ROOT / "docs" / "api" / "released.json"
LIMITS = {"maximum": -1, "maxLength": -1, "maxItems": -1, "minimum": 1, "minLength": 1}
"""Bounds of what is taken: the sign of a change that refuses what was taken before."""


def main() -> None:
    """Print what breaks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--release", action="store_true")
    if parser.parse_args().release:
        RELEASED.write_bytes(TODAY.read_bytes())
        return
    breaks = list(changes(json.loads(RELEASED.read_text()), json.loads(TODAY.read_text())))
    for line in breaks:
        print(line)
    sys.exit(bool(breaks))


def changes(old: dict[str, Any], new: dict[str, Any]) -> Iterator[str]:
    """Each change that may break a client that was right."""
    for path, operations in old["paths"].items():
        for method, before in operations.items():
            after = new["paths"].get(path, {}).get(method)
            name = f"{method.upper()} {path}"
            if after is None:
                yield f"{name}: is gone"
            else:
                yield from _operation(name, before, after)
    yield from _schemas(old, new)


def _operation(name: str, old: dict[str, Any], new: dict[str, Any]) -> Iterator[str]:
    if old.get("operationId") != new.get("operationId"):
        yield f"{name}: operationId {old.get('operationId')} became {new.get('operationId')}"
    yield from _parameters(name, old, new)
    for status, answer in old["responses"].items():
        if status.startswith(("2", "3")) and status not in new["responses"]:
            yield f"{name}: no longer answers {status}"
        for media in answer.get("content", ()):
            if media not in new["responses"].get(status, {}).get("content", {media: {}}):
                yield f"{name}: {status} is no longer {media}"


def _parameters(name: str, old: dict[str, Any], new: dict[str, Any]) -> Iterator[str]:
    before = {(p["in"], p["name"]) for p in old.get("parameters", ())}
    after = {(p["in"], p["name"]): p for p in new.get("parameters", ())}
    for place in sorted(before - after.keys()):
        yield f"{name}: the parameter {place[1]} is gone"
    for place in sorted(after.keys() - before):
        if after[place].get("required"):
            yield f"{name}: the parameter {place[1]} is required, and is new"


def _schemas(old: dict[str, Any], new: dict[str, Any]) -> Iterator[str]:
    taken, given = _reachable(old, "requestBody"), _reachable(old, "responses")
    for name, before in old["components"]["schemas"].items():
        after = new["components"]["schemas"].get(name)
        if after is None:
            yield f"{name}: the schema is gone"
            continue
        if name in taken:
            yield from _taken(name, before, after)
        if name in given and name not in taken:
            yield from _given(name, before, after)


def _taken(name: str, old: dict[str, Any], new: dict[str, Any]) -> Iterator[str]:
    """What was accepted must be."""
    for field in sorted(old.get("properties", {}).keys() - new.get("properties", {}).keys()):
        yield f"{name}.{field}: is no longer taken"
    for field in sorted(set(new.get("required", ())) - set(old.get("required", ()))):
        yield f"{name}.{field}: is required now"
    for field, before in old.get("properties", {}).items():
        yield from _narrower(f"{name}.{field}", before, new.get("properties", {}).get(field, {}))


def _given(name: str, old: dict[str, Any], new: dict[str, Any]) -> Iterator[str]:
    """What was promised must be kept."""
    for field in sorted(old.get("properties", {}).keys() - new.get("properties", {}).keys()):
        yield f"{name}.{field}: is no longer given"
    for field in sorted(set(old.get("required", ())) - set(new.get("required", ()))):
        yield f"{name}.{field}: may be absent now"
    for field, before in old.get("properties", {}).items():
        after = new.get("properties", {}).get(field, before)
        if _types(after) - _types(before):
            yield f"{name}.{field}: {_types(before)} became {_types(after)}"


def _narrower(place: str, old: dict[str, Any], new: dict[str, Any]) -> Iterator[str]:
    if new and _types(old) - _types(new):
        yield f"{place}: {sorted(_types(old) - _types(new))} is no longer taken"
    for limit, sign in LIMITS.items():
        if limit in new and (limit not in old or (new[limit] - old[limit]) * sign > 0):
            yield f"{place}: {limit} {old.get(limit)} became {new[limit]}"
    if "enum" in old and set(old["enum"]) - set(new.get("enum", old["enum"])):
        yield f"{place}: {sorted(set(old['enum']) - set(new['enum']))} is no longer taken"


def _types(schema: dict[str, Any]) -> set[str]:
    """Types and references, of any alternative."""
    found = {str(schema[key]) for key in ("type", "$ref") if key in schema}
    for alternatives in ("anyOf", "oneOf"):
        for one in schema.get(alternatives, ()):
            found |= _types(one)
    return found


def _reachable(document: dict[str, Any], side: str) -> set[str]:
    """Schemas that a side of any operation leads to."""
    schemas = document["components"]["schemas"]
    found: set[str] = set()
    parts = [o.get(side) for path in document["paths"].values() for o in path.values()]
    waiting = set(_references(parts))
    while waiting:
        found |= waiting
        waiting = {n for name in waiting for n in _references(schemas.get(name))} - found
    return found


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in cast("dict[str, Any]", value).items():
            if key == "$ref" and isinstance(inner, str):
                yield inner.rpartition("/")[2]
            else:
                yield from _references(inner)
    elif isinstance(value, list):
        for inner in cast("list[Any]", value):
            yield from _references(inner)


if __name__ == "__main__":
    main()
