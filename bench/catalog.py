"""Loading the catalog that ships: with the parsed form kept from the run before, and without."""

import os
import tempfile
from pathlib import Path

from bench.clock import in_turn
from bench.show import seconds, table
from planner.catalog.library import load_catalog

ROUNDS = 10
LIMIT_S = 0.15


def measure() -> None:
    """Prints both times; `warm` is what every run but the first sees."""
    load_catalog()
    (warm,) = in_turn([load_catalog], ROUNDS)
    cold = _cold()
    files = len(load_catalog().deployments)
    head = ["catalog", "warm", "wanted", "cold"]
    row = [f"{files} deployments", seconds(min(warm)), f"≤ {seconds(LIMIT_S)}", seconds(cold)]
    table("Catalog", head, [row])


def _cold() -> float:
    before = os.environ.get("XDG_CACHE_HOME")
    with tempfile.TemporaryDirectory() as empty:
        os.environ["XDG_CACHE_HOME"] = str(Path(empty))
        from bench.clock import seconds_of

        taken = seconds_of(load_catalog)
    if before is None:
        del os.environ["XDG_CACHE_HOME"]
    else:
        os.environ["XDG_CACHE_HOME"] = before
    return taken
