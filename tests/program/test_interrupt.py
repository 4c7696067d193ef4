"""Ctrl-C stops a long solve at once."""

import subprocess
import sys
import textwrap

SCRIPT = """
    import os, signal, threading, time
    from dataclasses import replace
    from planner.program import solve_fleet
    from tests.program.test_properties import hard

    pressed = []
    def press():
        pressed.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Timer(1.5, press).start()
    try:
        solve_fleet(replace(hard(), time_limit_s=60))
    except KeyboardInterrupt:
        late = time.monotonic() - pressed[0]
        print("stopped" if late < 2 else f"late by {late}")
"""


def test_an_interrupt_stops_the_solver():
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(SCRIPT)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("stopped\n", "")
