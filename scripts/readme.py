"""Puts the printed quote into README.md: `scripts/readme.py`, or `--check` that it is current."""

import io
import re
import sys
from pathlib import Path

from rich.console import Console

from planner import make_quote, read_demand
from planner.documents import read_file
from planner.report.table import WIDTH, print_quote

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"(<!-- quote: (?P<demand>\S+) -->\n```\n).*?(```\n<!-- end -->)", re.DOTALL)


CUT = "\nNot used"
"""What follows it depends on the day (figures grow old) and is long."""


def printed(demand: Path) -> str:
    """What `planner quote` prints for a demand, up to what was not used; no trailing spaces."""
    out = io.StringIO()
    quote = make_quote(read_demand(read_file(demand)))
    print_quote(quote, Console(file=out, width=WIDTH, highlight=False, force_terminal=False))
    text = "\n".join(line.rstrip() for line in out.getvalue().splitlines()) + "\n"
    return text.split(CUT)[0].rstrip() + "\n\n(then: Not used, Warnings, Assumptions)\n"


def renewed(text: str) -> str:
    """The README with its blocks printed anew."""

    def replace(match: re.Match[str]) -> str:
        return match.group(1) + printed(ROOT / match.group("demand")) + match.group(3)

    return BLOCK.sub(replace, text)


def main() -> None:
    """Writes the README, or checks it."""
    path = ROOT / "README.md"
    old = path.read_text(encoding="utf-8")
    new = renewed(old)
    if "--check" in sys.argv:
        sys.exit(0 if new == old else "README.md is not current: run scripts/readme.py")
    path.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()
