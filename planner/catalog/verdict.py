"""Whether a fleet could be planned on a published claim, or exactly what is missing."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from planner.entries.claim import Claim, KnownHardware
from planner.entries.hardware import Hardware

NEVER_PLANNED_ON: Final = ("estimate", "unspecified")
_INSTEAD: Final = {
    "per_stream": "what one stream gets, and no number of streams follows from it",
    "per_megawatt": "a rate per megawatt, and no replica follows from it",
    "prefill": "how fast input is read, and no output rate follows from it",
    "ttft": "a latency, and no rate follows from it",
    "speedup": "how many times as fast something is, and no rate follows from it",
}
"""What a figure that is no system rate says, by what it measures."""


@dataclass(frozen=True)
class Gap:
    """One thing that is missing."""

    name: str
    """In a word or two, such as `aggregate`."""
    text: str
    """In words that can follow "Missing:"."""


@dataclass(frozen=True)
class Verdict:
    """Whether a fleet could be planned on a claim."""

    missing: tuple[Gap, ...]
    """Empty where it can."""
    cautions: tuple[str, ...]
    """What a plan on it would have to take on trust."""

    @property
    def is_plannable(self) -> bool:
        """Whether nothing is missing."""
        return not self.missing


def verdict(claim: Claim, hardware: Mapping[str, Hardware]) -> Verdict:
    """What keeps a fleet from being planned on a claim.

    Args:
        claim: any.
        hardware: what the catalog knows, by id.
    """
    missing = (
        *_rate(claim),
        *_load(claim),
        *_chips(claim),
        *_hardware(claim, hardware),
        *_model(claim),
        *_evidence(claim),
    )
    return Verdict(missing, tuple(_cautions(claim)))


def _rate(claim: Claim) -> Iterator[Gap]:
    if claim.measure != "aggregate":
        text = (
            "an aggregate rate at a stated concurrency, output tokens/s of a whole replica over "
            f"all requests in flight (the claim states {_INSTEAD[claim.measure]})"
        )
        yield Gap("aggregate", text)
    elif claim.aggregate_tokens_per_s is None:
        yield Gap("aggregate", "the number: the claim gives none")
    if claim.aggregate_tokens_per_s is not None and claim.counts != "output":
        also = "counts input too" if claim.counts == "input_and_output" else "may count input too"
        yield Gap("output alone", f"a rate of output tokens alone (the figure {also})")


def _load(claim: Claim) -> Iterator[Gap]:
    """Where a replica runs: without it nobody knows what its users wait."""
    known = (claim.concurrency, claim.per_stream_tokens_per_s)
    if claim.measure == "aggregate" and known == (None, None):
        text = "the rate of one stream, or the concurrency, at that aggregate rate"
        yield Gap("per stream", text)


def _chips(claim: Claim) -> Iterator[Gap]:
    if not claim.chips and not claim.parts:
        yield Gap("chips", "how many chips make the figure")


def _hardware(claim: Claim, hardware: Mapping[str, Hardware]) -> Iterator[Gap]:
    if claim.system is None:
        yield Gap("hardware", "the hardware that it was reached on")
        return
    for name in sorted({claim.system, *claim.chips_by_hardware} - set(hardware)):
        known = claim.known_hardware if name == claim.system else None
        unknown = _unknown_of(known or KnownHardware())
        text = f"of the hardware {name}: {_listed(unknown)}" if unknown else f"an entry of {name}"
        yield Gap("hardware", text)


def _unknown_of(known: KnownHardware) -> list[str]:
    said = {
        "memory": known.memory_gb,
        "chips per node": known.chips_per_node,
        "node power": known.node_power_w,
    }
    return [fact for fact, value in said.items() if value is None]


def _model(claim: Claim) -> Iterator[Gap]:
    if claim.model is None and claim.model_wording is None:
        yield Gap("model", "the model")


def _evidence(claim: Claim) -> Iterator[Gap]:
    if claim.evidence in NEVER_PLANNED_ON:
        text = f"how it is known (evidence that is {claim.evidence} is never planned on)"
        yield Gap("evidence", text)


def _cautions(claim: Claim) -> Iterator[str]:
    if claim.input_tokens is None or claim.output_tokens is None:
        yield "No lengths are given, so that its rate would be taken for any."
    if claim.ttft_ms is None:
        yield "No TTFT is given, so that no limit on it can be kept."
    if claim.precision is None or claim.quality is None:
        yield "Precision or quality is not given: the answers may not be those of the model."
    if claim.evidence in ("modeled", "target"):
        yield f"Nobody has measured it: it is {_EVIDENCE_WORDS[claim.evidence]}."


_EVIDENCE_WORDS: Final = {"modeled": "modelled", "target": "a target"}


def _listed(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
