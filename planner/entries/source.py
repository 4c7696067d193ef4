"""Where a figure comes from: an entry of `profiles/sources.yaml`."""

from typing import Literal

from planner.entries.base import Date, Name, Note, Schema


class Source(Schema):
    """One source of figures."""

    title: Name
    where: Note
    """An address, or a repository and path."""
    date: Date | None = None
    """When it was published or read."""
    kind: Literal["measured", "third_party", "vendor", "listed", "assumed"]
    note: Note | None = None
