"""What a check of the catalog found."""

from dataclasses import dataclass
from typing import Literal

type Severity = Literal["error", "warning"]


@dataclass(frozen=True, order=True)
class Finding:
    """One thing that is wrong with a file of the catalog, or that its keeper should know."""

    severity: Severity
    file: str
    path: str
    """In the document, such as `curves[0].points[2].ttft_ms`; empty for the whole of it."""
    text: str
    """What, by how much, and what to do."""

    def __str__(self) -> str:
        place = f"{self.file}: {self.path}" if self.path else self.file
        return f"{self.severity}: {place}: {self.text}"
