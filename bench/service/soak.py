"""10,000 quotes on a growing database: is memory flat, is latency flat?

`python -m bench.service.soak --quotes 10000`
"""

import argparse
import os
from contextlib import nullcontext
from pathlib import Path

from bench.service.client import load
from bench.service.running import postgres, running

STEP = 1000
MIB = 2**20


def main() -> None:
    """Print a line for every thousand quotes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quotes", type=int, default=10_000)
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--postgres", default="", help="a server's address; omitted: SQLite")
    asked = parser.parse_args()
    place = postgres(asked.postgres) if asked.postgres else nullcontext("")
    with place as url, running(url) as service:
        load(service.port, "/v1/quotes", asked.clients, 200)
        for done in range(STEP, asked.quotes + 1, STEP):
            before = _processor_s(service.pid)
            found = load(service.port, "/v1/quotes", asked.clients, STEP)
            busy_ms = 1000 * (_processor_s(service.pid) - before) / STEP
            own, workers = _resident_mib(service.pid)
            print(
                f"{done:6} quotes: {found.per_s:5.1f}/s  p50 {found.quantile_ms(0.5):5.1f} ms  "
                f"p99 {found.quantile_ms(0.99):6.1f} ms  processor {busy_ms:4.1f} ms a quote  "
                f"service {own:5.0f} MiB  "
                f"workers {workers:5.0f} MiB  {found.failed} failed",
                flush=True,
            )


def _resident_mib(pid: int) -> tuple[float, float]:
    """Of the service, and of its workers together."""
    return _one_mib(pid), sum(_one_mib(child) for child in _children(pid))


def _processor_s(pid: int) -> float:
    """Processor time of the service and its workers so far: it does not depend on other work."""
    ticks = 0
    for one in (pid, *_children(pid)):
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def _children(pid: int) -> list[int]:
    threads = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for file in threads for child in file.read_text().split()]


def _one_mib(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / MIB


if __name__ == "__main__":
    main()
