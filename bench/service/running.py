"""A service in a process of its own, on a database of its own."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
START_S = 60


@dataclass(frozen=True)
class Running:
    """Where it listens, and its process."""

    port: int
    pid: int


@contextmanager
def running(database: str = "", workers: int = 0) -> Iterator[Running]:
    """The service, until the block ends; by default on an SQLite file that is removed."""
    with tempfile.TemporaryDirectory() as folder, socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        environment = {
            **os.environ,
            "PLANNER_DATABASE_URL": database or f"sqlite:///{folder}/bench.db",
            "PLANNER_PORT": str(port),
            "PLANNER_BENCH": "1",
        }
        if workers:
            environment["PLANNER_WORKERS"] = str(workers)
        command = [sys.executable, "-m", "bench.service.app"]
        with subprocess.Popen(
            command, env=environment, cwd=ROOT, stderr=subprocess.DEVNULL
        ) as served:
            try:
                _wait(f"http://127.0.0.1:{port}/readyz")
                yield Running(port, served.pid)
            finally:
                served.send_signal(signal.SIGTERM)


@contextmanager
def postgres(server: str) -> Iterator[str]:
    """A new database on a server, dropped afterwards."""
    import psycopg

    name = f"planner_bench_{os.getpid()}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
        try:
            yield f"{server.rpartition('/')[0]}/{name}"
        finally:
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


def _wait(url: str) -> None:
    end = time.monotonic() + START_S
    while True:
        try:
            with urllib.request.urlopen(url, timeout=10):
                return
        except (urllib.error.URLError, TimeoutError):
            if time.monotonic() > end:
                raise
            time.sleep(0.2)
