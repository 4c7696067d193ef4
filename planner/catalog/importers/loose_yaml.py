"""YAML as tools write it: our core reader, but `.inf` is a number and aliases are followed."""

import math
from collections.abc import Iterator
from typing import Any, Final, cast

import yaml

from planner.yaml_core import CoreLoader

MAX_DEPTH: Final = 64


class LooseLoader(CoreLoader):
    """Plain data only; every key is text."""

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        """The mapping of a node, its keys as text."""
        return {
            str(key): value for key, value in super().construct_mapping(node, deep=deep).items()
        }


def _not_finite(loader: Any, node: Any) -> float:
    text = str(loader.construct_scalar(node)).lower().lstrip("+")
    return {".inf": math.inf, "-.inf": -math.inf}.get(text, math.nan)


_LOADER: Any = LooseLoader
_LOADER.add_constructor("tag:yaml.org,2002:not-finite", _not_finite)


def load_loose_yaml(text: str) -> Any:
    """Plain data of one document.

    Raises:
        yaml.YAMLError: broken syntax, several documents, nesting beyond `MAX_DEPTH`, a key twice.

    >>> load_loose_yaml("a: .inf")
    {'a': inf}
    """
    depth = 0
    events: Iterator[Any] = cast("Any", yaml).parse(text, Loader=LooseLoader)
    for event in events:
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if depth > MAX_DEPTH:
            message = f"nested deeper than {MAX_DEPTH} levels"
            raise yaml.constructor.ConstructorError(None, None, message, event.start_mark)
    return yaml.load(text, Loader=LooseLoader)
