"""What can be read off published claims: groups, time per token, streams at once, and why not."""

from collections.abc import Iterable, Iterator
from typing import Final

from planner.catalog.library import Catalog
from planner.catalog.verdict import Gap, verdict
from planner.entries.claim import Claim, Measure
from planner.entries.figure import Figure, ends, figure_of

HEADINGS: Final[dict[Measure, str]] = {
    "per_stream": "Per stream: output tokens/s that one request gets",
    "aggregate": "Aggregate: tokens/s of a whole unit over all requests in flight",
    "per_megawatt": "Per megawatt: tokens/s per MW",
    "prefill": "Prefill: input tokens/s of a whole unit",
    "ttft": "TTFT: time to the first token, ms",
    "speedup": "Speed-up: times as fast as something else",
}
"""What each kind of claim measures, in the order in which the groups are shown."""
UNITS: Final[dict[Measure, str]] = {
    "per_stream": "tokens/s",
    "aggregate": "tokens/s",
    "per_megawatt": "tokens/s/MW",
    "prefill": "tokens/s",
    "ttft": "ms",
    "speedup": "times",
}
_OF_WHAT: Final[dict[Measure, str]] = {
    "per_stream": " for one stream",
    "aggregate": " for the whole unit",
    "per_megawatt": "",
    "prefill": " of input",
    "ttft": " to the first token",
    "speedup": " as fast",
}
_WORDS: Final = {"about": "about ", "at_least": "at least ", "up_to": "up to ", None: ""}


def grouped(claims: Iterable[Claim]) -> dict[Measure, list[Claim]]:
    """Claims by what they measure; in a group by system and id, never by size.

    A group without claims is left out.
    """
    found = sorted(claims, key=lambda claim: (claim.system is None, claim.system, claim.id))
    groups: dict[Measure, list[Claim]] = {}
    for measure in HEADINGS:
        group = [claim for claim in found if claim.measure == measure]
        if group:
            groups[measure] = group
    return groups


def time_per_token_ms(rate: Figure) -> Figure:
    """The time between two tokens at a rate, ms; of a range, from fast to slow.

    >>> time_per_token_ms(1000), round(time_per_token_ms(17_000) * 1000), time_per_token_ms(1e6)
    (1.0, 59, 0.001)
    >>> time_per_token_ms((200, 250))
    (4.0, 5.0)
    """
    low, high = ends(rate)
    return figure_of(1000 / high, 1000 / low)


def implied_concurrency(claim: Claim) -> Figure | None:
    """Streams at once that both rates of a claim imply: aggregate / per stream; None without both.

    10,000 streams of 100 tokens/s are 1,000,000 tokens/s.
    """
    aggregate, stream = claim.aggregate_tokens_per_s, claim.per_stream_tokens_per_s
    if aggregate is None or stream is None:
        return None
    (low, high), (slow, fast) = ends(aggregate), ends(stream)
    return figure_of(low / fast, high / slow)


def stated(claim: Claim) -> str:
    """The figure of a claim in words: `up to 10,000`, `198–250`, `p80 5,520`."""
    if claim.figure is None:
        return claim.wording or ""
    low, high = ends(claim.figure)
    number = f"{low:,.10g}" if low == high else f"{low:,.10g}–{high:,.10g}"
    statistic = f"{claim.statistic} " if claim.statistic else ""
    return f"{statistic}{_WORDS[claim.qualifier]}{number}"


def explain_claim_named(catalog: Catalog, entry_id: str) -> str | None:
    """Why a claim, or hardware that only claims speak of, is no deployment.

    Args:
        catalog: any.
        entry_id: what a demand names as a deployment.

    Returns:
        What is claimed and what is missing to plan on it; None where no claim has this id and
        no claim is about hardware of this id.
    """
    if entry_id in catalog.claims:
        return _explain_claim(catalog, catalog.claims[entry_id])
    records = catalog.records("claims")
    about = [name for name in sorted(records) if records[name].data.get("system") == entry_id]
    return _explain_system(catalog, entry_id, about) if about else None


def _explain_claim(catalog: Catalog, claim: Claim) -> str:
    head = f"{claim.id} is a published claim, not a deployment: it {_says(claim)}."
    more = f"`planner claims show {claim.id}` has all of it."
    return " ".join([head, *_cast(catalog, claim.system), _advice(catalog, [claim]), more])


def _explain_system(catalog: Catalog, system: str, ids: list[str]) -> str:
    if any(system in entry.chips_by_hardware for entry in catalog.deployments.values()):
        more = f"`planner profiles list --hardware {system}` shows the deployments on it."
        return f"{system} is hardware, not a deployment; {more}"
    claims = [catalog.claims[name] for name in ids]
    head = f"{system} is hardware, not a deployment, and the catalog has only claims about it:"
    said = "; ".join(f"{claim.id} {_says(claim)}" for claim in claims) + "."
    return " ".join([head, said, *_cast(catalog, system), _advice(catalog, claims)])


def _says(claim: Claim) -> str:
    """`states 17,000 tokens/s for one stream (Taalas HC1, llama-3.1-8b, vendor, 2026-02)`."""
    unit = f" {UNITS[claim.measure]}{_OF_WHAT[claim.measure]}" if claim.figure is not None else ""
    model = claim.model or claim.model_wording
    evidence = claim.evidence.replace("_", " ")
    facts = [fact for fact in (claim.name, model, evidence, claim.date) if fact]
    return f"states {stated(claim)}{unit} ({', '.join(facts)})"


def _cast(catalog: Catalog, system: str | None) -> Iterator[str]:
    if system is not None and system in catalog.hardware:
        model = catalog.hardware[system].hardwired_model
        if model is not None:
            yield f"{system} has {model} in silicon and can run no other model."


def _advice(catalog: Catalog, claims: list[Claim]) -> str:
    usable = [claim for claim in claims if claim.deployment is not None]
    if usable:
        named = " or ".join(f"{claim.deployment}" for claim in usable)
        weakest = usable[-1].evidence
        return f"Name {named} instead, with policy.evidence {weakest} or weaker."
    missing = fewest_gaps(catalog, claims)
    if not missing:
        return "Nothing is missing: write it as a deployment of the demand."
    return f"Missing to plan on it: {'; '.join(gap.text for gap in missing)}."


def fewest_gaps(catalog: Catalog, claims: Iterable[Claim]) -> tuple[Gap, ...]:
    """What is missing of the claim that lacks least; of equals, in the order of `HEADINGS`."""
    order = list(HEADINGS)
    found = sorted(claims, key=lambda claim: order.index(claim.measure))
    return min((verdict(claim, catalog.hardware).missing for claim in found), key=len)
