"""Reading a record field by field, whatever its numbers are written as."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, cast

from planner.catalog.importers.finding import Refused
from planner.catalog.importers.numbers import number

LOWEST_RANK: Final = 50
"""Percentiles below the median are of no use to a promise, and left out."""

_FLAT: Final = re.compile(r"^(mean|median|p\d{1,2}(?:\.\d{1,3})?)_(.+)$")
_RANK: Final = re.compile(r"^p(\d{1,2})(?:[.p](\d{1,3}))?$")
_ALIASES: Final = {"avg": "mean", "average": "mean", "median": "p50"}


def as_mapping(value: Any) -> Mapping[str, Any]:
    """A mapping as it is, anything else as an empty one."""
    return cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}


def as_list(value: Any) -> list[Any]:
    """A list as it is, anything else as an empty one."""
    return cast("list[Any]", value) if isinstance(value, list) else []


class Fields:
    """A mapping of a result file; missing is None, never 0."""

    def __init__(self, data: Any, path: str = "") -> None:
        self.data = as_mapping(data)
        self.path = path

    def __contains__(self, name: str) -> bool:
        return self.data.get(name) is not None

    def __getitem__(self, name: str) -> "Fields":
        """The mapping under a key; an empty one where there is none."""
        return Fields(self.data.get(name), self._named(name))

    def number(self, *names: str) -> float | None:
        """The first of these that holds a number."""
        values = (number(self.data.get(name), self._named(name)) for name in names)
        return next((value for value in values if value is not None), None)

    def needed(self, *names: str) -> float:
        """The same, where nothing can be said without it.

        Raises:
            Refused: none of them holds a number.
        """
        value = self.number(*names)
        if value is None:
            listed = " / ".join(self._named(name) for name in names)
            raise Refused("field_missing", f"{listed} is missing, and no point can be made without")
        return value

    def whole(self, *names: str) -> int | None:
        """The first of these that holds a whole number of at least 1."""
        value = self.number(*names)
        return int(value) if value is not None and value >= 1 and value == int(value) else None

    def text(self, *names: str) -> str | None:
        """The first of these that holds text, without what no field could store."""
        for name in names:
            value = self.data.get(name)
            if isinstance(value, str) and value.strip():
                return plain_text(value)
        return None

    def list(self, name: str) -> list[Any]:
        """The list under a key; an empty one where there is none."""
        return as_list(self.data.get(name))

    def flat_percentiles(self, metric: str, scale: float = 1) -> dict[str, float]:
        """Percentiles that stand beside each other as `mean_<metric>`, `p99_<metric>`."""
        stated = ((_FLAT.match(key), key) for key in self.data)
        named = {m.group(1): self.data[key] for m, key in stated if m and m.group(2) == metric}
        return percentiles(named, scale, f"{self._named('')}…_{metric}")

    def percentiles(self, name: str, scale: float = 1) -> dict[str, float]:
        """Percentiles in a mapping of their own: `{mean, median, p90, p99.9}`."""
        return percentiles(self[name].data, scale, self._named(name))

    def _named(self, name: str) -> str:
        return f"{self.path}.{name}" if self.path and name else self.path or name


def plain_text(value: str, limit: int = 200) -> str:
    """Text without control characters, of a bounded length."""
    return "".join(c for c in value.strip() if c.isprintable())[:limit]


def percentiles(stated: Mapping[str, Any], scale: float, name: str) -> dict[str, float]:
    """Percentiles from the median up, under our names, each times `scale`.

    >>> percentiles({"median": 2, "p99p9": "7", "p5": 1, "max": 9, "mean": None}, 1000, "ttft")
    {'p50': 2000.0, 'p99.9': 7000.0}
    """
    return dict(sorted(_named(stated, scale, name), key=lambda item: _order(item[0])))


def _named(stated: Mapping[str, Any], scale: float, name: str) -> Iterator[tuple[str, float]]:
    for key, raw in stated.items():
        ours = canonical_key(key)
        value = number(raw, f"{name}.{key}") if ours else None
        if ours and value is not None:
            yield ours, value * scale


def canonical_key(key: str) -> str | None:
    """`mean` or `pNN` from the median up; None for anything else.

    >>> canonical_key("P99"), canonical_key("p99p9"), canonical_key("avg"), canonical_key("p25")
    ('p99', 'p99.9', 'mean', None)
    """
    lower = _ALIASES.get(key.lower(), key.lower())
    if lower == "mean":
        return lower
    match = _RANK.match(lower)
    if not match or int(match.group(1)) < LOWEST_RANK:
        return None
    return f"p{match.group(1)}.{match.group(2)}" if match.group(2) else f"p{match.group(1)}"


def _order(key: str) -> float:
    return -1 if key == "mean" else float(key[1:])
