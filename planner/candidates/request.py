"""What one load asks of a deployment's curves."""

from dataclasses import dataclass

from planner.candidates.book import Promises
from planner.candidates.curves import Lengths
from planner.loads import StageLoad


@dataclass(frozen=True, slots=True)
class Request:
    """A load's lengths and limits."""

    load: StageLoad
    lengths: Lengths
    promises: Promises
    allow_mismatch: bool = False
