"""A fit from plain data: the model and the hardware by id, or whole."""

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from api.schemas.questions import FitRequest
from planner.catalog.library import Catalog
from planner.entries.base import Schema
from planner.errors import InvalidInput
from planner.fit import FitQuestion, fit
from planner.validation import faults_of


def fit_json(data: Any, catalog: Catalog) -> bytes:
    """The fit as JSON.

    Raises:
        InvalidInput: a field that is wrong, or an id that the catalog does not have.
    """
    try:
        asked = FitRequest.model_validate(data)
    except ValidationError as error:
        raise InvalidInput(faults_of(error), "fit") from None
    model = _entry(asked.model, catalog.models, "model")
    hardware = _entry(asked.hardware, catalog.hardware, "hardware")
    fields = asked.model_dump(include=set(FitQuestion.model_fields), exclude_unset=True)
    return fit(model, hardware, FitQuestion.model_validate(fields)).model_dump_json().encode()


def _entry[Entry: Schema](choice: str | Entry, shelf: Mapping[str, Entry], field: str) -> Entry:
    if not isinstance(choice, str):
        return choice
    if choice not in shelf:
        raise InvalidInput.at(
            field, f"{choice!r} is not in the catalog; give an id of it, or a whole entry", "fit"
        )
    return shelf[choice]
