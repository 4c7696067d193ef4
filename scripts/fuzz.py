"""Fuzz a service of its own with schemathesis, on SQLite or PostgreSQL, with a key.

`python scripts/fuzz.py --examples 500 --database postgresql://…` ends with schemathesis's status.
"""

import argparse
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
START_S = 60


def main() -> None:
    """Start, fuzz, stop."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=int, default=50)
    parser.add_argument("--database", default="", help="omitted: an SQLite file that is removed")
    parser.add_argument("--new-database-on", default="", help="a PostgreSQL server's address")
    parser.add_argument("--seed", type=int, default=None)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = asked.database or f"sqlite:///{folder}/fuzz.db"
        if asked.new_database_on:
            url = _new_database(asked.new_database_on)
        port = _free_port()
        environment = {
            **os.environ,
            "PLANNER_DATABASE_URL": url,
            "PLANNER_PORT": str(port),
            "PLANNER_RATE_PER_MINUTE": "0",
            "PYTHONPATH": str(ROOT),
        }
        scopes = ["--scope", "read", "--scope", "write", "--scope", "admin"]
        create = [sys.executable, "-m", "api", "keys", "create", "--organisation", "fuzz", *scopes]
        key = subprocess.check_output(create, env=environment, text=True, cwd=ROOT).strip()
        sys.exit(_fuzz(environment | {"PLANNER_FUZZ_KEY": key}, port, asked))


def _fuzz(environment: dict[str, str], port: int, asked: argparse.Namespace) -> int:
    with (
        tempfile.TemporaryFile() as log,
        subprocess.Popen(
            [sys.executable, "-m", "api"], env=environment, cwd=ROOT, stderr=log
        ) as service,
    ):
        try:
            _wait(f"http://127.0.0.1:{port}/readyz")
            command = [sys.executable, "-m", "schemathesis.cli", "--config-file"]
            command += ["schemathesis.toml", "run", f"http://127.0.0.1:{port}/openapi.json"]
            command += ["--max-examples", str(asked.examples), "--no-color"]
            if asked.seed is not None:
                command += ["--seed", str(asked.seed)]
            return subprocess.run(command, env=environment, cwd=ROOT, check=False).returncode
        finally:
            service.send_signal(signal.SIGTERM)


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


def _new_database(server: str) -> str:
    """The address of an empty database, which stays behind to be looked at."""
    import psycopg

    name = f"planner_fuzz_{int(time.time())}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return f"{server.rpartition('/')[0]}/{name}"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


if __name__ == "__main__":
    main()
