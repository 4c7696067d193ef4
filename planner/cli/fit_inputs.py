"""The model and the hardware of `planner fit`: from the catalog, a file, or figures."""

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Any, Final, cast

from pydantic import ValidationError

from planner.catalog.library import Catalog, load_catalog
from planner.documents import read_file
from planner.entries.base import Schema
from planner.entries.hardware import Hardware
from planner.entries.model import LanguageModel
from planner.errors import InvalidInput
from planner.validation import faults_of

FILE_ENDINGS: Final = (".yaml", ".yml", ".json")
ATTENTION_FIGURES: Final = (
    "heads",
    "kv_heads",
    "head_size",
    "latent_size",
    "rope_size",
    "window_tokens",
    "sliding_layers",
    "kv_layers",
)


class FitInputs:
    """Reads what the command line names; the catalog is loaded only where an id is meant."""

    def __init__(self, profiles: Path | None = None) -> None:
        self._profiles = profiles

    @cached_property
    def _catalog(self) -> Catalog:
        return load_catalog(self._profiles)

    def model(self, name: str, figures: Mapping[str, Any]) -> LanguageModel:
        """A model of the catalog, of a file, or of figures alone; figures outrank the entry.

        Raises:
            InvalidInput: no such model and no figures, or figures that do not make a model.
        """
        given = {key: value for key, value in figures.items() if value is not None}
        if name.endswith(FILE_ENDINGS):
            entry = _read(name)
        elif name in self._catalog.models:
            entry = self._catalog.models[name].model_dump(exclude_none=True, exclude_defaults=True)
        elif given:
            entry = {"id": name}
        else:
            hint = "or give a YAML file, or --total-parameters, --layers, --heads and so on"
            raise _unknown("model", name, list(self._catalog.models), hint)
        return _entry(LanguageModel, with_figures(entry, given) if given else entry, name)

    def hardware(self, name: str) -> Hardware:
        """A kind of chip of the catalog or of a file.

        Raises:
            InvalidInput: no such hardware, or a file that is not one.
        """
        if name.endswith(FILE_ENDINGS):
            return _entry(Hardware, _read(name), name)
        if name not in self._catalog.hardware:
            raise _unknown("hardware", name, list(self._catalog.hardware), "or give a YAML file")
        return self._catalog.hardware[name]


def with_figures(entry: Mapping[str, Any], figures: Mapping[str, Any]) -> dict[str, Any]:
    """A model's entry with figures put in, and what follows from them where it is not stated.

    All parameters are active unless stated; a latent means `mla`.

    >>> whole = with_figures({"id": "m"}, {"total_parameters": 7e9, "heads": 32})
    >>> whole["active_parameters"], whole["attention"]
    (7000000000.0, {'heads': 32, 'kind': 'gqa'})
    """
    attention: dict[str, Any] = dict(entry.get("attention", {}))
    attention |= {key: value for key, value in figures.items() if key in ATTENTION_FIGURES}
    attention.setdefault("kind", "mla" if "latent_size" in attention else "gqa")
    plain = {key: value for key, value in figures.items() if key not in ATTENTION_FIGURES}
    whole = {**entry, "attention": attention, **plain}
    if "total_parameters" in whole:
        whole.setdefault("active_parameters", whole["total_parameters"])
    return whole


def _read(name: str) -> dict[str, Any]:
    data: Any = read_file(Path(name))
    if not isinstance(data, dict):
        raise InvalidInput.at("", "one entry, a mapping of fields, is expected", name)
    return cast("dict[str, Any]", data)


def _entry[Entry: Schema](schema: type[Entry], data: Mapping[str, Any], name: str) -> Entry:
    try:
        return schema.model_validate(data)
    except ValidationError as error:
        raise InvalidInput(faults_of(error), name) from None


def _unknown(kind: str, name: str, known: list[str], hint: str) -> InvalidInput:
    near = get_close_matches(name, known, n=3, cutoff=0.4)
    nearest = f"; the nearest are {', '.join(near)}" if near else ""
    return InvalidInput.at(kind, f"{name} is not in the catalog{nearest}; {hint}", "fit")
