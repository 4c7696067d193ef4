"""One worker process as the service sees it: started, asked, killed."""

import os
import select
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from api.errors import OutOfTime, SolveOutOfTime, WorkerLost
from api.work.frames import Frame, packed, read_frame, write_all

START_S: Final = 120.0
_SOLVES: Final = {"quote", "outcome"}
"""Tasks that a wider gap, or a demand that asks for less, makes shorter."""
_ROOT: Final = Path(__file__).resolve().parents[2]


class Process:
    """A worker that is ready for tasks, one at a time."""

    def __init__(self, memory_mb: int) -> None:
        path = os.pathsep.join(filter(None, [str(_ROOT), os.environ.get("PYTHONPATH")]))
        self._popen = subprocess.Popen(
            [sys.executable, "-m", "api.work.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={
                **{k: v for k, v in os.environ.items() if k != "PLANNER_DATABASE_URL"},
                "PYTHONPATH": path,
                "PLANNER_WORKER_MEMORY_MB": str(memory_mb),
            },
            bufsize=0,
        )

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._popen.pid

    @property
    def is_alive(self) -> bool:
        """Whether the process runs."""
        return self._popen.poll() is None

    def wait_until_ready(self) -> None:
        """Waits for its imports and its catalog.

        Raises:
            WorkerLost: it ended instead.
            OutOfTime: it took too long.
        """
        self._read(time.monotonic() + START_S, time.monotonic())

    def ask(self, frame: Frame, deadline_s: float, on_limit: Callable[[float], float]) -> Frame:
        """The answer to a task.

        Args:
            frame: the task.
            deadline_s: how long it may take before it says how long it will.
            on_limit: the seconds that it may take, once its own limit is known.

        Raises:
            BrokenPipeError: it was dead before it had the task.
            WorkerLost: it died over the task.
            OutOfTime: it took too long, and was killed; `SolveOutOfTime` where it is a solve.
        """
        try:
            return self._ask(frame, deadline_s, on_limit)
        except OutOfTime as error:
            if frame.head["kind"] in _SOLVES:
                raise SolveOutOfTime(error.seconds) from None
            raise

    def _ask(self, frame: Frame, deadline_s: float, on_limit: Callable[[float], float]) -> Frame:
        start = time.monotonic()
        write_all(self._descriptor(self._popen.stdin), packed(frame))
        deadline = start + deadline_s
        while True:
            answer = self._read(deadline, start)
            if "limit_s" not in answer.head:
                return answer
            deadline = start + on_limit(float(answer.head["limit_s"]))

    def kill(self) -> None:
        """Ends it at once; safe at any time, from any thread."""
        self._popen.kill()

    def close(self) -> None:
        """Kills it and waits, so that nothing is left of it."""
        self._popen.kill()
        for pipe in (self._popen.stdin, self._popen.stdout):
            if pipe is not None:
                pipe.close()
        self._popen.wait()

    def _read(self, deadline: float, start: float) -> Frame:
        descriptor = self._descriptor(self._popen.stdout)
        poll = select.poll()
        poll.register(descriptor, select.POLLIN | select.POLLHUP)
        if not poll.poll(max(0.0, deadline - time.monotonic()) * 1000):
            self.kill()
            raise OutOfTime(time.monotonic() - start)
        frame = read_frame(descriptor)
        if frame is None:
            raise WorkerLost
        return frame

    @staticmethod
    def _descriptor(pipe: Any) -> int:
        return pipe.fileno()
