"""What the service answers besides quotes, fits and entries."""

from typing import Annotated, Any, Literal

from pydantic import Field

from planner.entries import Deployment
from planner.entries.base import Schema
from planner.quote import Check

Moment = Annotated[str, Field(json_schema_extra={"format": "date-time"})]
"""UTC, RFC 3339."""
Status = Literal["optimal", "feasible", "infeasible"]


class Fault(Schema):
    """One thing that is wrong: where, and what."""

    path: str
    """Such as `workloads[0].slo`; empty for the whole."""
    message: str


class Finding(Schema):
    """One remark about a result file, with the figure that it rests on."""

    kind: Literal["refusal", "warning", "question", "note"]
    code: str
    text: str
    file: str
    place: str
    """Where in the file."""
    value: float | None


class Problem(Schema):
    """RFC 9457: why there is no answer."""

    type: str
    """Stable: its meaning never changes."""
    title: str
    status: Annotated[int, Field(ge=400, le=599)]
    detail: str
    """What is wrong, and what to do next."""
    request_id: str | None = None
    """As in the response's header and in the log."""
    errors: tuple[Fault, ...] | None = None
    findings: tuple[Finding, ...] | None = None
    """Of an import."""


class QuoteSummary(Schema):
    """One line of the list of quotes."""

    id: str
    name: str
    status: Status
    created_at: Moment
    replicas: int | None
    """`null` where there is no fleet."""
    usd_per_year: float | None
    """`null` where there is no fleet or a price is missing."""
    demand_digest: str


class QuotePage(Schema):
    """Quotes, the newest first."""

    items: tuple[QuoteSummary, ...]
    next_cursor: str | None
    """For the next page; `null` on the last one."""


class Verification(Schema):
    """A stored quote, checked again."""

    quote_id: str
    holds: bool
    """Whether every rule holds."""
    broken: tuple[str, ...]
    """The rules that do not."""
    checks: tuple[Check, ...]
    verified_at: Moment


class Difference(Schema):
    """One place in which two documents differ; absent in one of them is `null` there."""

    path: str
    """Entries of lists by what names them."""
    before_at: str | None
    """The same by position, as the figures of the quote are named; `null` where it has none."""
    after_at: str | None
    before: Any
    after: Any
    change: float | None
    """after − before, of two numbers."""
    change_fraction: float | None
    """Of `before`."""


class Comparison(Schema):
    """What changed from one quote to another, and in which inputs."""

    before: QuoteSummary
    after: QuoteSummary
    is_same: bool
    """Apart from id, time and seconds."""
    demand: tuple[Difference, ...]
    """What was asked differently."""
    inputs: tuple[Difference, ...]
    """Which entries of the catalog, prices and costs were used differently."""
    totals: tuple[Difference, ...]
    pools: tuple[Difference, ...]
    cost: tuple[Difference, ...]
    other: tuple[Difference, ...]
    """Workloads, sites, notes, rejections and the rest."""


class Job(Schema):
    """A quote in the making."""

    id: str
    status: Literal["queued", "running", "succeeded", "failed"]
    created_at: Moment
    finished_at: Moment | None
    quote_id: str | None
    """Once it has succeeded."""
    problem: Problem | None
    """Why it has failed."""


class ImportAnswer(Schema):
    """A deployment out of result files, with everything that is odd about it."""

    deployment: Deployment
    findings: tuple[Finding, ...]
    points: int
    """Operating points that were read, whether or not they are in the deployment."""


class DeploymentSummary(Schema):
    """One line of the list of deployments; its curves stand under its id."""

    id: str
    model: str
    chips: dict[str, int]
    """Of one replica, by hardware."""
    role: str
    precision: str | None
    engine: str | None
    evidence: str | None
    date: str | None
    curves: int
    points: int


class EntrySummary(Schema):
    """One line of the list of an organisation's own entries."""

    id: str
    created_at: Moment
    updated_at: Moment
    digest: str


class EntryPage(Schema):
    """An organisation's own entries, by id."""

    items: tuple[EntrySummary, ...]
    next_cursor: str | None


class AuditEntry(Schema):
    """Who did what, and when."""

    id: int
    at: Moment
    key_id: str | None
    """`null`: nobody needed a key."""
    key_name: str | None
    action: str
    """Such as `quote.made`, `quote.withdrawn`, `entry.put`."""
    subject: str
    request_id: str


class AuditPage(Schema):
    """The audit trail, the newest first."""

    items: tuple[AuditEntry, ...]
    next_cursor: str | None


class Health(Schema):
    """The service runs."""

    status: Literal["ok"]
    version: str


class Readiness(Schema):
    """What was tried just now."""

    status: Literal["ready"]
    database: Literal["ok"]
    solver: Literal["ok", "busy"]
    """`busy`: every worker solves, and lives."""
