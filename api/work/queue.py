"""The queue of tasks: bounded, first come first served, and fair to those who stop waiting."""

import threading
import time
from collections import deque
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Final

from api.errors import QueueFull, QueueTooLong, Stopping, TaskCancelled, WorkerError
from api.work.frames import Frame
from api.work.process import Process

LONGEST_WAIT_S: Final = 60
"""The longest that `Retry-After` asks for."""


@dataclass(slots=True, eq=False)
class Task:
    """Something that a worker is asked, and who waits for it."""

    frame: Frame
    is_patient: bool = False
    """Whether it may wait in the queue for however long."""
    future: "Future[Frame]" = field(default_factory=Future[Frame])
    queued_at: float = field(default_factory=time.monotonic)
    started_at: float | None = None
    process: Process | None = None
    stopped: WorkerError | None = None
    """Why its worker was killed."""
    was_put_back: bool = False


class TaskQueue:
    """Tasks that wait; every method may be called from any thread."""

    def __init__(self, size: int, workers: int, wait_s: float) -> None:
        self._size, self._workers, self._wait_s = size, workers, wait_s
        self._tasks: deque[Task] = deque()
        self._running: set[Task] = set()
        self._changed = threading.Condition()
        self._mean_s = 0.05
        self._is_closed = False

    @property
    def waiting(self) -> int:
        """Tasks that no worker has yet."""
        return len(self._tasks)

    @property
    def running(self) -> int:
        """Tasks that a worker has."""
        return len(self._running)

    def put(self, task: Task, *, first: bool = False) -> None:
        """Takes a task.

        Raises:
            QueueFull: as many wait as may.
            Stopping: no more tasks are taken.
        """
        with self._changed:
            if self._is_closed:
                raise Stopping
            idle = self._workers - len(self._running)
            if not first and len(self._tasks) >= self._size + max(0, idle):
                raise QueueFull(len(self._tasks), self._retry_after_s())
            (self._tasks.appendleft if first else self._tasks.append)(task)
            self._changed.notify()

    def take(self, timeout_s: float) -> Task | None:
        """The next task that somebody still waits for; None after the time-out."""
        with self._changed:
            if not self._tasks:
                self._changed.wait(timeout_s)
            while self._tasks:
                task = self._tasks.popleft()
                if self._is_overdue(task):
                    waited = time.monotonic() - task.queued_at
                    _fail(task, QueueTooLong(waited, self._retry_after_s()))
                elif task.was_put_back or task.future.set_running_or_notify_cancel():
                    task.started_at = time.monotonic()
                    self._running.add(task)
                    return task
        return None

    def put_back(self, task: Task) -> bool:
        """Takes a task back that its worker never had; no more than once."""
        with self._changed:
            if task.was_put_back or task.stopped is not None:
                return False
            task.was_put_back, task.process = True, None
            self._running.discard(task)
            self._tasks.appendleft(task)
            self._changed.notify()
        return True

    def done(self, task: Task) -> None:
        """Says that no worker has the task any more."""
        with self._changed:
            if task not in self._running:
                return
            self._running.discard(task)
            if task.started_at is not None:
                seconds = time.monotonic() - task.started_at
                self._mean_s += 0.1 * (seconds - self._mean_s)

    def stop(self, task: Task, reason: WorkerError | None = None) -> None:
        """Takes a task out of the queue, or kills the worker that has it."""
        with self._changed:
            if task in self._tasks:
                self._tasks.remove(task)
                _fail(task, reason or TaskCancelled())
            elif task in self._running and task.stopped is None:
                task.stopped = reason or TaskCancelled()
                if task.process is not None:
                    task.process.kill()

    def drop_overdue(self) -> None:
        """Answers those that have waited too long, also while every worker is busy."""
        with self._changed:
            late = [task for task in self._tasks if self._is_overdue(task)]
        for task in late:
            waited = time.monotonic() - task.queued_at
            self.stop(task, QueueTooLong(waited, self._retry_after_s()))

    def close(self) -> None:
        """Takes no more tasks; those that it has go on."""
        with self._changed:
            self._is_closed = True

    def stop_all(self) -> None:
        """Ends every task, with the reason that the service stops."""
        with self._changed:
            tasks = [*self._tasks, *self._running]
        for task in tasks:
            self.stop(task, Stopping())

    def _is_overdue(self, task: Task) -> bool:
        return not task.is_patient and time.monotonic() - task.queued_at > self._wait_s

    def _retry_after_s(self) -> int:
        expected = (len(self._tasks) + 1) * self._mean_s / self._workers
        return max(1, min(LONGEST_WAIT_S, round(expected)))


def _fail(task: Task, reason: WorkerError) -> None:
    if task.was_put_back or task.future.set_running_or_notify_cancel():
        task.future.set_exception(reason)
