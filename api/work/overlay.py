"""The catalog that an organisation plans with: its own entries over those that ship."""

import json
from collections.abc import Mapping
from typing import Any, Final, cast

from planner.catalog.cache import load_parsed
from planner.catalog.folder import default_folder, digest_of
from planner.catalog.library import Catalog
from planner.catalog.shelf import file_stem
from planner.digest import digest_of as digest_of_data
from planner.entries import HardwarePrice

KINDS: Final = ("deployments", "hardware", "prices")
"""Of which an organisation may have its own; also the folders of the catalog."""


class Base:
    """The catalog that ships, with what it was read from."""

    def __init__(self) -> None:
        self.folder = default_folder()
        files, self.data = load_parsed(self.folder)
        self.catalog = Catalog(self.folder, self.data, digest_of(files))

    def with_entries(self, entries: Mapping[str, Mapping[str, Any]]) -> "OrganisationCatalog":
        """The catalog with an organisation's entries: {kind: {id: entry}}."""
        own = {
            f"{kind}/own/{file_stem(entry_id)}.yaml": _counted_as_measured(kind, entry)
            for kind in KINDS
            for entry_id, entry in entries.get(kind, {}).items()
        }
        taken = {(path.partition("/")[0], entry["id"]) for path, entry in own.items()}
        rest = {
            path: entry
            for path, entry in self.data.items()
            if (_kind_of(path), _id_of(entry)) not in taken
        }
        digest = digest_of_data([self.catalog.digest, {k: dict(v) for k, v in entries.items()}])
        return OrganisationCatalog(self, {**rest, **own}, digest, entries)


class OrganisationCatalog(Catalog):
    """A catalog in which an organisation's own prices outrank all others for the same hardware."""

    def __init__(
        self,
        base: Base,
        data: Mapping[str, Any],
        digest: str,
        entries: Mapping[str, Mapping[str, Any]],
    ) -> None:
        super().__init__(base.folder, data, digest)
        self.own = {kind: frozenset(entries.get(kind, {})) for kind in KINDS}

    def prices_of(self, hardware_id: str) -> tuple[tuple[str, HardwarePrice], ...]:
        """(provider, price): of the organisation's own lists, if they have the hardware."""
        found = super().prices_of(hardware_id)
        return tuple(pair for pair in found if pair[0] in self.own["prices"]) or found


def entries_of(raw: bytes) -> dict[str, dict[str, Any]]:
    """An organisation's entries as they travel to a worker."""
    return json.loads(raw)


def _id_of(entry: Any) -> str | None:
    return cast("dict[str, Any]", entry).get("id") if isinstance(entry, dict) else None


def _kind_of(path: str) -> str:
    folder = path.partition("/")[0]
    return "deployments" if folder == "voice" else folder


def _counted_as_measured(kind: str, entry: Any) -> Any:
    """A deployment that says nothing about its evidence is the organisation's own measurement."""
    return {"evidence": "measured", **entry} if kind == "deployments" else entry
