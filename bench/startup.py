"""The small demand as a process, against a process that only imports the libraries."""

import sys
from pathlib import Path

from bench.clock import in_turn, middle_ratio, process
from bench.show import seconds, table

ROUNDS = 15
LIMIT = 2
SMALL = Path(__file__).parents[1] / "examples" / "small.json"


def measure() -> None:
    """Prints both and their ratio."""
    quote = process(sys.executable, "-m", "planner", "quote", str(SMALL))
    imports = process(sys.executable, "-c", "import pydantic, pulp, numpy, yaml")
    ours, theirs = in_turn([quote, imports], ROUNDS)
    row = [f"{seconds(min(ours))}", f"{seconds(min(theirs))}"]
    row += [f"{middle_ratio(ours, theirs):.2f}", f"≤ {LIMIT}"]
    head = ["process", "`planner quote examples/small.json`", "imports alone", "ratio", "wanted"]
    table("Start-up", head, [["whole, best of 15", *row]])
