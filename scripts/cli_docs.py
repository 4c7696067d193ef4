"""Writes docs/cli.md from the help of every command; `--check` that it is current."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "cli.md"
HEAD = """# Command line

Written by `scripts/cli_docs.py` from what each `--help` prints. Exit status: 0 a fleet (or all is
well), 2 bad input, 3 no fleet keeps every limit, 4 no answer in time, 1 a fault of planner (of
`verify`: a rule does not hold), 130 stopped by Ctrl-C.
"""
GROUPS = {
    "demand": ["from-melange"],
    "profiles": ["list", "show", "check", "import"],
    "claims": ["show", "check"],
}


def commands() -> list[list[str]]:
    """Every command with its words."""
    from planner.cli.main import COMMANDS

    return [
        words
        for name in COMMANDS
        for words in ([name], *([name, sub] for sub in GROUPS.get(name, [])))
    ]


def help_of(words: list[str]) -> str | None:
    """What `planner … --help` prints, 80 columns wide; `None` where there is no such command."""
    run = subprocess.run(
        [sys.executable, "-m", "planner", *words, "--help"],
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "80", "NO_COLOR": "1", "TERM": "dumb"},
        capture_output=True,
        text=True,
        check=False,
    )
    lines = [line.rstrip() for line in run.stdout.splitlines()]
    return "\n".join(lines).strip("\n") if run.returncode == 0 else None


def page() -> str:
    """The whole page."""
    found = [(words, help_of(words)) for words in commands()]
    parts = [f"## planner {' '.join(w)}\n\n```\n{text}\n```\n" for w, text in found if text]
    return "\n".join([HEAD, *parts])


def main() -> None:
    """Writes the page, or checks it."""
    new = page()
    if "--check" in sys.argv:
        sys.exit(0 if PAGE.read_text(encoding="utf-8") == new else "run scripts/cli_docs.py")
    PAGE.write_text(new, encoding="utf-8")


if __name__ == "__main__":
    main()
