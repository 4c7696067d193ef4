"""What a reader must know: rejections, assumptions, warnings, and what is missing."""

from planner.entries.base import Schema


class Note(Schema):
    """An assumption or a warning; the code is stable, the text is for people."""

    code: str
    text: str


class Rejection(Schema):
    """A deployment that may not serve a workload, or was not offered, and why."""

    deployment: str
    workload: str | None
    """`null` where it holds for all."""
    reason: str
    """A stable code, such as `slo_out_of_reach`, `no_price`, `dominated`."""
    metric: str | None = None
    percentile: str | None = None
    limit: float | None = None
    best: float | None = None
    """The best value that was measured."""
    at_concurrency: float | None = None
    text: str


class ShortfallNote(Schema):
    """What the nearest fleet would miss."""

    constraint: str
    """Name of the rule, such as `site_power`."""
    subject: str
    """What it is about: a site, a workload."""
    missing: float | None
    """By how much; `null` where no amount would do."""
    unit: str
    text: str
    remedy: str
    """The least change of the demand that would do, in words."""
    path: str | None = None
    """Where in the demand the remedy goes, such as `sites[0].power_cap_megawatts`."""
    value: bool | float | str | None = None
    """What stands there after the remedy."""
