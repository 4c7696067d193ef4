"""What an import has to say about a file: refusals, warnings, questions, notes."""

from dataclasses import dataclass, replace
from typing import Literal

Kind = Literal["refusal", "warning", "question", "note"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One remark, with the figure that it rests on.

    A `refusal` keeps its record out, a `warning` goes with its point, a `question` names what
    no file says and somebody must, a `note` says what was done.
    """

    kind: Kind
    code: str
    text: str
    file: str = ""
    place: str = ""
    """Where in the file: `[3]` is its fourth line or element, `benchmarks[1]` a path."""
    value: float | None = None
    """The figure, where there is one."""

    def at(self, file: str, place: str) -> "Finding":
        """The same, with its file and place, unless it names them already."""
        return replace(self, file=self.file or file, place=self.place or place)

    @property
    def where(self) -> str:
        """File and place as a person reads them."""
        return f"{self.file} {self.place}".strip()

    def __str__(self) -> str:
        return f"{self.where}: {self.text}" if self.where else self.text


def warning(code: str, text: str, value: float | None = None) -> Finding:
    """A warning whose place is filled in later."""
    return Finding("warning", code, text, value=value)


def refusal(code: str, text: str, value: float | None = None) -> Finding:
    """A refusal whose place is filled in later."""
    return Finding("refusal", code, text, value=value)


class Refused(ValueError):
    """A record that cannot be an operating point; always caught, and told as a finding."""

    def __init__(self, code: str, text: str, value: float | None = None) -> None:
        super().__init__(text)
        self.finding = refusal(code, text, value)
