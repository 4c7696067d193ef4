"""A line of progress on stderr while a solve takes long, on a terminal only."""

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager


@contextmanager
def progress_on_terminal() -> Generator[Callable[[float], None] | None]:
    """What a long solve is told to call, `None` where nobody watches; wiped at the end."""
    if not sys.stderr.isatty():
        yield None
        return
    shown = False

    def show(seconds: float) -> None:
        nonlocal shown
        if seconds >= 1:
            shown = True
            sys.stderr.write(f"\rSolving … {seconds:.0f} s (Ctrl-C stops)")
            sys.stderr.flush()

    try:
        yield show
    finally:
        if shown:
            sys.stderr.write("\r\x1b[2K")
            sys.stderr.flush()
