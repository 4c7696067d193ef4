"""The README shows what the program prints."""

import re
import subprocess
import sys
from pathlib import Path

from planner import make_quote
from planner.documents import read_document

ROOT = Path(__file__).resolve().parent.parent


def test_the_printed_quote_is_current() -> None:
    """`scripts/readme.py` renews it."""
    run = subprocess.run(
        [sys.executable, "scripts/readme.py", "--check"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr


def test_the_json_of_the_readme_is_65_replicas() -> None:
    """It brings a curve and takes the hardware from the catalog."""
    block = re.search(r"```json\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert block is not None
    totals = make_quote(read_document(block.group(1))).totals
    assert totals is not None
    assert (totals.replicas, totals.chips, totals.nodes) == (65, 1040, 130)
