"""`openapi.json` as the app publishes it."""

from collections.abc import Iterator
from typing import Any, Final, cast

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from api.contract.examples import EXAMPLES
from api.contract.schemas import without_titles
from api.schemas import answers, claims, lab, questions
from planner.demand import Demand
from planner.entries import Deployment, Hardware, LanguageModel, PriceList
from planner.entries.claim import Claim
from planner.fit import Fit
from planner.quote import Quote

_TAKEN: Final[tuple[type[BaseModel], ...]] = (
    Demand,
    Deployment,
    Hardware,
    LanguageModel,
    PriceList,
    Claim,
    questions.FitRequest,
    questions.ImportRequest,
    answers.Problem,
    answers.QuotePage,
    answers.Verification,
    answers.Comparison,
    answers.Job,
    answers.ImportAnswer,
    answers.DeploymentSummary,
    answers.EntryPage,
    answers.AuditPage,
    answers.Health,
    answers.Readiness,
    lab.DemandFile,
    lab.DemandRead,
    lab.ExampleList,
    lab.FigureList,
    lab.PictureList,
    lab.TradeoffList,
    claims.ClaimGroupList,
    claims.ClaimPictures,
    lab.SignIn,
    lab.Session,
)
_GIVEN: Final[tuple[type[BaseModel], ...]] = (Quote, Fit)
_SCHEMAS: Final = "#/components/schemas/"
_PAGES: Final = {
    "HardwarePage": "Hardware",
    "LanguageModelPage": "LanguageModel",
    "ClaimPage": "Claim",
    "DeploymentPage": "DeploymentSummary",
}
_TAGS: Final = {
    "quotes": "The cheapest fleet that keeps every promise of a demand, with its proof.",
    "previews": "Quotes that are not kept, for whoever still moves the inputs.",
    "jobs": "Quotes in the making, for long solves.",
    "questions": "Fits and imports: answered, not kept.",
    "catalog": "What ships with the service.",
    "own entries": "What only the caller's organisation sees, and its quotes may use.",
    "audit": "Who made and withdrew what.",
    "session": "Signing in from the page; programs send their key with each request.",
    "health": "For load balancers and Prometheus.",
}
_DESCRIPTION: Final = """\
Sizes fleets of accelerators for language-model services: a demand in, the cheapest fleet that keeps
every promise out, proven, with everything that it rests on. Every error is a problem of RFC 9457
whose `type` never changes its meaning."""


def document_of(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI document: paths from the routes, schemas from planner's own."""
    document = get_openapi(
        title="planner",
        version=app.version,
        openapi_version="3.1.0",
        summary="Language-model fleets, sized and proven.",
        description=_DESCRIPTION,
        routes=app.routes,
        tags=[{"name": name, "description": text} for name, text in _TAGS.items()],
        servers=[{"url": "/", "description": "This service."}],
        license_info={"name": "Apache-2.0", "identifier": "Apache-2.0"},
    )
    components = document.setdefault("components", {})
    components["schemas"] = dict(sorted({**_schemas(), **_pages()}.items()))
    components["examples"] = EXAMPLES
    for path in document["paths"].values():
        for operation in path.values():
            _tidy(operation)
    _drop_unused(document)
    return document


def _drop_unused(document: dict[str, Any]) -> None:
    """Drops schemas that no operation leads to."""
    schemas = document["components"]["schemas"]
    used: set[str] = set()
    waiting = set(_references(document["paths"]))
    while waiting:
        used |= waiting
        waiting = {found for name in waiting for found in _references(schemas[name])} - used
    document["components"]["schemas"] = {n: s for n, s in schemas.items() if n in used}


def _references(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        fields = cast("dict[str, Any]", value)
        target = fields.get("$ref")
        if isinstance(target, str) and target.startswith(_SCHEMAS):
            yield target.removeprefix(_SCHEMAS)
        for inner in fields.values():
            yield from _references(inner)
    elif isinstance(value, list):
        for inner in cast("list[Any]", value):
            yield from _references(inner)


def _schemas() -> dict[str, Any]:
    wanted: list[tuple[type[BaseModel], Any]] = [(model, "validation") for model in _TAKEN]
    wanted += [(model, "serialization") for model in _GIVEN]
    _, made = models_json_schema(wanted, ref_template="#/components/schemas/{model}")
    schemas = cast("dict[str, Any]", made["$defs"])
    _close(schemas["Quote"])
    return {name: without_titles(schema) for name, schema in schemas.items()}


def _close(quote: dict[str, Any]) -> None:
    """The demand of a quote is the demand; what it used is shown as its entries are written."""
    quote["properties"]["demand"] = {"$ref": "#/components/schemas/Demand"}
    quote["properties"]["inputs"] = {
        "type": "object",
        "additionalProperties": True,
        "description": "Every deployment, hardware, price, model and cost that was used, whole.",
    }


def _pages() -> dict[str, Any]:
    return {
        page: {
            "type": "object",
            "additionalProperties": False,
            "description": "Entries by id.",
            "required": ["items", "next_cursor"],
            "properties": {
                "items": {"type": "array", "items": {"$ref": f"#/components/schemas/{item}"}},
                "next_cursor": {"anyOf": [{"type": "string"}, {"type": "null"}]},
            },
        }
        for page, item in _PAGES.items()
    }


def _tidy(operation: dict[str, Any]) -> None:
    """Parameters without made-up titles; a response without a body has no content."""
    for parameter in operation.get("parameters", ()):
        parameter["schema"] = without_titles(parameter["schema"])
    for status, response in operation["responses"].items():
        if status in {"204", "304"}:
            response.pop("content", None)
