"""Seven questions to a speed claim: what it says, and what it leaves out."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from planner.entries.claim import Claim

type Status = Literal["given", "partly", "missing"]


@dataclass(frozen=True)
class Answer:
    """What a claim says to one of the questions."""

    item: str
    question: str
    given: tuple[str, ...]
    left_out: tuple[str, ...]

    @property
    def status(self) -> Status:
        """Whether all, some or nothing of it is given."""
        if not self.left_out:
            return "given"
        return "partly" if self.given else "missing"


@dataclass(frozen=True)
class _Question:
    item: str
    text: str
    facts: dict[str, Callable[[Claim], bool | None]]
    """Whether each is given; None where the question does not arise."""


QUESTIONS: Final = (
    _Question(
        "model_and_quality",
        "Which model, tokenizer and precision, and is the quality that of the reference?",
        {
            "model": lambda c: bool(c.model or c.model_wording),
            "tokenizer": lambda c: c.tokenizer is not None,
            "precision": lambda c: c.precision is not None,
            "quality": lambda c: c.quality is not None,
        },
    ),
    _Question(
        "lengths",
        "How long are input and output?",
        {
            "input length": lambda c: c.input_tokens is not None,
            "output length": lambda c: c.output_tokens is not None,
            "context length": lambda c: bool(
                c.context_tokens or (c.input_tokens is not None and c.output_tokens is not None)
            ),
        },
    ),
    _Question(
        "rate_of_a_stream",
        "What does one stream get, at which concurrency, with which speculation?",
        {
            "rate of one stream": lambda c: c.per_stream_tokens_per_s is not None,
            "concurrency": lambda c: c.concurrency is not None,
            "speculation": lambda c: c.speculation is not None,
        },
    ),
    _Question(
        "aggregate_apart",
        "What does the whole system deliver, apart from one stream, and in which tokens?",
        {
            "aggregate rate": lambda c: c.aggregate_tokens_per_s is not None,
            "which tokens count": lambda c: (
                None if c.aggregate_tokens_per_s is None else c.counts != "not_stated"
            ),
        },
    ),
    _Question(
        "latency",
        "How long until the first token, and how are latencies distributed?",
        {
            "TTFT": lambda c: c.ttft_ms is not None,
            "a percentile": lambda c: c.statistic not in (None, "mean"),
        },
    ),
    _Question(
        "chips_and_power",
        "How many chips make it, for what share of the time, at which power at the wall?",
        {
            "chips": lambda c: bool(c.chips or c.parts),
            "duty cycle": lambda c: c.duty_cycle_fraction is not None,
            "wall power": lambda c: c.power_w is not None,
        },
    ),
    _Question(
        "evidence",
        "Was it measured, by whom, or is it modelled or a target?",
        {
            "how it is known": lambda c: (
                c.evidence_is_stated and c.evidence not in ("estimate", "unspecified")
            ),
        },
    ),
)
"""In the order in which they are shown."""


def checklist(claim: Claim) -> tuple[Answer, ...]:
    """What a claim says to each of the seven questions."""
    return tuple(_answer(question, claim) for question in QUESTIONS)


def _answer(question: _Question, claim: Claim) -> Answer:
    said = {fact: is_given(claim) for fact, is_given in question.facts.items()}
    return Answer(
        question.item,
        question.text,
        tuple(fact for fact, is_said in said.items() if is_said),
        tuple(fact for fact, is_said in said.items() if is_said is False),
    )
