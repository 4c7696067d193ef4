"""The cross-checks that every imported point passes through, whatever tool wrote it."""

from collections.abc import Callable, Iterator

from planner.catalog.importers.checks import identity, latency, load
from planner.catalog.importers.finding import Finding
from planner.catalog.importers.measurement import Measurement

Check = Callable[[Measurement], Iterator[Finding]]

CHECKS: dict[str, Check] = {
    "signs": load.signs,
    "completion": load.completion,
    "token_identity": identity.token_identity,
    "latency_order": latency.order,
    "latency_magnitude": latency.magnitude,
    "zeros": latency.zeros,
    "latency_identity": identity.latency_identity,
    "chunked_itl": latency.chunked_itl,
    "little": load.little,
    "per_stream": load.per_stream,
    "overload": load.overload,
    "transient": load.transient,
    "burst": load.burst,
    "startup_burst": load.startup_burst,
    "speculation": load.speculation,
}
"""In the order in which they are told; each looks at one point and has one subject."""


def check(measured: Measurement) -> tuple[Finding, ...]:
    """Every finding of every check; after a refusal the rest would only repeat it."""
    findings: list[Finding] = []
    for rule in CHECKS.values():
        findings += rule(measured)
        if any(finding.kind == "refusal" for finding in findings):
            break
    return tuple(findings)
