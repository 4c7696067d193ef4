"""What stands under each field of a schema, as the descriptions of the published one."""

import ast
import inspect
import sys
from functools import cache
from typing import Any, cast


@cache
def field_docs(schema: type) -> dict[str, str]:
    """The docstring under each field, by field name, inherited ones included.

    What a class leaves out, the class that it is `described_by` says.

    Read from the source when a JSON schema is asked for, and not when the class is made: looking
    into the source of every class would be the longest part of starting the program.
    """
    described_by = getattr(schema, "described_by", None)
    docs = dict(field_docs(described_by)) if described_by else {}
    for owner in reversed(schema.__mro__):
        docs.update(_docs_of_module(owner.__module__).get(owner.__name__, {}))
    return docs


def describe_fields(published: dict[str, Any], schema: type) -> None:
    """Adds to each property of a JSON schema what stands under its field, where it has no text."""
    docs = field_docs(schema)
    for name, property_ in published.get("properties", {}).items():
        if name in docs:
            property_.setdefault("description", docs[name])


@cache
def _docs_of_module(name: str) -> dict[str, dict[str, str]]:
    """Field docstrings by class; nothing for modules of others."""
    if not name.startswith("planner."):
        return {}
    tree = ast.parse(inspect.getsource(sys.modules[name]))
    classes = (node for node in tree.body if isinstance(node, ast.ClassDef))
    return {node.name: _docs_of_class(node) for node in classes}


def _docs_of_class(node: ast.ClassDef) -> dict[str, str]:
    docs: dict[str, str] = {}
    for field, below in zip(node.body, node.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            text = _text(below)
            if text is not None:
                docs[field.target.id] = inspect.cleandoc(text)
    return docs


def _text(node: ast.stmt) -> str | None:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        value = cast("object", node.value.value)
        return value if isinstance(value, str) else None
    return None
