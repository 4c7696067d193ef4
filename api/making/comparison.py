"""Two quotes side by side: what was asked differently, which inputs differ, and what came of it."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from anyio import to_thread

_NEVER_COMPARED: Final = {"id", "created_at", "name"}
_OWN_FIELD: Final = ("demand", "inputs", "totals", "pools", "cost")
_KEYS: Final = ("id", "name", "item", "code", "rule", "hardware", "pool", "workload", "deployment")
_VOLATILE: Final = {"certificate.solver.seconds"}
_MOST: Final = 2000
"""Differences of a kind that are listed."""
SUMMARY: Final = ("id", "name", "status", "created_at", "replicas", "usd_per_year", "demand_digest")

Pair = tuple[Any, Any]


async def compare(before: Any, after: Any) -> bytes:
    """The comparison of two stored quotes, as JSON."""
    return await to_thread.run_sync(_compare, before, after)


def _compare(before: Any, after: Any) -> bytes:
    old, new = json.loads(before.document), json.loads(after.document)
    parts = {name: _listed(name, old.get(name), new.get(name)) for name in _OWN_FIELD}
    rest = sorted((old.keys() | new.keys()) - _NEVER_COMPARED - set(_OWN_FIELD))
    other = [found for name in rest for found in _listed(name, old.get(name), new.get(name))]
    body = {
        "before": {name: getattr(before, name) for name in SUMMARY},
        "after": {name: getattr(after, name) for name in SUMMARY},
        "is_same": not other and not any(parts.values()),
        **parts,
        "other": other[:_MOST],
    }
    return json.dumps(body, ensure_ascii=False, allow_nan=False).encode()


def _listed(name: str, old: Any, new: Any) -> list[dict[str, Any]]:
    pairs = list(differences(name, old, new))
    at = dict(places(name, name, old)), dict(places(name, name, new))
    found = [_difference(path, pair, at) for path, pair in pairs]
    return [d for d in found if d["path"] not in _VOLATILE][:_MOST]


def differences(path: str, old: Any, new: Any) -> Iterator[tuple[str, Pair]]:
    """Each place where two documents differ; entries of lists are matched by what names them.

    >>> list(differences("d", {"a": 1, "b": [{"id": "x", "n": 1}]}, {"a": 2, "b": []}))
    [('d.a', (1, 2)), ('d.b[x]', ({'id': 'x', 'n': 1}, None))]
    """
    if isinstance(old, dict) and isinstance(new, dict):
        yield from _of_mappings(
            path, cast("dict[str, Any]", old), cast("dict[str, Any]", new), ".{}"
        )
    elif isinstance(old, list) and isinstance(new, list):
        pair = named(cast("list[Any]", old)), named(cast("list[Any]", new))
        yield from _of_mappings(path, *pair, "[{}]")
    elif old != new or isinstance(old, bool) is not isinstance(new, bool):
        yield path, (old, new)


def _of_mappings(
    path: str, old: Mapping[str, Any], new: Mapping[str, Any], step: str
) -> Iterator[tuple[str, Pair]]:
    for key in [*old, *(key for key in new if key not in old)]:
        yield from differences(path + step.format(key), old.get(key), new.get(key))


def named(items: list[Any]) -> dict[str, Any]:
    """The items of a list by what names them, else by position.

    >>> named([{"id": "x"}, {"id": "x"}, 7])
    {'x': {'id': 'x'}, 'x#1': {'id': 'x'}, '2': 7}
    """
    found: dict[str, Any] = {}
    for position, item in enumerate(items):
        name = _name(item) or str(position)
        found[name if name not in found else f"{name}#{position}"] = item
    return found


def places(path: str, place: str, data: Any) -> Iterator[tuple[str, str]]:
    """Where each part of a document stands: its path by name, and by position.

    >>> list(places("d", "d", {"b": [{"id": "x"}]}))
    [('d', 'd'), ('d.b', 'd.b'), ('d.b[x]', 'd.b[0]'), ('d.b[x].id', 'd.b[0].id')]
    """
    yield path, place
    if isinstance(data, dict):
        for name, part in cast("dict[str, Any]", data).items():
            yield from places(f"{path}.{name}", f"{place}.{name}", part)
    elif isinstance(data, list):
        for position, (name, part) in enumerate(named(cast("list[Any]", data)).items()):
            yield from places(f"{path}[{name}]", f"{place}[{position}]", part)


def _name(item: Any) -> str | None:
    if not isinstance(item, dict):
        return None
    fields = cast("dict[str, Any]", item)
    names = [fields[key] for key in _KEYS if isinstance(fields.get(key), str)]
    return "/".join(names) or None


def _difference(path: str, pair: Pair, at: tuple[dict[str, str], ...]) -> dict[str, Any]:
    old, new = pair
    change = new - old if _is_number(old) and _is_number(new) else None
    fraction = change / old if change is not None and old else None
    return {
        "path": path,
        "before_at": at[0].get(path),
        "after_at": at[1].get(path),
        "before": old,
        "after": new,
        "change": change,
        "change_fraction": fraction,
    }


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
