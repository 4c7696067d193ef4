"""What belongs to a quote besides itself: where its figures come from, pictures, documents."""

import json
from dataclasses import asdict
from pathlib import PurePath
from typing import Any, cast

from pydantic import ValidationError

from api.errors import Refused
from api.lab.explain import entries_of, figures_of
from api.schemas.lab import DemandFile
from api.work.parsing import parsed
from planner.catalog.library import Catalog
from planner.demand import read_demand
from planner.documents import read_document
from planner.errors import InvalidInput, NotInstalled
from planner.quote import Quote, read_quote
from planner.report.documents import Kind, document_of
from planner.report.extras import need
from planner.validation import faults_of


def explained(raw: bytes, catalog: Catalog) -> bytes:
    """Every figure of a quote with its formula, and the entries that they rest on."""
    quote = _quote(raw)
    shown: set[str] = set()
    figures = [asdict(figure) for figure in figures_of(quote)]
    for figure in figures:
        shown.update(figure["rests_on"])
    entries = [asdict(entry) for entry in entries_of(quote, catalog) if entry.key in shown]
    return _json({"quote_id": quote.id, "figures": figures, "entries": entries})


def pictures(raw: bytes, theme: str) -> bytes:
    """The pictures of a quote as Vega-Lite specifications."""
    from planner.report.charts import THEMES, pictures_of, spec_of

    quote = _quote(raw)
    try:
        found = pictures_of(quote)
    except NotInstalled as error:
        raise Refused("not-installed", str(error)) from None
    items = [
        {
            "name": each.name,
            "title": each.title,
            "alt": each.alt,
            "spec": spec_of(each, THEMES[theme]),
        }
        for each in found
    ]
    return _json({"quote_id": quote.id, "items": items})


def chart_library() -> bytes:
    """Vega, Vega-Lite and Vega-Embed as one script, as the package that draws carries them."""
    try:
        carrier = need("vl_convert")
    except NotInstalled as error:
        raise Refused("not-installed", str(error)) from None
    return carrier.javascript_bundle("window.vegaEmbed = vegaEmbed;").encode()


def document(raw: bytes, kind: str, catalog: Catalog) -> bytes:
    """A quote as one document."""
    try:
        return document_of(_quote(raw), cast("Kind", kind), catalog)
    except NotInstalled as error:
        raise Refused("not-installed", str(error)) from None


def demand_json(data: Any) -> bytes:
    """The demand that a file holds, or that of the quote that it holds.

    Raises:
        InvalidInput: it holds neither.
    """
    try:
        asked = DemandFile.model_validate(data)
    except ValidationError as error:
        raise InvalidInput(faults_of(error), "demand") from None
    is_yaml = PurePath(asked.name).suffix.lower() in {".yaml", ".yml"}
    found: Any = read_document(asked.text, is_yaml=is_yaml, source=asked.name)
    demand = read_demand(_asked_in(found), asked.name)
    return _json({"demand": demand.model_dump(mode="json", exclude_unset=True)})


def _asked_in(data: Any) -> Any:
    """The demand of a quote, where it is one."""
    if not isinstance(data, dict):
        return data
    fields = cast("dict[str, Any]", data)
    return fields["demand"] if {"certificate", "demand"} <= fields.keys() else fields


def _quote(raw: bytes) -> Quote:
    return read_quote(parsed(raw))


def _json(body: Any) -> bytes:
    return json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
