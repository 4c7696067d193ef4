"""Everything that this program raises on purpose.

    PlannerError
    ├── InvalidInput            a document that cannot be planned on; exit 2
    │   ├── InvalidDemand
    │   ├── InvalidProfile      a file of the catalog
    │   └── InvalidQuote        a file given to `planner verify`
    ├── NotInstalled            a document needs what is not installed; exit 2
    ├── TooManyPatterns         replica sizes that combine in too many ways; exit 2
    ├── NoFleetInTime           the time limit came before any fleet; exit 4
    ├── QuoteNotProven          our own check refused our own quote; exit 1
    └── SolverFailed            the solver broke its word; exit 1

No fleet at all is not an error: it is a quote with status `infeasible` (exit 3).
"""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong with a document: where (such as `workloads[0].slo`), and what."""

    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


class PlannerError(Exception):
    """The base of all; `exit_code` is what the command line ends with."""

    exit_code: ClassVar[int] = 1


class InvalidInput(PlannerError):
    """A document with faults; its message lists them, one a line."""

    exit_code: ClassVar[int] = 2
    subject: ClassVar[str] = "the document"

    def __init__(self, faults: list[Fault], source: str = "") -> None:
        self.faults = faults
        self.source = source
        super().__init__(source, faults)

    def __str__(self) -> str:
        head = self.source or self.subject
        return "\n".join(f"{head}: {fault}" for fault in self.faults)

    @classmethod
    def at(cls, path: str, message: str, source: str = "") -> "InvalidInput":
        """The same with a single fault."""
        return cls([Fault(path, message)], source)


class InvalidDemand(InvalidInput):
    """A demand that cannot be read."""

    subject: ClassVar[str] = "demand"


class InvalidProfile(InvalidInput):
    """An entry of the catalog that cannot be read, or does not agree with the rest."""

    subject: ClassVar[str] = "profiles"


class InvalidQuote(InvalidInput):
    """A quote that cannot be read."""

    subject: ClassVar[str] = "quote"


class NotInstalled(PlannerError):
    """A kind of document needs a package, or a library of the system, that is not there."""

    exit_code: ClassVar[int] = 2

    def __init__(self, what: str, remedy: str) -> None:
        self.what = what
        self.remedy = remedy
        super().__init__(what, remedy)

    def __str__(self) -> str:
        return f"{self.what} is not installed; this document needs it. Install it: {self.remedy}"


class NoFleetInTime(PlannerError):
    """The solver's time ran out before it had any fleet: neither one nor its absence is known."""

    exit_code: ClassVar[int] = 4

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(seconds)

    def __str__(self) -> str:
        return (
            f"No fleet was found within {self.seconds:g} s, and none was ruled out. "
            "Raise solver.time_limit_s (at most 300), or name fewer deployments, sites or "
            "workloads."
        )


class TooManyPatterns(PlannerError):
    """Replica sizes on one kind of hardware that fill a scale-up domain in too many ways."""

    exit_code: ClassVar[int] = 2

    def __init__(self, sizes: list[int], domain_chips: int, most: int) -> None:
        self.sizes = sizes
        self.domain_chips = domain_chips
        self.most = most
        super().__init__(sizes, domain_chips, most)

    def __str__(self) -> str:
        sizes = ", ".join(str(size) for size in self.sizes)
        return (
            f"Replicas of {sizes} chips fill a domain of {self.domain_chips} chips in more than "
            f"{self.most:,} ways, too many for an exact packing. Name fewer deployments, or "
            "deployments whose replica sizes divide each other (1, 2, 4, 8 …)."
        )


class QuoteNotProven(PlannerError):
    """A quote that its own check refuses; it is never shown as an answer."""

    def __init__(self, broken: list[str]) -> None:
        self.broken = broken
        super().__init__(broken)

    def __str__(self) -> str:
        return (
            "The fleet does not keep these rules: "
            + "; ".join(self.broken)
            + ". This is a fault of planner."
        )


class SolverFailed(PlannerError):
    """The solver answered with something that no solver may answer."""

    def __init__(self, what: str) -> None:
        self.what = what
        super().__init__(what)

    def __str__(self) -> str:
        return f"The solver failed: {self.what}. This is a fault of planner."
