"""Mélange's own kind of problem: our cost and time beside what is published for it."""

import json
import resource
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.clock import process, seconds_of
from bench.show import seconds, table

FOLDER = Path(__file__).parents[2] / "shared" / "bench" / "melange"
GAP = "1e-5"
WITHIN = 1e-4


@dataclass(frozen=True)
class Known:
    """What was measured elsewhere; the seconds are for the table only, machines differ."""

    melange_s: str
    melange_usd_per_hour: float
    free_usd_per_hour: float
    """The optimum where a bucket may be divided between types."""


KNOWN = {
    "melange_example": Known("0.008", 6.70, 4.68),
    "g4_10x6_sf4_r50_s0": Known("1.49", 72.46, 72.46),
    "g12_10x6_sf8_r200_s0": Known("1.70", 248.729, 248.560),
    "g16_10x10_sf8_r500_s0": Known("6.41", 564.473, 564.473),
    "g24_12x12_sf8_r1000_s0": Known("11.9", 916.208, 916.208),
    "g16_10x10_sf16_r100_s0": Known("23.5 to 43.8", 113.441, 113.441),
    "g16_20x20_sf4_r300_s0": Known("73.7 to 102.9", 270.409, 270.409),
}


def measure() -> None:
    """Prints one row an input; says so where the inputs are not there."""
    if not FOLDER.is_dir():
        print(f"\nThe inputs are not there ({FOLDER.name}/): skipped.")
        return
    rows = [_row(path) for path in sorted(FOLDER.glob("*.json"))]
    head = ["input", "whole process", "processor", "USD/h", "shares free", "difference"]
    table("Mélange's problems", [*head, "Mélange", "Mélange USD/h"], rows)


def _row(path: Path) -> list[str]:
    quote, whole, processor = _quoted(path)
    cost = quote["totals"]["usd_per_hour"]
    row = [path.stem, seconds(whole), seconds(processor)]
    known = KNOWN.get(path.stem)
    if known is None:
        return [*row, f"{cost:.4g}", "-", "-", "-", "-"]
    difference = cost / known.free_usd_per_hour - 1
    mark = "" if difference <= WITHIN else " (too dear)"
    shown = [f"{cost:.3f}", f"{known.free_usd_per_hour:.3f}", f"{difference:+.4%}{mark}"]
    return [*row, *shown, f"{known.melange_s} s", f"{known.melange_usd_per_hour:.3f}"]


def _quoted(path: Path) -> tuple[dict[str, Any], float, float]:
    """The quote of a problem; seconds of the whole process that made it, by clock and processor."""
    planner = [sys.executable, "-m", "planner"]
    with tempfile.TemporaryDirectory() as folder:
        demand, quote = Path(folder) / "demand.json", Path(folder) / "quote.json"
        convert = [*planner, "demand", "from-melange", str(path), "--gap", GAP]
        subprocess.run([*convert, "-o", str(demand)], check=True)
        run = process(*planner, "quote", str(demand), "-o", str(quote))
        before = _processor_s()
        whole = seconds_of(run)
        return json.loads(quote.read_text("utf-8")), whole, _processor_s() - before


def _processor_s() -> float:
    """Of all processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
