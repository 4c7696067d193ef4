"""Which problem each exception is: one table, walked by a test."""

from collections.abc import Callable
from typing import Any, Final

from api import errors as ours
from api.errors import Refused
from planner import errors as planners

AGAIN_S: Final = 1
"""When to try again after a fault that passes at once."""


def refusal_of(error: Exception) -> Refused:
    """The problem of an exception, its message included.

    Raises:
        KeyError: an exception of neither tree.
    """
    if isinstance(error, Refused):
        return error
    for kind in type(error).__mro__:
        if kind in TABLE:
            return TABLE[kind](error)
    raise KeyError(type(error))


def _faulty(slug: str) -> Callable[[Any], Refused]:
    def refusal(error: planners.InvalidInput) -> Refused:
        faults = [{"path": fault.path, "message": fault.message} for fault in error.faults]
        return Refused(slug, "; ".join(str(fault) for fault in error.faults[:3]), errors=faults)

    return refusal


def _said(slug: str) -> Callable[[Any], Refused]:
    return lambda error: Refused(slug, str(error))


def _ours(_: Any) -> Refused:
    """What is wrong is in the log: it may be about others' entries."""
    return Refused("internal-error", "The answer did not pass our own check, so there is none.")


def _again(slug: str, text: str) -> Callable[[Any], Refused]:
    def refusal(error: Any) -> Refused:
        seconds = getattr(error, "retry_after_s", AGAIN_S)
        return Refused(slug, text, headers={"Retry-After": str(seconds)})

    return refusal


def _too_long(error: ours.OutOfTime) -> Refused:
    text = f"It was stopped after {error.seconds:.0f} s: there is too much of it for one answer."
    return Refused("not-in-time", text)


def _too_late(error: ours.SolveOutOfTime) -> Refused:
    text = f"The solve was stopped after {error.seconds:.0f} s; ask for less, or for a wider gap."
    return Refused("no-fleet-in-time", text)


TABLE: Final[dict[type[Exception], Callable[[Any], Refused]]] = {
    planners.InvalidDemand: _faulty("invalid-demand"),
    planners.InvalidProfile: _ours,
    planners.InvalidQuote: _ours,
    planners.InvalidInput: _faulty("invalid-question"),
    planners.TooManyPatterns: _said("too-many-patterns"),
    planners.NoFleetInTime: _said("no-fleet-in-time"),
    planners.NotInstalled: _said("not-installed"),
    planners.QuoteNotProven: _ours,
    planners.SolverFailed: _ours,
    ours.QueueFull: _again("queue-full", "As many requests are waiting as may; try again later."),
    ours.QueueTooLong: _again("queue-full", "No worker was free in time; try again later."),
    ours.WorkerLost: _again("worker-lost", "The process that worked on this died; try again."),
    ours.OutOfTime: _too_long,
    ours.SolveOutOfTime: _too_late,
    ours.TaskCancelled: _again("stopping", "The work was cancelled."),
    ours.Stopping: _again("stopping", "The service is shutting down; try again elsewhere."),
}
