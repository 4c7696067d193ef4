"""The workers: each with a thread that hands it tasks and starts it again when it has died."""

import threading
from collections.abc import Sequence
from typing import Any, Final

from api.errors import WorkerError, WorkerLost
from api.settings import Settings
from api.work.frames import Frame
from api.work.process import Process
from api.work.queue import Task, TaskQueue

_IDLE_S: Final = 0.5
"""How often an idle worker is looked at, and overdue tasks are."""
_RESTART_S: Final = 1.0
"""Between two starts of a worker that does not come up."""


class Pool:
    """As many workers as cores, behind one bounded queue."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._queue = TaskQueue(settings.queue_size, settings.workers, settings.queue_wait_s)
        self._lock = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._processes: set[Process] = set()
        self._is_stopped = threading.Event()

    @property
    def waiting(self) -> int:
        """Tasks that no worker has yet."""
        return self._queue.waiting

    @property
    def running(self) -> int:
        """Tasks that a worker has."""
        return self._queue.running

    @property
    def pids(self) -> list[int]:
        """The workers that run."""
        return [process.pid for process in list(self._processes)]

    def start(self) -> None:
        """Starts the workers, unless they are started; does not wait for them."""
        with self._lock:
            if self._threads or self._is_stopped.is_set():
                return
            self._threads = [
                threading.Thread(target=self._work, name=f"worker-{number}", daemon=True)
                for number in range(self._settings.workers)
            ]
            self._threads.append(threading.Thread(target=self._watch, daemon=True))
            for thread in self._threads:
                thread.start()

    def submit(
        self,
        kind: str,
        parts: Sequence[bytes] = (),
        *,
        is_patient: bool = False,
        first: bool = False,
        **fields: Any,
    ) -> Task:
        """Queues a task; its `future` holds the answer.

        Raises:
            QueueFull: as many wait as may.
            Stopping: the service is shutting down.
        """
        self.start()
        task = Task(Frame({"kind": kind, **fields}, parts), is_patient)
        self._queue.put(task, first=first)
        return task

    def stop_task(self, task: Task, patience_s: float = 0) -> None:
        """Ends a task that nobody waits for any more, and the solve with it.

        Args:
            task: any.
            patience_s: how long a worker that has begun it may still try to finish.
        """
        if not patience_s or task.started_at is None:
            self._queue.stop(task)
            return
        timer = threading.Timer(patience_s, self._queue.stop, (task,))
        timer.daemon = True
        timer.start()

    def drain(self, seconds: float) -> None:
        """Takes no more tasks; returns at once, and ends in so many seconds what is not done."""
        self._queue.close()
        timer = threading.Timer(seconds, self._queue.stop_all)
        timer.daemon = True
        timer.start()

    def close(self) -> None:
        """Ends everything at once, and waits until no worker is left."""
        self._queue.close()
        self._queue.stop_all()
        self._is_stopped.set()
        for process in list(self._processes):
            process.kill()
        with self._lock:
            for thread in self._threads:
                thread.join(10)

    def _watch(self) -> None:
        while not self._is_stopped.wait(_IDLE_S):
            self._queue.drop_overdue()

    def _work(self) -> None:
        while not self._is_stopped.is_set():
            process = Process(self._settings.worker_memory_mb)
            self._processes.add(process)
            pause_s = _RESTART_S
            try:
                process.wait_until_ready()
                pause_s = 0.0
                self._serve(process)
            except (WorkerError, OSError):
                self._is_stopped.wait(pause_s)
            finally:
                self._processes.discard(process)
                process.close()

    def _serve(self, process: Process) -> None:
        """Hands it tasks until it dies.

        Raises:
            WorkerError: it cannot be used any more.
        """
        while not self._is_stopped.is_set():
            if not process.is_alive:
                raise WorkerLost
            task = self._queue.take(_IDLE_S)
            if task is None:
                continue
            try:
                self._give(process, task)
            except BrokenPipeError:  # it died idle: the next one can still do this
                if not self._queue.put_back(task):
                    task.future.set_exception(WorkerLost())
                raise
            finally:
                self._queue.done(task)

    def _give(self, process: Process, task: Task) -> None:
        task.process = process
        if task.stopped is not None:
            task.future.set_exception(task.stopped)
            return
        try:
            answer = process.ask(task.frame, 2 * self._settings.overhead_s, self._allowed_s)
        except WorkerError as error:
            task.future.set_exception(task.stopped or error)
            raise
        task.future.set_result(answer)

    def _allowed_s(self, limit_s: float) -> float:
        """The solver may use its limit twice: to find that there is no fleet, and to say why."""
        return 2 * limit_s + self._settings.overhead_s
