"""What the service raises on purpose.

ServiceError
├── BadSetting              a variable of the environment that cannot be read
├── NotSafe                 listening beyond this machine without keys
├── Refused                 a request that gets a problem instead of an answer
├── ClientGone              nobody is on the line any more
└── WorkerError             a task that no worker finished
    ├── QueueFull           as many wait as may
    ├── QueueTooLong        it waited for longer than a client would
    ├── WorkerLost          its worker died
    ├── OutOfTime           its worker was stopped: the task took far longer than it may
    │   └── SolveOutOfTime  ... of a solve, long after its own limit
    ├── TaskCancelled       nobody wants it any more
    └── Stopping            the service is shutting down
"""

from collections.abc import Mapping
from typing import Any


class ServiceError(Exception):
    """The base of all."""


class BadSetting(ServiceError):
    """A variable of the environment that cannot be read."""

    def __init__(self, name: str, value: str, wanted: str) -> None:
        self.name = name
        super().__init__(f"{name}={value[:40]}: expected is {wanted}.")


class NotSafe(ServiceError):
    """Listening beyond this machine although nobody needs a key."""

    def __init__(self, host: str) -> None:
        super().__init__(
            f"{host} can be reached from other machines, and there is no API key yet. Make one "
            "(planner-api keys create --organisation NAME), or set PLANNER_AUTH=required to start "
            "without any, or PLANNER_AUTH=off if everybody may use this service."
        )


class Refused(ServiceError):
    """A request that gets a problem instead of an answer."""

    def __init__(
        self,
        slug: str,
        detail: str,
        *,
        errors: list[dict[str, str]] | None = None,
        headers: Mapping[str, str] | None = None,
        extra: Mapping[str, Any] | None = None,
    ) -> None:
        self.slug, self.detail = slug, detail
        self.errors = errors or []
        self.headers = dict(headers or {})
        self.extra = dict(extra or {})
        super().__init__(slug, detail)


class ClientGone(ServiceError):
    """Nobody is on the line any more."""


class WorkerError(ServiceError):
    """A task that no worker finished."""


class QueueFull(WorkerError):
    """As many tasks wait as may; `retry_after_s` is when a place may be free."""

    def __init__(self, waiting: int, retry_after_s: int) -> None:
        self.waiting, self.retry_after_s = waiting, retry_after_s
        super().__init__(waiting, retry_after_s)


class QueueTooLong(WorkerError):
    """It waited for longer than a client would."""

    def __init__(self, waited_s: float, retry_after_s: int) -> None:
        self.waited_s, self.retry_after_s = waited_s, retry_after_s
        super().__init__(waited_s, retry_after_s)


class WorkerLost(WorkerError):
    """Its worker died."""


class OutOfTime(WorkerError):
    """Its worker was stopped: the task took far longer than it may."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        super().__init__(seconds)


class SolveOutOfTime(OutOfTime):
    """Its worker was stopped over a solve, long after the solver's own limit."""


class TaskCancelled(WorkerError):
    """Nobody wants it any more."""


class Stopping(WorkerError):
    """The service is shutting down."""
