"""Claims that contradict themselves, lead nowhere, or were taken for the rate of a whole system."""

from collections.abc import Container, Iterator
from math import isclose
from typing import Final

from planner.catalog.claims import implied_concurrency
from planner.catalog.findings import Finding
from planner.catalog.library import Catalog
from planner.entries.claim import Claim
from planner.entries.deployment import Curve, Deployment, OperatingPoint
from planner.entries.figure import Figure, ends

TOLERANCE: Final = 0.25
"""Published figures are rounded, and medians stand for means."""


def doubtful_claims(catalog: Catalog) -> Iterator[Finding]:
    """Every claim, held against itself, the catalog and the deployments."""
    for entry_id, claim in catalog.claims.items():
        file = catalog.records("claims")[entry_id].file
        yield from contradictions(claim, file)
        yield from _loose_ends(catalog, claim, file)
        yield from _unlike_its_deployment(catalog, claim, file)
        yield from _stream_as_system(catalog, claim)


def contradictions(claim: Claim, file: str) -> Iterator[Finding]:
    """Figures of one claim that cannot hold together."""
    implied, stated = implied_concurrency(claim), claim.concurrency
    if implied is not None and ends(implied)[1] < 1:
        text = "is below the rate of one of its streams; is it the rate of the whole unit?"
        yield Finding("error", file, "aggregate_tokens_per_s", text)
    elif implied is not None and stated is not None and not _agree(implied, stated):
        text = f"the two rates imply {_words(implied)} streams at once, not {_words(stated)}"
        yield Finding("warning", file, "concurrency", text)
    per_megawatt = _per_megawatt(claim)
    given = claim.tokens_per_s_per_megawatt
    if per_megawatt is not None and given is not None and not _agree(per_megawatt, given):
        text = f"rate and power make {_words(per_megawatt)} tokens/s/MW, not {_words(given)}"
        yield Finding("warning", file, "tokens_per_s_per_megawatt", text)


def _per_megawatt(claim: Claim) -> Figure | None:
    if claim.aggregate_tokens_per_s is None or claim.power_w is None:
        return None
    low, high = ends(claim.aggregate_tokens_per_s)
    return low / claim.power_w * 1e6, high / claim.power_w * 1e6


def _agree(one: Figure, other: Figure) -> bool:
    """Whether two figures overlap, within the tolerance."""
    (low, high), (least, most) = ends(one), ends(other)
    return low <= most * (1 + TOLERANCE) and least <= high * (1 + TOLERANCE)


def _words(figure: Figure) -> str:
    low, high = ends(figure)
    return f"{low:,.4g}" if isclose(low, high) else f"{low:,.4g} to {high:,.4g}"


def _loose_ends(catalog: Catalog, claim: Claim, file: str) -> Iterator[Finding]:
    shelves: tuple[tuple[str, str | None, Container[str]], ...] = (
        ("source", claim.source, catalog.sources),
        ("model", claim.model, catalog.models),
        ("deployment", claim.deployment, catalog.deployments),
    )
    for field, entry_id, shelf in shelves:
        if entry_id is not None and entry_id not in shelf:
            text = f"{entry_id} is no {field} of this catalog; add it or fix it"
            yield Finding("error", file, field, text)
    if claim.system in catalog.hardware and claim.known_hardware is not None:
        text = f"{claim.system} is in the catalog; leave this out"
        yield Finding("error", file, "known_hardware", text)


def _unlike_its_deployment(catalog: Catalog, claim: Claim, file: str) -> Iterator[Finding]:
    """A deployment made of a claim is that claim: no other chips, no more rate, no better known."""
    if claim.deployment is None or claim.deployment not in catalog.deployments:
        return
    made = catalog.deployments[claim.deployment]
    if made.chips_by_hardware != claim.chips_by_hardware or made.model != claim.model:
        text = f"{made.id} has another model, or other chips, than the claim"
        yield Finding("error", file, "deployment", text)
    if made.evidence != claim.evidence:
        text = f"{made.id} is {made.evidence}, the claim {claim.evidence}"
        yield Finding("error", file, "deployment", text)
    most = ends(claim.aggregate_tokens_per_s or 0)[1]
    best = max(point.output_tokens_per_s or 0 for c in made.curves for point in c.points)
    if best > most:
        text = f"{made.id} delivers {best:,.6g} tokens/s, the claim states {most:,.6g}"
        yield Finding("error", file, "deployment", text)


def _stream_as_system(catalog: Catalog, claim: Claim) -> Iterator[Finding]:
    """The rate of one stream, written down as what a whole replica delivers."""
    if claim.measure != "per_stream" or claim.figure is None or claim.model is None:
        return
    for deployment in catalog.deployments_of(claim.model):
        if claim.system not in deployment.chips_by_hardware:
            continue
        for path, point in _points(deployment):
            if _is_rate_of_one(point, claim.figure):
                text = (
                    f"{point.output_tokens_per_s:,.6g} tokens/s is what {claim.id} states for one "
                    "stream; a point needs the rate of the whole replica, at its concurrency"
                )
                file = catalog.records("deployments")[deployment.id].file
                yield Finding("error", file, f"{path}.output_tokens_per_s", text)


def _points(deployment: Deployment) -> Iterator[tuple[str, OperatingPoint]]:
    curves: tuple[Curve, ...] = deployment.curves
    for index, curve in enumerate(curves):
        for number, point in enumerate(curve.points):
            yield f"curves[{index}].points[{number}]", point


def _is_rate_of_one(point: OperatingPoint, figure: Figure) -> bool:
    """At a concurrency of 1 the two are the same, and rightly so."""
    rate = point.output_tokens_per_s
    alone = point.concurrency is not None and point.concurrency <= 1
    return rate is not None and not alone and any(isclose(rate, end) for end in ends(figure))
