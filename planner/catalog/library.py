"""The catalog of one folder: what `profiles/` says, by kind and id."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, cast

from planner.catalog.cache import load_parsed
from planner.catalog.folder import default_folder, digest_of, shown_path
from planner.catalog.shelf import Record, Shelf, file_stem, validated
from planner.entries.costs import CostBook, CostParameter
from planner.entries.deployment import Deployment
from planner.entries.hardware import Hardware
from planner.entries.model import LanguageModel
from planner.entries.prices import HardwarePrice, PriceList
from planner.entries.source import Source
from planner.errors import InvalidProfile

if TYPE_CHECKING:
    from planner.entries.claim import Claim

SOURCES_FILE: Final = "sources.yaml"
COSTS_FILE: Final = "costs.yaml"
KINDS: Final = {
    "hardware": "hardware",
    "prices": "prices",
    "models": "models",
    "deployments": "deployments",
    "voice": "deployments",
    "claims": "claims",
}
"""Kind of entry by the folder that its file stands in."""


def load_catalog(folder: Path | None = None) -> "Catalog":
    """The catalog of a folder; by default of `PLANNER_PROFILES`, else the one that ships.

    Every file is read, none is validated: an entry is, when it is looked up.

    Raises:
        InvalidProfile: no such folder, a file that is not YAML, has no id or is not named after
            it, stands in an unknown folder, or has the id of another file.
    """
    folder = default_folder() if folder is None else folder
    files, data = load_parsed(folder)
    return Catalog(folder, data, digest_of(files))


class Catalog:
    """What a folder of profiles says. Nobody changes it; the same folder gives an equal one."""

    def __init__(self, folder: Path, data: Mapping[str, Any], digest: str) -> None:
        self.folder = folder
        self.digest = digest
        """Of all paths and contents: `sha256:` and 64 digits."""
        self._files = data
        self._records = _sorted_by_kind(folder, data)
        self.hardware: Mapping[str, Hardware] = Shelf(Hardware, self._records["hardware"])
        self.models: Mapping[str, LanguageModel] = Shelf(LanguageModel, self._records["models"])
        self.deployments: Mapping[str, Deployment] = Shelf(Deployment, self._records["deployments"])
        self.price_lists: Mapping[str, PriceList] = Shelf(PriceList, self._records["prices"])
        self.sources: Mapping[str, Source] = Shelf(Source, self._several(SOURCES_FILE))

    @cached_property
    def claims(self) -> "Mapping[str, Claim]":
        """Published claims by id; no fleet is planned on them."""
        from planner.entries.claim import Claim

        return Shelf(Claim, self._records["claims"])

    def records(self, kind: str) -> Mapping[str, Record]:
        """The entries of a kind as they were read; `kind` is a value of `KINDS`."""
        return MappingProxyType(self._records[kind])

    def deployments_of(self, model_id: str) -> tuple[Deployment, ...]:
        """Every way that the catalog knows to serve a model, in order of id."""
        return tuple(self.deployments[found] for found in self._deployment_ids.get(model_id, ()))

    def prices_of(self, hardware_id: str) -> tuple[tuple[str, HardwarePrice], ...]:
        """(provider, price) of all providers that list the hardware, in order of provider.

        Date and source are the list's where the price has none of its own.
        """
        lists = [self.price_lists[name] for name in self._price_list_ids.get(hardware_id, ())]
        return tuple((found.id, _dated(found, hardware_id)) for found in lists)

    @cached_property
    def cost_parameters(self) -> Mapping[str, CostParameter]:
        """Every parameter of the cost book with its source.

        Raises:
            InvalidProfile: the folder has no cost book, or one with faults.
        """
        records = self._several(COSTS_FILE)
        if not records:
            message = "is missing; copy the one that ships, and change what differs"
            raise InvalidProfile.at("", message, self.name_of(COSTS_FILE))
        return MappingProxyType({key: validated(CostParameter, r) for key, r in records.items()})

    @cached_property
    def cost_book(self) -> CostBook:
        """The default cost book.

        Raises:
            InvalidProfile: as `cost_parameters`, or a parameter is missing.
        """
        values = {key: parameter.value for key, parameter in self.cost_parameters.items()}
        return validated(CostBook, Record(self.name_of(COSTS_FILE), values))

    def name_of(self, path: str) -> str:
        """How errors name a file of the folder."""
        return f"{shown_path(self.folder)}/{path}"

    @cached_property
    def _deployment_ids(self) -> dict[str, list[str]]:
        ids: dict[str, list[str]] = {}
        for entry_id, record in sorted(self._records["deployments"].items()):
            ids.setdefault(str(record.data.get("model")), []).append(entry_id)
        return ids

    @cached_property
    def _price_list_ids(self) -> dict[str, list[str]]:
        ids: dict[str, list[str]] = {}
        for list_id, record in sorted(self._records["prices"].items()):
            for hardware_id in _mapping(record.data.get("hardware")) or {}:
                ids.setdefault(hardware_id, []).append(list_id)
        return ids

    def _several(self, path: str) -> dict[str, Record]:
        """The entries of a file that holds several, by their key; none if it is not there."""
        file = self.name_of(path)
        entries = _mapping(self._files.get(path, {}))
        if entries is None:
            raise InvalidProfile.at("", "a mapping from id to entry is expected", file)
        return {key: Record(file, _fields(entry, key, file), key) for key, entry in entries.items()}


def _mapping(value: Any) -> dict[str, Any] | None:
    """The value as a mapping; its keys are text, or the file would not have been read."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else None


def _fields(entry: Any, path: str, file: str) -> dict[str, Any]:
    fields = _mapping(entry)
    if fields is None:
        raise InvalidProfile.at(path, "a mapping of fields is expected", file)
    return fields


def _dated(found: PriceList, hardware_id: str) -> HardwarePrice:
    price = found.hardware[hardware_id]
    filled = {"date": price.date or found.date, "source": price.source or found.source}
    return price.model_copy(update=filled)


def _sorted_by_kind(folder: Path, files: Mapping[str, Any]) -> dict[str, dict[str, Record]]:
    """Records by kind and id; what cannot be told apart is an error, not a guess."""
    kinds: dict[str, dict[str, Record]] = {kind: {} for kind in KINDS.values()}
    shown = shown_path(folder)
    for path, data in files.items():
        if path in (SOURCES_FILE, COSTS_FILE):
            continue
        file = f"{shown}/{path}"
        known = kinds[_kind_of(path, file)]
        fields = _fields(data, "", file)
        entry_id = _id_of(path, fields, file)
        if entry_id in known:
            other = known[entry_id].file
            raise InvalidProfile.at("id", f"{entry_id} is the id of {other} too; rename one", file)
        known[entry_id] = Record(file, fields)
    return kinds


def _kind_of(path: str, file: str) -> str:
    top, inside, _ = path.partition("/")
    if not inside or top not in KINDS:
        expected = ", ".join([*(f"{name}/" for name in KINDS), SOURCES_FILE, COSTS_FILE])
        raise InvalidProfile.at("", f"belongs to no kind of entry; move it to {expected}", file)
    return KINDS[top]


def _id_of(path: str, fields: dict[str, Any], file: str) -> str:
    entry_id = fields.get("id")
    if not isinstance(entry_id, str) or not entry_id:
        raise InvalidProfile.at("id", "is missing; every entry has an id, which is text", file)
    stem = path.rpartition("/")[2].rpartition(".")[0]
    if stem != file_stem(entry_id):
        message = f"{entry_id} stands in {stem}.yaml; name the file {file_stem(entry_id)}.yaml"
        raise InvalidProfile.at("id", message, file)
    return entry_id
