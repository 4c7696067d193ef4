"""Published claims by what they measure."""

from typing import Literal

from api.schemas.lab import ShownPicture
from planner.entries.base import Evidence, Schema
from planner.entries.claim import Measure


class ClaimSource(Schema):
    """Where a claim was published."""

    id: str
    title: str
    where: str | None


class ClaimQuestion(Schema):
    """One question to a speed claim, and what it says to it."""

    question: str
    status: Literal["given", "partly", "missing"]
    given: tuple[str, ...]
    left_out: tuple[str, ...]


class ShownClaim(Schema):
    """One published claim, with what follows from it and what it leaves out."""

    id: str
    name: str
    model: str | None
    states: str
    """The figure in words, such as `up to 10,000`."""
    time_per_token_ms: tuple[float, float] | None
    """Of one stream, from fast to slow; null where its rate is not stated."""
    implied_concurrency: tuple[float, float] | None
    """Streams at once that an aggregate and a rate of one stream imply."""
    evidence: Evidence
    date: str | None
    source: ClaimSource
    note: str | None
    questions: tuple[ClaimQuestion, ...]
    is_plannable: bool
    """Whether a fleet could be planned on it."""
    deployment: str | None
    """The same as a deployment of the catalog."""
    missing: tuple[str, ...]
    """To plan on it."""
    cautions: tuple[str, ...]
    """What a plan on it would take on trust."""


class ClaimGroup(Schema):
    """Claims that measure the same."""

    measure: Measure
    heading: str
    unit: str
    claims: tuple[ShownClaim, ...]
    """By system and id, never by size."""


class ClaimGroupList(Schema):
    """Published claims by what they measure: no figure of one group ranks with one of another."""

    groups: tuple[ClaimGroup, ...]


class ClaimPictures(Schema):
    """The picture of the claims: a panel a kind."""

    items: tuple[ShownPicture, ...]
