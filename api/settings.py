"""What the environment says about how the service runs; every variable has a default."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Final, Literal, cast, get_args

from api.errors import BadSetting

AuthMode = Literal["auto", "required", "off"]
MIB: Final = 2**20


@dataclass(frozen=True, slots=True)
class Settings:
    """How the service runs."""

    host: str = "127.0.0.1"
    port: int = 8080
    database_url: str = ""
    """SQLAlchemy's form; `sqlite:///file` or `postgresql://user@host/name`."""
    auth: AuthMode = "auto"
    """`auto`: keys are asked for as soon as there is one, or the caller is not on this machine."""
    workers: int = 1
    """Processes that solve."""
    queue_size: int = 64
    """Requests that may wait for a worker; the next one gets 503 at once."""
    queue_wait_s: float = 120
    """How long one may wait for a worker; then it gets 503."""
    max_body_bytes: int = 4 * MIB
    max_import_bytes: int = 16 * MIB
    """Of a body with benchmark files."""
    body_timeout_s: float = 30
    """How long a body may take to arrive."""
    rate_per_minute: int = 6000
    """Requests of one key, unless the key has a rate of its own; 0: no limit."""
    worker_memory_mb: int = 4096
    """What a worker may hold; a solve that wants more ends with 503."""
    overhead_s: float = 30
    """What a solve may take beyond twice its own time limit before its worker is stopped."""
    shutdown_s: float = 30
    """How long solves in flight may still take at shutdown; then they get 503."""
    max_entries: int = 1000
    """Private entries of one organisation."""

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach the service."""
        return is_loopback(self.host)


def settings_of(environment: Mapping[str, str] | None = None) -> Settings:
    """The settings of an environment, by default of this process.

    Raises:
        BadSetting: a variable that cannot be read, named with what it may be.
    """
    given = os.environ if environment is None else environment
    return Settings(
        host=given.get("PLANNER_HOST", "127.0.0.1"),
        port=_whole(given, "PLANNER_PORT", 8080, most=65535),
        database_url=given.get("PLANNER_DATABASE_URL") or default_database_url(given),
        auth=_auth(given.get("PLANNER_AUTH", "auto")),
        workers=_whole(given, "PLANNER_WORKERS", _cores(), least=1, most=256),
        queue_size=_whole(given, "PLANNER_QUEUE_SIZE", 64, most=100_000),
        queue_wait_s=_whole(given, "PLANNER_QUEUE_WAIT_S", 120, least=1, most=86_400),
        max_body_bytes=_whole(given, "PLANNER_MAX_BODY_BYTES", 4 * MIB, least=1024, most=32 * MIB),
        max_import_bytes=_whole(given, "PLANNER_MAX_IMPORT_BYTES", 16 * MIB, most=256 * MIB),
        body_timeout_s=_whole(given, "PLANNER_BODY_TIMEOUT_S", 30, least=1, most=3600),
        rate_per_minute=_whole(given, "PLANNER_RATE_PER_MINUTE", 6000, most=10**9),
        worker_memory_mb=_whole(given, "PLANNER_WORKER_MEMORY_MB", 4096, least=512, most=2**20),
        shutdown_s=_whole(given, "PLANNER_SHUTDOWN_S", 30, most=3600),
        max_entries=_whole(given, "PLANNER_MAX_ENTRIES", 1000, most=100_000),
    )


def default_database_url(environment: Mapping[str, str]) -> str:
    """An SQLite file in the user's own data folder."""
    base = environment.get("XDG_DATA_HOME") or Path("~").expanduser() / ".local" / "share"
    return f"sqlite:///{Path(base) / 'planner' / 'planner.db'}"


def is_loopback(host: str) -> bool:
    """Whether an address is reached from this machine only.

    >>> is_loopback("127.0.0.1"), is_loopback("::1"), is_loopback("localhost")
    (True, True, True)
    >>> is_loopback("0.0.0.0"), is_loopback("10.0.0.7"), is_loopback("example.org")
    (False, False, False)
    """
    if host == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def _cores() -> int:
    """Those that this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


def _auth(value: str) -> AuthMode:
    if value not in get_args(AuthMode):
        raise BadSetting("PLANNER_AUTH", value, "auto, required or off")
    return cast("AuthMode", value)


def _whole(given: Mapping[str, str], name: str, default: int, *, least: int = 0, most: int) -> int:
    text = given.get(name, "")
    if not text:
        return default
    value = int(text) if text.isascii() and text.isdigit() and len(text) < 12 else -1
    if not least <= value <= most:
        raise BadSetting(name, text, f"a whole number from {least} to {most}")
    return value
