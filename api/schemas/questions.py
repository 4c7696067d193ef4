"""What is asked of `/v1/fits` and `/v1/imports`."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Discriminator, Field, Tag, model_validator
from pydantic_core import PydanticCustomError

from planner.catalog.importers import TOOLS
from planner.catalog.importers.mapped_csv import is_target, targets
from planner.entries import Hardware, LanguageModel
from planner.entries.base import EntryId, Evidence, Name, Precision, Schema
from planner.fit import FitQuestion
from planner.units import Chips, CountFromOne, NumberIn, ShareBelowOne, Tokens, TokensOut

MOST_LAYERS = 10_000
_ID, _WHOLE = Tag("\N{MIDDLE DOT}id"), Tag("\N{MIDDLE DOT}whole")


def _id_or_whole(value: Any) -> str:
    return "\N{MIDDLE DOT}id" if isinstance(value, str) else "\N{MIDDLE DOT}whole"


class FitRequest(FitQuestion):
    """A model on a kind of chip, each by its id in the catalog or whole."""

    model: Annotated[
        Annotated[EntryId, _ID] | Annotated[LanguageModel, _WHOLE], Discriminator(_id_or_whole)
    ]
    hardware: Annotated[
        Annotated[EntryId, _ID] | Annotated[Hardware, _WHOLE], Discriminator(_id_or_whole)
    ]

    @model_validator(mode="after")
    def _of_a_size_that_exists(self) -> "FitRequest":
        model = self.model
        if not isinstance(model, str) and max(model.layers, model.attention.heads) > MOST_LAYERS:
            raise PydanticCustomError(
                "model_too_deep", "model: more than {most} layers or heads", {"most": MOST_LAYERS}
            )
        return self


class ResultFile(Schema):
    """One file that a benchmark tool wrote."""

    name: Name
    """Its ending says how it is read; a folder ties a machine's file to its logs."""
    text: Annotated[str, Field(min_length=1, max_length=2**24, strict=True)]
    """Its content."""


def _tool(name: str) -> str:
    if name not in TOOLS:
        raise PydanticCustomError(
            "unknown_tool", "choose one of {tools}", {"tools": ", ".join(TOOLS)}
        )
    return name


def _columns(columns: dict[str, str]) -> dict[str, str]:
    for name in columns:
        if not is_target(name):
            raise PydanticCustomError(
                "unknown_column",
                "{name} is no figure of a point; choose from {targets}",
                {"name": repr(name), "targets": targets()},
            )
    return columns


Degrees = dict[Literal["tensor", "pipeline", "data", "expert", "context"], Chips]


class ImportChoices(Schema):
    """What the files do not say; nothing is assumed."""

    model: EntryId | None = None
    """Id in the catalog."""
    hardware: EntryId | None = None
    """Id in the catalog."""
    chips: Chips | None = None
    """Of one replica."""
    replicas: CountFromOne | None = None
    """That were measured together."""
    precision: Precision | None = None
    kv_precision: Precision | None = None
    parallelism: Degrees = {}
    engine: Name | None = None
    engine_version: Name | None = None
    speculation: Name | None = None
    input_tokens: Tokens | None = None
    """Mean as measured, where the files count none."""
    output_tokens: TokensOut | None = None
    """Mean as measured, where the files count none."""
    cached_input_fraction: ShareBelowOne = 0
    id: EntryId | None = None
    """Of the deployment; omitted: made from the rest."""
    evidence: Evidence = "measured"
    source: EntryId | None = None
    format: (
        Annotated[
            str, Field(json_schema_extra={"enum": list(TOOLS)}, strict=True), AfterValidator(_tool)
        ]
        | None
    ) = None
    """The tool that wrote the files, instead of detection."""
    columns: Annotated[dict[Name, Name], Field(max_length=100), AfterValidator(_columns)] = {}
    """For `csv`: our names to those of the sheet."""
    only: Annotated[dict[Name, Name], Field(max_length=100)] = {}
    """Which of several deployments in the files: what it must say about itself."""
    shape_tolerance: Annotated[
        float, Field(ge=0, le=1, json_schema_extra={"x-unit": "1"}), NumberIn
    ] = 0.02
    """Lengths that differ by this share are one shape."""


class ImportRequest(Schema):
    """Result files of benchmark tools, and what they do not say."""

    files: Annotated[tuple[ResultFile, ...], Field(min_length=1, max_length=1000)]
    options: ImportChoices = ImportChoices()
