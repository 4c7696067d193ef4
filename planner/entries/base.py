"""The base of every schema, with the kinds of text that schemas share."""

import re
from datetime import date
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
)
from pydantic_core import PydanticCustomError, core_schema

from planner.entries.field_docs import describe_fields
from planner.units import Milliseconds

_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def _refuse_control_characters(text: str) -> str:
    if _CONTROL.search(text):
        raise PydanticCustomError("control_character", "control characters are not allowed")
    return text


def _text_only(value: Any) -> Any:
    if not isinstance(value, str):
        raise PydanticCustomError("text_expected", "text is expected")
    return value


def _calendar_date(text: str) -> str:
    try:
        date.fromisoformat(text + "0001-01-01"[len(text) :])
    except ValueError:
        raise PydanticCustomError("no_such_date", "there is no such date") from None
    return text


class Text:
    """The bounds of a text, as one annotation: it builds several times as quickly as three."""

    __slots__ = ("_bounds",)

    def __init__(self, **bounds: int | str) -> None:
        self._bounds: dict[str, Any] = bounds
        """`min_length`, `max_length`, `pattern` of pydantic."""

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        """Text within its bounds and without control characters, and nothing else."""
        del source, handler
        text = core_schema.no_info_after_validator_function(
            _refuse_control_characters, core_schema.str_schema(**self._bounds)
        )
        return core_schema.no_info_before_validator_function(_text_only, text)


Name = Annotated[str, Text(min_length=1, max_length=200)]
Note = Annotated[str, Text(max_length=2000)]
EntryId = Annotated[str, Text(min_length=1, max_length=200)]
"""The id of an entry: any text that a file name could carry, compared to the letter."""
Date = Annotated[
    str, Text(pattern=r"^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$"), AfterValidator(_calendar_date)
]
"""Year, year-month or year-month-day."""
PercentileKey = Annotated[str, Text(pattern=r"^(mean|p[0-9]{1,2}(\.[0-9]{1,3})?)$")]
"""`mean`, or `pNN` such as `p50`, `p95`, `p99.9`."""
Percentiles = dict[PercentileKey, Milliseconds]
"""Latency by percentile, ms; one that was not measured is absent."""

Evidence = Literal[
    "measured", "third_party", "vendor", "modeled", "target", "estimate", "unspecified"
]
Precision = Annotated[str, Text(min_length=1, max_length=40, pattern=r"^[a-z0-9][a-z0-9_.+-]*$")]
"""Number format of the weights, such as `bf16`, `fp8`, `int4`, `nvfp4`."""


class Schema(BaseModel):
    """Frozen and closed: an unknown key is an error that names it."""

    model_config = ConfigDict(
        extra="forbid",
        frozen=True,
        allow_inf_nan=False,
        protected_namespaces=(),
        defer_build=True,
    )
    described_by: ClassVar[type | None] = None
    """A schema whose fields have the same names and mean the same."""

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: core_schema.CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """The published schema; each field is described by the docstring under it."""
        published = handler(schema)
        describe_fields(handler.resolve_ref_schema(published), cls)
        return published
