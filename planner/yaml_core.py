"""A reader of YAML 1.2 core documents: what other readers guess at is text or an error here."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, cast

import yaml

_BASE: Final[type[yaml.SafeLoader]] = cast(
    "type[yaml.SafeLoader]", getattr(yaml, "CSafeLoader", yaml.SafeLoader)
)

_INTEGER: Final = re.compile(r"^[-+]?[0-9]+$")
_DECIMAL: Final = re.compile(r"^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$")
_NOT_FINITE: Final = re.compile(r"^([-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$")
_MAX_DIGITS: Final = 30


class CoreLoader(_BASE):
    """Plain data only; a key stands once.

    `1_000` and `1:30` are text, `1e3` is a number.
    """

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        """The mapping of a node; a key that stands twice is an error, not the last one's win."""
        if not isinstance(node, yaml.MappingNode):
            raise _error("a mapping is expected", node)
        mapping: dict[object, object] = {}
        for key_node, value_node in cast("list[tuple[Any, Any]]", node.value):
            key = self._construct(key_node, deep=True)
            if not isinstance(key, str | int | float | bool | None):
                raise _error("a key must be plain text", key_node)
            if key in mapping:
                raise _error(f"the key {key!r} stands twice; which of the two counts?", key_node)
            mapping[key] = self._construct(value_node, deep=deep)
        return mapping

    def _construct(self, node: Any, *, deep: bool) -> object:
        construct = cast("Callable[..., object]", getattr(self, "construct_object"))  # noqa: B009
        return construct(node, deep=deep)


def _error(message: str, node: Any) -> yaml.constructor.ConstructorError:
    return yaml.constructor.ConstructorError(None, None, message, node.start_mark)


def _construct_integer(loader: Any, node: Any) -> int:
    digits = str(loader.construct_scalar(node))
    if len(digits) > _MAX_DIGITS:
        raise _error(f"a number of {len(digits)} digits is beyond every bound", node)
    return int(digits)


def _construct_decimal(loader: Any, node: Any) -> float:
    return float(str(loader.construct_scalar(node)))


def _refuse_not_finite(loader: Any, node: Any) -> float:
    raise _error(f"{loader.construct_scalar(node)} is not a number that can be planned on", node)


_RESOLVERS: Final[dict[str, list[tuple[str, re.Pattern[str]]]]] = {}
setattr(CoreLoader, "yaml_implicit_resolvers", _RESOLVERS)  # noqa: B010 - its type is not stated


def _define(tag: str, pattern: re.Pattern[str], first: str, construct: Any) -> None:
    loader: Any = CoreLoader
    loader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", pattern, list(first))
    if construct is not None:
        loader.add_constructor(f"tag:yaml.org,2002:{tag}", construct)


_define("null", re.compile(r"^(~|null|Null|NULL|)$"), "~nN", None)
_RESOLVERS.setdefault("", []).append(("tag:yaml.org,2002:null", re.compile(r"^$")))
_define("bool", re.compile(r"^(true|True|TRUE|false|False|FALSE)$"), "tTfF", None)
_define("int", _INTEGER, "-+0123456789", _construct_integer)
_define("float", _DECIMAL, "-+.0123456789", _construct_decimal)
_define("not-finite", _NOT_FINITE, "-+.", _refuse_not_finite)


def load_yaml(text: str, max_depth: int) -> Any:
    """Plain data of one YAML document.

    Raises:
        yaml.YAMLError: broken syntax, aliases, tags, several documents, nesting beyond
            `max_depth`, a key that stands twice, `.inf` or `.nan`.
    """
    _refuse_what_is_not_plain(text, max_depth)
    return yaml.load(text, Loader=CoreLoader)


def _refuse_what_is_not_plain(text: str, max_depth: int) -> None:
    depth = 0
    parse = cast("Callable[..., Iterator[yaml.Event]]", getattr(yaml, "parse"))  # noqa: B009
    for event in parse(text, Loader=_BASE):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        elif isinstance(event, yaml.AliasEvent):
            raise _error("aliases (*name) are not read; write the value out", event)
        tag: object = getattr(event, "tag", None)
        if tag is not None:
            raise _error(f"tags ({tag}) are not read; write plain data", event)
        if depth > max_depth:
            raise _error(f"nested deeper than {max_depth} levels", event)
