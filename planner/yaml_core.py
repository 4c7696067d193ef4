"""A reader of YAML 1.2 core documents: what other YAML readers guess at is text or an error here."""

import re
from typing import Any, ClassVar, Final

import yaml

_BASE: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_INTEGER: Final = re.compile(r"^[-+]?[0-9]+$")
_DECIMAL: Final = re.compile(r"^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$")
_NOT_FINITE: Final = re.compile(r"^([-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN))$")
_MAX_DIGITS: Final = 30


class CoreLoader(_BASE):  # type: ignore[misc,valid-type]
    """Plain data only; `1_000` and `1:30` are text, `1e3` is a number, a key stands once, no aliases."""

    yaml_implicit_resolvers: ClassVar[dict[str, list[tuple[str, re.Pattern[str]]]]] = {}

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        """The mapping of a node; a key that stands twice is an error, not the last one's win."""
        if not isinstance(node, yaml.MappingNode):
            raise yaml.constructor.ConstructorError(
                None, None, "a mapping is expected", node.start_mark
            )
        mapping: dict[Any, Any] = {}
        for key_node, value_node in node.value:
            key = self.construct_object(key_node, deep=True)
            if not isinstance(key, str | int | float | bool | None):
                raise yaml.constructor.ConstructorError(
                    None, None, "a key must be plain text", key_node.start_mark
                )
            if key in mapping:
                message = f"the key {key!r} stands twice; which of the two counts?"
                raise yaml.constructor.ConstructorError(None, None, message, key_node.start_mark)
            mapping[key] = self.construct_object(value_node, deep=deep)
        return mapping


def _construct_integer(loader: Any, node: Any) -> int:
    digits = str(loader.construct_scalar(node))
    if len(digits) > _MAX_DIGITS:
        message = f"a number of {len(digits)} digits is beyond every bound"
        raise yaml.constructor.ConstructorError(None, None, message, node.start_mark)
    return int(digits)


def _construct_decimal(loader: Any, node: Any) -> float:
    return float(str(loader.construct_scalar(node)))


def _refuse_not_finite(loader: Any, node: Any) -> float:
    message = f"{loader.construct_scalar(node)} is not a number that can be planned on"
    raise yaml.constructor.ConstructorError(None, None, message, node.start_mark)


def _define(tag: str, pattern: re.Pattern[str], first: str, construct: Any) -> None:
    CoreLoader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", pattern, list(first))
    if construct is not None:
        CoreLoader.add_constructor(f"tag:yaml.org,2002:{tag}", construct)


_define("null", re.compile(r"^(~|null|Null|NULL|)$"), "~nN", None)
CoreLoader.yaml_implicit_resolvers.setdefault("", []).append(
    ("tag:yaml.org,2002:null", re.compile(r"^$"))
)
_define("bool", re.compile(r"^(true|True|TRUE|false|False|FALSE)$"), "tTfF", None)
_define("int", _INTEGER, "-+0123456789", _construct_integer)
_define("float", _DECIMAL, "-+.0123456789", _construct_decimal)
_define("not-finite", _NOT_FINITE, "-+.", _refuse_not_finite)


def load_yaml(text: str, max_depth: int) -> Any:
    """Plain data of one YAML document.

    Raises:
        yaml.YAMLError: broken syntax, aliases, several documents, nesting beyond `max_depth`,
            a key that stands twice, `.inf` or `.nan`.
    """
    _refuse_depth_and_aliases(text, max_depth)
    return yaml.load(text, Loader=CoreLoader)  # noqa: S506 - the loader builds plain data only


def _refuse_depth_and_aliases(text: str, max_depth: int) -> None:
    depth = 0
    for event in yaml.parse(text, Loader=_BASE):
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        elif isinstance(event, yaml.AliasEvent):
            message = "aliases (*name) are not read; write the value out"
            raise yaml.constructor.ConstructorError(None, None, message, event.start_mark)
        if depth > max_depth:
            message = f"nested deeper than {max_depth} levels"
            raise yaml.constructor.ConstructorError(None, None, message, event.start_mark)
