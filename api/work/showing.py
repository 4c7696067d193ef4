"""What belongs to a quote besides itself: where its figures come from, pictures, documents."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, cast

from pydantic import ValidationError

from api.lab.explain import entries_of, figures_of
from api.schemas.lab import DemandFile
from api.work.parsing import parsed
from planner.catalog.library import Catalog
from planner.demand import read_demand
from planner.documents import read_document
from planner.errors import InvalidInput
from planner.quote import Quote, read_quote
from planner.report.documents import Kind, document_of
from planner.report.extras import need
from planner.validation import faults_of

if TYPE_CHECKING:
    from planner.report.charts import Picture


def explained(raw: bytes, catalog: Catalog) -> bytes:
    """Every figure of a quote with its formula, and the entries that they rest on."""
    quote = quote_of(raw)
    shown: set[str] = set()
    figures = [asdict(figure) for figure in figures_of(quote)]
    for figure in figures:
        shown.update(figure["rests_on"])
    entries = [asdict(entry) for entry in entries_of(quote, catalog) if entry.key in shown]
    return json_bytes({"quote_id": quote.id, "figures": figures, "entries": entries})


def pictures(raw: bytes, theme: str, catalog: Catalog) -> bytes:
    """The pictures of a quote as Vega-Lite specifications."""
    from planner.report.charts import pictures_of

    quote = quote_of(raw)
    found = pictures_of(quote, catalog)
    return json_bytes({"quote_id": quote.id, "items": items_of(found, theme)})


def items_of(pictures: Sequence["Picture"], theme: str) -> list[dict[str, Any]]:
    """Pictures in a theme, each with its words."""
    from planner.report.charts import THEMES, spec_of

    return [
        {
            "name": each.name,
            "title": each.title,
            "alt": each.alt,
            "spec": spec_of(each, THEMES[theme]),
        }
        for each in pictures
    ]


def claims(catalog: Catalog, theme: str) -> bytes:
    """The picture of the published claims."""
    from planner.catalog.claims import grouped
    from planner.report.charts.claims import claims_picture

    found = claims_picture(grouped(catalog.claims.values()))
    return json_bytes({"items": items_of([found] if found else [], theme)})


def chart_library() -> bytes:
    """Vega, Vega-Lite and Vega-Embed as one script, as the package that draws carries them."""
    return need("vl_convert").javascript_bundle("window.vegaEmbed = vegaEmbed;").encode()


def document(raw: bytes, kind: str, catalog: Catalog) -> bytes:
    """A quote as one document."""
    return document_of(quote_of(raw), cast("Kind", kind), catalog)


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
    return json_bytes({"demand": demand.model_dump(mode="json", exclude_unset=True)})


def _asked_in(data: Any) -> Any:
    """The demand of a quote, where it is one."""
    if not isinstance(data, dict):
        return data
    fields = cast("dict[str, Any]", data)
    return fields["demand"] if {"certificate", "demand"} <= fields.keys() else fields


def quote_of(raw: bytes) -> Quote:
    """A quote that the service made."""
    return read_quote(parsed(raw))


def json_bytes(body: Any) -> bytes:
    """An answer as it is sent."""
    return json.dumps(body, ensure_ascii=False, allow_nan=False).encode()
