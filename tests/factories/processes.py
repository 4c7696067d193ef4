"""`planner` as a process of its own, as a shell would start it."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent.parent
PROFILES: Final = ROOT / "tests" / "data" / "profiles"
COMMAND: Final = (sys.executable, "-m", "planner")
ENVIRONMENT: Final = {
    key: value for key, value in os.environ.items() if not key.startswith(("PLANNER_", "COLUMNS"))
} | {"PYTHONPATH": str(ROOT), "PLANNER_PROFILES": str(PROFILES), "PYTHONUTF8": "1"}


def run_planner(
    *arguments: str | Path, stdin: bytes = b"", **more: str
) -> subprocess.CompletedProcess[bytes]:
    """One run to its end; `more` goes into the environment."""
    return subprocess.run(
        [*COMMAND, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        env=ENVIRONMENT | more,
        timeout=60,
        check=False,
    )


def start_planner(*arguments: str | Path, **streams: int) -> "subprocess.Popen[bytes]":
    """A run that the caller ends."""
    return subprocess.Popen([*COMMAND, *map(str, arguments)], env=ENVIRONMENT, **streams)  # type: ignore[call-overload]
