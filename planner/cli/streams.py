"""Standard streams that hold any text, whatever the shell made of them."""

import io
import os
import sys
from pathlib import Path


def make_streams_safe() -> None:
    """Closed streams lead nowhere; pipes and files get UTF-8; a terminal what it can show."""
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        if not isinstance(stream, io.TextIOWrapper):
            continue
        if stream.isatty():
            stream.reconfigure(errors="backslashreplace")
        else:
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _nowhere() -> io.TextIOWrapper:
    return Path(os.devnull).open("w", encoding="utf-8")
