"""Writes docs/demand.md, every field of a demand, from its schema; `--check` that it is current."""

import re
import sys
from pathlib import Path
from typing import Any, cast

from planner.demand import Demand

PAGE = Path(__file__).resolve().parent.parent / "docs" / "demand.md"
HEAD = """# Every field of a demand

Written by `scripts/demand_docs.py` from the schema. A field that is not
listed is an error that names it. **Bold** fields must be given. Numbers are JSON numbers: no text,
no booleans, none infinite.
"""
ORDER = (
    "Demand", "RequestsWorkload", "UsersWorkload", "AgentWorkload", "VoiceWorkload", "Slo", "Site",
    "Policy", "Solver", "CostOverrides", "SiteCosts", "Hardware", "RentTerms", "PeakTeraflops",
    "MemoryTier", "LanguageModel", "Attention", "Deployment", "Part", "Quality", "Curve",
    "OperatingPoint",
)  # fmt: skip


def type_of(field: dict[str, Any]) -> str:
    """A short word for what may stand in a field."""
    if "$ref" in field:
        name = str(field["$ref"]).rsplit("/", 1)[1]
        return f"[{name}](#{name.lower()})"
    options: list[dict[str, Any]] = field.get("anyOf") or field.get("oneOf") or []
    if options:
        words = [type_of(option) for option in options if option.get("type") != "null"]
        return " or ".join(dict.fromkeys(words))
    values = field.get("enum") or [field[key] for key in ("const",) if key in field]
    return " \\| ".join(f"`{value}`" for value in values) or _of_kind(field)


def _of_kind(field: dict[str, Any]) -> str:
    kind = str(field.get("type", "any"))
    if kind == "array":
        return f"list of {type_of(field['items'])}" if "items" in field else "[low, high]"
    if kind == "object":
        inner = _inner(field)
        return f"mapping to {type_of(inner)}" if inner else "mapping"
    words = {"string": "text", "boolean": "true or false", "integer": "whole number"}
    return words.get(kind, kind) + bounds_of(field)


def _inner(field: dict[str, Any]) -> dict[str, Any]:
    """What the values of a mapping are; nothing where that is not said."""
    by_pattern: dict[str, Any] = field.get("patternProperties", {})
    found = field.get("additionalProperties") or next(iter(by_pattern.values()), None)
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}


def bounds_of(field: dict[str, Any]) -> str:
    """Unit and bounds of a number."""
    unit = field.get("x-unit", "")
    parts = [unit] if unit and unit != "1" else []
    names = {"minimum": ">=", "exclusiveMinimum": ">", "maximum": "<=", "exclusiveMaximum": "<"}
    parts += [f"{sign} {field[key]:g}" for key, sign in names.items() if key in field]
    return f" ({', '.join(parts)})" if parts else ""


def rows_of(schema: dict[str, Any]) -> list[str]:
    """A table row for each field."""
    required = set(schema.get("required", ()))
    rows: list[str] = []
    for name, field in schema.get("properties", {}).items():
        label = f"**{name}**" if name in required else name
        default = field.get("default")
        shown = (
            ""
            if default in (None, [], {}, "") or isinstance(default, dict | list)
            else f"`{default}`"
        )
        about = re.sub(r"\s+", " ", field.get("description", "")).replace("|", "\\|")
        rows.append(f"| {label} | {type_of(field)} | {shown} | {about} |")
    return rows


def page() -> str:
    """The whole page."""
    whole = Demand.model_json_schema()
    schemas = {"Demand": whole, **whole["$defs"]}
    names = [name for name in ORDER if name in schemas]
    parts = [HEAD]
    for name in names:
        about = re.sub(r"\s+", " ", schemas[name].get("description", ""))
        table = ["| field | what | default | |", "|---|---|---|---|", *rows_of(schemas[name])]
        parts.append("\n".join([f"## {name}", "", about, "", *table, ""]))
    return "\n".join(parts)


def main() -> None:
    """Writes the page, or checks it."""
    new = page()
    if "--check" in sys.argv:
        sys.exit(0 if PAGE.read_text(encoding="utf-8") == new else "run scripts/demand_docs.py")
    PAGE.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()
