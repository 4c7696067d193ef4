"""JSON Schemas as the service publishes them, apart from the contract or within it."""

from functools import cache
from typing import Any, Final, cast

from planner.demand import Demand

MEDIA_TYPE: Final = "application/schema+json"
_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


@cache
def demand_schema() -> dict[str, Any]:
    """The schema of a demand, with its parts under `$defs`."""
    return {"$schema": _DIALECT, **without_titles(Demand.model_json_schema())}


def without_titles(schema: Any) -> Any:
    """Titles that pydantic makes of field names say nothing."""
    if isinstance(schema, dict):
        fields = cast("dict[str, Any]", schema)
        return {
            name: without_titles(value)
            for name, value in fields.items()
            if not (name == "title" and isinstance(value, str))
        }
    if isinstance(schema, list):
        return [without_titles(item) for item in cast("list[Any]", schema)]
    return schema
